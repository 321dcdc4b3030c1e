"""What can be taken along of a finished match: a month as an animation, its files, its shuffles."""
