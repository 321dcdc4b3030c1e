"""The bot at Discord's gateway: a client for each shard of this process, sessions, what keeps them."""
