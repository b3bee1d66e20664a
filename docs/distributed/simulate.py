#!/usr/bin/env python3
"""Simulates a tournament on a cluster: how long it takes, how many bytes move, and what its limit is.

    python3 docs/distributed/simulate.py [--games 1e9] [--entrants 35] [--seed 1]

A scheduler sends parts to workers with one core each, receives the counts and adds them. After the last part of a look,
it writes the units of the next. docs/distributed.md explains the results. The same arguments give the same output.
"""

import argparse
import heapq
import math
import random
from dataclasses import dataclass

# Measured; docs/distributed.md says how.
GAME = {"tactician": 0.00055, "search": 0.21}  # seconds of a game on one core
SET_UP = 0.0265, 0.005  # seconds until a unit starts, at the first look and more at each further look
PART_BYTES = 1_650, 6_800  # compressed bytes of the data that a part needs, likewise
UNIT_BYTES = 3_600, 61_000  # bytes of a unit as the program writes it, likewise
UNIT_BYTE = 47e-9  # seconds to write a byte of a unit
PIECE_BYTES = 20  # compressed bytes of a piece of a part: its matchup and blocks
LINE_BYTES = 260  # bytes of a line of counts
LINE = 20e-6  # seconds to read, check and add a line
DISPATCH = 0.0013  # seconds of the scheduler to send a part and to receive its counts

# Assumed.
NETWORK = 1.25e9  # bytes a second of the scheduler's network
LATENCY = 0.001  # seconds until a message arrives
SPREAD = 0.1  # standard deviation of the logarithm of a part's time
SHORTEST = 0.5  # seconds of the shortest part
SLOW = 0.005, 3.0  # share of parts on a machine that is busy otherwise, and how much longer they take

LOOKS, GROWTH = 20, 1.15  # looks of a tournament, and the games of a look by those of the look before


@dataclass(frozen=True)
class Plan:
    """A cluster and a way to use it."""

    cores: int
    parts: int  # parts of a look for each core
    game: float
    games: float
    matchups: int
    shares: bool  # the units of a look share their data, a part has one set-up, and counts are added after each look
    schedulers: int  # each distributes its share of the parts; one of them adds all counts


@dataclass
class Outcome:
    """Seconds in all and by cause, number of parts, and bytes that the schedulers send and receive."""

    seconds: float = 0.0
    send: float = 0.0
    add: float = 0.0
    write: float = 0.0
    parts: int = 0
    moved: float = 0.0


def count(plan, parts, length, step, chance):
    """Simulates the parts of a look; returns its seconds."""
    free = [0.0] * min(plan.cores, parts)
    ready, last = [0.0] * plan.schedulers, 0.0
    for part in range(parts):
        by = part % plan.schedulers
        ready[by] = start = max(ready[by], heapq.heappop(free)) + step
        slow = SLOW[1] if chance.random() < SLOW[0] else 1.0
        end = start + 2 * LATENCY + length * slow * chance.lognormvariate(0.0, SPREAD)
        heapq.heappush(free, end)
        last = max(last, end)
    return last


def tournament(plan, seed):
    """Simulates all looks of a tournament."""
    chance, out, played, lines = random.Random(seed), Outcome(), 0.0, 0.0
    for k in range(LOOKS):
        due = plan.games * GROWTH ** (k + 1 - LOOKS)
        work, played = (due - played) * plan.game, due
        parts = max(1, min(plan.cores * plan.parts, math.ceil(work / SHORTEST)))
        pieces = 1 + plan.matchups / parts  # of a part: each has blocks of one matchup
        set_up = (SET_UP[0] + k * SET_UP[1]) * (1 if plan.shares else pieces)
        bytes_of_part = PART_BYTES[0] + k * PART_BYTES[1] + pieces * (PIECE_BYTES + LINE_BYTES)
        step = DISPATCH + bytes_of_part / NETWORK
        lines = parts * pieces + (plan.matchups * k if plan.shares else lines)
        add = lines * LINE
        units = 1 if plan.shares else plan.matchups
        write = units * (UNIT_BYTES[0] + (k + 1) * UNIT_BYTES[1]) * UNIT_BYTE
        out.seconds += count(plan, parts, work / parts + set_up, step, chance) + add + write
        out.send += parts * step / plan.schedulers
        out.add += add
        out.write += write
        out.parts += parts
        out.moved += parts * bytes_of_part
    return out


def duration(seconds):
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.1f} s"


def row(plan, seed):
    """Returns a line of the table."""
    out = tournament(plan, seed)
    work = plan.games * plan.game
    shares = [work / plan.cores / out.seconds, out.send / out.seconds, out.add / out.seconds, out.write / out.seconds]
    cells = [f"{plan.cores:,}", f"{plan.parts}", duration(work / out.parts), duration(out.seconds)]
    return "| " + " | ".join([*cells, *(f"{share:.0%}" for share in shares), f"{out.moved / 1e9:.2f} GB"]) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=float, default=1e9)
    parser.add_argument("--entrants", type=int, default=35)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    matchups = given.entrants * (given.entrants - 1) // 2
    ways = (("today", False, 1), ("shared", True, 1), ("shared, 20 schedulers", True, 20))
    for player, game in GAME.items():
        for title, shares, schedulers in ways:
            print(f"\n{player}, {title}\n")
            print("| cores | parts | length | time | used | send | add | write | moved |\n|" + "---:|" * 9)
            for cores, parts in [(1, 64), *((cores, parts) for cores in (100, 10_000) for parts in (1, 4, 16, 64))]:
                plan = Plan(cores, parts, game, given.games, matchups, shares, schedulers)
                print(row(plan, given.seed), flush=True)


if __name__ == "__main__":
    main()
