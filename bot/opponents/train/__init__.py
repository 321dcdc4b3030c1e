"""The training of the *hard* CPU player's weights: `python -m bot.opponents.train RULES`.

For people who work on the bot: it needs numba, and the running bot never imports it.
"""
