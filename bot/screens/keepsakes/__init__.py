"""What can be taken along of a finished match: its log as a text, its shuffles and how they are checked."""
