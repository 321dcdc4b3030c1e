"""Screens of matches that are over."""
