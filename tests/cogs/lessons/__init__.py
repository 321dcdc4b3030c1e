"""The tests of teaching."""
