"""Tests of the notes."""
