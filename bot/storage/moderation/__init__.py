"""What managers of servers and people keep others from, and the record of what managers change."""
