"""Words for finding a game: where one can play, one's own matches, tables that open."""
