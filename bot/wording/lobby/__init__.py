"""The words of the lobby: the form of house rules, the sealing line."""
