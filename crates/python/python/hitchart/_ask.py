"""Questions to the program, and their answers as dictionaries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _hitchart
from ._answer import Answer
from ._arguments import plain, rules_in, scenario_in
from ._errors import raise_for
from ._policy import NativePolicy, Policy, policies_in


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answers a question as data: one dictionary in, one out.

    Every other function of this package asks such a question. `docs/json.md` describes questions and answers, and
    `ask({"ask": "about"})["schema"]` is the JSON Schema of all questions.

    Raises `MistakeError` for a mistake in the question, `KeyboardInterrupt` if you stop it, and `FailedError` if the
    program fails. Games and simulations that you stop end at once. An exact computation goes on in a thread of its
    own, without a result, until it is done or Python exits. A `Policy` may stand for the name of a policy.

    >>> import hitchart
    >>> hitchart.ask({"ask": "ra attack", "attack": "2d6", "defense": "1d6"})["line"]
    '2d6, vs 1d6: 0.486 damage (34% hit), exact [rulebook]'
    """
    answer: dict[str, Any] = json.loads(reply_to(question, policies_in(question)).json(figures=True))
    return answer


def reply_to(question: Mapping[str, Any], policies: Iterable[Policy]) -> _hitchart.Reply:
    """Answers a question that may name these policies."""
    if not isinstance(question, Mapping):
        raise TypeError(f"a question is a dictionary such as {{'ask': 'about'}}, not {type(question).__name__}")
    reply = _hitchart.ask(dict(question), [NativePolicy(policy) for policy in policies], as_json)
    if reply.mistake is not None:
        raise_for(json.loads(reply.mistake).get("error", {}))
    return reply


def as_json(value: Any) -> Any:
    """Returns a policy, rules, dice, a path, or a number or an array of another package as JSON has it."""
    return value.name if isinstance(value, Policy) else plain(value)


def arguments(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a question without those that are not set or equal a default of the program."""
    question = {}
    tables = {"rules": rules_in, "scenario": scenario_in}
    for name, value in given.items():
        value = plain(tables[name](value) if name in tables else value)
        # A number of numpy cannot be compared with a list.
        is_unset = value is None or (isinstance(value, list) and not value)
        if not is_unset and not (name in defaults and value == defaults[name]):
            question[name.rstrip("_")] = value
    return question


def answered(name: str, given: Mapping[str, Any], **defaults: Any) -> Answer:
    """Answers a question of the command line; `defaults` are the values that need no argument."""
    question = {"ask": name, **arguments(given, {"figures": True, **defaults})}
    return Answer.of(reply_to(question, policies_in(question)))
