"""Pictures: a frozen scene in, bytes out. Knows nothing of Discord, storage or the clock."""
