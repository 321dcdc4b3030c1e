"""The card printer: code that prints each card as SVG, and the printed files.

The bot needs nothing of it: `images/sprites` holds the pictures made from the drawings. Wheel and image are
built without this folder.
"""
