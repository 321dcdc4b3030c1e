"""The products of matches that have ended: replays, reviews, files."""
