"""A game for tests: rock, paper and scissors with noise. `mode.txt` beside it says how it fails, if it does."""

import json
import os
import random
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
    return {"seed": game["seed"], "points": [1 - won, won], "rounds": 1 + dice.randrange(3), "metrics": {"coins": 1}}


DESCRIPTION = {
    "hitchart": 1,
    "name": "rock, paper, scissors",
    "version": "1",
    "seats": 2,
    "entrants": [{"name": name} for name in NAMES],
    "rules": [{"name": "noise", "default": 20, "least": 0, "most": 100}],
    "metrics": [{"name": "coins", "unit": "coins"}],
}

fails, played = mode(), 0
for line in sys.stdin:
    question = json.loads(line)
    if question.get("describe"):
        print(json.dumps(DESCRIPTION), flush=True)
        continue
    for game in question["play"]["games"]:
        played += 1
        answer = play(question["play"]["rules"], game)
        if fails == "slow":
            time.sleep(0.005)
        if played == 250:
            if fails == "ends":
                print("the dice are gone", file=sys.stderr)
                sys.exit(3)
            if fails == "hangs":
                time.sleep(60)
            if fails == "lies":
                answer["points"] = [1]
            if fails == "talks":
                answer = "a good game"
            if fails == "floods":
                print((json.dumps(answer) + "\n") * 5000)
        if fails == "other seed":
            answer["seed"] += 1
        print(json.dumps(answer))
    sys.stdout.flush()
