"""Words for what a server and a person can set."""
