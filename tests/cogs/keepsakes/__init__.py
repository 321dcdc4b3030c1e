"""Tests of what can be taken along of a finished match."""
