"""The database itself, a file or on a server: its tables, connections, errors, lock and revisions."""
