"""The bot as the sandbox's child: the process and its log."""
