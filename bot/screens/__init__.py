"""Screens: what players see, by subject.

Each screen has one frozen value of facts, computed once from a view and in no language, and its readings: the
text, the alt text, the scene of the picture. The buttons (`cogs`) read the same facts.
"""
