"""The words that teach: the tutorial, the first page, tips and hints."""
