"""Sample hands: every state, full and nearly empty."""

from __future__ import annotations

from engine.cards.deck import card
from images.samples.words import Language, cards, plain, say
from images.scene.hand import Choice, Decision, HandCell, HandGrid, HandScene, Target, YakuLine

__all__ = ["hands", "usual"]


def hands(language: Language) -> dict[str, HandScene]:
    """Every sample hand by its name."""
    return {
        "hand-smallest": _grid(language, (("W", "U"),)),
        "hand-usual": usual(language),
        "hand-waiting": _waiting(language),
        "hand-seven": _grid(language, _SEVEN, places=7),
        "hand-largest": _grid(language, _LARGEST, marks=True),
        "hand-flip": _flip(language),
        "hand-choice": _choice(language),
        "hand-decide": _decide(language),
        "hand-decide-largest": _decide_largest(language),
    }


_USUAL = (("K", ""), ("W", "U"), ("s", "t"), ("B", ""), ("r", "poq"), ("d", "e"), ("F", ""), ("m", ""))
_SEVEN = (("K", ""), ("W", "UX"), ("s", "t"), ("B", ""), ("r", "p"), ("d", "e"), ("F", ""))
_LARGEST = (
    ("A", "BCD"),
    ("E", "FGH"),
    ("I", "JKL"),
    ("M", "NOP"),
    ("Q", "RST"),
    ("U", "VWX"),
    ("c", "def"),
    ("s", "tuv"),
)


def _grid(
    language: Language, rows: tuple[tuple[str, str], ...], *, places: int = 8, marks: bool = False
) -> HandScene:
    cells = tuple(HandCell(card(own), cards(field)) for own, field in rows)
    count = sum(1 for cell in cells if cell.matches)
    return HandScene(
        say(language, "hand-title"),
        say(language, "hand-hint"),
        HandGrid(cells, say(language, "field"), say(language, "no-match"), places=places),
        say(language, "hand-chip", count),
        month_marks=marks,
    )


def usual(language: Language) -> HandScene:
    """The hand of the art guide's mock-up."""
    return _grid(language, _USUAL)


def _waiting(language: Language) -> HandScene:
    cells = tuple(HandCell(card(own), cards(field)) for own, field in _USUAL[:5])
    body = HandGrid(cells, say(language, "field"), say(language, "no-match"), playable=False)
    return HandScene(say(language, "hand-title"), say(language, "hand-wait"), body)


def _flip(language: Language) -> HandScene:
    targets = (Target(card("p"), "1"), Target(card("q"), "2"))
    body = Choice(
        card("r"),
        say(language, "flipped"),
        targets,
        say(language, "or"),
        cards("KWsBF"),
        say(language, "rest"),
    )
    return HandScene(say(language, "choice-title"), say(language, "choice-hint"), body)


def _choice(language: Language) -> HandScene:
    targets = (Target(card("e"), "1"), Target(card("c"), "2"))
    body = Choice(
        card("d"),
        say(language, "you-play"),
        targets,
        say(language, "or"),
        cards("KWsBFmr"),
        say(language, "rest"),
        flipped=False,
    )
    return HandScene(say(language, "choice-title"), say(language, "choice-hint"), body)


def _line(language: Language, key: str, points: int, letters: str) -> YakuLine:
    return YakuLine(say(language, key), plain(say(language, "points", points)), cards(letters))


def _decide(language: Language) -> HandScene:
    body = Decision(
        (_line(language, "tsukimi", 5, "cg"), _line(language, "tan", 1, "BJNlR")),
        say(language, "stop-now"),
        plain(say(language, "points", 6)),
        None,
        cards("KWsB"),
        say(language, "rest"),
    )
    return HandScene(say(language, "decide-title"), say(language, "decide-hint"), body)


def _decide_largest(language: Language) -> HandScene:
    body = Decision(
        (
            _line(language, "goko", 15, "AIcos"),
            _line(language, "inoshika", 5, "YkU"),
            _line(language, "akatan", 5, "BFJ"),
            _line(language, "tsukimi", 5, "cg"),
            _line(language, "hanami", 5, "Ig"),
            _line(language, "kasu", 3, "CDGHKLOPST"),
        ),
        say(language, "stop-now"),
        plain(say(language, "points", 12345)),
        say(language, "calculation"),
        (),
        say(language, "rest"),
    )
    return HandScene(say(language, "decide-title"), say(language, "decide-hint"), body)
