"""Matches that have ended, for whoever opens them."""
