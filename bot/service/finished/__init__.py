"""What is made of matches that have ended."""
