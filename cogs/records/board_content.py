"""A leaderboard as a message: the private one with its menus, and the one that everybody sees."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.boards import Leaderboard, Measure, Scope
from bot.screens.records import board_notes, leaderboard
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.records import boards
from cogs.content.board_state import Action, BoardState
from cogs.content.controls import Arrow, Button, Option, Row, Rows, Select, turning
from cogs.content.message import MessageContent
from cogs.messages.arena_content import past_button
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS

FILE = "leaderboard.png"


def private(words: Words, board: Leaderboard, *, text_mode: bool = False) -> MessageContent:
    """Return the list with its menus; `text_mode`: without its picture."""
    rows = _rows(words, board, BoardState.of(board))
    if text_mode:
        return MessageContent(leaderboard.text(words, board), rows)
    scene, said = leaderboard.scene(words, board), leaderboard.alt(words, board)
    return MessageContent(leaderboard.head(words, board), rows, scene, said, FILE)


def public(words: Words, board: Leaderboard) -> MessageContent:
    """The list for everybody: nothing in it moves, and one button opens a copy of one's own."""
    press = BoardState.of(board).press(Action.LOOK)
    rows = ((Button(words.say(board_notes.LOOK_THROUGH), press),),)
    scene, said = leaderboard.scene(words, board), leaderboard.alt(words, board)
    return MessageContent(leaderboard.head(words, board), rows, scene, said, FILE)


def how(words: Words, board: Leaderboard) -> MessageContent:
    """Return how lists count and why their reader is not in this one, with the way back to it."""
    back = Button(words.say(buttons.BACK), BoardState.of(board).press(Action.BACK))
    return MessageContent(board_notes.how(words, board), ((back,),))


def _rows(words: Words, board: Leaderboard, state: BoardState) -> Rows:
    """Return the controls under a list: three menus, the pages where there are several, how it counts."""
    pages: Row = (
        turning(Arrow.BACK, state.press(Action.PREVIOUS), end=board.page <= 1),
        turning(Arrow.NEXT, state.press(Action.NEXT), end=board.page >= board.pages),
    )
    last: Row = (
        *(pages if board.pages > 1 else ()),
        Button(words.say(board_notes.HOW_BUTTON), state.press(Action.HOW)),
    )
    if board.others_share or board.scope is Scope.ALL:
        wanted = Scope.ALL if board.scope is Scope.SERVER else Scope.SERVER
        last = (*last, Button(words.say(boards.SCOPES[wanted]), state.press(Action.SCOPE)))
    if board.measure is Measure.ARENAS and board.scope is Scope.SERVER:
        last = (*last, past_button(words))
    menus = (_rules(words, board, state), _periods(words, board, state), _measures(words, board, state))
    return (*((menu,) for menu in menus), last)


def _rules(words: Words, board: Leaderboard, state: BoardState) -> Select:
    lines = tuple(
        Option(
            rule_words.name(words, each),
            each.value,
            rule_words.tagline(words, each),
            chosen=each is board.rules,
        )
        for each in RULE_SETS
    )
    return Select(words.say(board_notes.PLACEHOLDER_RULES), state.press(Action.RULES), lines)


def _periods(words: Words, board: Leaderboard, state: BoardState) -> Select:
    lines = tuple(
        Option(
            boards.period(words, each),
            each.key,
            boards.time(words, each) if each.when else "",
            chosen=each == board.period,
        )
        for each in board.periods
    )
    return Select(words.say(board_notes.PLACEHOLDER_PERIOD), state.press(Action.PERIOD), lines)


def _measures(words: Words, board: Leaderboard, state: BoardState) -> Select:
    rules = make_rules(board.rules)
    lines = tuple(
        Option(boards.measure(words, rules, each), each.value, "", chosen=each is board.measure)
        for each in Measure
    )
    return Select(words.say(board_notes.PLACEHOLDER_MEASURE), state.press(Action.MEASURE), lines)
