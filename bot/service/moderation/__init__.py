"""What the managers of a server do about people and matches."""
