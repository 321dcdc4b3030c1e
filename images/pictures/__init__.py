"""The pictures, one module each. Importing this makes all of them known to `paint`, `draw`, `animated`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

from images.pictures.painting import Unwanted, animated, draw, paint

__all__ = ["Unwanted", "animated", "draw", "paint"]

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
