"""Tests of results, ratings and seasons."""
