"""The check for hand yaku (sannin): the window in which it may be declared."""
