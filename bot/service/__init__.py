"""The running service: every live match, what moves it when nobody presses, and the chores beside it."""
