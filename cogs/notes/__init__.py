"""What one person reads beside the game: one private note for each match, and the ways back in it."""
