"""Finished matches as files: what the bot writes, and what it takes in."""
