"""Screens that teach."""
