"""Text mode: the whole table in one's own message, in place of the picture."""

from __future__ import annotations

from collections.abc import Iterator

from bot.i18n import Words
from bot.screens.hand import description, message
from bot.screens.hand.facts import Facts, Held
from bot.screens.hand.questions import ChooseTarget, ConfirmPlay, Decide
from bot.wording import limits, people, speech
from bot.wording.limits import CONTENT, Part, Sentence

LEAST = 100
"""The rank of the parts that names push out first: a hand's description leaves them out first, too."""


def table_in_words(words: Words, facts: Facts) -> str:
    """All that the message and the picture tell, a line each: at most 2,000 characters."""
    return limits.fitted([*message.parts(words, facts), *_picture(words, facts)], CONTENT)


def _picture(words: Words, facts: Facts) -> Iterator[Part]:
    """Yield the picture in lines; names have their markdown escaped, as in every message."""
    if facts.drawn is not None:
        return
    if not facts.own_picture or facts.held is None:
        assert facts.public is not None
        yield Part(people.escaped(facts.public.alt(words)), 1)
        return
    yield from _own(words, facts.held)


def _own(words: Words, held: Held) -> Iterator[Part]:
    """The player's cards and the table, without what the text has said before: the time, what is asked."""
    named, style = held.course.cast.named(words), speech.style(words)
    told = (*_unsaid(held, description.own(words, held, named)), *description.around(words, held, named))
    for rank, sentence in enumerate(told):
        parts = tuple(part for part in sentence.parts if part.text)
        if parts and not rank and _is_numbered(held):
            yield Part("\n".join((_bold(sentence.head), *(f"- {part.text}" for part in parts))))
        elif parts:
            yield Part(style.sentence(Sentence(parts, _bold(sentence.head))), LEAST + rank if rank else 0)


def _is_numbered(held: Held) -> bool:
    """Whether the cards of the hand come first, each with its number: a line each."""
    return bool(held.cards) and not isinstance(held.question, Decide | ChooseTarget | ConfirmPlay)


def _unsaid(held: Held, own: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """Return the sentences of the description about the player's cards that the text does not have."""
    match held.question:
        case Decide():
            *_, near, rest = own
            return near, rest
        case ChooseTarget():
            targets, *_, rest = own
            return targets, rest
        case ConfirmPlay():
            return own[-1:]
        case _:
            return own


def _bold(head: str) -> str:
    """The head of a line without what joins it to the rest, where there is one."""
    bare = head.rstrip()
    while bare and not (bare[-1].isascii() or bare[-1].isalnum()):
        bare = bare[:-1]
    return f"**{bare}**{head[len(bare) :]}" if bare else ""
