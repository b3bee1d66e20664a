"""Errors: a mistake in a question, and a failure of the program."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any


class MistakeError(ValueError):
    """A mistake in a question, such as an unknown name or a number out of range.

    `str()` is the whole message, with the line of the file at fault if there is one.

    >>> import hitchart
    >>> try:
    ...     hitchart.ra.frame("Soldjer")
    ... except hitchart.MistakeError as mistake:
    ...     print(mistake.help)
    did you mean the archetype `Soldier`?
    """

    problem: str
    """The mistake in one sentence."""
    help: str | None
    """A suggestion, such as the nearest name."""
    argument: str | None
    """Name of the argument at fault, if the message names one."""
    line: int | None
    """Line in the text at fault, from 1."""
    column: int | None
    """Column in that line, from 1."""
    file: str | None
    """Name of the file at fault; a text that you passed is named after its kind, such as `scenario`."""

    def __init__(self, message: str, found: Mapping[str, Any] | None = None) -> None:
        found = found or {}
        super().__init__(message.removeprefix("error: "))
        self.problem = str(found.get("problem", self.args[0]))
        self.help = found.get("help")
        argument = found.get("argument")
        self.argument = f"{argument}_" if argument and keyword.iskeyword(argument) else argument
        self.line, self.column, self.file = found.get("line"), found.get("column"), found.get("file")


class FailedError(RuntimeError):
    """A failure that is no mistake in the question, such as a full disk or a fault of the program."""


def raise_for(error: Mapping[str, Any]) -> None:
    """Raises the exception for the `error` of an answer."""
    message = str(error.get("message", "the program gave no reason"))
    match error.get("kind"):
        case "input":
            raise MistakeError(message, error)
        case "stopped":
            raise KeyboardInterrupt(message)
        case _:
            raise FailedError(message.removeprefix("error: "))
