"""Presses on buttons and selects: what they carry, and what each does."""
