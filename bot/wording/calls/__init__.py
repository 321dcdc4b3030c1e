"""The words of calls: how people choose when they are called, and what calls them."""
