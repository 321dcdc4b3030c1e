"""Rows of the panel of a server."""
