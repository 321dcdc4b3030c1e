"""`koikoi doctor`: whether a bot can be hosted here, told before it is started and while it runs."""
