"""Koi-koi as a pure state machine: rules, deals, matches, notation, records. Standard library only."""
