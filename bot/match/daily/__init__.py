"""The deal of the day: what makes a day's month the same for everybody in a server."""
