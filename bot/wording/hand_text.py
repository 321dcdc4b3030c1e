"""The text of a hand, which only its owner reads."""

from __future__ import annotations

from enum import Enum

from bot.i18n import Words
from bot.match.views import MatchView, SeatView
from bot.match.vocabulary import Status
from bot.wording import cards, description, limits, numbers, table_text, yaku
from bot.wording.limits import CONTENT, Part
from bot.wording.people import People
from engine.actions import Declare, Phase
from engine.cards.deck import Card
from engine.play.observation import Observation
from engine.rules.rule_sets import BOUND_MINIMUM, Exhausted, KoiMultiplier
from engine.rules.yaku import YakuId


class Notice(Enum):
    """What the first line of a hand may have to say about the press that it answers."""

    STALE = "stale"
    RESTING = "resting"
    OVER = "over"
    MOVED_BY_CLOCK = "moved_by_clock"
    REFUSED = "refused"


def text(
    words: Words,
    view: MatchView,
    seat: SeatView,
    *,
    choosing: Card | None = None,
    notice: Notice | None = None,
) -> str:
    """The text of a hand in every phase; `choosing` is a card that two field cards match, not yet played."""
    top = Part(said(words, notice) if notice else "", 1)
    people, seen = People.of(words, view), seat.observation
    if seen is None or view.status is not Status.PLAYING:
        return limits.fitted([top, Part(table_text.text(words, view))], CONTENT)
    told = table_text.happened(words, view, people) if choosing is None else ()
    happened = [Part(line, 2 + len(told) - n) for n, line in enumerate(told)]
    until = Part(table_text.automatic(words, view), 1)
    return limits.fitted([top, *happened, *asked(words, seat, seen, people, choosing), until], CONTENT)


def said(words: Words, notice: Notice) -> str:
    """The first line."""
    match notice:
        case Notice.STALE:
            return words("-# That was answered already; this is how things stand.")
        case Notice.RESTING:
            return words("-# The month is over; the next one has not begun.")
        case Notice.OVER:
            return words("-# The match is over.")
        case Notice.MOVED_BY_CLOCK:
            return words("-# Time ran out, so the bot moved for you.")
        case Notice.REFUSED:
            return words("-# That move is not possible here.")


def asked(
    words: Words, seat: SeatView, seen: Observation, people: People, choosing: Card | None
) -> tuple[Part, ...]:
    """What the player is asked, or for whom he waits."""
    if seat.player not in seen.to_move:
        lines = [waiting(words, seen, people), *standing(words, seat, seen)]
    elif choosing is not None:
        lines = [choice(words, seen, choosing)]
    else:
        lines = question(words, seat, seen, people)
    return tuple(Part(line, 1 if n else 0) for n, line in enumerate(lines))


def question(words: Words, seat: SeatView, seen: Observation, people: People) -> list[str]:
    """The open question of the phase, and what there is to know for it."""
    match seen.phase:
        case Phase.CUT:
            return [words("**Cut the deck**: tap it to leave it as it is, or cut at a depth you like.")]
        case Phase.READY:
            return [ready(words, seen)]
        case Phase.FLIP if seen.flipped:
            return [flip(words, seen, seen.flipped)]
        case Phase.DECIDE:
            return decide(words, seat, seen, people)
        case _:
            return [play(words, seen), *standing(words, seat, seen)]


def waiting(words: Words, seen: Observation, people: People) -> str:
    """For whom the match waits."""
    names = numbers.listing(words, (people.seated(each) for each in seen.to_move))
    if seen.phase is Phase.CUT:
        return words("{player} cuts the deck.", player=names)
    if seen.phase is Phase.READY:
        return words("You have answered. Waiting for {players}.", players=names)
    if seen.phase is Phase.DECIDE:
        return words("{player} decides between koi-koi and stop.", player=names)
    return words("Waiting for {players}.", players=names)


def play(words: Words, seen: Observation) -> str:
    """The player's turn."""
    if any(description.targets_of(seen, each) for each in seen.hand):
        return words("**Your turn.** Choose a card by its number. ◎ matches a card on the field.")
    return words("**Your turn.** No card matches: choose one to lay on the field.")


def standing(words: Words, seat: SeatView, seen: Observation) -> list[str]:
    """What the rules hold in store: bound months, yaku that do not let one stop, the last turn."""
    told = []
    if seen.bound:
        told.append(words("Bound month: stopping needs yaku worth {n} mon.", n=BOUND_MINIMUM))
    if blocked := no_stop(words, seat, seen):
        told.append(blocked)
    if seen.last_turn and seat.player in seen.to_move and seen.phase is Phase.PLAY:
        told.append(last_turn(words, seen))
    return told


