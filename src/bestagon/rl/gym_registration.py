"""The ids of our environments in Gymnasium: importing `bestagon.rl` registers them, as Gymnasium 1 has no entry points."""

from __future__ import annotations

from importlib.metadata import entry_points

from bestagon.core.registry import ENTRY_POINTS

NAMESPACE = "bestagon"
OURS = {"BeerHex": "beerhex", "HexDice": "hex-dice", "HexRoller": "hex-roller", "HexaGONE": "hexagone", "PocketHexes": "pocket-hexes"}
"""Our own games, by the name in their id: written down, so that no game is imported before it is used."""


def environments() -> dict[str, str]:
    """Return the name of every game by the name in its id, such as BeerHex in bestagon/BeerHex-v0; plugins are not loaded."""
    found = dict(OURS)
    for entry in entry_points(group=ENTRY_POINTS):
        found.setdefault("".join(word.capitalize() for word in entry.name.replace("_", "-").split("-")), entry.name)
    return found


def register() -> None:
    """Register an environment for every game, if Gymnasium is installed."""
    try:
        import gymnasium
    except ImportError:
        return
    for name, game in environments().items():
        gymnasium.register(id=f"{NAMESPACE}/{name}-v0", entry_point="bestagon.rl.gymnasium_env:SeatEnvironment", kwargs={"game": game})
