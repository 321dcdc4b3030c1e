"""The content of a hand message: text, picture, and controls that carry the question they answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.arenas.standing import Row as ArenaRow
from bot.match.arenas.standing import pays_courage
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import Status
from bot.screens import ending, hand
from bot.screens.absence import Choices
from bot.screens.hand import Emoji, Facts, Look, Notice
from bot.screens.hand.facts import HandCard, Held
from bot.screens.hand.match_after import Outcome
from bot.screens.hand.questions import Answer, ChooseTarget, ConfirmPlay, CutDeck, Decide, Target
from bot.storage.settings.practice import Practice
from bot.wording import arenas, buttons, people
from cogs.content.controls import Button, Option, Row, Rows, Select, Style
from cogs.content.custom_id import Press, Verb
from cogs.content.message import MessageContent
from cogs.messages import ending_rows
from engine.cards.deck import Card
from engine.record.notation import format_move
from engine.rules.actions import Cut, Declare, KoiKoi, Move, Play, Ready, Shobu

PER_ROW = 4
"""Buttons in a row: a phone shows no more side by side."""
MOST_ROWS = 5
"""By Discord's limit. A hand that has more can do without its cards: it is asked something else, too."""
ArenaPlace = tuple[ArenaRow, int]
"""Somebody's row in an arena's standing, and how many rows there are."""


@dataclass(frozen=True, slots=True)
class HandRequest:
    """The requests for the view of a hand. `listed` None: as before; `line` stands above it, once."""

    listed: bool | None = None
    choosing: Card | None = None
    confirming: Play | None = None
    notice: Notice | None = None
    line: str = ""


def hand_content(
    words: Words, view: MatchView, seat: SeatView, look: Look, notice: Notice | None
) -> MessageContent:
    """A hand as it is now; at rest the month's result, at the end the match's.

    While the cards drawn for the seats are looked at it is a line and no picture: they are on the table. So
    it is while the match rests. In text mode it has no picture at all.
    """
    if view.sleeps:
        return MessageContent(ending.aside(words, ending.Facts.of(view)), closed_rows(words, view.match))
    facts = Facts.of(view, seat, look, notice)
    if facts.drawn is not None:
        return MessageContent(content=hand.text(words, facts))
    if facts.text_mode:
        return MessageContent(hand.table_in_words(words, facts), rows(words, facts))
    return MessageContent(
        content=hand.text(words, facts),
        rows=rows(words, facts),
        scene=hand.scene(words, facts),
        alt=hand.alt(words, facts),
        file="hand.png",
    )


def arena_line(words: Words, view: MatchView, user: UserId, place: ArenaPlace | None) -> str:
    """Return the line above a hand of an arena's match; empty for other matches.

    It leads to the table, and tells how its player stands, `place`: what the match before has brought. At a
    decision it says what courage brings. The hand names the opponents itself, and one line more would push
    cards off a phone.
    """
    if view.arena is None or view.status is not Status.PLAYING:
        return ""
    seat = view.seat_of(user)
    seen = None if seat is None else seat.observation
    pays = pays_courage(view.rules) and all(each.participant.cpu is None for each in view.seats)
    if pays and seen is not None and KoiKoi() in seen.legal:
        return f"-# {words.say(arenas.COURAGE)}"
    if place is not None:
        return f"-# {arenas.place_and_table(words, *place, view.place.channel)}"
    others = [people.marked(words, seat.participant) for seat in view.seats if seat.participant.user != user]
    return f"-# {arenas.your_table(words, others, view.place.channel)}"


def look_of(wishes: Practice, emoji: Emoji, now: datetime, *, listed: bool) -> Look:
    """Return somebody's look at their hand, by what is known of them."""
    return Look(
        listed=listed,
        emoji=emoji,
        hint=wishes.hint,
        month_marks=wishes.month_marks,
        deck=wishes.deck,
        text_mode=wishes.text_mode,
        confirms=wishes.confirm_plays,
        now=now,
    )


def closed_hand_content(words: Words, match: MatchId) -> MessageContent:
    """A hand whose token is about to die: one button brings it back."""
    return MessageContent(content=words.say(hand.CLOSED), rows=closed_rows(words, match))


