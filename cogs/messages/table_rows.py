"""What stands under the public messages. Nothing here names a question or a card."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.views import LobbyView, MatchView, View
from bot.match.vocabulary import Status
from bot.wording import buttons
from cogs.presses.controls import Button, Row, Rows, Style
from cogs.presses.custom_id import Press, Verb
from engine.actions import Phase


def rows(words: Words, view: View) -> Rows:
    """The rows of the table message; none once there is nothing left to press."""
    if isinstance(view, LobbyView):
        return _lobby(words, view) if view.status is Status.LOBBY else ()
    if view.status is not Status.PLAYING:
        return ()
    always = (
        Button(buttons.yaku(words), Press(view.match, Verb.YAKU)),
        Button(buttons.more(words), Press(view.match, Verb.MORE)),
    )
    return ((_first(words, view), *always),)


def result_rows(words: Words, view: MatchView) -> Rows:
    """The row of the result message, which stays for good."""
    row: Row = (
        Button(buttons.rematch(words), Press(view.match, Verb.REMATCH), Style.GO),
        Button(buttons.log(words), Press(view.match, Verb.LOG)),
        Button(buttons.shuffles(words), Press(view.match, Verb.SHUFFLES)),
    )
    return (row,)


def _first(words: Words, view: MatchView) -> Button:
    if view.rest is not None:
        press = Press(view.match, Verb.NEXT, view.rest.number)
        return Button(buttons.go_on(words, view.rest), press, Style.GO)
    if view.public is not None and view.public.phase is Phase.SEATS:
        press = Press(view.match, Verb.DRAW, view.public.draw_round)
        return Button(buttons.draw(words), press, Style.GO)
    return Button(buttons.my_hand(words), Press(view.match, Verb.HAND), Style.MAIN)


def _lobby(words: Words, view: LobbyView) -> Rows:
    match = view.match
    leave = Button(buttons.leave(words), Press(match, Verb.LEAVE))
    first: Row = (Button(buttons.join(words), Press(match, Verb.JOIN), Style.GO), leave)
    if view.invited:
        all_here = not view.awaited
        accept = Button(buttons.accept(words), Press(match, Verb.ACCEPT), Style.GO, disabled=all_here)
        decline = Button(buttons.decline(words), Press(match, Verb.DECLINE), disabled=all_here)
        # Whoever invited may take it back.
        first = (accept, decline, leave)
    start = Button(buttons.start(words), Press(match, Verb.START), Style.MAIN, disabled=not view.ready)
    add_cpu = Button(buttons.add_cpu(words), Press(match, Verb.ADD_CPU), disabled=view.ready)
    rules = Button(buttons.rules(words), Press(match, Verb.RULES))
    return first, (start, add_cpu, rules)
