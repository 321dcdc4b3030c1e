"""Tests of playing without a server, and of finding somebody to play."""
