"""The text of a hand, which only its owner reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.i18n import Words, mark
from bot.screens import absence, course, ending, month_result, news
from bot.screens.hand import description, match_after, prospects, risks, tip
from bot.screens.hand.facts import FIRST, Drawn, Facts, Held, Notice
from bot.screens.hand.questions import (
    Answer,
    Blocked,
    ChooseTarget,
    ConfirmPlay,
    CutDeck,
    Decide,
    PlayCard,
    Question,
)
from bot.screens.news import News
from bot.wording import cards, commands, limits, months, notes, numbers, speech, turns, yaku
from bot.wording.lessons import tip as tips
from bot.wording.limits import CONTENT, Part
from bot.wording.people import People
from engine.play.events import Dealt, Event, Seated
from engine.play.stopping import NoStop
from engine.rules.actions import Phase
from engine.rules.options import Rules
from engine.rules.rule_sets import BOUND_MINIMUM


def text(words: Words, facts: Facts) -> str:
    """The text of a hand in every phase; where the player has no part in what goes on, the public text."""
    return limits.fitted([*parts(words, facts), *left_out(words, facts)], CONTENT)


def parts(words: Words, facts: Facts) -> list[Part]:
    """The text in lines, without what the picture's description has no room for."""
    held = facts.held
    top = Part(_top(words, facts.notice, held), 1)
    if facts.drawn is not None:
        return [top, Part(_drawn(words, facts.drawn))]
    if held is None or not facts.playing:
        return [top, _absent(words, facts), *_of_all(words, facts)]
    people = held.course.cast.named(words)
    told = _happened(words, facts.notice, held, people) if held.picking is None else ()
    happened = [Part(line, 2 + len(told) - n) for n, line in enumerate(told)]
    first, *further = (Part(line, 1 if n else 0) for n, line in enumerate(_asked(words, facts, held, people)))
    until = Part(_small(course.automatic(words, held.course)), 1)
    wished = Part(ending.wish(words, facts.ending))
    others = map(Part, _others_absent(words, facts, held, people))
    learned = Part(_tip(words, held, people), 1)
    return [top, _absent(words, facts), first, *happened, *further, learned, until, *others, wished]


def left_out(words: Words, facts: Facts) -> tuple[Part, ...]:
    """Return the parts for which the description of the player's own picture has no room."""
    held = facts.held
    if held is None or not facts.playing or not facts.own_picture or facts.drawn is not None:
        return ()
    return (Part(description.described(words, held).left_out, 100),)


def _of_all(words: Words, facts: Facts) -> tuple[Part, ...]:
    """Return the text for everybody; of a month's result only what concerns the player."""
    assert facts.public is not None
    shown = facts.public.facts
    if not isinstance(shown, month_result.Facts):
        return (Part(facts.public.text(words)),)
    wished = Part(ending.wish(words, facts.ending))
    return (*month_result.to_player(words, shown, facts.player), wished)


def _top(words: Words, notice: Notice | None, held: Held | None) -> str:
    """The first line, if there is one; what the bot did for the player is said where it has a name."""
    if notice is Notice.MOVED_BY_CLOCK and held is not None and held.course.news.late == ():
        return words("-# Time ran out, so the bot tapped the deck for you.")
    return said(words, notice) if notice else ""


def _drawn(words: Words, drawn: Drawn) -> str:
    """Return the first dealer; the cards that made it so stand on the table."""
    if drawn.own:
        return words("**You deal first.** Your cards come in a moment.")
    dealer = drawn.cast.named(words).seated(FIRST)
    return words("**{player} deals first.** Your cards come in a moment.", player=dealer)


def _small(line: str) -> str:
    """A line of small print; an empty one stays empty."""
    return f"-# {line}" if line else ""


def _happened(words: Words, notice: Notice | None, held: Held, people: People) -> tuple[str, ...]:
    """Return the events since the player's last move; before the first card those that the table tells."""
    latest = _news(notice, held)
    if not held.since:
        told, own = _of_the_deal(latest, held)
        dealt = () if own is None else (_you_deal(words, held.course.rules, own),)
        return (*news.lines(words, replace(latest, draw=(), events=told), people), *dealt)
    return (*news.moved_by_clock(words, latest, people), *turns.lines(words, held.since, people))


def _you_deal(words: Words, rules: Rules, event: Dealt) -> str:
    return words("{month} is dealt; you are the dealer.", month=months.in_match(words, rules, event.month))


def _of_the_deal(latest: News, held: Held) -> tuple[tuple[Event, ...], Dealt | None]:
    """Return the events of the deal, without the seat draw and the player's own dealing, which stand
    elsewhere.
    """
    me = held.around.me.player
    own = next((each for each in latest.events if isinstance(each, Dealt) and each.dealer == me), None)
    own = None if own is not None and own.bound else own
    return tuple(each for each in latest.events if each is not own and not isinstance(each, Seated)), own


