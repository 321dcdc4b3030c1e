"""The ground of the sandbox: errors, settings, counts, types, JSON from outside, the guard of requests."""
