"""Which process serves which shards of a database, and what the processes tell each other."""
