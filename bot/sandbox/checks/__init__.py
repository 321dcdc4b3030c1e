"""Discord's limits: what a request may contain, and the nested errors when it does not."""
