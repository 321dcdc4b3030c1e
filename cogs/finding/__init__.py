"""Finding somebody to play: one's own matches, and tables that open."""
