"""The texts that teach the game."""
