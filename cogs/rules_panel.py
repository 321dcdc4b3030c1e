"""The rules of a table as a Note; for the host of an open lobby with selects that change its options."""

from __future__ import annotations

from bot.i18n import Words
from bot.views import LobbyView, Status, UserId, View
from bot.wording import buttons, limits, options
from bot.wording import rules as rule_words
from cogs.controls import Button, Option, Row, Rows, Select
from cogs.custom_id import Press, Verb
from cogs.face import Face
from engine.rules import OPTIONS, Rules


def panel(words: Words, view: View, viewer: UserId, option: str | None = None) -> Face:
    """What anybody may read; `option` is the one whose values the host is offered."""
    content = rule_words.rules_text(words, view.rules)
    if isinstance(view, LobbyView) and view.status is Status.LOBBY and view.host == viewer:
        return Face(content, _rows(words, view, option))
    return Face(content)


def _rows(words: Words, view: LobbyView, option: str | None) -> Rows:
    reset = Button(buttons.reset(words), Press(view.match, Verb.RESET), disabled=not view.rules.changed())
    rows: tuple[Row, ...] = ((_options(words, view, option),),)
    if option is not None and OPTIONS[option].allowed(view.rules.id):
        rows = (*rows, (_values(words, view, option),))
    return (*rows, (reset,))


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
