"""The live trial against the local Discord."""
