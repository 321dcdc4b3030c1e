"""JSON from outside: only what RFC 8259 allows and what can be sent on."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Worth a second look: half a pair, or a whole one."""


def parse_json(raw: bytes | str) -> Any:
    """The value of a JSON text; ValueError for anything else.

    Python's reader also takes `NaN`, numbers beyond every float, and halves of surrogate pairs. A half
    pair cannot be written as UTF-8: kept in a message it would break every answer and frame that shows it.
    """
    text = raw if isinstance(raw, str) else raw.decode()
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is out of range")
    return number
