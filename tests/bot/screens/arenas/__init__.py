"""Screens of arenas."""
