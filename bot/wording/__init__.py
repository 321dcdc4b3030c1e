"""Words for everything a person reads: pure functions from views, observations and events to text.

Nothing here knows Discord's objects; the limits are Discord's all the same (`limits`).
"""
