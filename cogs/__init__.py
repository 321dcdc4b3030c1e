"""Discord in, Discord out: the top floor, which the command line alone imports."""
