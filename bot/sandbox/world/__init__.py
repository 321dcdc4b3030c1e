"""The objects of the local Discord, their lookup, and their form as Discord's JSON."""
