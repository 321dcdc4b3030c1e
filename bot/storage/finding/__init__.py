"""What finding somebody to play needs to remember."""
