"""The files of a finished match: its log as a text, its shuffles and how they are checked."""
