"""Tests of how tables are opened, brought and played again."""
