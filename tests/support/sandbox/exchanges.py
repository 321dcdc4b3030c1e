"""Validates recorded REST exchanges against Discord's own OpenAPI document (JSON Schema 2020-12)."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

HERE = Path(__file__).parents[2] / "discord"
_BASE = "urn:discord"

DIFFERENCES = (
    "Unions: oneOf is read as anyOf; branches are told apart by fields that the schemas do not fix.",
    "Requests may send snowflakes as numbers (prose, 'Snowflakes'); the document has text only.",
    "Field errors (`errors`) carry a text code; the document says integer.",
    "429 has a `code` for some limits only (prose, 'Rate Limits'); the document requires it.",
)
"""Every difference between the document and the prose documentation that is passed over here."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in an exchange that the document does not allow."""

    route: str
    status: int
    side: str
    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.route} {self.status} {self.side} {self.place}: {self.message}"


def _loosened(node: Any) -> Any:
    """The document with `oneOf` read as `anyOf` (see DIFFERENCES)."""
    if isinstance(node, list):
        return [_loosened(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {("anyOf" if key == "oneOf" else key): _loosened(value) for key, value in node.items()}


@functools.cache
def document(side: str = "response") -> Any:
    """The OpenAPI document as it holds for requests or for responses."""
    text = (HERE / "openapi.json").read_text(encoding="utf-8")
    loosened = _loosened(json.loads(text))
    if side == "request":
        loosened["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return loosened


@functools.cache
def _registry(side: str) -> Registry[Any]:
    resource = DRAFT202012.create_resource(document(side))
    registry: Registry[Any] = Registry().with_resource(_BASE, resource)
    return registry


def _pointer(*keys: str) -> str:
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in keys)


@functools.cache
def _validator(pointer: str, side: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"{_BASE}#/{pointer}"}, registry=_registry(side))


@functools.cache
def _fast_registry(side: str) -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_BASE, document(side))], draft=jsonschema_rs.Draft202012)


@functools.cache
def _fast_validator(pointer: str, side: str) -> jsonschema_rs.Draft202012Validator:
    """Finds out a hundred times faster whether anything is wrong; what it is, the other one tells better."""
    schema = {"$ref": f"{_BASE}#/{quote(pointer, safe='/~')}"}
    return jsonschema_rs.Draft202012Validator(schema, registry=_fast_registry(side))


def _innermost(error: ValidationError) -> ValidationError:
    """The error that matters inside a union: that of the branch whose `type` fits, or of the closest one."""
    if not error.context:
        return error
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)

    def distance(branch: list[ValidationError]) -> tuple[bool, int]:
        other_kind = any(inner.path and inner.path[-1] == "type" for inner in branch)
        return other_kind, len(branch)

    return _innermost(min(branches.values(), key=distance)[0])


def _response_schema(path: str, method: str, status: int) -> str | None:
    operation = document()["paths"][path][method]
    responses = operation["responses"]
    key = str(status) if str(status) in responses else "4XX"
    if key not in responses:
        return None
    if "$ref" in responses[key]:
        name = responses[key]["$ref"].rsplit("/", 1)[1]
        return _pointer("components", "responses", name, "content", "application/json", "schema")
    if "application/json" not in responses[key].get("content", {}):
        return None
    return _pointer("paths", path, method, "responses", key, "content", "application/json", "schema")


def _request_schema(path: str, method: str, content_type: str) -> str | None:
    content = document()["paths"][path][method].get("requestBody", {}).get("content", {})
    if content_type not in content:
        return None
    return _pointer("paths", path, method, "requestBody", "content", content_type, "schema")


def _is_known(exchange: Any, side: str, error: ValidationError) -> bool:
    """Whether a finding is one of the documented differences."""
    if side != "response":
        return False
    if exchange["status"] == 429 and error.validator == "required":
        return "'code'" in error.message
    return exchange["status"] >= 400 and "errors" in list(error.absolute_path)


def _check(exchange: Any, side: str, pointer: str | None) -> Iterator[Finding]:
    if pointer is None or _fast_validator(pointer, side).is_valid(exchange[side]):
        return
    for error in _validator(pointer, side).iter_errors(exchange[side]):
        worst = _innermost(error)
        if not _is_known(exchange, side, worst):
            place = worst.json_path
            yield Finding(exchange["route"], exchange["status"], side, place, worst.message[:300])


def findings(exchanges: Iterable[Any]) -> Iterator[Finding]:
    """Everything that the document does not allow: unlisted routes and answers, malformed bodies."""
    for exchange in exchanges:
        method, path = exchange["route"].split(" ", 1)
        status = exchange["status"]
        if path not in document()["paths"] or method.lower() not in document()["paths"][path]:
            yield Finding(exchange["route"], status, "route", "", "the document has no such route")
            continue
        responses = document()["paths"][path][method.lower()]["responses"]
        if status >= 500:
            continue  # the document tells of no fault of Discord's own
        if str(status) not in responses and not ("4XX" in responses and 400 <= status < 500):
            yield Finding(exchange["route"], status, "response", "", "the document has no such status")
        yield from _check(exchange, "response", _response_schema(path, method.lower(), status))
        if status < 300 and exchange["content_type"]:
            pointer = _request_schema(path, method.lower(), exchange["content_type"])
            yield from _check(exchange, "request", pointer)


def load(record: Path) -> list[Any]:
    """The exchanges that a sandbox recorded."""
    return [json.loads(line) for line in record.read_text(encoding="utf-8").split("\n") if line]
