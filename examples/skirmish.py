"""A skirmish as a program for hitchart: `hitchart conform -- python3 examples/skirmish.py` checks it.

Two squads of three roll to hit. A squad without soldiers loses; after 12 rounds the game is a tie.
"""

import json
import random
import sys

ENTRANTS = {"charge": (3, 1), "balanced": (4, 2), "cover": (5, 3)}
"""Lowest roll that hits and highest roll that saves, on d6, by entrant."""

DESCRIPTION = {
    "hitchart": 1,
    "name": "skirmish",
    "version": "1",
    "seats": 2,
    "entrants": [{"name": name, "about": f"hits on {hit}+, saves on {save} or less"} for name, (hit, save) in ENTRANTS.items()],
    "rules": [
        {"name": "soldiers", "default": 3, "least": 1, "most": 12, "about": "soldiers of each squad"},
        {"name": "first_strike", "default": True, "about": "the first squad shoots before the second answers"},
    ],
    "metrics": [
        {"name": "shots", "unit": "shots", "count": True, "about": "shots of both squads"},
        {"name": "survivors", "unit": "soldiers", "per_seat": True, "count": True, "about": "soldiers at the end"},
    ],
}


def play(rules, seed, seats):
    dice = random.Random(seed)
    alive = [rules["soldiers"]] * 2
    shots = rounds = 0
    while all(alive) and rounds < 12:
        rounds += 1
        before = list(alive)
        for seat in (0, 1):
            shooters = alive[seat] if rules["first_strike"] else before[seat]
            hit, _ = ENTRANTS[seats[seat]]
            _, save = ENTRANTS[seats[1 - seat]]
            for _ in range(shooters):
                shots += 1
                if dice.randint(1, 6) >= hit and dice.randint(1, 6) > save:
                    alive[1 - seat] = max(0, alive[1 - seat] - 1)
    points = [int(alive[0] > 0 and not alive[1]), int(alive[1] > 0 and not alive[0])]
    seats = [{"survivors": left} for left in alive]
    return {"seed": seed, "points": points, "rounds": rounds, "metrics": {"shots": shots}, "seats": seats}


for line in sys.stdin:
    question = json.loads(line)
    if question.get("describe"):
        print(json.dumps(DESCRIPTION), flush=True)
        continue
    batch = question["play"]
    for game in batch["games"]:
        print(json.dumps(play(batch["rules"], game["seed"], game["seats"])))
    sys.stdout.flush()
