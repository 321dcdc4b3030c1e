"""A leaderboard as a message: the private one with its menus, and the one that everybody sees."""

from __future__ import annotations

from bot.i18n import Words
from bot.records.boards import Leaderboard, Measure, Scope
from bot.screens.records import board_notes, leaderboard
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.records import boards
from cogs.content.board_state import Action, BoardState, Look
from cogs.content.controls import Arrow, Button, Option, Row, Rows, Select, Style, turning
from cogs.content.message import MessageContent
from cogs.messages.arena_content import past_button
from engine.rules.options import make_rules
from engine.rules.rule_sets import RULE_SETS

FILE = "leaderboard.png"


def private(words: Words, board: Leaderboard, look: Look, *, asked: bool = False) -> MessageContent:
    """The list with its menus; `asked`: its reader wants to know where they are."""
    rows = _rows(words, board, BoardState.of(board, look))
    if look is Look.TEXT:
        return MessageContent(leaderboard.text(words, board, asked=asked), rows)
    scene, said = leaderboard.scene(words, board), leaderboard.alt(words, board)
    return MessageContent(leaderboard.head(words, board, asked=asked), rows, scene, said, FILE)


def public(words: Words, board: Leaderboard) -> MessageContent:
    """The list for everybody: nothing in it moves, and one button opens a copy of one's own."""
    press = BoardState.of(board, Look.PICTURE).press(Action.LOOK)
    rows = ((Button(words.say(board_notes.LOOK_THROUGH), press),),)
    scene, said = leaderboard.scene(words, board), leaderboard.alt(words, board)
    return MessageContent(leaderboard.head(words, board), rows, scene, said, FILE)


def how(words: Words, state: BoardState) -> MessageContent:
    """The note on how lists count, with the way back to the list."""
    return MessageContent(
        board_notes.how(words), ((Button(words.say(buttons.BACK), state.press(Action.BACK)),),)
    )


def _rows(words: Words, board: Leaderboard, state: BoardState) -> Rows:
    """The controls under a list: three menus, the pages, and what else can be seen."""
    own = board.own is not None and board.pinned is None
    pages: Row = (
        turning(Arrow.BACK, state.press(Action.PREVIOUS), end=board.page <= 1),
        Button(words.say(board_notes.WHERE_AM_I), state.press(Action.OWN), Style.MAIN, disabled=own),
        turning(Arrow.NEXT, state.press(Action.NEXT), end=board.page >= board.pages),
    )
    if state.look is Look.PICTURE:
        other = Button(words.say(board_notes.AS_TEXT), state.press(Action.TEXT))
    else:
        other = Button(words.say(board_notes.AS_PICTURE), state.press(Action.PICTURE))
    last: Row = (other, Button(words.say(board_notes.HOW_BUTTON), state.press(Action.HOW)))
    if board.others_share or board.scope is Scope.ALL:
        wanted = Scope.ALL if board.scope is Scope.SERVER else Scope.SERVER
        last = (*last, Button(words.say(boards.SCOPES[wanted]), state.press(Action.SCOPE)))
    if board.measure is Measure.ARENAS and board.scope is Scope.SERVER:
        last = (*last, past_button(words))
    menus = (_rules(words, board, state), _periods(words, board, state), _measures(words, board, state))
    return (*((menu,) for menu in menus), pages, last)


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
