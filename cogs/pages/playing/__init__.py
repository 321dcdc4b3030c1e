"""Rows of `/koikoi me` about how somebody plays: as texts, with a question before each card."""
