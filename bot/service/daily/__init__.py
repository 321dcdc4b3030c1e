"""The deal of the day, as it is asked for and played."""
