"""Koi-koi as a pure state machine. Standard library only; no clocks, no chance, no Discord, no database.

The entry points are these. `make_rules` (`engine.rules.options`) makes the rules of a match, `new_match`
(`engine.play.state`) its first state, `apply` (`engine.play.match`) the state after an action.
`engine.play.legal` says who may act and how, `observe` (`engine.play.observation`) what a seat may know. How
a turn goes stands in `engine.play.live_deal`, the yaku in `engine.rules.yaku`. `engine.record` reads and
writes matches, `engine.play.imagined` plays on from what a seat saw. All folders: README.md.
"""
