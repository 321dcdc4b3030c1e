"""Slash commands: a handler gets an answer, and values in place of what was typed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.errors import BotError
from bot.i18n import Message
from bot.wording import notes, rules
from bot.wording.commands import CONTEXT_MENUS
from cogs.messages.answer import Answer, Answers, Deferral
from cogs.messages.failures import Work, guarded, run_command, say
from cogs.platform.command_text import described, description, name, renamed
from engine.rules.rule_sets import RULE_SETS

log = structlog.stdlib.get_logger(__name__)

Interaction = discord.Interaction[Any]
Somebody = discord.Member | discord.User
"""A member of the server; a user who is none, also in direct messages, where there are no members."""
Handler = Callable[..., Work]
"""Does what a command asks for. It takes an `Answer`, then what the command's parameters are."""
Given = Mapping[str, Any]
"""The parameters of a command that somebody has set, by name."""


class OneOf(app_commands.Transformer[Any]):
    """A parameter that is one of a few values, each with a name in every language."""

    def __init__(self, names: Mapping[Any, locale_str]) -> None:
        """`names`: of the members of an enum whose values are texts."""
        self._values = {each.value: each for each in names}
        self._choices: list[Choice[str | int | float]] = [
            Choice(name=name, value=each.value) for each, name in names.items()
        ]

    @classmethod
    def said(cls, names: Mapping[Any, Message]) -> OneOf:
        """Return a parameter whose values are called as marked messages say."""
        return cls({each: locale_str(text.text, said=text) for each, text in names.items()})

    @property
    def choices(self) -> list[Choice[str | int | float]]:
        """The choices that Discord offers."""
        return self._choices

    async def transform(self, interaction: Interaction, value: str, /) -> Any:
        """Return the member of the enum. Raises KeyError for a value that no client offers."""
        return self._values[value]


RULE_SET = OneOf.said({each: rules.RULE_CHOICES[each] for each in RULE_SETS})
"""A rule set, with what it is."""
RULES = OneOf.said(rules.RULE_CHOICES)
"""A rule set or a preset."""


def private(_given: Given) -> Deferral:
    """Acknowledge a command for its user alone."""
    return Deferral.NOTE


class SlashCommands:
    """The group `/koikoi` and the entries of users' menus, as they are told to Discord."""

    def __init__(self, tree: app_commands.CommandTree[Any], answers: Answers) -> None:
        self._tree = tree
        self._answers = answers
        everywhere = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        self._group = app_commands.Group(
            name=name("koikoi"),
            description=description("koikoi"),
            allowed_contexts=everywhere,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        tree.add_command(self._group)
        tree.error(self._refused)

    def add(
        self,
        path: str,
        handler: Handler,
        parameters: Mapping[str, app_commands.Transformer[Any]] | None = None,
        *,
        deferral: Callable[[Given], Deferral] = private,
    ) -> app_commands.Command[Any, ..., Any]:
        """Add the command with this path, whose parameters are those of the handler after its answer.

        `parameters` says how text becomes the values of some of them, `deferral` who sees an answer that
        takes long.
        """

        async def callback(interaction: Interaction, **given: Any) -> None:
            await run_command(
                self._answers, interaction, lambda answer: handler(answer, **given), deferral(given)
            )

        signature = inspect.signature(handler, eval_str=True)
        _answer, *typed = signature.parameters.values()
        first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        rest = [_annotated(each, (parameters or {}).get(each.name)) for each in typed]
        # The library reads names, types and defaults of the parameters from the signature.
        callback.__signature__ = signature.replace(parameters=[first, *rest])  # type: ignore[attr-defined]
        names = [each.name for each in rest]
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=name(path),
            description=description(path),
            callback=renamed(*names)(described(*names)(callback)),
        )
        self._group.add_command(command)
        return command

    def add_menu(self, entry: str, handler: Handler) -> None:
        """Add an entry to the menus of users; the handler takes an answer and the user."""

        async def callback(interaction: Interaction, user: Somebody) -> None:
            await run_command(self._answers, interaction, lambda answer: handler(answer, user))

        menu = app_commands.ContextMenu(
            name=locale_str(CONTEXT_MENUS[entry]),
            callback=callback,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._tree.add_command(menu)

    async def _refused(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command with meaningless parameters, of an older version, or of a forger."""
        if interaction.type is not discord.InteractionType.application_command:
            return
        answer = self._answers.to(interaction, Deferral.NOTE)
        await guarded(answer, _say_why(answer, error))


async def _say_why(answer: Answer, error: app_commands.AppCommandError) -> None:
    """Say what is wrong with a parameter, if it has words. Raises BotError for `guarded` to say."""
    if isinstance(error.__cause__, BotError):
        raise error.__cause__
    log.warning("command refused", user=answer.user, error=repr(error))
    await say(answer, answer.words.say(notes.UNKNOWN))


def _annotated(
    parameter: inspect.Parameter, transformer: app_commands.Transformer[Any] | None
) -> inspect.Parameter:
    """Return a parameter as the library wants it."""
    if transformer is None:
        return parameter
    return parameter.replace(annotation=transformer | None if parameter.default is None else transformer)
