"""What teaches the game: the stacked month of the tutorial."""
