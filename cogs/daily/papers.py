"""The files of a review: the record of the deal, the moves in words, and the proof of its decks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Words
from bot.ids import MatchId
from bot.match import finished, match_file
from bot.match.daily import CPU, OPPONENT, PERSON, Review
from bot.match.match_file import MatchFile
from bot.match.vocabulary import Participant
from bot.screens.finished import proof, transcript
from cogs.content.message import Document


def of(words: Words, facts: Review, name: str = "") -> tuple[Document, ...]:
    """The proof as a text, and the record, which the engine checks and plays; between them the own month.

    That is there for who has finished it, under their `name`; the record is then that of their month.
    """
    return tuple(_papers(words, facts, name))


def _papers(words: Words, facts: Review, name: str) -> Iterator[Document]:
    day = facts.standings.day
    called = f"koikoi-daily-{day}"
    proven = proof.Facts.of(MatchId(0), called, facts.record, day=day)
    yield Document(f"{called}-shuffles.txt", proof.file(words, proven).encode())
    people = (Participant(PERSON, name), Participant(CPU, "", cpu=OPPONENT))
    file = MatchFile(facts.record, people)
    if facts.mine is not None:
        shown = finished.replay(proven.record, people)
        told = transcript.text(words, transcript.Facts(proven.record, shown))
        yield Document(f"{called}-log.txt", told.encode())
    yield Document(f"{called}.json", match_file.dumps(file))
