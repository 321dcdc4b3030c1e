"""Labels of buttons and the texts of the list view: short, because four stand in a row on a phone."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Message, Words, mark, mark_within
from bot.match.verdict import LEAST_MONTHS
from bot.match.views import Rest
from bot.match.vocabulary import Character, CpuPlayer, Strength
from bot.opponents.places import rung_number
from bot.records.own_level import FIRST
from bot.wording import cards, limits, numbers, people, series
from bot.wording import yaku as yaku_words
from bot.wording.limits import OPTION, Part
from engine.cards.deck import Card
from engine.rules.options import Rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YakuId

MATCHING = "◎"
"""Marks a card that matches something on the field: a sign, not a colour alone."""


JOIN = mark_within("button", "Join")
LEAVE = mark_within("button", "Leave")
START = mark_within("button", "Start")
PLAY_CPU = mark("Play the CPU")
"""Placeholder of the select of CPU players while a seat is free for them."""

CHOOSE_CPU = mark("Play the CPU: choose a level")
"""Placeholder of that select for one person alone, whose match begins with it."""

CPU_PLAYERS = mark("CPU players")
"""Placeholder of that select when no seat is free."""

OWN_LEVEL = mark("At my level")
"""First line of that select: CPU players that mix levels by how the host has done."""

CHOOSE_CHARACTER = mark("Choose a character …")
"""Last line of that select: leads to the choice of a character."""


def names_of_characters(words: Words) -> str:
    """Return what stands below that line: who there is."""
    return numbers.listing(words, [people.cpu_name(words, each) for each in Character])


def own_level(words: Words, strength: Strength, rule_set: RuleSetId) -> str:
    """Return what stands below the line for one's own level: a first guess before any match says more."""
    if not strength.told:
        return words("by how you have done so far; unrated")
    likened = people.likened(words, strength.points, rule_set)
    if strength.points == FIRST:
        return words("{strength}, a first guess; unrated", strength=likened)
    return words("{strength}, by how you have done so far; unrated", strength=likened)


def rung(words: Words, cpu: CpuPlayer, rule_set: RuleSetId) -> str:
    """Return the line for the next CPU player on the ladder: `Rung 3 of 12: Tora, easy`."""
    return words(
        "Rung {n} of {total}: {name}, {level}",
        n=rung_number(rule_set, cpu),
        total=len(CpuPlayer),
        name=people.cpu_name(words, cpu.character),
        level=people.cpu_level(words, cpu.level),
    )


def rung_pays(words: Words, rules: Rules) -> str:
    """Return what stands below that line: what a win brings."""
    if rules.months < LEAST_MONTHS:
        return words("its seal takes three months or more")
    return words("beat it alone for its seal")


def next_rung(words: Words, cpu: CpuPlayer, rules: Rules) -> str:
    """Return the label of the button below a win that begins a match: `Next: Tora (easy), rung 1 of 12`."""
    return words("Next: {cpu}", cpu=people.cpu_with_rung(words, cpu, rules.id))


def character(words: Words, one: Character) -> str:
    """Return what the select of one character's levels asks for."""
    return words("{name}: choose a level", name=people.cpu_name(words, one))


def send_away(words: Words, cpu: CpuPlayer) -> str:
    """Return the label of a button that sends a CPU player away."""
    return words("Remove {player}", player=people.cpu(words, cpu))


SEAT_FREE_AGAIN = mark("its seat is free again")
"""Below the line that removes a CPU player."""

RULES = mark_within("button", "Rules")
RESET = mark_within("button", "Reset")
YAKU_RULES = mark_within("button", "Yaku rules …")
HOUSE_RULES = mark_within("button", "House rules …")


def months(words: Words, count: int, *, chosen: bool) -> str:
    """Return the label for a number of months; the length that is played has a tick."""
    year = count == 12
    # Four of them stand in one line on a phone, where "months" would be too long.
    said = words.within("button", "A year") if year else words.within("button", "{n} mo", n=count)
    return words.within("button", "✓ {length}", length=said) if chosen else said


def best_of(words: Words, count: int | None, *, chosen: bool) -> str:
    """Play a best of `count`, None for an open series; the length that is played has a tick."""
    # Three stand in one line on a phone, where the name of an open series would be too long.
    said = words.within("button", "Open") if count is None else series.length(words, count)
    return words.within("button", "✓ {length}", length=said) if chosen else said


RULE_SET_PLACEHOLDER = mark("Choose a rule set")
CLOCK_PLACEHOLDER = mark("Choose the clock")
ACCEPT = mark_within("button", "Accept")
DECLINE = mark_within("button", "Decline")
MY_HAND = mark_within("button", "My hand")
MY_TABLE = mark_within("button", "My table")
"""Post the table again at the bottom; in an arena: show where it is."""


def numbered(words: Words, number: int, label: Message) -> str:
    """Return the label of a match's button in a list of several."""
    return words.within("button", "{n} {label}", n=number, label=words.say(label))


