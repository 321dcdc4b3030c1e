"""The messages that this bot keeps up to date, and the answers to interactions."""
