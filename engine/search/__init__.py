"""Search: a match taken up from what one seat sees."""
