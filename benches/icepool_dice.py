"""Measures Icepool on the expressions of crates/dice/benches/expressions.txt, and compares its times with hitchart's.

    pip install icepool==2.1.3
    cargo bench -p hitchart-dice --bench dice
    python3 benches/icepool_dice.py

The times of hitchart are read from target/criterion, if they are there. Another folder of targets may be given as an
argument. Times of repeated calls are the least of several rounds, because other work on a machine only adds to a time.
Every call builds its dice again, as a user does. Icepool keeps results between calls of a process, so that its first
call of each expression is listed too; hitchart keeps nothing.
"""

import json
import re
import sys
import time
import timeit
from pathlib import Path

from icepool import Die, d, highest, lowest  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "crates/dice/benches/expressions.txt"


def microseconds(code: str) -> float:
    """Returns the least processor time of a call, of several rounds."""
    timer = timeit.Timer(code, globals=globals(), timer=time.process_time)
    number, _ = timer.autorange()
    number = max(1, number // 4)
    return min(timer.repeat(5, number)) / number * 1e6


def first_call(code: str) -> float:
    """Returns the processor time of the first call in this process."""
    start = time.process_time()
    eval(code)
    return (time.process_time() - start) * 1e6


def hitchart(expression: str) -> float | None:
    """Returns the least time of a call that criterion measured, in microseconds."""
    folder = re.sub(r'[?"/\\*<>:|^]', "_", expression)
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target"
    found = target / "criterion" / folder / "new/sample.json"
    if not found.is_file():
        return None
    sample = json.loads(found.read_text())
    return min(total / count for total, count in zip(sample["times"], sample["iters"], strict=True)) / 1e3


def main() -> None:
    times = ["Icepool, first call, µs", "later calls, µs", "hitchart, every call, µs"]
    heads = ["expression", *times, "ratio, first call", "ratio, later calls"]
    print("|", " | ".join(heads), "|")
    print("|" + "---|" * len(heads))
    for line in LIST.read_text().splitlines():
        if line.startswith("#"):
            continue
        expression, code = line.split(" | ")
        first, later, ours = first_call(code), microseconds(code), hitchart(expression)
        ratios = [f"{theirs / ours:,.0f}" if ours else "–" for theirs in (first, later)]
        times = [f"{found:.3g}" if found else "–" for found in (first, later, ours)]
        print("|", " | ".join([f"`{expression}`", *times, *ratios]), "|")


if __name__ == "__main__":
    main()
