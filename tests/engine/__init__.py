"""Tests of the engine: vectors, properties, golden playthroughs."""
