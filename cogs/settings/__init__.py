"""Settings: the panel that every row stands in, and what both kinds of settings share."""
