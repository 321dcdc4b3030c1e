"""The bars and blocks of managers and people, and the record of what managers change."""
