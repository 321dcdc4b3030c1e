"""Reads the fields of a request body and collects Discord's field errors instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.common import stand_ins
from bot.sandbox.common.errors import FieldErrors
from bot.sandbox.common.types import JsonObject, Snowflake

_MAX_SNOWFLAKE = (1 << 64) - 1
_SNOWFLAKE_DIGITS = len(str(_MAX_SNOWFLAKE))


def length_error(low: int, high: int) -> tuple[str, str]:
    """Discord's code and message for a text or list of the wrong length."""
    if low:
        return stand_ins.WRONG_LENGTH, f"Must be between {low} and {high} in length."
    return stand_ins.TOO_MANY, f"Must be {high} or fewer in length."


class Node:
    """An object of a request and its place in it. Readers return a default where the value was refused."""

    __slots__ = ("data", "errors", "path")

    def __init__(self, data: JsonObject, errors: FieldErrors, path: tuple[str | int, ...] = ()) -> None:
        self.data = data
        self.errors = errors
        self.path = path

    def has(self, key: str) -> bool:
        """Whether the key was sent, be it as null."""
        return key in self.data

    def given(self, key: str) -> bool:
        """Whether the key was sent with a value."""
        return self.data.get(key) is not None

    def fail(self, key: str | int | None, code: str, message: str) -> None:
        """Record an error at one of this object's keys, or at the object itself."""
        self.errors.add(self.path if key is None else (*self.path, key), code, message)

    def required(self, key: str) -> bool:
        """Whether a value is there; records BASE_TYPE_REQUIRED when not."""
        if self.given(key):
            return True
        self.fail(key, "BASE_TYPE_REQUIRED", "This field is required")
        return False

    def string(
        self, key: str, high: int, *, low: int = 0, required: bool = False, trim: bool = False
    ) -> str | None:
        """A text of `low` to `high` characters; with `trim` the space around it is dropped before."""
        if not self.given(key):
            if required:
                self.required(key)
            return None
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.fail(key, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        text = str(value).strip() if trim else str(value)
        if required and low and not text:
            self.required_text(key)
            return None
        if not low <= len(text) <= high:
            self.fail(key, *length_error(low, high))
            return None
        return text

    def filled(self, key: str, high: int) -> str:
        """A text that must have something in it beside space, at most `high` characters of it."""
        text = self.string(key, high, required=True, trim=True)
        if text == "":
            self.required_text(key)
        return text or ""

    def required_text(self, key: str) -> None:
        """Record that a text may not be empty."""
        self.fail(key, "BASE_TYPE_REQUIRED", "This field is required")

    def integer(self, key: str, low: int, high: int, *, required: bool = False) -> int | None:
        """A whole number in a range."""
        if not self.given(key):
            if required:
                self.required(key)
            return None
        value = self.data[key]
        number = _whole(value)
        if number is None:
            self.fail(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if number > high:
            self.fail(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
            return None
        if number < low:
            self.fail(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
            return None
        return number

    def boolean(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fail(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def snowflake(self, key: str, *, required: bool = False) -> Snowflake | None:
        """An id, as a string or as a number."""
        if not self.given(key):
            if required:
                self.required(key)
            return None
        value = parse_snowflake(self.data[key])
        if value is None:
            self.fail(key, "NUMBER_TYPE_COERCE", f'Value "{self.data[key]}" is not snowflake.')
        return value

    def choice(self, key: str, allowed: Collection[int], *, required: bool = False) -> int | None:
        """One of a few numbers."""
        if not self.given(key):
            if required:
                self.required(key)
            return None
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or value not in allowed:
            shown = ", ".join(str(item) for item in sorted(allowed))
            self.fail(key, "BASE_TYPE_CHOICES", f"Value must be one of ({shown}).")
            return None
        return int(value)

    def child(self, key: str) -> Node | None:
        """A nested object."""
        value = self.data.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.fail(key, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return None
        return Node(value, self.errors, (*self.path, key))

    def items(self, key: str, high: int, *, low: int = 0, counted: bool = True) -> list[Any]:
        """A list of `low` to `high` values; empty where there is none or it was refused.

        Where it is not `counted` too long a list is read nevertheless: another limit refuses it.
        """
        value = self.data.get(key)
        if value is None:
            if low:
                self.required(key)
            return []
        if not isinstance(value, list):
            self.fail(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if len(value) < low or (counted and len(value) > high):
            self.fail(key, *length_error(low, high))
            return []
        return value

    def numbers(self, key: str, allowed: Collection[int]) -> list[int]:
        """A list of a few known numbers."""
        values = self.items(key, len(allowed))
        if any(isinstance(value, bool) or not isinstance(value, int) for value in values) or not (
            set(values) <= set(allowed)
        ):
            shown = ", ".join(str(item) for item in sorted(allowed))
            self.fail(key, "BASE_TYPE_CHOICES", f"Value must be one of ({shown}).")
            return []
        return sorted(set(values))

    def nodes(self, key: str, high: int, *, low: int = 0, counted: bool = True) -> Iterator[Node]:
        """A list of objects, each with its place; see `items`."""
        for index, value in enumerate(self.items(key, high, low=low, counted=counted)):
            if isinstance(value, dict):
                yield Node(value, self.errors, (*self.path, key, index))
            else:
                place = (*self.path, key, index)
                self.errors.add(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def url(self, key: str, high: int, schemes: Collection[str] = ("http", "https")) -> str | None:
        """A web address, or `attachment://` where that scheme is allowed."""
        text = self.string(key, high)
        if text is None:
            return None
        parts = _split(text)
        if parts is None or not parts[0] or not parts[1]:
            self.fail(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            return None
        if parts[0] not in schemes:
            names = ", ".join(f"'{scheme}'" for scheme in schemes)
            self.fail(
                key,
                "URL_TYPE_INVALID_SCHEME",
                f'Scheme "{parts[0]}" is not supported. Scheme must be one of ({names}).',
            )
            return None
        return text


def _whole(value: object) -> int | None:
    """A whole number, also as a text or as a float without a fraction."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = int(value)
    except ValueError:
        return None
    return None if isinstance(value, float) and number != value else number


def kind_of(data: JsonObject) -> int | None:
    """The `type` of a component, whatever was sent in its place."""
    kind = data.get("type")
    return kind if isinstance(kind, int) and not isinstance(kind, bool) else None


def _split(text: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    return parts.scheme.lower(), parts.netloc


def parse_snowflake(value: object) -> Snowflake | None:
    """An id from JSON; None when it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    text = str(value)
    if not text.isascii() or not text.isdecimal() or len(text) > _SNOWFLAKE_DIGITS:
        return None
    number = int(text)
    return Snowflake(number) if number <= _MAX_SNOWFLAKE else None
