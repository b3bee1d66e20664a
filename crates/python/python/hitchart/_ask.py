"""Questions to the program, and their answers as dictionaries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from . import _hitchart
from ._answer import Answer
from ._arguments import number, plain
from ._errors import MistakeError, raise_for


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answers a question as data: one dictionary in, one out.

    Every other function of this package asks such a question. `docs/json.md` describes questions and answers, and
    `ask({"ask": "about"})["schema"]` is the JSON Schema of all questions.

    Raises `MistakeError` for a mistake in the question, `KeyboardInterrupt` if you stop it, and `FailedError` if the
    program fails.

    >>> import hitchart
    >>> hitchart.ask({"ask": "ra attack", "attack": "2d6", "defense": "1d6"})["line"]
    '2d6, vs 1d6: 0.486 damage (34% hit), exact [rulebook]'
    """
    try:
        text = json.dumps(question, default=number, allow_nan=False)
    except ValueError as error:
        raise MistakeError(f"a number of the question is not finite: {error}") from None
    answer: dict[str, Any] = json.loads(_hitchart.ask(text))
    if answer.get("ok") is not True:
        raise_for(answer.get("error", {}))
    return answer


def arguments(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a question without those that are not set or equal a default of the program."""
    question = {}
    for name, value in given.items():
        is_unset = value is None or (value is False and name != "figures")
        if is_unset or (name in defaults and value == defaults[name]):
            continue
        value = plain(value)
        if value != []:
            question[name.rstrip("_")] = value
    return question


def answered(name: str, given: Mapping[str, Any], **defaults: Any) -> Answer:
    """Answers a question of the command line; `defaults` are the values that need no argument."""
    return Answer(ask({"ask": name, **arguments(given, {"figures": True, **defaults})}))
