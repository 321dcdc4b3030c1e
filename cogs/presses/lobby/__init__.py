"""What the host of a lobby decides: the form of house rules, and panels that close with the lobby."""
