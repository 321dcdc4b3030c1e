"""Labels of buttons and the texts of the list view: short, because four stand in a row on a phone."""

from __future__ import annotations

from collections.abc import Iterable

from bot.i18n import Words
from bot.match.views import Rest
from bot.match.vocabulary import Character, CpuPlayer
from bot.wording import cards, limits, numbers, people, series
from bot.wording import yaku as yaku_words
from bot.wording.limits import OPTION, Part
from engine.cards.deck import Card
from engine.rules.options import Rules
from engine.rules.yaku import YakuId

MATCHING = "◎"
"""Marks a card that matches something on the field: a sign, not a colour alone."""


def join(words: Words) -> str:
    """Take part in the lobby."""
    return words.within("button", "Join")


def leave(words: Words) -> str:
    """Leave the lobby."""
    return words.within("button", "Leave")


def start(words: Words) -> str:
    """Begin the match."""
    return words.within("button", "Start")


def play_cpu(words: Words) -> str:
    """What the select of CPU players asks for where a seat is free for them."""
    return words("Play the CPU")


def choose_cpu(words: Words) -> str:
    """Return the placeholder of the select for one person alone, whose match begins with it."""
    return words("Play the CPU: choose a level")


def cpu_players(words: Words) -> str:
    """Return the placeholder of the select when no seat is free."""
    return words("CPU players")


def choose_character(words: Words) -> str:
    """Return the line of that select that leads to the choice of a character."""
    return words("Choose a character …")


def names_of_characters(words: Words) -> str:
    """Return what stands below that line: who there is."""
    return numbers.listing(words, (people.cpu_name(words, each) for each in Character))


def character(words: Words, one: Character) -> str:
    """Return what the select of one character's levels asks for."""
    return words("{name}: choose a level", name=people.cpu_name(words, one))


def send_away(words: Words, cpu: CpuPlayer) -> str:
    """To have a CPU player no more."""
    return words("Remove {player}", player=people.cpu(words, cpu))


def seat_free_again(words: Words) -> str:
    """What that means."""
    return words("its seat is free again")


def rules(words: Words) -> str:
    """Show the rules in force."""
    return words.within("button", "Rules")


def reset(words: Words) -> str:
    """Go back to the rule set's own options."""
    return words.within("button", "Reset")


def house_rules(words: Words) -> str:
    """Open the form of house rules."""
    return words.within("button", "House rules …")


def months(words: Words, count: int, *, chosen: bool) -> str:
    """Play so many months; the length that is played has a tick."""
    year = count == 12
    # Four of them stand in one line on a phone, where "months" would be too long.
    said = words.within("button", "A year") if year else words.within("button", "{n} mo", n=count)
    return words.within("button", "✓ {length}", length=said) if chosen else said


def best_of(words: Words, count: int | None, *, chosen: bool) -> str:
    """Play a best of `count`, None for an open series; the length that is played has a tick."""
    # Three stand in one line on a phone, where the name of an open series would be too long.
    said = words.within("button", "Open") if count is None else series.length(words, count)
    return words.within("button", "✓ {length}", length=said) if chosen else said


def rule_set_placeholder(words: Words) -> str:
    """What the select of rule sets asks for."""
    return words("Choose the rules")


def clock_placeholder(words: Words) -> str:
    """What the select of clocks asks for."""
    return words("Choose the clock")


def accept(words: Words) -> str:
    """Accept an invitation."""
    return words.within("button", "Accept")


def decline(words: Words) -> str:
    """Decline an invitation."""
    return words.within("button", "Decline")


def my_hand(words: Words) -> str:
    """Open one's own hand."""
    return words.within("button", "My hand")


def scores(words: Words) -> str:
    """Show the score sheet of a match."""
    return words.within("button", "Scores")


def yaku(words: Words) -> str:
    """Show the yaku sheet."""
    return words.within("button", "Yaku")


def more(words: Words) -> str:
    """Everything else."""
    return words.within("button", "More")


def draw(words: Words) -> str:
    """Draw a card for the seats."""
    return words.within("button", "Draw a card")


def tap(words: Words) -> str:
    """Leave the deck as it is."""
    return words.within("button", "Tap")


def cut(words: Words, at: int) -> str:
    """Cut the deck at a depth."""
    return words.within("button", "Cut {n}", n=at)


def cut_random(words: Words) -> str:
    """Cut the deck anywhere."""
    return words.within("button", "Cut anywhere")


def nothing(words: Words) -> str:
    """Declare nothing."""
    return words.within("button", "Nothing")


def declare(words: Words, rules: Rules, which: YakuId | None, points: int) -> str:
    """Declare a hand yaku; None: there is none to declare."""
    if which is None:
        return words.within("button", "Declare")
    return words.within("button", "Declare {yaku} ({n})", yaku=yaku_words.name(words, rules, which), n=points)


def back(words: Words) -> str:
    """Choose another card."""
    return words.within("button", "Back")


def play(words: Words) -> str:
    """Play the card that is shown once more."""
    return words.within("button", "Play")


def koikoi(words: Words) -> str:
    """Go on."""
    return words.within("button", "Koi-Koi")


def stop(words: Words, points: int, payers: int = 1) -> str:
    """Stop and score this much, or be paid it by each of several."""
    gain = numbers.signed(words, points)
    if payers > 1:
        return words.within("button", "Stop ({gain} each)", gain=gain)
    return words.within("button", "Stop ({gain})", gain=gain)


