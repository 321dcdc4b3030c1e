"""Scenes: frozen values, one for each picture, with every word already translated. No Pillow in here.

A scene holds what somebody may see and nothing else: cards are values of `engine.cards`, the rest is text.
Two equal scenes give the same bytes, so a caller that keeps the last scene of a message can leave out an
equal one undrawn. `images.draw` takes any of them: every class that derives from `common.Scene` has its
picture.
"""
