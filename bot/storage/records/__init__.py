"""Results, standings and seasons: the rows behind lists and profiles."""
