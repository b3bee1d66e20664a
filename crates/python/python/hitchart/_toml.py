"""TOML: dictionaries as texts, and texts and files as dictionaries."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ._errors import MistakeError
from ._policy import Policy

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PART = re.compile(r'\s*(?:"([^"]*)"|([A-Za-z0-9_-]+))\s*(\.|$)')


def write(table: Mapping[str, Any]) -> str:
    """Returns a table as a TOML text of at least one line. Keys with the value `None` are left out."""
    return "\n".join(_lines(table, ())).strip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yields the lines of a table: first its values, then the tables below it."""
    below: list[tuple[str, Any]] = []
    for key, value in table.items():
        value = _plain(value)
        if isinstance(value, Mapping) or _is_tables(value):
            below.append((key, value))
        elif value is not None:
            yield f"{_key(key)} = {inline(value)}"
    for key, value in below:
        inner = (*path, key)
        header = ".".join(map(_key, inner))
        for one in [value] if isinstance(value, Mapping) else value:
            yield ""
            yield f"[{header}]" if isinstance(value, Mapping) else f"[[{header}]]"
            yield from _lines(_plain(one), inner)


def _plain(value: Any) -> Any:
    """Returns the table of a ruleset, the text of a path or of dice, the name of a policy, the values of an array as a
    list, and any other value unchanged."""
    from ._arguments import is_argument

    if is_argument(value):
        return value.as_toml()
    if isinstance(value, Policy):
        return value.name
    if is_list(value) and not isinstance(value, Iterator):  # an iterator could be read only once
        return list(value)
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def is_list(value: Any) -> bool:
    """Returns true for lists, tuples, and other series of values, such as arrays of numpy and columns of data frames."""
    if getattr(value, "ndim", None) == 0:  # an array of numpy without dimensions, which cannot be iterated
        return False
    # The order of a set differs from process to process.
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray, set, frozenset, Mapping))


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(_plain(one), Mapping) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def inline(value: Any) -> str:
    """Returns a value inside a line."""
    value = _plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return repr(int(value))
    if isinstance(value, float):  # also a number of numpy, whose `repr` has its type
        return repr(float(value))
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {inline(one)}" for key, one in value.items() if one is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if hasattr(value, "item"):  # a number of numpy
        return inline(value.item())
    raise MistakeError(f"{value!r} cannot be written as TOML; allowed: texts, numbers, true and false, lists, tables")


def read(text: str, what: str = "text") -> dict[str, Any]:
    """Parses a TOML text; `what` names it in messages."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[import-not-found, no-redef, unused-ignore]
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MistakeError(f"{what}: {error}") from None


def read_file(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Parses a TOML file."""
    try:
        return read(Path(path).read_text(encoding="utf-8"), os.fspath(path))
    except (OSError, UnicodeDecodeError) as error:
        raise MistakeError(f"cannot read {os.fspath(path)}: {error}") from None


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a table with changes. Tables merge; other values replace, and so does an entry with `remove`."""
    result = dict(base)
    for key, value in changes.items():
        before = result.get(key)
        is_entry = isinstance(before, Mapping) and isinstance(value, Mapping)
        if is_entry and "remove" not in before and "remove" not in value:  # type: ignore[operator]
            result[key] = merged(before, value)  # type: ignore[arg-type]
        else:
            result[key] = merged({}, value) if isinstance(value, Mapping) else value
    return result


def nested(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns changes as nested tables: `{"ranges.direct": 10}` becomes `{"ranges": {"direct": 10}}`.

    Only the outermost keys are paths.
    """
    if not isinstance(changes, Mapping):
        raise TypeError(f"changes are a dictionary such as {{'ranges.direct': 10}}, not {type(changes).__name__}")
    result: dict[str, Any] = {}
    for path, value in changes.items():
        if not isinstance(path, str):
            raise TypeError(f"fields are named by texts such as `ranges.direct`, not by {path!r}")
        inner = value
        for part in reversed(parts(path)):
            inner = {part: inner}
        result = merged(result, inner)
    return result


def parts(path: str) -> list[str]:
    """Returns the parts of a path such as `catalogue.armaments."Sniper Rifle".dice`."""
    found, place = [], 0
    while place < len(path):
        match = _PART.match(path, place)
        if not match:
            break
        found.append(match[1] if match[1] is not None else match[2])
        place = match.end()
        if match[3] == "" and place == len(path):
            return found
    raise MistakeError(f"`{path}` is not the path of a field, such as `ranges.direct`")


def leaves(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yields all values of nested tables with their paths."""
    for key, value in table.items():
        inner = (*path, key)
        if isinstance(value, Mapping):
            yield from leaves(value, inner)
        else:
            yield ".".join(map(_key, inner)), value
