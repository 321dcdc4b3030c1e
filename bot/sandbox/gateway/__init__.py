"""Sessions, their connections, and what they are told."""
