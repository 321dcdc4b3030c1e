"""The ways in which messages call people: a mention in the channel, a message to them alone, or none."""
