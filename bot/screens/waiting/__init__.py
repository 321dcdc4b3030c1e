"""The parts of screens about waiting: the time of the player to move, and those who are away."""
