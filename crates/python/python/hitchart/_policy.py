"""Own policies: classes that decide for a player of a game."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._errors import MistakeError

if TYPE_CHECKING:
    from ._hitchart import Told


_BETWEEN_NAMES = ",+\n"
"""Characters that separate the names of policies in a list."""

MAX_DEPTH = 128
"""Deepest nesting of lists and dictionaries in a question."""


class Decision:
    """A decision of a player in a game, with all candidates.

    Attributes:
        game: `rapid-attack`, `intercept-orbit` or `apocalypse-frame`.
        kind: Kind of the decision, such as `act` or `tick`.
        player: Number of the player who decides, from 0.
        key: Number for random choices, such as `random.Random(decision.key + decision.number)`. It differs between games
            and between players.
        number: Number of earlier decisions of this policy in this game.
    """

    def __init__(self, told: Told) -> None:
        """Creates a decision from what the program tells."""
        self.game, self.kind, self.player, self.key, self.number = told[:5]
        self._values, self._names, self._state, self._candidates, self._count = told[5:]

    def __len__(self) -> int:
        """Returns the number of candidates."""
        return self._count

    @cached_property
    def features(self) -> dict[str, float]:
        """Numbers that describe the state from the view of the player, by name."""
        return dict(zip(self._names, self._values, strict=True))

    @property
    def feature_values(self) -> list[float]:
        """Values of the features in order, without names, for a model of your own."""
        return self._values

    @cached_property
    def state(self) -> dict[str, Any]:
        """The state of the game. `docs/own-policies.md` describes its keys."""
        state: dict[str, Any] = json.loads(self._state)
        return state

    @cached_property
    def candidates(self) -> list[Any]:
        """All legal candidates: a name such as `pass`, or a dictionary with the name as its only key."""
        candidates: list[Any] = json.loads(self._candidates)
        return candidates

    def __repr__(self) -> str:
        """Returns game, kind and player, and the number of candidates."""
        return f"<Decision {self.kind} of player {self.player} in {self.game}, {self._count} candidates>"


class Policy:
    """Base class of own policies. Use an instance wherever a function takes the name of a policy.

    `choose` gets many decisions at once, of different games. Its answers must depend on the decisions only, so that a
    result does not depend on the number of threads.

    Attributes:
        name: Name in tables; by default that of the class.
        base: Built-in policy that makes all other decisions; by default that of the game.
        kinds: Kinds of decisions that `choose` gets, one or several; by default all. Few kinds make a policy fast.

    >>> import hitchart
    >>> class Hasty(hitchart.Policy):  # counts down the clock; the tactician makes all other decisions
    ...     base = "tactician"
    ...     kinds = ["tick"]
    ...
    ...     def choose(self, decisions):
    ...         return [decision.candidates.index("tick") for decision in decisions]
    >>> games = hitchart.play("mirror-five", games=40, policies=[Hasty(), "tactician"])
    >>> games.n
    40
    """

    name: str = ""
    base: str | None = None
    kinds: str | Iterable[str] | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        """Gives the class its own name, unless it sets one."""
        super().__init_subclass__(**options)
        if not cls.__dict__.get("name"):
            cls.name = cls.__name__

    def choose(self, decisions: Sequence[Decision]) -> Sequence[int | None]:
        """Returns for each decision the place of a candidate, from 0; `None` leaves the decision to the base."""
        raise NotImplementedError(f"{type(self).__name__} has no method `choose`")


class NativePolicy:
    """A policy as the native module reads it: name, base, kinds of decisions, and a function for a list of decisions."""

    def __init__(self, policy: Policy) -> None:
        """Creates it from an own policy."""
        self.policy = policy
        self.name = _name(policy)
        self.base = policy.base
        if not isinstance(self.base, (str, type(None))):
            raise MistakeError(f"the base of policy `{self.name}` is {self.base!r}; allowed: the name of a policy, or None")
        kinds = policy.kinds
        self.kinds = None if kinds is None else {kinds} if isinstance(kinds, str) else set(kinds)

    def answer(self, told: list[Told]) -> list[int | None]:
        """Answers decisions, and checks the answers."""
        decisions = [Decision(one) for one in told]
        chosen = self.policy.choose(decisions)
        if not isinstance(chosen, Iterable):
            raise ValueError(f"{self.name}.choose returned {chosen!r}; allowed: a list with an answer to each decision")
        places = list(chosen)
        if len(places) != len(decisions):
            raise ValueError(f"{self.name}.choose returned {len(places)} answers to {len(decisions)} decisions")
        return [self._place(place, decision) for place, decision in zip(places, decisions, strict=True)]

    def _place(self, place: Any, decision: Decision) -> int | None:
        """Returns the place of a candidate as an integer. Raises `ValueError` if there is no such candidate."""
        if place is None:
            return None
        try:
            number = operator.index(place)
        except TypeError:
            number = -1
        if 0 <= number < len(decision):
            return number
        raise ValueError(
            f"{self.name}.choose returned {place!r} for {decision!r};"
            f" allowed: 0 to {len(decision) - 1} (whole numbers), or None"
        )


def _name(policy: Policy) -> str:
    """Returns the name of a policy. Raises `MistakeError` for a name that lists of names cannot contain."""
    name: Any = policy.name
    if isinstance(name, str) and name and name == name.strip() and not any(mark in name for mark in _BETWEEN_NAMES):
        return name
    raise MistakeError(
        f"{type(policy).__name__}.name is {name!r}; allowed: a text without commas, `+`, and spaces at its ends"
    )


def policies_in(value: Any) -> list[Policy]:
    """Returns the own policies in a question or in the content of a scenario, each once."""
    found: dict[int, Policy] = {}

    def look(value: Any, depth: int = 0) -> None:
        if value is None or isinstance(value, (str, int, float)):
            return
        if depth > MAX_DEPTH:
            raise MistakeError(f"the question is nested deeper than {MAX_DEPTH} levels")
        if isinstance(value, Policy):
            found[id(value)] = value
        elif isinstance(value, Mapping):
            for one in value.values():
                look(one, depth + 1)
        elif isinstance(value, (list, tuple)):
            for one in value:
                look(one, depth + 1)

    look(value)
    return list(found.values())