def _news(notice: Notice | None, held: Held) -> News:
    """The news, without what the first line says already."""
    told = held.course.news
    return replace(told, timed_out=None, late=None) if notice is Notice.MOVED_BY_CLOCK else told


def _absent(words: Words, facts: Facts) -> Part:
    """Yield that the player themself is away, or that a CPU player plays for them."""
    return Part(absence.to_them(words, facts.choices, stood_in=facts.stood_in))


def _others_absent(words: Words, facts: Facts, held: Held, people: People) -> Iterator[str]:
    """Yield the others who are away; to somebody who is away themself the warning alone."""
    if facts.choices.back:
        yield absence.warning(words, held.course.absence)
    else:
        yield from absence.lines(words, held.course.absence, people)


def said(words: Words, notice: Notice) -> str:
    """The first line."""
    match notice:
        case Notice.STALE:
            return f"-# {words.say(notes.STALE)}"
        case Notice.RESTING:
            return words("-# The month is over; the next one has not begun.")
        case Notice.OVER:
            return words("-# The match is over.")
        case Notice.MOVED_BY_CLOCK:
            return words("-# Time ran out, so the bot moved for you.")
        case Notice.REFUSED:
            return f"-# {words.say(notes.ERRORS['illegal_move'])}"


def _asked(words: Words, facts: Facts, held: Held, people: People) -> list[str]:
    """Return the question to the player, or the players for whom they wait, and the facts for it."""
    match held.question:
        case None:
            return [_waiting(words, held, people), *_standing(words, held)]
        case PlayCard():
            return [_play(words, held), *_standing(words, held)]
        case Decide() as asked:
            return _decide(words, held, asked, people, pictured=not facts.text_mode)
        case ChooseTarget() as asked:
            return [_plainly(words, held.course.rules, asked), *_brings(words, held.course.rules, asked)]
        case ConfirmPlay() as asked:
            return [_confirm(words, asked)]
        case asked:
            return [_plainly(words, held.course.rules, asked)]


def _plainly(words: Words, rules: Rules, asked: Question) -> str:
    """A question of one line."""
    match asked:
        case CutDeck():
            return words("**Cut the deck**: tap it to leave it as it is, or choose where to cut.")
        case Answer():
            return _ready(words, rules, asked)
        case ChooseTarget(card, flipped, targets):
            said = numbers.either(words, [cards.name(words, each.card) for each in targets])
            card_name = cards.name(words, card)
            if flipped:
                return words("**You turned up {card}.** Capture {cards}?", card=card_name, cards=said)
            return words("**You play {card}.** Capture {cards}?", card=card_name, cards=said)
        case _:
            raise ValueError(asked)


def _waiting(words: Words, held: Held, people: People) -> str:
    """Return the players for whom the match waits."""
    names = numbers.listing(words, [people.seated(each) for each in held.awaited])
    match held.phase:
        case Phase.CUT:
            return words("{player} cuts the deck.", player=names)
        case Phase.READY if len(held.awaited) + 1 < held.course.rules.seats:
            return words("You have answered. Waiting for {players}.", players=names)
        case Phase.READY:
            return words("You have answered.")
        case Phase.DECIDE:
            made = next((one.held for one in held.around.others if one.active), {})
            said = yaku.summary(words, held.course.rules, made)
            return words("{player} has {yaku}: koi-koi or stop?", player=names, yaku=said)
        case _:
            return words("Waiting for {players}.", players=names)


def _play(words: Words, held: Held) -> str:
    """The player's turn."""
    if not any(each.matches for each in held.cards):
        return words("**Your turn.** No card matches: choose one to lay on the field.")
    if held.hint:
        return words("**Your turn.** ◎ matches a card on the field.")
    return words("**Your turn.**")


def _tip(words: Words, held: Held, people: People) -> str:
    """The sentence for a beginner; empty for everybody else, and while no card is asked for."""
    return "" if held.tip is None else tips.line(words, tip.text(words, held.course.rules, held.tip, people))


def _standing(words: Words, held: Held) -> list[str]:
    """Return the effects of the rules: bound months, yaku that do not let one stop, the last turn or call."""
    told = []
    if held.bound:
        told.append(words("Bound month: stopping needs yaku worth {n} mon.", n=BOUND_MINIMUM))
    if held.blocked is not None:
        told.append(_no_stop(words, held.course.rules, held.blocked))
    if isinstance(held.question, PlayCard) and held.question.last_turn:
        told.append(_last_turn(words, held.course.rules))
    elif isinstance(held.question, PlayCard) and not held.question.may_call:
        told.append(words("No koi-koi is left for you: a yaku you make now wins the month at once."))
    return told


