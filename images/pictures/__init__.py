"""The pictures, one module each. Importing this makes all of them known to `paint` and `draw`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from images.painting import draw, paint

__all__ = ["draw", "paint"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
