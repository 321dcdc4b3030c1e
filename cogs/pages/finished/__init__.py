"""Matches that have ended, to be looked at again: replays, and what somebody has played."""
