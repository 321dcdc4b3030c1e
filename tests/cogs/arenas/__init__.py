"""Tests of arenas as people meet them in Discord."""
