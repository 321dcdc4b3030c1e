"""Notes: what one person reads in answer to a press: about the match, its rules, its yaku."""
