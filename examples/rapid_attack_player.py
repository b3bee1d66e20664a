"""A player of Rapid Attack as a program for hitchart; docs/protocol.md describes the lines.

It attacks the target on which it expects the most damage, and counts the clock down while it leads. All other decisions
are those of `base`, its built-in policy.
"""

import json
import sys

DESCRIPTION = {"hitchart": 1, "base": "tactician", "kinds": ["declare", "tick"]}


def life(frame):
    """Returns the hits that a frame can still take."""
    return frame["hit_points"]


def declare(decision):
    """Chooses the attack on the weakest frame; `None` leaves the decision to the base."""
    frames = decision["state"]["frames"]
    best = None
    for place, candidate in enumerate(decision["candidates"]):
        target = candidate.get("declare", {}).get("target") if isinstance(candidate, dict) else None
        if isinstance(target, dict) and "frame" in target:
            left = life(frames[target["frame"]])
            if best is None or left < best[0]:
                best = (left, place)
    return best[1] if best else None


def tick(decision):
    """Counts down while it leads, and lets time pass otherwise."""
    companies = decision["state"]["companies"]
    own = companies[decision["player"]]["score"]
    leads = all(own > other["score"] for place, other in enumerate(companies) if place != decision["player"])
    wanted = "tick" if leads else "pass"
    return decision["candidates"].index(wanted) if wanted in decision["candidates"] else None


for line in sys.stdin:
    question = json.loads(line)
    if question.get("player"):
        print(json.dumps(DESCRIPTION), flush=True)
        continue
    decision = question["decide"]
    choose = declare if decision["kind"] == "declare" else tick
    print(json.dumps({"choice": choose(decision)}), flush=True)
