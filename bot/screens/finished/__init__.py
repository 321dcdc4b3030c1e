"""Screens of matches that are over: history, replay, review, proof and transcript."""
