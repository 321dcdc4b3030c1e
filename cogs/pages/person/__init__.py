"""Rows of the panel of a person."""