def _no_stop(words: Words, rules: Rules, blocked: Blocked) -> str:
    """Return the reason why yaku in hand did not let this player stop."""
    made = yaku.explained_summary(words, rules, blocked.held)
    if blocked.why is NoStop.TOO_LITTLE:
        return words("You hold {yaku}: too little to stop in a bound month (3 mon).", yaku=made)
    return words(
        "You hold {yaku}: nine chaff with the sake cup, or a sunrise alone, is not enough to stop.",
        yaku=made,
    )


def _last_turn(words: Words, rules: Rules) -> str:
    """Return the rule for the last turn of a month."""
    if rules.rule_set.decides_on_last_turn:
        return words(
            "Last turn of the month: if you make a yaku you may stop, or call koi-koi to void the month."
        )
    return words("Last turn of the month: a yaku you make now scores at once.")


def _ready(words: Words, rules: Rules, asked: Answer) -> str:
    """The secret round of sannin."""
    if not asked.held:
        return _nothing_held(words, asked)
    held = yaku.explained_summary(words, rules, asked.held)
    if asked.opens:
        return words(
            "**You hold the hand yaku {yaku}.** Declare it to win the month at once and show your hand, "
            "or play a card to play on in secret.",
            yaku=held,
        )
    if asked.waits:
        return words(
            "**You hold the hand yaku {yaku}.** Declare it to win the month at once and show your hand, "
            "or press Nothing to play on in secret.",
            yaku=held,
        )
    return words(
        "**You hold the hand yaku {yaku}.** Declare it to win the month at once and show your hand, "
        "or do nothing to play on in secret.",
        yaku=held,
    )


def _nothing_held(words: Words, asked: Answer) -> str:
    """Return the text for somebody who has nothing to declare."""
    if not asked.waits:
        return words("**You have no hand yaku to declare.**")
    if asked.opens:
        return words("**Hand yaku?** Your hand has none: play your first card.")
    return words("**Hand yaku?** Your hand has none: press Nothing. Nobody learns what the others hold.")


def _confirm(words: Words, asked: ConfirmPlay) -> str:
    """Whether a card is to be played, and what comes of it."""
    card = cards.name(words, asked.card)
    if not asked.captured:
        return words("**Play {card}?** It stays on the field.", card=card)
    return words(
        "**Play {card}?** It captures {cards}.", card=card, cards=cards.listing(words, asked.captured)
    )


def _brings(words: Words, rules: Rules, asked: ChooseTarget) -> Iterator[str]:
    """A line for each card that may be captured: what it brings."""
    for each in asked.targets:
        told = prospects.steps(words, rules, each.brings)
        if told:
            card = cards.name(words, each.card)
            yield words("- {n} {card}: {yaku}", n=each.number, card=card, yaku=told)


def _decide(words: Words, held: Held, asked: Decide, people: People, *, pictured: bool) -> list[str]:
    """The yaku; beside a picture, which has the rest, no more than what it has no room for."""
    rules = held.course.rules
    made = (
        numbers.labelled(
            words, yaku.explained(words, rules, one.yaku), numbers.points(words, rules, one.points)
        )
        for one in asked.made
    )
    style, which = speech.style(words), risks.unpictured if pictured else risks.sentences
    told = [*filter(None, [match_after.going_on(words, asked.after), *which(words, rules, asked, people)])]
    stops = [_stop(words, rules, asked), match_after.sentence(words, asked.after, people)]
    return [
        words("**Koi-koi or stop?** {yaku}", yaku=words.within("between notes", " · ").join(made)),
        "" if pictured else style.one_after_another(stops),
        words("**Koi-Koi.** {risk}", risk=style.one_after_another(told)) if told else "",
    ]


def _stop(words: Words, rules: Rules, asked: Decide) -> str:
    """Return the worth of a stop."""
    amount = numbers.points(words, rules, asked.stake)
    if not rules.losers_pay:
        return words("**Stop**: you win the month and score {points}.", points=amount)
    if rules.seats == 2:
        return words("**Stop**: you win the month and are paid {points}.", points=amount)
    return words("**Stop**: you win the month and each of the others pays you {points}.", points=amount)


CLOSED = mark("Discord's time for this hand ran out, so it was closed. Press the button to open it again.")


def no_hand_yet(words: Words, *, seated: bool) -> str:
    """Instead of a hand: to somebody who draws for a seat or, once all are `seated`, who watches."""
    if not seated:
        return words("The seats are being drawn; your hand comes when the cards are dealt.")
    return words(
        "You are watching this match: others drew the seats. Rematch under its result invites "
        "you, too. {play} opens a table of your own.",
        play=commands.mention(words, "koikoi play"),
    )
