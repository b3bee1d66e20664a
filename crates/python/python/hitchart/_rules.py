"""Rulesets: built-in ones, files, and changes of single fields."""

from __future__ import annotations

import os
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from . import _toml
from ._answer import Answer
from ._arguments import Rules as RulesArgument
from ._arguments import default_name, named, plain, rules_in
from ._ask import answered
from ._errors import MistakeError
from ._names import names

_LONGEST_CHAIN = 8
"""Most files that extend one another."""


class Rules:
    """A ruleset, to be given as `rules=` to any question. `hitchart.rules` makes one.

    >>> import hitchart
    >>> longer = hitchart.rules("rulebook").with_({"ranges.direct": 10})
    >>> longer
    Rules('rulebook, ranges.direct = 10')
    >>> print(longer.toml)
    extends = "rulebook"
    name = "rulebook, ranges.direct = 10"
    <BLANKLINE>
    [ranges]
    direct = 10
    <BLANKLINE>
    """

    def __init__(self, base: str | None, changes: Mapping[str, Any], label: str) -> None:
        """Keeps the built-in ruleset that is changed, and the changes; `label` is the name if the changes give none."""
        # A later change of a list of the caller does not change the rules.
        self._base, self._changes, self._label = base, deepcopy(dict(changes)), label

    @property
    def name(self) -> str:
        """Name of the ruleset in answers."""
        return str(self._changes.get("name") or self._label)

    @property
    def toml(self) -> str:
        """The text of the ruleset's file: the ruleset that it extends, and the changes."""
        return _toml.write(self.as_toml())

    def with_(self, changes: Mapping[str, Any], *, name: str | None = None, summary: str | None = None) -> Rules:
        """Returns this ruleset with some fields changed, after a check.

        Fields are named by path, such as `ranges.direct`; a value may be a dictionary of fields. By default the name
        lists the changes. Raises `MistakeError` for an unknown field or a value that is not allowed.

        >>> import hitchart
        >>> rules = hitchart.rules("rulebook").with_({"dice.defense": "1d8"}, name="stronger-blues")
        >>> hitchart.ra.attack(attack="2d6", defense="1d6", rules=rules).line
        '2d6, vs 1d6: 0.486 damage (34% hit), exact [stronger-blues]'
        """
        if isinstance(changes, Mapping) and "extends" in changes:
            problem = "`extends` is no change of a ruleset; `hitchart.rules` makes one that extends another"
            raise MistakeError(problem, {"argument": "changes"})
        labels = {"name": name, "summary": summary}
        before = {key: value for key, value in self._changes.items() if key not in labels}
        merged = _toml.merged(before, _toml.nested(changes))
        labels = {key: value for key, value in labels.items() if value is not None}
        changed = {"name": default_name(self._base, merged), **labels, **merged, **labels}
        rules = Rules(self._base, changed, self._label)
        rules.check()
        return rules

    def check(self) -> Answer:
        """Checks the ruleset, and returns its differences from the most similar built-in one.

        >>> import hitchart
        >>> hitchart.rules("h01-direct-10").check().table["field"]
        ['ranges.direct']
        """
        return answered("rules check", {"rules": self})

    def diff(self, other: RulesArgument) -> Answer:
        """Returns the fields in which another ruleset differs from this one.

        >>> import hitchart
        >>> hitchart.rules("rulebook").diff("h01-direct-10").table[0]
        {'field': 'ranges.direct', 'first': '8.0', 'second': '10.0'}
        """
        return answered("rules diff", {"a": self, "b": rules_in(other)})

    def show(self) -> str:
        """Returns the complete ruleset as TOML, with every field.

        >>> import hitchart
        >>> "direct = 8.0" in hitchart.rules("rulebook").show()
        True
        """
        return str(answered("rules show", {"rules": self}))

    def as_argument(self) -> str:
        """Returns the argument of a question: a built-in name, or the text of the file."""
        return self.toml if self._changes or self._base is None else self._base

    def as_toml(self) -> dict[str, Any]:
        """Returns the content of the ruleset's file."""
        return deepcopy({**({"extends": self._base} if self._base else {}), **self._changes})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.as_toml() == other.as_toml()

    def __hash__(self) -> int:
        return hash(self.toml)

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    __str__ = __repr__


def rules(name: RulesArgument) -> Rules:
    """Returns a ruleset by name, path or text, after a check. `Rules.with_` changes its fields.

    `name` is a built-in ruleset or house rule (`hitchart.names("rules")`, `hitchart.names("house-rules")`), a file
    ending in `.toml`, the text of such a file, or its content as a dictionary.

    >>> import hitchart
    >>> hitchart.rules("rulebook").with_({"ranges.direct": 10}).name
    'rulebook, ranges.direct = 10'
    >>> try:
    ...     hitchart.rules("rulebook").with_({"ranges.direkt": 10})
    ... except hitchart.MistakeError as mistake:
    ...     print(mistake.help)
    did you mean `direct`?
    """
    if isinstance(name, Rules):
        return name
    if isinstance(name, Mapping):
        name = _toml.nested(name)
    answered("rules check", {"rules": name})
    if isinstance(name, Mapping):
        return _of_table(named(name), "", None)
    text = str(plain(name))
    if "\n" in text:
        return _of_table(named(_toml.read(text, "ruleset")), "", None)
    if isinstance(name, os.PathLike) or _is_file(Path(text), text):
        return _of_file(Path(text))
    return Rules(text, {}, text)


def _of_file(file: Path) -> Rules:
    return _of_table(_toml.read_file(file), file.stem, file.parent)


def _of_table(table: Mapping[str, Any], label: str, folder: Path | None) -> Rules:
    """Returns a ruleset of the content of a file. Files that it extends become part of it."""
    content = {"name": label, **table}
    for _ in range(_LONGEST_CHAIN):
        base = content.pop("extends", None)
        file = None if base is None or folder is None else folder / base
        if file is None or not _is_file(file, base):
            return Rules(base, content, label)
        content = _toml.merged(_toml.read_file(file), content)
        folder = file.parent
    return Rules(content.pop("extends", None), content, label)


def _is_file(file: Path, name: str) -> bool:
    """Returns true if a name means this file. The name of a built-in ruleset never means a file of the same name."""
    return file.is_file() and name not in names("rules")
