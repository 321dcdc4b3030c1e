"""The engine's errors, as classes with a code and data; the words for players are the host's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

LONGEST_SHOWN = 60


class EngineError(Exception):
    """Root of everything that the engine raises on purpose.

    `place` names where the fault lies, as in record.md (`options.months`, `decks[3]`, `actions[17]`, or ""
    where the caller knows it better); `why` is one line of plain ASCII for developers.
    """

    code: ClassVar[str] = "engine"

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place = place
        self.why = why

    def __str__(self) -> str:
        return f"{self.place}: {self.why}" if self.place else self.why


class NotationError(EngineError):
    """A text that is no card, no set of cards, no deck or no action."""

    code = "notation"


class OptionError(EngineError):
    """An unknown rule set or option, or a value that does not fit; `allowed` lists what would."""

    code = "option"

    def __init__(self, place: str, why: str, allowed: Iterable[object] = ()) -> None:
        self.allowed = tuple(allowed)
        listed = ", ".join(show(value, quoted=False) for value in self.allowed)
        super().__init__(place, f"{why}; allowed: {listed}" if listed else why)


class OptionTwice(OptionError):  # noqa: N818 - not a value that does not fit
    """An option that is given more than once: nobody knows which of its values is meant."""

    def __init__(self, place: str) -> None:
        super().__init__(place, "given twice")

    def __reduce__(self) -> tuple[type[OptionTwice], tuple[str]]:
        return (OptionTwice, (self.place,))


class ParticipantsError(EngineError):
    """A number of participants that the rule set cannot seat and let watch (section 2: seats to 8)."""

    code = "participants"


class IllegalAction(EngineError):  # noqa: N818 - a rule of the game, named as the rules name it
    """An action that its player may not take now."""

    code = "illegal"


class TooFewDecks(EngineError):  # noqa: N818 - as above
    """A deal begins and its deck is not there; `number` counts deals from 1."""

    code = "too_few_decks"

    def __init__(self, number: int, place: str = "") -> None:
        super().__init__(place, f"too few decks: deal {number} has none")
        self.number = number

    def __reduce__(self) -> tuple[type[TooFewDecks], tuple[int, str]]:
        return (TooFewDecks, (self.number, self.place))


class RecordError(EngineError):
    """A record that is not well formed."""

    code = "record"


def show(value: object, *, quoted: bool = True) -> str:
    """A value of unknown origin as one short line of printable ASCII; null and booleans as in JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (list, dict)):
        # Never by its items: their text may be long, and deeper than the interpreter can go.
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        # StrEnum members show as their text; surrogates and line ends must not reach a terminal.
        text = ascii(str(value)) if quoted else ascii(str(value))[1:-1]
    elif isinstance(value, int) and value.bit_length() > 128:
        return "a very large number"
    else:
        text = ascii(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
