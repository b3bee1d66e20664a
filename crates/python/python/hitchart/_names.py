"""Names and texts of what is built into the program."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from ._answer import Answer
from ._arguments import Names
from ._ask import answered
from ._errors import MistakeError

Kind: TypeAlias = Literal[
    "scenarios", "rules", "house-rules", "companies", "fleets", "battlefields", "encounters", "archetypes", "armaments",
    "policies", "metrics",
]  # fmt: skip
"""Kinds of built-in things with names."""

TextKind: TypeAlias = Literal["scenario", "rules", "company", "fleet", "battlefield", "encounter"]
"""Kinds of built-in files."""


def names(kind: Kind) -> list[str]:
    """Returns the names of everything of a kind that is built into the program.

    >>> import hitchart
    >>> hitchart.names("fleets")[:2]
    ['long-watch', 'toll-keepers']
    """
    return list(dict.fromkeys(row["name"] for row in listing(kind).data["rows"]))


def listing(kind: Kind, name: Names = ()) -> Answer:
    """Lists everything of a kind, with a description; `name` selects some of it.

    >>> import hitchart
    >>> hitchart.listing("archetypes", "Soldier").table[0]["loadout"]
    'RdYBG'
    """
    _known(kind, get_args(Kind))
    if kind == "rules":
        return answered("rules list", {})
    return answered(f"list {kind}", {"name": name})


def text(kind: TextKind, name: str) -> str:
    """Returns the text of a built-in file, as a start for a file of your own.

    >>> import hitchart
    >>> print(hitchart.text("rules", "h01-direct-10").splitlines()[0])
    # Direct fire reaches 10 units.
    """
    _known(kind, get_args(TextKind))
    return str(answered(f"show {kind}", {kind: name}))


def _known(kind: str, kinds: tuple[str, ...]) -> None:
    """Raises `MistakeError` for an unknown kind."""
    if kind in kinds:
        return
    from difflib import get_close_matches

    near = get_close_matches(str(kind), kinds, 1)
    found = {"help": f"did you mean `{near[0]}`?"} if near else {}
    help_text = f"; {found['help']}" if found else ""
    raise MistakeError(f"unknown kind `{kind}`; allowed: {', '.join(kinds)}{help_text}", {**found, "argument": "kind"})
