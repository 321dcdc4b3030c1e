"""A match as text: notation, records and their replays, shuffles that can be proven."""
