"""The monitors of a running bot: the time that passes, storage errors, damage."""
