"""A profile as a message, for its reader alone or for everybody, and what its controls carry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.i18n import Words
from bot.ids import UserId
from bot.records.boards import Scope
from bot.records.profiles import Facts, Profile, choices, unfinished, with_cpu
from bot.screens.records import board_notes, profile_rows
from bot.screens.records import profile as screen
from bot.wording import buttons
from bot.wording import rules as rule_words
from bot.wording.records import boards
from cogs.content.controls import Button, Option, Rows, Select, Style
from cogs.content.custom_id import BadCustomId, number
from cogs.content.history_state import HistoryState
from cogs.content.message import MessageContent
from cogs.content.page_id import Page, PagePress, one_of
from cogs.content.post import Post
from engine.rules.rule_sets import RuleSetId

FILE = "profile.png"
FIELDS = 3
USUAL = "usual"
HERE, EVERYWHERE = "s", "a"


class Action(StrEnum):
    """The actions of controls under a profile."""

    SHOW = "show"
    """The profile as the control's state has it."""
    RULES = "rules"
    """A select: the same for another rule set."""
    ACHIEVEMENTS = "feats"
    """The sheet of achievements."""
    POST = "post"
    """Show one's own profile to everybody."""


@dataclass(frozen=True, slots=True)
class ProfileState:
    """A profile as it is shown. `rules` None: the rule set that is played most."""

    user: UserId
    rules: RuleSetId | None = None
    everywhere: bool = False

    def press(self, action: Action = Action.SHOW) -> PagePress:
        """The press of a control that leads to this state."""
        rules = USUAL if self.rules is None else self.rules.value
        scope = EVERYWHERE if self.everywhere else HERE
        return PagePress(Page.PROFILE, action.value, (str(self.user), rules, scope))


def read(press: PagePress) -> tuple[Action, ProfileState]:
    """Read a press on a profile. Raises BadCustomId on anything forged."""
    if len(press.state) != FIELDS:
        raise BadCustomId(press)
    user, rules, scope = press.state
    if scope not in {HERE, EVERYWHERE}:
        raise BadCustomId(press)
    chosen = None if rules == USUAL else one_of(RuleSetId, rules)
    state = ProfileState(UserId(number(user, least=1)), chosen, scope == EVERYWHERE)
    return one_of(Action, press.action), state


def shown(
    words: Words, profile: Profile, *, text_mode: bool, direct: bool = False, post: Post = Post.NEVER
) -> MessageContent:
    """Return a person's page with its controls.

    `text_mode`: without its picture. `direct`: in direct messages, where there is no server to choose.
    """
    state = ProfileState(profile.user, profile.rules, profile.everywhere)
    rows = _rows(words, profile, state, direct=direct)
    if post is not Post.NEVER:
        done = post is Post.DONE
        rows = (*rows, (Button(words.say(buttons.SHOW_EVERYBODY), state.press(Action.POST), disabled=done),))
    return _content(words, profile, rows, text_mode=text_mode)


def public(words: Words, profile: Profile) -> MessageContent:
    """Return a page as everybody sees it, without controls."""
    return _content(words, profile, (), text_mode=False)


def _content(words: Words, profile: Profile, rows: Rows, *, text_mode: bool) -> MessageContent:
    if text_mode:
        return MessageContent(screen.text(words, profile), rows)
    return MessageContent(
        screen.head(words, profile), rows, screen.scene(words, profile), screen.alt(words, profile), FILE
    )


def achievements(words: Words, profile: Profile) -> MessageContent:
    """All achievements and how each is earned, with the way back to the page."""
    state = ProfileState(profile.user, profile.rules, profile.everywhere)
    return MessageContent(screen.sheet(words, profile), ((Button(words.say(buttons.BACK), state.press()),),))


def nothing(
    words: Words, facts: Facts, state: ProfileState, *, own: bool, direct: bool = False
) -> MessageContent:
    """Somebody without a counted match; their own matches in other servers are a press away."""
    elsewhere = own and not state.everywhere and bool(choices(facts, everywhere=True))
    left_out = (
        profile_rows.with_cpu(words, with_cpu(facts, everywhere=state.everywhere)),
        profile_rows.unfinished(words, unfinished(facts, everywhere=state.everywhere)),
    )
    said = (
        screen.nothing_direct(words, left_out)
        if direct
        else screen.nothing(words, facts.user, left_out, own=own, elsewhere=elsewhere)
    )
    rows: Rows = ((_scope(words, state),),) if not direct and (elsewhere or state.everywhere) else ()
    return MessageContent(said, rows)


def _rows(words: Words, profile: Profile, state: ProfileState, *, direct: bool) -> Rows:
    """The rule sets, where there are several, and what else can be seen."""
    menu = ((_rules(words, profile, state),),) if len(profile.choices) > 1 else ()
    scope = (_scope(words, state),) if profile.own and not direct else ()
    sheet = Button(words.say(screen.ACHIEVEMENTS_BUTTON), state.press(Action.ACHIEVEMENTS), Style.MAIN)
    past = Button(words.say(buttons.HISTORY), HistoryState(profile.user).press())
    return (*menu, (sheet, past, *scope))


def _scope(words: Words, state: ProfileState) -> Button:
    """The button to the matches of all servers, or back to those of this one."""
    other = replace(state, everywhere=not state.everywhere)
    label = words.say(boards.SCOPES[Scope.ALL if other.everywhere else Scope.SERVER])
    return Button(label, other.press())


def _rules(words: Words, profile: Profile, state: ProfileState) -> Select:
    lines = tuple(
        Option(
            rule_words.name(words, rules),
            rules.value,
            words.plural("{n} match", "{n} matches", number),
            chosen=rules is profile.rules,
        )
        for rules, number in profile.choices
    )
    return Select(words.say(board_notes.PLACEHOLDER_RULES), state.press(Action.RULES), lines)
