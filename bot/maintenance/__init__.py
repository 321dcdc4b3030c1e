"""The commands of the command line: checks, copies, exchange, measurements, and a past for the demo."""
