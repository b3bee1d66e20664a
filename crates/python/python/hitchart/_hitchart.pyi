"""The native module: questions and answers as JSON texts."""

import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol

Told = tuple[str, str, int, int, int, list[float], list[str], str, str, int]
"""A decision: game, kind, player, key, number, features, their names, state, candidates, number of candidates."""

class _Policy(Protocol):
    """A policy, as the module reads it."""

    name: str
    base: str | None
    kinds: set[str] | None

    def answer(self, told: list[Told]) -> list[int | None]:
        """Answers decisions by places of candidates."""

__version__: str

class Reply:
    """An answer, which is written as JSON when it is needed."""

    mistake: str | None
    """The mistake, as JSON; `None` for an answer."""
    line: str
    """The answer as one sentence."""
    main: tuple[float | None, tuple[float, float] | None, int | None]
    """The main number, its interval, and the number of games or samples."""

    def json(self, figures: bool) -> str:
        """Returns the answer as JSON; the answers of commands have figures on request only."""

    def figures(self) -> str:
        """Draws the figures, and returns them as JSON."""

def ask(question: dict[str, Any], policies: Sequence[_Policy], as_json: Callable[[Any], Any]) -> Reply:
    """Answers a question. It may name these policies; `as_json` converts values of other types than JSON has."""

def write_report(
    question: dict[str, Any],
    as_json: Callable[[Any], Any],
    out: str | os.PathLike[str],
    resume: bool,
    counts: Sequence[str],
) -> str | os.PathLike[str]:
    """Answers a scenario, writes its report into a folder, and returns the path of the page.

    A mistake in the question is a `ValueError` with the mistake as JSON; a failure is a `RuntimeError`.
    """

def arrow_stream(table: str) -> object:
    """Returns a table of an answer, in JSON, as an Arrow stream in a capsule."""
