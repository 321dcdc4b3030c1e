"""The bot seen from outside: numbers and health over HTTP, reports of its faults."""
