"""Tests of the screens of records."""
