"""The ground floor: what a message is made of, and what its controls carry."""
