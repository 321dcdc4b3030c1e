"""Rows of one shard among those of others."""
