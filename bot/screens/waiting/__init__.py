"""What a match waits for: the time of the player to move, and those who are away."""
