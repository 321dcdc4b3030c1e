"""Tests of what servers and people can set, through the sandbox."""
