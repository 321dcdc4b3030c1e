"""`/koikoi daily` on Discord."""
