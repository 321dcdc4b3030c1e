"""What a match waits for: the time of whoever is asked, and those who are away."""
