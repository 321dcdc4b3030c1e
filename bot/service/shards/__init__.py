"""One manager among several, each of which serves one of Discord's shards."""
