"""Play for search: the same rules as `engine.match.apply`, over mutable states of plain integers.

Nothing is checked and nothing is told: a caller plays moves that `legal` lists; there are no events, no
screen slots, no seat draw and no resigning. Cards are their indices 0..47, sets of cards 48-bit masks, moves
small integers (`engine.simulate.moves`). A test plays both paths side by side and compares every step.

`SimDeal` is one deal, `SimMatch` a match of them; `position` starts either from an observation and a guess at
what it hides.
"""

from engine.simulate.deal import SimDeal
from engine.simulate.match import SimMatch

__all__ = ["SimDeal", "SimMatch"]
