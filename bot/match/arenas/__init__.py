"""An arena: an evening of matches, its points, its pairings and its end. Values and pure functions.

Only facts are stored: the arena, its people, and what each match came to. Points, streaks, places and waiting
times are computed from them.
"""