def rows(words: Words, facts: Facts) -> Rows:
    """The rows of a hand; none once the match is over."""
    if not facts.playing:
        return ()
    wished = ending_rows.asked(words, facts.ending)
    beside = (*absence_rows(words, facts.match, facts.choices), *wished)
    if facts.pause is not None:
        return _agree(words, facts), *beside
    if facts.held is None:
        return _last_row(words, facts.match), *beside
    asked = _question(words, facts.match, facts.held)
    between = _other_view(words, facts.match, facts.held) if facts.text_mode else ()
    last = _last_row(words, facts.match, *between)
    shown = (*asked, last, *beside)
    return shown if len(shown) <= MOST_ROWS else (asked[0], last, *beside)


def closed_rows(words: Words, match: MatchId) -> Rows:
    """The row of a hand whose token is about to die."""
    return ((Button(words.say(buttons.REOPEN), Press(match, Verb.HAND), Style.MAIN),),)


def absence_rows(words: Words, match: MatchId, choices: Choices) -> Rows:
    """Return the buttons on a hand and under *More* because somebody is away; nothing where nobody is."""
    if choices.back:
        return ((Button(words.say(buttons.COME_BACK), Press(match, Verb.COME_BACK), Style.GO),),)
    if not choices.claim:
        return ()
    label = words.say(buttons.CLAIM) if choices.winnable else words.say(buttons.ABORT)
    claim = Button(label, Press(match, Verb.ASK_CLAIM), Style.DANGER, disabled=choices.claimed)
    return ((claim, Button(words.say(buttons.STAND_IN), Press(match, Verb.STAND_IN))),)


def _agree(words: Words, facts: Facts) -> Row:
    assert facts.pause is not None
    press = Press(facts.match, Verb.NEXT, facts.pause.number)
    label = buttons.go_on(words, facts.pause)
    yaku = Button(words.say(buttons.YAKU), Press(facts.match, Verb.YAKU))
    more = Button(words.say(buttons.MORE), Press(facts.match, Verb.MORE))
    return (Button(label, press, Style.GO, disabled=facts.agreed), yaku, more)


def _last_row(words: Words, match: MatchId, *between: Button | Select) -> Row:
    yaku = Button(words.say(buttons.YAKU), Press(match, Verb.YAKU))
    return (yaku, *between, Button(words.say(buttons.MORE), Press(match, Verb.MORE)))


def _other_view(words: Words, match: MatchId, held: Held) -> Row:
    """Buttons or list: only where cards of the hand can be shown both ways."""
    if not held.cards or held.asks_no_card:
        return ()
    if held.listed:
        return (Button(words.say(buttons.PICTURE_VIEW), Press(match, Verb.PICTURES)),)
    return (Button(words.say(buttons.LIST_VIEW), Press(match, Verb.LIST)),)


def _question(words: Words, match: MatchId, held: Held) -> Rows:
    match held.question:
        case CutDeck() as asked:
            return _cut(words, match, held, asked)
        case Answer() as asked:
            cards = _hand(words, match, held) if asked.opens else ()
            return (*_answers(words, match, held, asked), *cards)
        case Decide() as asked:
            return (_decision(words, match, held, asked),)
        case ChooseTarget() as asked:
            return (_targets(words, match, held, asked),)
        case ConfirmPlay() as asked:
            return (_confirm(words, match, held, asked),)
        case _:
            return _hand(words, match, held)


def _move(match: MatchId, held: Held, move: Move) -> Press:
    return Press(match, Verb.MOVE, held.number, move=move)


def _cut(words: Words, match: MatchId, held: Held, asked: CutDeck) -> Rows:
    depths = tuple(Button(buttons.cut(words, at), _move(match, held, Cut(at))) for at in asked.depths)
    tap = Button(words.say(buttons.TAP), _move(match, held, Cut(0)), Style.MAIN)
    anywhere = Button(words.say(buttons.CUT_RANDOM), Press(match, Verb.CUT, held.number))
    return (tap, anywhere), depths


