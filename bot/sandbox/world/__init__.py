"""What exists in the local Discord, how it is looked up and how it is written as Discord's JSON."""
