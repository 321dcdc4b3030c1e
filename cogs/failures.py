"""Errors to words, in one place. No exception ever surfaces as "This interaction failed"."""

from __future__ import annotations

import secrets
from collections.abc import Coroutine
from typing import Any

import discord
import structlog

from bot.errors import BotError
from bot.i18n import Words
from bot.wording import notes
from cogs.messages.answer import FORGOTTEN, Answer
from cogs.messages.content import Drawn, MessageContent

log = structlog.stdlib.get_logger(__name__)


async def guarded(answer: Answer, words: Words, work: Coroutine[Any, Any, None]) -> None:
    """Do the work of one interaction; whatever it raises becomes a Note to whoever pressed."""
    try:
        async with answer:
            await _worded(answer, words, work)
    except discord.HTTPException as error:
        # There is nobody left to tell, or no way to: the next press finds the match as it is.
        level = log.info if error.code in FORGOTTEN else log.warning
        level("interaction not answered", user=answer.interaction.user.id, error=repr(error))
    except Exception:
        log.exception("interaction not answered", user=answer.interaction.user.id)


async def _worded(answer: Answer, words: Words, work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
        await answer.acknowledge()  # where the work had nothing to show
    except BotError as error:
        log.info("refused", user=answer.interaction.user.id, error=error.code)
        await say(answer, notes.error(words, error))
    except discord.HTTPException as error:
        if error.code in FORGOTTEN:
            raise
        await _unexpected(answer, words)
    except Exception:
        await _unexpected(answer, words)


async def say(answer: Answer, text: str) -> None:
    """Answer with a Note that is text alone."""
    await answer.note(Drawn(MessageContent(text), None))


async def _unexpected(answer: Answer, words: Words) -> None:
    """Log the exception being handled under a number that the user sees too."""
    incident = secrets.token_hex(3)
    log.exception("incident", incident=incident, user=answer.interaction.user.id)
    await say(answer, notes.unexpected(words, incident))