def next_month(words: Words) -> str:
    """Agree that the next month begins."""
    return words.within("button", "Next month")


def deal_again(words: Words) -> str:
    """Agree that the month that nobody has won begins once more."""
    return words.within("button", "Deal again")


def next_result(words: Words) -> str:
    """Agree that the next of several results is shown."""
    return words.within("button", "Next result")


def go_on(words: Words, rest: Rest) -> str:
    """Agree that whatever follows a rest comes."""
    if rest.more:
        return next_result(words)
    return deal_again(words) if rest.end.dealt_again else next_month(words)


def reopen(words: Words) -> str:
    """Open a closed hand again."""
    return words.within("button", "Open again")


def rematch(words: Words) -> str:
    """Play again with the same people and rules."""
    return words.within("button", "Rematch")


def next_match(words: Words) -> str:
    """Play the next match of a series."""
    return words.within("button", "Next match")


def new_series(words: Words) -> str:
    """Begin a series of the same length with the same people."""
    return words.within("button", "New series")


def replay(words: Words) -> str:
    """Look at the match step by step."""
    return words.within("button", "Replay")


def history(words: Words) -> str:
    """Look at all that somebody has played."""
    return words.within("button", "History")


def share(words: Words) -> str:
    """Tell everybody how it went, in one line that gives nothing away; or what is asked."""
    return words.within("button", "Share")


def show_everybody(words: Words) -> str:
    """Show everybody what one looks at alone."""
    return words.within("button", "Show to everybody")


def month_placeholder(words: Words) -> str:
    """The select of a replay that leads to a month."""
    return words("To a month")


def replay_placeholder(words: Words) -> str:
    """The select of a history that opens a replay."""
    return words("Look at one of these again")


def log(words: Words) -> str:
    """Read what happened."""
    return words.within("button", "Log")


def list_view(words: Words) -> str:
    """Choose cards from a list of texts."""
    return words.within("button", "List view")


def picture_view(words: Words) -> str:
    """Choose cards by numbered buttons."""
    return words.within("button", "Buttons")


def resign(words: Words) -> str:
    """Give the match up (asks first)."""
    return words.within("button", "Resign")


def confirm_resign(words: Words) -> str:
    """Give the match up, confirmed."""
    return words.within("button", "Yes, resign")


def abort(words: Words) -> str:
    """End the match without a result (asks first)."""
    return words.within("button", "End without result")


def confirm_abort(words: Words) -> str:
    """End the match without a result, confirmed."""
    return words.within("button", "Yes, end it")


def ask_others(words: Words) -> str:
    """Ask the others to end the match without a result."""
    return words.within("button", "Ask the others")


def force_abort(words: Words) -> str:
    """End somebody's match as a manager of the server, confirmed."""
    return words.within("button", "End it as manager")


def close_lobby(words: Words) -> str:
    """Close the lobby, confirmed."""
    return words.within("button", "Yes, close it")


def agree_to_end(words: Words) -> str:
    """Want the match to end without a result, as others do."""
    return words.within("button", "Agree to end it")


def play_on(words: Words) -> str:
    """Want the match to go on."""
    return words.within("button", "Play on")


def claim(words: Words) -> str:
    """Claim the win that somebody who is away leaves (asks first)."""
    return words.within("button", "Claim the win")


def confirm_claim(words: Words) -> str:
    """Claim it, confirmed."""
    return words.within("button", "Yes, claim it")


def stand_in(words: Words) -> str:
    """Let a CPU player play for the absent player."""
    return words.within("button", "Seat a CPU player")


def come_back(words: Words) -> str:
    """Take one's own seat again."""
    return words.within("button", "I'm back")


def cancel(words: Words) -> str:
    """Do nothing."""
    return words.within("button", "Cancel")


def move_down(words: Words) -> str:
    """Post the table again at the bottom of the channel."""
    return words.within("button", "Move table down")


def unseen(words: Words) -> str:
    """Count the cards that one has not seen."""
    return words.within("button", "Cards not seen")


def shuffles(words: Words) -> str:
    """Show what proves the shuffles."""
    return words.within("button", "Fair?")


def card(words: Words, number: int, one: Card, *, matches: int) -> str:
    """A card of the hand: its number, a sign if it matches something on the field, its name.

    Sign and number stand together, so that a narrow phone breaks the line before the name.
    """
    said = _number(number, matches=matches)
    return words.within("button", "{n} {card}", n=said, card=cards.label(words, one))


def _number(number: int, *, matches: int) -> str:
    return f"{number}{MATCHING}" if matches else str(number)


def target(words: Words, number: int, one: Card) -> str:
    """A field card that may be captured."""
    return words.within("button", "{n} {card}", n=number, card=cards.label(words, one))


def list_placeholder(words: Words) -> str:
    """What the list view asks for."""
    return words("Choose the card you play")


def list_option(words: Words, number: int, one: Card, targets: Iterable[Card]) -> tuple[str, str]:
    """A card of the list view: label and description. Of two `targets` it captures one, of three all."""
    field = tuple(targets)
    said = _number(number, matches=len(field))
    label = words.within("button", "{n} {card}", n=said, card=cards.name(words, one))
    if not field:
        return label, words("no match: goes to the field")
    named = cards.listing(words, field)
    two = len(field) == 2
    told = words("captures one of {cards}", cards=named) if two else words("captures {cards}", cards=named)
    return label, limits.fitted([Part(told)], OPTION)
