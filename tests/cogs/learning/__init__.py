"""What teaches the game."""
