"""The screens that teach the game: tutorial, help, rules, yaku."""
