"""The tuned numbers behind BeerHex bots."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Search settings.
SAMPLES: Final[i64] = 24
HORIZON: Final[i64] = 4
DEPTH: Final[i64] = 1
"""Search only the bot's own action and leave the rest to playouts, in which each seat acts on what it knows. In a deeper tree
the opponent would see through every bluff, and play gets far weaker."""
PRIOR_TEMPERATURE: Final = 0.5
EXPLORATION: Final = 2.5
"""High, since bluffs and honest caps differ little while playouts vary a lot."""
MOVE_TEMPERATURE: Final = 1.0
VISIT_POWER: Final = 4.0
"""Of searches without the networks: their visits say which actions may be good, not how often to play them."""

# Searches that ask the learned networks.
LEARNED_FROM: Final[i64] = 200
"""The iterations from which a search asks the networks. The levels below expert have fewer."""
ITERATIONS_PER_WORLD: Final[i64] = 80
"""The iterations that one with the networks, which takes as long, replaces,"""
MIN_WORLDS: Final[i64] = 16
"""and the fewest of these."""
LEARNED_SAMPLES: Final[i64] = 1
"""The policy does not depend on a sampled board."""
UNLIKELY: Final = 0.03
"""A search does not try actions that the policy plays less often than this, relative to its favourite."""

# Beliefs.
BELIEVED_HONEST: Final[i64] = 60
"""The percentage of evenly dealt bluffs that are turned into own symbols: players bluff less often than chance would."""

# Distances, in caps.
PATH_CHOICE: Final = 0.08
"""The value of one more cell on a shortest path: more choices are harder to block."""
LOST: Final = 9.0
"""The distance where no path is left: less than infinite, since attacks may open one."""
EXPOSED: Final = 0.8
"""The cost of having three own symbols that can be attacked together, and ..."""
EXPOSED_MORE: Final = 0.1
"""... of each such group of three."""

# Priors, in caps or as factors.
TRUST: Final = 0.85
"""The assumed probability that an attacked cap has its owner's symbol."""
FREE_CAP: Final = 0.7
"""The value of the cap placed after a successful attack."""
WASTED_TURN: Final = 1.0
"""The cost of a failed attack."""
DANGER: Final = 3.0
"""The cost of placing a cap while the opponent seems to be connected."""
BLUFF_PRIOR: Final = 0.1
"""The prior of a bluff relative to an honest cap on the same cell, and ..."""
BLUFF_IN_THREE_PRIOR: Final = 1.2
"""... where the honest cap would make three own symbols that can be attacked together."""
CLUE_PRIOR: Final = 0.3
"""The prior of a placement with a token relative to one without: bots remember anyway."""
DECLARE_PRIOR: Final = 0.33
"""The prior of a right declaration, beside which all others are 0: averaged over boards it is the best one only if three of four are won.

With clue tokens a seat does not know its own caps; a wrong declaration loses the game."""
HOPELESS: Final = 20.0
"""An action this many temperatures below the best has a prior of 0."""

# Playouts, as percentages: found by matches between searches with different numbers.
ATTACK_CONNECTED: Final[i64] = 96
"""How often a player attacks when the opponent would be connected if all caps were honest, and ..."""
ATTACK_OTHERWISE: Final[i64] = 40
"""... otherwise. Real players attack less, but a bot that expects attacks leaves nothing exposed."""
BLUFF_IN_THREE: Final[i64] = 40
"""How often a cap is a bluff where an honest one would make three own symbols that can be attacked together, and ..."""
BLUFF: Final[i64] = 5
"""... otherwise."""
SHARED_CELL: Final[i64] = 70
"""How often a cap goes on a shortest path of both players, if there is such a cell, and not of either."""

# The value of a board to the player to move, in log odds: fitted to the results of games between searches. What counts most is how
# a board looks when every cap is taken for honest: an apparent connection must be attacked, and only a bluff stops that attack.
LOOKS_MINE: Final[vec[float]] = vec[float]([1.62, 0.92, 0.48, 0.47, 0.26, 0.0, 0.55])
"""By the caps needed to connect one's sides, with 5 for more and 6 for no path."""
LOOKS_THEIRS: Final[vec[float]] = vec[float]([-2.74, -0.88, -0.46, -0.63, -0.35, 0.0, 1.29])
PATHS_MINE: Final[vec[float]] = vec[float]([0.0, 0.21, 0.09, 0.01, 0.01, 0.0, 0.0])
"""For each cell on a shortest path, by the same index."""
PATHS_THEIRS: Final[vec[float]] = vec[float]([0.0, -0.35, -0.17, -0.02, -0.02, 0.0, 0.0])
TO_MOVE: Final = 0.37
FACE_UP_MINE: Final = 0.24
"""For each face-up symbol, which cannot be attacked any more."""
FACE_UP_THEIRS: Final = -0.2
CONNECTED: Final = 3.0
"""For being connected and knowing it."""
CONNECTED_UNKNOWN: Final = -0.41
"""For being connected without knowing it."""
BREAKABLE: Final = 1.28
"""For an opponent who is connected and can be attacked, relative to an apparent connection with a bluff in it."""
UNBREAKABLE: Final = 0.17
"""For an opponent who is connected and cannot be attacked."""

# The greedy player.
WIN: Final = 0.92
"""The probability of winning a game once connected: an attack may still break the connection."""
STEEPNESS: Final = 1.3
"""The log odds of being one cap closer than the opponent."""
TEMPO: Final = 0.1
"""The value of being the next to act, in caps."""
SUSPICION: Final = 0.8
"""The weight of taking the opponent's face-down caps for honest, against the symbols they were dealt."""
HOPE: Final = 0.8
"""The least value of a running game, so that nobody declares before it is right on nearly every sampled board."""
