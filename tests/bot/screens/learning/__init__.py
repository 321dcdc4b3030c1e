"""The screens that teach the game."""
