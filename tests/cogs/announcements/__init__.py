"""Messages that nobody asked for just now."""
