"""The form of house rules: its title, its field of ticks, and what is said where it comes too late."""

from __future__ import annotations

from bot.i18n import Words, mark, mark_within
from bot.wording import commands, rules
from engine.rules.rule_sets import RuleSetId


def title(words: Words, rule_set: RuleSetId) -> str:
    """Return the title above the form."""
    return words("House rules: {rules}", rules=rules.name(words, rule_set))


TICKS = mark_within("form", "Rules in play")
"""Field of the options that are on or off."""

TICKS_ABOUT = mark("Ticked rules are played, unticked ones are not.")


def kept(words: Words, written: str) -> str:
    """Return the note on an invalid choice; `written` as `/koikoi play` takes it."""
    return words(
        "Your choice is not lost. Copy it into {parameter} of {play} for the next table: {options}",
        parameter=f"`{commands.command_name(words, 'options')}`",
        play=commands.mention(words, "koikoi play"),
        options=f"`{written}`",
    )


def other_rule_set(words: Words, rule_set: RuleSetId) -> str:
    """Why a form has changed nothing."""
    return words(
        "This form was for {rules}, but the table has other rules now. Nothing was changed.",
        rules=rules.name(words, rule_set),
    )
