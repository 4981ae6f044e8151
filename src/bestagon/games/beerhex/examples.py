"""Pictures that illustrate the rules of BeerHex."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Snapshot

EXAMPLES: Final = (
    Example(
        1,
        "Gold joins the golden sides at the top and the bottom, Silver those at the left and the right. Only symbols count: the five gold "
        "symbols here join Gold's sides, though one of them lies under a silver cap.",
        Snapshot("..Gg!../..Gg!../.Sg!.Ss!./.Gg!..Ss!/.Gg!... G turn 8 3+6 5+5 0-0 G 0 - -"),
        "c1 c2 b3 b4 b5",
    ),
    Example(
        3,
        "Gold sees what is under the own caps: a sun is a gold symbol, a moon is a silver one, so the cap on the right is a "
        "bluff. Silver's cap "
        "shows nothing.",
        Snapshot("...../..Gg../.S?.Gs./...../..... G turn 3 6+5 12? 0-0 S 0 - -"),
        "c2 b3 d3",
    ),
    Example(
        4,
        "Three face-down caps that hang together can be attacked, of whatever colour: a line, a bend or, as here, a triangle.",
        Snapshot("...../.S?S?../.S?Gg../...../..... G turn 4 6+6 10? 0-0 G 0 - -"),
        "b2 c2 b3",
    ),
    Example(
        4,
        "Gold's attack found two silver symbols and a gold one: the gold one went back to Silver's hand, the silver ones stay face up. "
        "They can never be attacked again, and Gold's turn is over.",
        Snapshot("...../.Ss!.../.Ss!Gg../...../..... S turn 5 6+6 5+6 0-0 G 0 - -"),
        "b2 c2 b3",
    ),
    Example(
        5,
        "Gold has declared victory, everything is turned over, and the gold symbols join the top and the bottom: Gold wins.",
        Snapshot("..Gg!../.Ss!Gg!.Ss!/.Gg!Ss!../.Gg!Ss!../.Gg!..Ss! S between 10 2+6 2+6 1-0 G 0 declared r"),
        "c1 c2 b3 b4 b5",
    ),
    Example(
        6,
        "Gold says that Silver cannot connect. The gold symbols from top to bottom bar every way for Silver, so Gold is right.",
        Snapshot("..Gg!../.Ss!Gg!.Ss!/.Gg!Ss!../.Gg!Ss!../.Gg!..Ss! S between 10 2+6 2+6 1-0 G 0 cannot r"),
        "b2 e2 c3 c4 e5",
    ),
    Example(
        8,
        "With clue tokens nobody looks under a cap on the board, not even under an own one. A token on a cap is all that helps "
        "to remember.",
        Snapshot("...../..G?*../..S?../.G?.../..... G turn 3 11? 12? 0-0 S 0 - -", options={"clues": True}),
        "c2",
    ),
)
