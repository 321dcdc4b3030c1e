"""The words of matches that have ended: their list, review, poster, and what is taken along."""
