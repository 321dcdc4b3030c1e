"""The rules as data: rule sets, options, yaku, and what they make of cards. Nothing here is played."""
