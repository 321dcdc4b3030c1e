"""Managers that serve a shard each."""
