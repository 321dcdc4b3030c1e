"""Messages that nobody asked for just now: open tables, a season's champions, rare yaku."""
