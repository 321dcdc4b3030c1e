"""A second Discord, which other people wrote from the same documents: SimCord, reached as Discord is.

SimCord replaces discord.py's transports within one process. Here its world stands behind a port instead, so
that the bot is the whole program, with its own sockets. What is true of Discord (which request is refused,
who sees a message, what an interaction may do) is SimCord's word; the transport alone is ours.
"""
