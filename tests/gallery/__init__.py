"""Pictures to look at and to measure: matches played here, shown by the bot's own screens and catalogues."""
