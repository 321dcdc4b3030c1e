"""Matches that have ended, in the local Discord."""
