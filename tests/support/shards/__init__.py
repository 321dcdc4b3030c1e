"""Several managers on one database."""
