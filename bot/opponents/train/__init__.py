"""How the weights of the *hard* CPU player are learnt: `python -m bot.opponents.train RULES`.

For people who work on the bot: it needs numba, and the running bot never imports it.
"""