def _answers(words: Words, match: MatchId, held: Held, asked: Answer) -> Rows:
    """Both answers on every hand of a check that waits for all; else only one that may declare has a button.

    What there is to declare only its owner sees.
    """
    which, points = next(iter(asked.held.items()), (None, 0))
    label = buttons.declare(words, held.course.rules, which, points)
    declare = Button(label, _move(match, held, Declare()), Style.GO, disabled=which is None)
    if asked.waits:
        return ((declare, Button(words.say(buttons.NOTHING), _move(match, held, Ready()))),)
    return () if which is None else ((declare,),)


def _decision(words: Words, match: MatchId, held: Held, asked: Decide) -> Row:
    """Return the decision's row: to stop comes first, coloured unless it loses the match.

    Going on is no more than possible in a month that has no turn left.
    """
    row: list[Button] = []
    for move in sorted(asked.moves, key=lambda each: isinstance(each, KoiKoi)):
        if isinstance(move, KoiKoi):
            style = Style.PLAIN if asked.last_turn else Style.MAIN
            row.append(Button(words.say(buttons.KOIKOI), _move(match, held, move), style))
        elif isinstance(move, Shobu):
            loses = asked.after.outcome is Outcome.LOST
            style = Style.PLAIN if loses else Style.GO
            label = buttons.stop(words, asked.stake, held.course.rules.seats - 1)
            row.append(Button(label, _move(match, held, move), style))
    return tuple(row)


def _targets(words: Words, match: MatchId, held: Held, asked: ChooseTarget) -> Row:
    back = () if asked.flipped else (Button(words.say(buttons.BACK), Press(match, Verb.HAND)),)
    return (*(_target(words, match, held, each) for each in asked.targets), *back)


def _target(words: Words, match: MatchId, held: Held, one: Target) -> Button:
    label, emoji = buttons.target(words, one.number, one.card), held.emoji.get(one.card)
    return Button(label, _move(match, held, one.move), Style.MAIN, emoji=emoji)


def _confirm(words: Words, match: MatchId, held: Held, asked: ConfirmPlay) -> Row:
    """Play the card that was picked, or go back to the hand."""
    play = words.say(buttons.PLAY)
    emoji = held.emoji.get(asked.card)
    back = Button(words.say(buttons.BACK), Press(match, Verb.HAND))
    return (Button(play, _move(match, held, asked.move), Style.GO, emoji=emoji), back)


def _hand(words: Words, match: MatchId, held: Held) -> Rows:
    """The cards as buttons or as a list; nothing where none are left."""
    if not held.cards:
        return ()
    return _list(words, match, held) if held.listed else _cards(words, match, held)


def _cards(words: Words, match: MatchId, held: Held) -> Rows:
    """One button for each card, in the order and with the numbers of the picture."""
    mine = held.question is not None
    row = []
    for one in held.cards:
        label = buttons.card(words, one.number, one.card, matches=len(one.matches))
        style = Style.MAIN if mine and one.matches else Style.PLAIN
        emoji = held.emoji.get(one.card)
        row.append(Button(label, _play(match, held, one), style, disabled=not mine, emoji=emoji))
    return tuple(tuple(row[start : start + PER_ROW]) for start in range(0, len(row), PER_ROW))


def _play(match: MatchId, held: Held, one: HandCard) -> Press:
    if not one.moves or one.choice or held.confirms:
        return Press(match, Verb.PICK, held.number, card=one.card)
    return _move(match, held, one.moves[0])


def _list(words: Words, match: MatchId, held: Held) -> Rows:
    """The hand as a select, one line for each capture between different cards (at most 16)."""
    options = []
    for one in held.cards:
        moves = one.moves or (Play(one.card),)
        for move in moves if one.choice else moves[:1]:
            taken = (move.capture,) if one.choice and move.capture else one.matches
            label, description = buttons.list_option(words, one.number, one.card, taken)
            options.append(Option(label, format_move(move), description))
    press = Press(match, Verb.CHOOSE, held.number)
    placeholder = words.say(buttons.LIST_PLACEHOLDER)
    return ((Select(placeholder, press, tuple(options), disabled=held.question is None),),)
