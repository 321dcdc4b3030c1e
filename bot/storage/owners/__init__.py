"""The processes that serve the shards of a database, and the notices between them."""
