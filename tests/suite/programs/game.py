"""A game for tests: rock, paper and scissors with noise. `mode.txt` beside it says how it fails, if it does."""

import json
import os
import random
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ["rock", "paper", "scissors"]


def mode():
    try:
        with open(os.path.join(HERE, "mode.txt"), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def play(rules, game):
    dice = random.Random(game["seed"])
    first, second = (NAMES.index(name) for name in game["seats"])
    # `noise` percent of the games are decided by a coin.
    if dice.randrange(100) < rules["noise"] or first == second:
        won = dice.randrange(2)
    else:
        won = int((second - first) % 3 == 1)
    # `first` percent of the games go to the first seat.
    if rules["first"] and dice.randrange(100) < rules["first"]:
        won = 0
    rounds = 1 + dice.randrange(3)
    # A seat without nerve gives up a third of the games that it would win.
    if game.get("without", [None, None])[won] == "nerve" and dice.randrange(3) == 0:
        won = 1 - won
    points = [1 - won, won]
    if rules["ties"] and dice.randrange(100) < rules["ties"]:
        points = [0, 0]
    return {"seed": game["seed"], "points": points, "rounds": rounds, "metrics": {"coins": coins()}}


def play_alone(rules, game):
    """A game of one seat without rounds: it escapes in `noise` percent of the games."""
    escaped = random.Random(game["seed"]).randrange(100) < rules["noise"]
    return {"seed": game["seed"], "points": [0], "metrics": {"escaped": int(escaped)}}


def coins():
    return 1_000_000 if mode() == "rich" else 1


def count(batch):
    won, rounds, paid = [0, 0], [0, 0, 0], [0, 0, 0]
    for seed in batch["seeds"]:
        game = play(batch["rules"], {"seed": seed, "seats": batch["seats"]})
        won[game["points"].index(1)] += 1
        for power in range(3):
            rounds[power] += game["rounds"] ** (power + 1)
            paid[power] += coins() ** (power + 1)
    if fails == "miscounts":
        rounds[0] += 6
    return {"games": sum(won), "won": won, "tied": 0, "rounds": rounds, "metrics": {"coins": paid}}


DESCRIPTION = {
    "hitchart": 1,
    "name": "rock, paper, scissors",
    "version": "1",
    "seats": 2,
    "entrants": [{"name": name} for name in NAMES],
    "rules": [
        {"name": "noise", "default": 20, "least": 0, "most": 100},
        {"name": "first", "default": 0, "least": 0, "most": 100},
        {"name": "ties", "default": 0, "least": 0, "most": 100},
    ],
    "metrics": [{"name": "coins", "unit": "coins", "count": True}],
    "withhold": [{"name": "nerve"}],
    "counts": mode() in ["counts", "counts only", "miscounts"],
}

fails, played = mode(), 0
if fails == "alone":
    metrics = [{"name": "escaped", "share": True}]
    DESCRIPTION.update(seats=1, entrants=[{"name": "run"}], metrics=metrics, withhold=[])
if fails == "says nothing":
    print("no dice today", file=sys.stderr, flush=True)
    time.sleep(60)
for line in sys.stdin:
    question = json.loads(line)
    if question.get("describe"):
        print(json.dumps(DESCRIPTION), flush=True)
        continue
    if "count" in question:
        print(json.dumps(count(question["count"])), flush=True)
        continue
    if fails == "counts only":
        sys.exit(4)
    for game in question["play"]["games"]:
        played += 1
        answer = (play_alone if fails == "alone" else play)(question["play"]["rules"], game)
        if fails == "slow":
            time.sleep(0.005)
        if played == 250:
            if fails == "ends":
                print("the dice are gone", file=sys.stderr)
                sys.exit(3)
            if fails == "hangs":
                time.sleep(60)
            if fails == "leaves a child":
                subprocess.Popen(["sh", "-c", "while :; do touch alive; sleep 0.1; done"])
                os._exit(5)
            if fails == "lies":
                answer["points"] = [1]
            if fails == "talks":
                answer = "a good game"
            if fails == "floods":
                print((json.dumps(answer) + "\n") * 5000)
        if fails == "no rounds":
            del answer["rounds"]
        if fails == "other seed":
            answer["seed"] += 1
        print(json.dumps(answer))
    sys.stdout.flush()
