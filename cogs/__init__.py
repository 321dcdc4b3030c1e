"""Discord in, Discord out. The client loads these by name; nothing imports them."""
