"""Crashes, storage that fails, forged presses, random presses, leaks: the whole stack under bad treatment."""
