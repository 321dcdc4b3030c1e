"""Pages that belong to no match: leaderboard, profile, a server's settings, one's own data."""
