"""Matches that have ended, for somebody who opens them."""
