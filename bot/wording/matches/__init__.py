"""How matches are named, and what is said of one that is in the way of another."""
