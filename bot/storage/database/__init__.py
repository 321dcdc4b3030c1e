"""The database file itself: its tables, connections, errors, lock and revisions."""
