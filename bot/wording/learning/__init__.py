"""What teaches the game, in words."""
