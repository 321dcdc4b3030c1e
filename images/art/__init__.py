"""The drawings: code that prints each card as SVG, the printed files, and the sprites made from them.

Nothing in here is needed to run the bot but the sprites, the crop table and the palette.
"""
