"""A match in play: the seat draw, deals and their turns, settling, and what a seat sees of it."""
