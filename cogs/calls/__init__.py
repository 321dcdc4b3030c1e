"""Whom messages call: by a mention in the channel, by a message to them alone, or not at all."""
