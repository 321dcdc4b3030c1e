"""Scenes with made-up matches and literal words: for the gallery, the bench and the tests, never for a
player.

Real scenes take their words from the catalogues. These are as long as the catalogues' longest.
"""
