"""Positions of the three games, and audits of games that were played.

>>> import hitchart
>>> moves = hitchart.play("mirror-five", replay=3).files["replay.jsonl"]
>>> advice = hitchart.ra.position(moves, round=2, advise=True, games=20)
>>> list(advice.tables)
['position-chances', 'position-advice']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ._answer import Answer
from ._arguments import File, Names, listed, refuse_own
from ._ask import answered


class PositionFunction(Protocol):
    """A function that plays on from a position."""

    def __call__(
        self,
        file: File,
        *,
        round: int | None = None,
        decision: int | None = None,
        advise: bool = False,
        games: int = 1000,
        policy: Names = (),
        seed: int = 1,
        threads: int | None = None,
    ) -> Answer: ...


class AuditFunction(Protocol):
    """A function that audits a game."""

    def __call__(
        self,
        replay: File,
        *,
        games: int = 200,
        screened: int = 40,
        policy: Names = (),
        seed: int = 1,
        threads: int | None = None,
    ) -> Answer: ...


def _answered(name: str, given: Mapping[str, Any], **defaults: Any) -> Answer:
    """Answers a question whose argument `policy` takes names only."""
    policy = listed(given["policy"])
    refuse_own(policy, "policy")
    return answered(name, {**given, "policy": policy}, **defaults)


def position_function(game: str) -> PositionFunction:
    """Returns the function `position` of a game."""

    def position(
        file: File,
        *,
        round: int | None = None,
        decision: int | None = None,
        advise: bool = False,
        games: int = 1000,
        policy: Names = (),
        seed: int = 1,
        threads: int | None = None,
    ) -> Answer:
        """Returns the chances to win from a position, and with `advise` the best action there.

        Args:
            file: Replay of a game (`replay.jsonl`), or a scenario with a position: a file, its text, or its content as
                a dictionary.
            round: Round at whose first decision the position is; 1 by default, and 0 is before the first round.
            decision: Number of the decision at which the position is, from 1, instead of `round`.
            advise: Compare the actions: the best one, and what the next best loses.
            games: Games from the position, and from each of the best actions.
            policy: Names of the policies that play on: one for all players, or one for each.
            seed: Seed of the dice to come.
            threads: Number of threads; results do not depend on it.
        """
        # A closure's locals have its outer variables too; arguments of None are left out of the question.
        return _answered(f"{game} position", {**locals(), "game": None}, games=1000, seed=1)

    return position


def audit_function(game: str) -> AuditFunction:
    """Returns the function `audit` of a game."""

    def audit(
        replay: File,
        *,
        games: int = 200,
        screened: int = 40,
        policy: Names = (),
        seed: int = 1,
        threads: int | None = None,
    ) -> Answer:
        """Returns the chance to win after every turn of a game, the luck of each side, and the costliest decisions.

        Args:
            replay: Replay of the game (`replay.jsonl`): a file or its text.
            games: Games from the state after every turn.
            screened: Games from every decision and each of its alternatives.
            policy: Names of the policies that play on: one for all players, or one for each.
            seed: Seed of the dice to come.
            threads: Number of threads; results do not depend on it.
        """
        return _answered(f"{game} audit", {**locals(), "game": None}, games=200, screened=40, seed=1)

    return audit
