"""Arenas as people use them: the command that opens one, the presses on it, those that are over."""
