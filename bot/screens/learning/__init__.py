"""What teaches the game: the tutorial, the first page, the sentences for beginners."""
