"""Copies of the database: made by hand and by the bot, and put back."""
