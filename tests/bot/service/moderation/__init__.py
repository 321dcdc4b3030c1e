"""Tests of what managers do about people and matches."""
