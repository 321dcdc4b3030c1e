"""The files of a finished match: its record, its log, the proof of its shuffles."""

from __future__ import annotations

from bot.i18n import Words
from bot.ids import NOWHERE, MatchId
from bot.match import match_file
from bot.match.finished import Replay
from bot.match.match_file import MatchFile
from bot.records.finished import FinishedMatch
from bot.records.imported import is_imported
from bot.screens.finished import proof, transcript
from bot.wording import calls
from bot.wording.finished import keepsakes as wording
from cogs.content.message import Document


def name(match: MatchId) -> str:
    """Return the name of a match's files, without what follows the point."""
    return f"koikoi-{match}"


def told(words: Words, found: FinishedMatch, text: str) -> str:
    """A text about the match; where that was played elsewhere it begins by saying so."""
    return f"{words.say(wording.IMPORTED)}\n{text}" if is_imported(found) else text


def record(found: FinishedMatch) -> Document:
    """The record, with its people as this viewer may know them."""
    file = MatchFile(dict(found.written), found.people, found.started_at, found.ended_at, found.places)
    return Document(f"{name(found.match)}.json", match_file.dumps(file))


def log(words: Words, found: FinishedMatch, shown: Replay) -> Document:
    """The log as a text; `shown` is the match step by step."""
    facts = transcript.Facts(found.record, shown, found.started_at, found.ended_at)
    return Document(f"{name(found.match)}-log.txt", transcript.text(words, facts).encode())


def proven(found: FinishedMatch) -> proof.Facts:
    """Return the facts about its shuffles."""
    link = None
    if (line := found.line) is not None and found.place.guild != NOWHERE:
        link = calls.link_to_line(found.place, line)
    return proof.Facts.of(found.match, name(found.match), found.written, link)


def shuffles(words: Words, facts: proof.Facts) -> Document:
    """The proof of the shuffles as a text."""
    return Document(f"{facts.name}-shuffles.txt", proof.file(words, facts).encode())
