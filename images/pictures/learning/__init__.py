"""Pictures that teach the game."""
