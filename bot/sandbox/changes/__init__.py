"""The few places that change the world."""
