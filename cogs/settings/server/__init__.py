"""`/koikoi settings`: a server's settings."""
