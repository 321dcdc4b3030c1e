"""The actions of a server's managers about people and matches."""
