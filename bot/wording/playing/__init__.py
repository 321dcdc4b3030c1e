"""How somebody plays, in words: as texts, with a question before each card."""
