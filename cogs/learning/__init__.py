"""What teaches the game: tutorial, help, rules, yaku."""
