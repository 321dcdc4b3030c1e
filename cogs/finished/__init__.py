"""Finished matches: history, replay, review, and what can be kept of one."""
