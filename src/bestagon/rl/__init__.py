"""The games as environments for reinforcement learning: `pip install 'bestagon[rl]'`.

Importing it registers the environments of Gymnasium, such as bestagon/BeerHex-v0.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bestagon.core.errors import BestagonError
from bestagon.core.observation.schema import Feature, Schema
from bestagon.rl.batches import Batch, batch
from bestagon.rl.gym_registration import register
from bestagon.rl.observation import describe, schema
from bestagon.rl.simulator import Simulator

if TYPE_CHECKING:
    from bestagon.rl.openspiel import register_openspiel
    from bestagon.rl.petting_zoo import aec, parallel

__all__ = ["Batch", "Feature", "Schema", "Simulator", "aec", "batch", "describe", "parallel", "register_openspiel", "schema"]

_MODULES = {"aec": "petting_zoo", "parallel": "petting_zoo", "register_openspiel": "openspiel"}
"""The module of every function that needs another library: it is imported when the function is used."""


def __getattr__(name: str) -> object:
    """Return a function that needs another library; BestagonError says how to install it."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"bestagon.rl.{_MODULES[name]}"), name)
    except ImportError as error:
        raise BestagonError(f"bestagon.rl.{name} needs the package {error.name}: run `pip install 'bestagon[rl]'`") from None


def __dir__() -> list[str]:
    """Name these functions, too, for people who look for them with the tab key."""
    return sorted({*globals(), *_MODULES})


register()