def no_stop(words: Words, seat: SeatView, seen: Observation) -> str:
    """Why yaku in hand did not let this player stop (sannin); empty where there is nothing to explain."""
    total, rules = seen.totals[seat.player], seen.rules
    made_just_now = seen.last is not None and seen.last.player == seat.player and not seen.koi[seat.player]
    if not (rules.rule_set.triggers and total and made_just_now):
        return ""
    held = yaku.summary(words, rules, seen.yaku[seat.player])
    if seen.bound and total < BOUND_MINIMUM:
        return words("You hold {yaku}: too little to stop in a bound month.", yaku=held)
    return words(
        "You hold {yaku}: nine chaff with the sake cup, or a sunrise alone, do not let you stop.", yaku=held
    )


def last_turn(words: Words, seen: Observation) -> str:
    """What is special about the last turn of a month."""
    if seen.rules.rule_set.decides_on_last_turn:
        return words(
            "Last turn of the month: if you make a yaku you may stop, or call koi-koi to void the month."
        )
    return words("Last turn of the month: a yaku made now scores at once.")


def choice(words: Words, seen: Observation, card: Card) -> str:
    """Which of two field cards a hand card captures."""
    said = numbers.either(words, (cards.name(words, each) for each in description.targets_of(seen, card)))
    return words("**You play {card}.** Capture {cards}?", card=cards.name(words, card), cards=said)


def flip(words: Words, seen: Observation, card: Card) -> str:
    """Which of two field cards the flipped card captures."""
    said = numbers.either(words, (cards.name(words, each) for each in description.targets_of(seen, card)))
    return words("**From the stock: {card}.** Capture {cards}?", card=cards.name(words, card), cards=said)


def ready(words: Words, seen: Observation) -> str:
    """The secret round of sannin."""
    can = next((each for each in seen.legal if isinstance(each, Declare)), None)
    if can is None:
        return words("**Hand yaku?** Your hand has none: press Ready. Nobody learns what the others hold.")
    held = yaku.summary(words, seen.rules, {YakuId(each): n for each, n in seen.hand_yaku.items()})
    return words(
        "**You hold the hand yaku {yaku}.** Declare it to win the month at once and show your hand, "
        "or press Ready to play on in secret.",
        yaku=held,
    )


def decide(words: Words, seat: SeatView, seen: Observation, people: People) -> list[str]:
    """The yaku, and one line for each answer: what it brings and what it risks."""
    held = [
        words(
            "- {yaku}: {points}",
            yaku=yaku.full_name(words, seen.rules, each),
            points=numbers.points(words, seen.rules, n),
        )
        for each, n in yaku.by_points(seen.yaku[seat.player])
    ]
    return [
        words("**You have made a yaku!** Koi-koi or stop?"),
        *held,
        stop(words, seat, seen),
        go_on(words, seat, seen, people),
    ]


def stop(words: Words, seat: SeatView, seen: Observation) -> str:
    """What stopping is worth."""
    amount = numbers.points(words, seen.rules, seen.stakes[seat.player])
    if not seen.rules.rule_set.losers_pay:
        return words("**Stop**: you win the month and score {points}.", points=amount)
    if seen.rules.seats == 2:
        return words("**Stop**: you win the month and are paid {points}.", points=amount)
    return words("**Stop**: you win the month and each of the others pays you {points}.", points=amount)


def go_on(words: Words, seat: SeatView, seen: Observation, people: People) -> str:
    """What going on risks, as the rule set has it."""
    rules = seen.rules
    others = [people.seated(each) for each in range(rules.seats) if each != seat.player]
    match rules.rule_set.exhausted:
        case Exhausted.VOID if seen.last_turn:
            return words("**Koi-Koi**: this is the last turn, so the month is void and dealt again, bound.")
        case Exhausted.VOID:
            return words(
                "**Koi-Koi**: play for more. Whoever stops first is paid; if nobody does, the month is void."
            )
        case Exhausted.LAST_MAKER:
            factor = seen.multipliers[seat.player] + 1
            return words(
                "**Koi-Koi**: the month then counts ×{n}, for {player} too. The last to make a yaku wins.",
                n=factor,
                player=others[0],
            )
        case Exhausted.OYAKEN:
            return _oyaken_risk(words, seen, others[0])


def _oyaken_risk(words: Words, seen: Observation, other: str) -> str:
    rules = seen.rules
    match rules.options.koi_multiplier:
        case KoiMultiplier.OPPONENT:
            return words(
                "**Koi-Koi**: play for more. If {player} stops first, your yaku are lost and theirs count "
                "double.",
                player=other,
            )
        case KoiMultiplier.EACH:
            return words(
                "**Koi-Koi**: play for more; every call raises the factor, for {player} too.", player=other
            )
        case _:
            return words(
                "**Koi-Koi**: play for more. If {player} stops first, your yaku are lost; if nobody stops, "
                "the dealer scores {n}.",
                player=other,
                n=rules.options.oyaken,
            )


def closed(words: Words) -> str:
    """A hand that can no longer be changed, with its one button."""
    return words("This hand's time is up, so it was closed. Press the button to open it again.")


def no_hand_yet(words: Words, view: MatchView) -> str:
    """Instead of a hand: to somebody who draws for a seat, or who watches."""
    if not view.seats:
        return words("The seats are being drawn; your hand comes when the cards are dealt.")
    return words("You watch this match: the draw gave the seats to others.")
