//! Values of states: what the players of a round choose by.

/// A value of a state for the side that acts first in a round.
pub(super) trait Worth: Copy {
    /// True if a side follows a rule, for which choices of equal worth to best play differ.
    const RULED: bool = false;
    /// Nothing yet, in a sum of values.
    const NONE: Self;
    /// The value that every choice of the side that acts first is better than.
    const WORST: Self;
    /// The value that every choice of the other side is better than.
    const UNBEATEN: Self;
    /// The other side is destroyed.
    const WON: Self;
    /// The side that acts first is destroyed.
    const LOST: Self;

    /// Returns the value for the other side.
    fn turned(self) -> Self;

    /// Adds a value with its chance.
    fn add(&mut self, chance: f64, other: Self);

    /// Takes the other value if the side that acts first chooses it.
    fn improve(&mut self, other: Self);

    /// Returns true if the side that acts first prefers the first value.
    fn is_better(value: Self, known: Self) -> bool;

    /// Takes the other value if the side that acts second chooses it.
    fn worsen(&mut self, other: Self);
}

impl Worth for f64 {
    const NONE: f64 = 0.0;
    const WORST: f64 = f64::NEG_INFINITY;
    const UNBEATEN: f64 = f64::INFINITY;
    const WON: f64 = 1.0;
    const LOST: f64 = 0.0;

    #[inline(always)]
    fn turned(self) -> f64 {
        1.0 - self
    }

    #[inline(always)]
    fn add(&mut self, chance: f64, other: f64) {
        *self += chance * other;
    }

    // A comparison is one instruction; values are never NaN.
    #[inline(always)]
    fn improve(&mut self, other: f64) {
        *self = if other > *self { other } else { *self };
    }

    #[inline(always)]
    fn is_better(value: f64, known: f64) -> bool {
        value > known
    }

    #[inline(always)]
    fn worsen(&mut self, other: f64) {
        *self = if other < *self { other } else { *self };
    }
}

/// Largest difference of chances that counts as none when rounds are counted: more than the error of solved chances. Where
/// a side loses nothing by waiting, acting and waiting differ by less.
pub(super) const SAME: f64 = 1e-7;

/// A chance to win, and the expected number of rounds of the shortest play that leads to it: of choices with the same
/// chance, both sides take the one with fewer rounds, so that no side waits without a gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub value: f64,
    pub rounds: f64,
}

impl Worth for Timed {
    const NONE: Timed = Timed { value: 0.0, rounds: 0.0 };
    const WORST: Timed = Timed { value: f64::NEG_INFINITY, rounds: 0.0 };
    const UNBEATEN: Timed = Timed { value: f64::INFINITY, rounds: 0.0 };
    const WON: Timed = Timed { value: 1.0, rounds: 0.0 };
    const LOST: Timed = Timed { value: 0.0, rounds: 0.0 };

    fn turned(self) -> Timed {
        Timed { value: 1.0 - self.value, ..self }
    }

    fn add(&mut self, chance: f64, other: Timed) {
        self.value += chance * other.value;
        self.rounds += chance * other.rounds;
    }

    fn improve(&mut self, other: Timed) {
        *self = match other.value - self.value {
            gain if gain > SAME => other,
            gain if gain < -SAME => *self,
            _ => Timed { value: self.value.max(other.value), rounds: self.rounds.min(other.rounds) },
        };
    }

    fn is_better(value: Timed, known: Timed) -> bool {
        let gain = value.value - known.value;
        gain > SAME || (gain >= -SAME && value.rounds < known.rounds)
    }

    fn worsen(&mut self, other: Timed) {
        *self = match other.value - self.value {
            gain if gain < -SAME => other,
            gain if gain > SAME => *self,
            _ => Timed { value: self.value.min(other.value), rounds: self.rounds.min(other.rounds) },
        };
    }
}

/// A chance to win if one side follows a rule of choice and the other plays best against it. The rule chooses by `key`:
/// the side that acts first follows it if `FIRST`, and takes the highest key; else the other one, which takes the
/// lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruled<const FIRST: bool> {
    pub value: f64,
    pub key: f64,
}

/// Key of the destruction of a side: more than any number of hits.
const DESTROYED: f64 = 20.0;

impl<const FIRST: bool> Worth for Ruled<FIRST> {
    const RULED: bool = true;
    const NONE: Self = Ruled { value: 0.0, key: 0.0 };
    const WORST: Self = Ruled { value: f64::NEG_INFINITY, key: f64::NEG_INFINITY };
    const UNBEATEN: Self = Ruled { value: f64::INFINITY, key: f64::INFINITY };
    const WON: Self = Ruled { value: 1.0, key: DESTROYED };
    const LOST: Self = Ruled { value: 0.0, key: -DESTROYED };

    fn turned(self) -> Self {
        Ruled { value: 1.0 - self.value, key: -self.key }
    }

    fn add(&mut self, chance: f64, other: Self) {
        self.value += chance * other.value;
        self.key += chance * other.key;
    }

    fn improve(&mut self, other: Self) {
        match FIRST {
            true => *self = if other.key > self.key { other } else { *self },
            false => *self = Ruled { value: self.value.max(other.value), key: self.key.max(other.key) },
        }
    }

    fn is_better(value: Self, known: Self) -> bool {
        if FIRST { value.key > known.key } else { value.value > known.value }
    }

    fn worsen(&mut self, other: Self) {
        match FIRST {
            true => *self = Ruled { value: self.value.min(other.value), key: self.key.min(other.key) },
            false => *self = if other.key < self.key { other } else { *self },
        }
    }
}