SCORES = mark_within("button", "Scores")
YAKU = mark_within("button", "Yaku")
MORE = mark_within("button", "More")
DRAW = mark_within("button", "Draw a card")
"""Draw a card for the seats."""

TAP = mark_within("button", "Tap")
"""Leave the deck as it is."""


def cut(words: Words, at: int) -> str:
    """Cut the deck at a depth."""
    return words.within("button", "Cut {n}", n=at)


CUT_RANDOM = mark_within("button", "Cut anywhere")
NOTHING = mark_within("button", "Nothing")
"""Declare no hand yaku."""


def declare(words: Words, rules: Rules, which: YakuId | None, points: int) -> str:
    """Declare a hand yaku; None: there is none to declare."""
    if which is None:
        return words.within("button", "Declare")
    return words.within("button", "Declare {yaku} ({n})", yaku=yaku_words.name(words, rules, which), n=points)


BACK = mark_within("button", "Back")
CARDS = mark_within("button", "Cards")
ALL_OPTIONS = mark_within("button", "All options")
PLAY = mark_within("button", "Play")
KOIKOI = mark_within("button", "Koi-Koi")


def stop(words: Words, points: int, payers: int = 1) -> str:
    """Stop and score this much, or be paid it by each of several."""
    gain = numbers.signed(words, points)
    if payers > 1:
        return words.within("button", "Stop ({gain} each)", gain=gain)
    return words.within("button", "Stop ({gain})", gain=gain)


NEXT_MONTH = mark_within("button", "Next month")
DEAL_AGAIN = mark_within("button", "Deal again")
"""Agree that the month that nobody has won begins again."""

NEXT_RESULT = mark_within("button", "Next result")


def go_on(words: Words, rest: Rest) -> str:
    """Agree that whatever follows a rest comes."""
    if rest.more:
        return words.say(NEXT_RESULT)
    return words.say(DEAL_AGAIN) if rest.end.dealt_again else words.say(NEXT_MONTH)


REOPEN = mark_within("button", "Open again")
REMATCH = mark_within("button", "Rematch")
NEXT_MATCH = mark_within("button", "Next match")
NEW_SERIES = mark_within("button", "New series")
REPLAY = mark_within("button", "Replay")
HISTORY = mark_within("button", "History")
SHARE = mark_within("button", "Share")
"""Tell everybody how it went, without giving anything away; or what is asked."""
SHARE_RESULT = mark_within("button", "Share my result")

SHOW_EVERYBODY = mark_within("button", "Show to everybody")
MONTH_PLACEHOLDER = mark("To a month")
"""Select of a replay that leads to a month."""

REPLAY_PLACEHOLDER = mark("Look at one of these again")
"""Select of a history that opens a replay."""

LOG = mark_within("button", "Log")
LIST_VIEW = mark_within("button", "List view")
PICTURE_VIEW = mark_within("button", "Buttons")
"""Choose cards by numbered buttons."""

RESIGN = mark_within("button", "Give up")
"""Under *More* it asks; under the question it gives the match up."""
ABORT = mark_within("button", "End without result")
ASK_OTHERS = mark_within("button", "Ask to end it without a result")
FORCE_ABORT = mark_within("button", "End it")
"""Ends somebody's match for a manager of the server, after the question."""

CLOSE_LOBBY = mark_within("button", "Yes, close it")
AGREE_TO_END = mark_within("button", "Agree to end it")
PLAY_ON = mark_within("button", "Play on")
CLAIM = mark_within("button", "Claim the win")
STAND_IN = mark_within("button", "Seat a CPU player")
COME_BACK = mark_within("button", "I'm back")
CANCEL = mark_within("button", "Cancel")
UNSEEN = mark_within("button", "Cards not seen")
SHUFFLES = mark_within("button", "Fair?")


def card(words: Words, number: int, one: Card, *, matches: int) -> str:
    """A card of the hand: its number, a sign if it matches something on the field, its name.

    Sign and number stand together, so that a narrow phone breaks the line before the name.
    """
    said = _number(number, matches=matches)
    return words("{n} {card}", n=said, card=cards.label(words, one))


def _number(number: int, *, matches: int) -> str:
    return f"{number}{MATCHING}" if matches else str(number)


def target(words: Words, number: int, one: Card) -> str:
    """A field card that may be captured."""
    return words("{n} {card}", n=number, card=cards.label(words, one))


LIST_PLACEHOLDER = mark("Choose the card you play")


def list_option(words: Words, number: int, one: Card, targets: Iterable[Card]) -> tuple[str, str]:
    """A card of the list view: label and description. Of two `targets` it captures one, of three all."""
    field = tuple(targets)
    said = _number(number, matches=len(field))
    label = words("{n} {card}", n=said, card=cards.name(words, one))
    if not field:
        return label, words("no match: goes to the field")
    named = cards.listing(words, field)
    two = len(field) == 2
    told = words("captures one of {cards}", cards=named) if two else words("captures {cards}", cards=named)
    return label, limits.fitted([Part(told)], OPTION)
