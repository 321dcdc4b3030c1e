"""`/koikoi me`: a person's own settings."""
