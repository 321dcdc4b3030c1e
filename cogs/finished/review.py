"""Every press for the review of a match that has ended: what its decisions lost, and what was luck."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.finished import Replay
from bot.match.saying import Result, result
from bot.match.verdict import Ending
from bot.opponents.review import Review
from bot.records.finished import FinishedMatch
from bot.screens.finished import review as screen
from bot.storage.settings.practice import practice
from bot.wording import buttons, limits
from bot.wording.finished import review as wording
from bot.wording.people import Cast, marked
from cogs.content import replay_state
from cogs.content.controls import Button, Option, Row, Rows, Select
from cogs.content.message import MessageContent, RenderedMessage, render
from cogs.content.note_placement import NotePlacement
from cogs.content.page_id import PagePress
from cogs.content.pictures import Urgency
from cogs.content.replay_state import FromReview, ReplayState
from cogs.content.review_state import Action, ReviewState, read
from cogs.hosting.match_access import viewer_of
from cogs.hosting.services import Services
from cogs.messages.answer import Answer, heavy_work

FILE = "review.png"


class ReviewPage:
    """Shows reviews."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @heavy_work
    async def pressed(self, answer: Answer, press: PagePress) -> None:
        """Answer one press. Raises NoFinishedMatch, MatchNotOver, StorageError."""
        action, state = read(press, answer.chosen)
        message = await self._message(answer, action, state)
        if action is Action.OPEN:
            answer.note_placement = NotePlacement((state.match, answer.user))
            await answer.note(message)
        else:
            await answer.instead(message)

    async def _message(self, answer: Answer, action: Action, state: ReviewState) -> RenderedMessage:
        viewer = await viewer_of(self._services, answer, state.match)
        found, replay, review = await self._services.finished.review(state.match, viewer)
        likes = await self._services.store.read(practice, answer.user, viewer.guild)
        player = state.player
        if player is None or player >= len(review.players):
            player = found.order.index(found.me) if found.me in found.order else 0
        cast = Cast(found.people, found.order)
        own = found.me is not None and found.order[player : player + 1] == (found.me,)
        end, learning = _end(found, review, player), own and likes.learning
        facts = screen.Facts(state.match, found.rules, cast, review, player, end, own, learning)
        shown = content(answer.words, facts, replay, action, text_mode=likes.text_mode)
        return await render(shown, self._services.presenter.pictures, Urgency.PRESS)


def _end(found: FinishedMatch, review: Review, player: int) -> Result | None:
    """Return the end of the match to a player."""
    if not review.players:
        return None
    places = found.places if found.how is Ending.PLAYED else None
    return result(found.rules, review.outcomes[player].months, found.scores, places, player)


def content(
    words: Words, facts: screen.Facts, replay: Replay, action: Action, *, text_mode: bool = False
) -> MessageContent:
    """A page of a review with its controls."""
    if not facts.review.players:
        return MessageContent(screen.text(words, facts), ((_replay(words, facts),),))
    state = ReviewState(facts.match, facts.player)
    back = Button(words.say(buttons.BACK), ReviewState(facts.match).press(Action.SHOW))
    if action in {Action.MOVES, Action.PLAYER}:
        moves = _moves(words, facts, replay)
        rows: Rows = (*((moves,) if moves else ()), *_players(words, facts, state), (back,))
        return MessageContent(screen.moves(words, facts), rows)
    if action is Action.FIGURES:
        return MessageContent(screen.figures(words, facts), ((back,),))
    if facts.learning:
        return MessageContent(
            screen.text(words, facts), ((*_moves(words, facts, replay), _replay(words, facts)),)
        )
    rows = (
        (
            Button(words.say(wording.MOVES), state.press(Action.MOVES)),
            Button(words.say(wording.FIGURES), state.press(Action.FIGURES)),
            _replay(words, facts),
        ),
    )
    if text_mode:
        return MessageContent(screen.in_words(words, facts), rows)
    scene = screen.scene(words, facts)
    return MessageContent(screen.text(words, facts), rows, scene, screen.alt(words, facts), FILE)


def _moves(words: Words, facts: screen.Facts, replay: Replay) -> Row:
    """The steps of the replay before the costliest moves."""
    back = FromReview(facts.player)
    return tuple(
        Button(
            wording.move_button(words, n),
            ReplayState(facts.match, replay.before(each.first.action), back).press(replay_state.Action.SHOW),
        )
        for n, each in enumerate(facts.missed, start=1)
    )


def _replay(words: Words, facts: screen.Facts) -> Button:
    """The whole match."""
    state = ReplayState(facts.match, 0, FromReview(facts.player))
    return Button(words.say(buttons.REPLAY), state.press(replay_state.Action.SHOW))


def _players(words: Words, facts: screen.Facts, state: ReviewState) -> Rows:
    lines = tuple(
        Option(
            limits.shortened(marked(words, one, plain=True), limits.OPTION),
            str(player),
            "",
            chosen=player == facts.player,
        )
        for player, one in enumerate(facts.cast.seats)
    )
    return ((Select(words.say(wording.PLACEHOLDER), state.press(Action.PLAYER), lines),),) if lines else ()
