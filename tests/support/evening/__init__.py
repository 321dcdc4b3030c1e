"""An evening of an arena in the local Discord: its guests, what is noted of it, a phone that watches."""
