"""Play for search: the same rules as `engine.play.match.apply`, over mutable states of plain integers.

Nothing is checked and nothing is told: a caller plays moves that `legal` lists; there are no events, no
screen slots, no seat draw and no resigning. Cards are their indices 0..47, sets of cards 48-bit masks, moves
small integers (`engine.play.codes`). A test plays both paths side by side and compares every step.

`LiveDeal` is one deal, `LiveMatch` a match of them; `position` starts either from an observation and a guess at
what it hides.
"""

from engine.play.live_deal import LiveDeal
from engine.play.live_match import LiveMatch

__all__ = ["LiveDeal", "LiveMatch"]
