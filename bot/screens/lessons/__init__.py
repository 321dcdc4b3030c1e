"""Screens that teach: the lesson, hints, problems and the sheet of cards."""
