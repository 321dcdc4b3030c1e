"""Lessons in the game: tutorial, help, rules and yaku."""
