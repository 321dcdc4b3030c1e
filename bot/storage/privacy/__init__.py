"""The rights of people and servers: everything about them written out, or deleted for good."""
