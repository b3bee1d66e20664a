"""The reference attack by two public programs: sampled with NumPy, exact with Icepool.

The highest of 4d6+1d8 with a spot of 1d6 against the highest of 2d6, damage on 5+: the question of the kernel's
benchmark (`cargo bench -p hitchart-dice --bench kernel`). Run it in an environment of its own:

    pip install numpy icepool==2.1.3
    python benches/rivals/attack.py

The sampler is what a user of NumPy would write: arrays of dice, all damage dice of all attacks at once, and a mask. The
fastest of several turns counts, on one core. The mean damage of the sample must agree with the exact mean (five
standard errors), else the script fails.
"""

import os

# One core: set before NumPy loads.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import math
import time

import icepool
import numpy

# Attacks a turn: arrays of this length stay in the second-level cache, which is the fastest of 2^10 to 2^18.
ATTACKS = 1 << 13
TURNS = 600
# Highest 8, spot 6, defense at least 1.
MOST_DAMAGE_DICE = 13


def sample(rng, attacks):
    """Returns the number of attacks by damage."""

    def dice(number, sides):
        return rng.integers(1, sides + 1, size=(number, attacks), dtype=numpy.uint8)

    attack = numpy.maximum(dice(4, 6).max(axis=0), dice(1, 8)[0])
    strike = (attack + dice(1, 6)[0]).astype(numpy.int8)
    number = strike - dice(2, 6).max(axis=0).astype(numpy.int8)
    rolled = numpy.arange(MOST_DAMAGE_DICE, dtype=numpy.int8)[:, None] < number
    hits = (dice(MOST_DAMAGE_DICE, 6) >= 5) & rolled
    return numpy.bincount(hits.sum(axis=0), minlength=MOST_DAMAGE_DICE + 1)


def exact():
    """Returns the exact distribution of damage."""
    attack = icepool.highest(icepool.d6, icepool.d6, icepool.d6, icepool.d6, icepool.d8)
    number = attack + icepool.d6 - icepool.highest(icepool.d6, icepool.d6)
    return icepool.map(lambda n: max(n, 0) @ (icepool.d6 >= 5), number)


def fastest(turns, task):
    """Returns the last result of the task and its shortest time in seconds."""
    best = math.inf
    for _ in range(turns):
        start = time.perf_counter()
        result = task()
        best = min(best, time.perf_counter() - start)
    return result, best


def main():
    rng = numpy.random.Generator(numpy.random.SFC64(1))
    counts = numpy.zeros(MOST_DAMAGE_DICE + 1, dtype=numpy.int64)

    def turn():
        counts[:] += sample(rng, ATTACKS)

    _, seconds = fastest(TURNS, turn)
    odds, exact_seconds = fastest(20, exact)
    mean = float(counts @ numpy.arange(counts.size)) / counts.sum()
    error = float(odds.standard_deviation()) / math.sqrt(counts.sum())
    print(f"NumPy {numpy.__version__}: {ATTACKS / seconds / 1e6:.1f} million attacks a second, mean {mean:.4f}")
    print(f"Icepool {icepool.__version__}, exact: {exact_seconds * 1e6:.0f} µs, mean {float(odds.mean()):.4f}")
    assert abs(mean - float(odds.mean())) < 5 * error, "the sample does not agree with the exact odds"


if __name__ == "__main__":
    main()
