"""Cards, decks and sets of cards."""
