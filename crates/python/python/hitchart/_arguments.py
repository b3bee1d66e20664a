"""Arguments as the program reads them: texts, numbers and lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from . import _toml
from ._errors import MistakeError
from ._policy import Policy

_MOST_NAMED = 2
"""Most changed fields in the name of a ruleset."""


@runtime_checkable
class AsArgument(Protocol):
    """A value of this package that can be an argument: a ruleset or dice."""

    def as_argument(self) -> str:
        """Returns the argument of a question."""

    def as_toml(self) -> Any:
        """Returns the value in a scenario."""


File: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"
"""A file of the program: a built-in name, a path, the text of the file, or its content as a dictionary."""

Rules: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any] | AsArgument"
"""A ruleset: a built-in name, a path, the text of the file, its content, or the result of `hitchart.rules`."""

Dice: TypeAlias = "str | AsArgument"
"""Dice: a text such as `3d6+1d8`, or the result of `hitchart.dice`."""

Weights: TypeAlias = "str | Mapping[str, float]"
"""Weights or margins by name: `{"damage": 1, "move": 0.5}`, or `damage=1,move=0.5`."""

Names: TypeAlias = "str | Iterable[str]"
"""One or several names."""

Policies: TypeAlias = "str | Policy | Iterable[str | Policy]"
"""One or several policies: names, or own policies."""


def is_argument(value: object) -> bool:
    """Returns true for rulesets and dice of this package."""
    return hasattr(value, "as_argument")


def plain(value: Any) -> Any:
    """Returns an argument as JSON has it. A dictionary becomes the text of a file."""
    if value is None or isinstance(value, (str, int, float, Policy)):
        return value
    if is_argument(value):
        return value.as_argument()
    if isinstance(value, os.PathLike):
        return path(value)
    if isinstance(value, Mapping):
        return _toml.write(value)
    return [plain(one) for one in value] if _toml.is_list(value) else number(value)


def number(value: Any) -> Any:
    """Returns a number of another package, such as numpy, as a number of Python."""
    if hasattr(value, "item"):
        return value.item()
    hint = "; `hitchart.dice` makes dice that are arguments" if hasattr(value, "expression") else ""
    kinds = "a text, a number, a list, a dictionary or a path"
    raise TypeError(f"an argument is {kinds}, not {type(value).__name__}{hint}")


def path(name: os.PathLike[str]) -> str:
    """Returns a path so that the program does not take it for a built-in name."""
    text = os.fspath(name)
    return text if os.sep in text or "/" in text else os.path.join(os.curdir, text)


def listed(names: Policies) -> list[Any]:
    """Returns names and policies as a list; a text has the names separated by commas."""
    if isinstance(names, Policy):
        return [names]
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def rules_in(value: Any) -> Any:
    """Returns one ruleset or several, with the fields of dictionaries as nested tables and a name."""
    if isinstance(value, Mapping):
        return named(_toml.nested(value))
    return [rules_in(one) for one in value] if isinstance(value, (list, tuple)) else value


def scenario_in(value: Any) -> Any:
    """Returns a scenario, with the fields of its rules as nested tables."""
    if isinstance(value, Mapping) and isinstance(value.get("rules"), Mapping):
        return {**value, "rules": _toml.nested(value["rules"])}
    return value


def named(content: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the content of a ruleset's file with a name; by default the name lists the changes."""
    changes = {key: value for key, value in content.items() if key not in ("extends", "name", "summary")}
    return {"name": default_name(content.get("extends"), changes), **content}


def default_name(base: str | None, changes: Mapping[str, Any]) -> str:
    """Returns the default name of a ruleset: that of its base, and the changes if they are few."""
    changed = list(_toml.leaves(changes))
    if len(changed) > _MOST_NAMED:
        return f"{base or 'rules'}, changed"
    return ", ".join([base or "rules", *(f"{path} = {_toml.inline(value)}" for path, value in changed)])


def refuse_own(policies: Iterable[Any], argument: str) -> None:
    """Raises `MistakeError` for own policies, in an argument that takes names only."""
    for policy in policies:
        if isinstance(policy, Policy):
            raise MistakeError(
                f"policy `{policy.name}` is an own policy; `play`, `compare`, `sweep`, `tournament` and `run` take own"
                f" policies, but `{argument}` of this function takes names only",
                {"argument": argument},
            )


def pairs(weights: Weights | None) -> str | None:
    """Returns weights as the program reads them: `damage=1,move=0.5`."""
    if isinstance(weights, Mapping):
        if not weights:
            raise MistakeError("weights or margins without an entry; leave them out for the default")
        return ",".join(f"{name}={number_text(value)}" for name, value in weights.items())
    return weights


def number_text(value: Any) -> str:
    """Returns a number without a superfluous `.0`, or another value as text."""
    value = value.item() if hasattr(value, "item") else value
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
