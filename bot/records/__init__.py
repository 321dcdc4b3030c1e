"""Results, ratings, seasons: what finished matches come to."""
