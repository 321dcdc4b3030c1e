"""The rules of a table as a Note; for the host of an open lobby with selects that change its options."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.match.views import LobbyView, View
from bot.match.vocabulary import Status, UserId
from bot.wording import buttons, limits, options, panels
from bot.wording import rules as rule_words
from bot.wording.limits import Part
from cogs.messages.content import MessageContent
from cogs.presses.controls import Button, Option, Row, Rows, Select
from cogs.presses.custom_id import Press, Verb
from engine.rules.options import OPTIONS, Rules


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who reads the rules; `manages`: they may manage the server."""

    user: UserId
    manages: bool


def panel(
    words: Words, view: View, viewer: Viewer, option: str | None = None, *, said: str = ""
) -> MessageContent:
    """What anybody may read; `option` is the one whose values the host is offered, `said` what was done."""
    parts = [Part(rule_words.rules_text(words, view.rules), 1), Part(said and f"\n{said}")]
    content = limits.fitted(parts, limits.CONTENT)
    if not isinstance(view, LobbyView) or view.status is not Status.LOBBY:
        return MessageContent(content)
    rows = _selects(words, view, option) if view.host == viewer.user else ()
    last = _buttons(words, view, viewer)
    return MessageContent(content, (*rows, last) if last else rows)


def _selects(words: Words, view: LobbyView, option: str | None) -> Rows:
    """For the host: the options, and the values of one."""
    rows: tuple[Row, ...] = ((_options(words, view, option),),)
    if option is not None and OPTIONS[option].allowed(view.rules.id):
        rows = (*rows, (_values(words, view, option),))
    return rows


def _buttons(words: Words, view: LobbyView, viewer: Viewer) -> Row:
    """The way back for the host; for who manages the server the mark of its default."""
    reset = Button(buttons.reset(words), Press(view.match, Verb.RESET), disabled=not view.rules.changed())
    mark = Button(panels.mark_button(words), Press(view.match, Verb.MARK))
    return (*((reset,) if view.host == viewer.user else ()), *((mark,) if viewer.manages else ()))


def _options(words: Words, view: LobbyView, chosen: str | None) -> Select:
    """One line for each option: how it stands, what it decides."""
    lines = tuple(
        Option(
            limits.shortened(_standing(words, view.rules, option), limits.OPTION),
            option,
            limits.shortened(rule_words.option_description(words, option), limits.OPTION),
            chosen=option == chosen,
        )
        for option in OPTIONS
        if OPTIONS[option].allowed(view.rules.id)
    )
    return Select(buttons.option_placeholder(words), Press(view.match, Verb.OPTION), lines)


def _values(words: Words, view: LobbyView, option: str) -> Select:
    """One line for each value; the rule set's own says so."""
    spec, rules = OPTIONS[option], view.rules
    own = words("the rule set's own")
    lines = tuple(
        Option(
            rule_words.value(words, option, value),
            options.code(value),
            own if value == spec.default(rules.id) else "",
            chosen=value == getattr(rules.options, option),
        )
        for value in spec.allowed(rules.id)
    )
    return Select(rule_words.option_name(words, option), Press(view.match, Verb.VALUE, option=option), lines)


def _standing(words: Words, rules: Rules, option: str) -> str:
    return rule_words.setting(words, option, getattr(rules.options, option))
