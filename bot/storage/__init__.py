"""The bot's memory: one schema, a single writer, many readers."""

from bot.storage.store import Store

__all__ = ["Store"]
