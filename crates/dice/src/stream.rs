//! Named random streams: the same name gives the same numbers, on any thread, in any order.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// The name of a random stream: the run, a job of the run, and a stream of the job (block, game, round, unit, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// Seed of the whole run.
    pub seed: u64,
    /// Number of the job, see [`job_id`].
    pub job: u64,
    /// Number of the stream within its job.
    pub stream: u64,
}

impl Stream {
    /// Returns the 64-bit key of this stream. Each part is mixed in turn, so that no simple relation of two names
    /// survives.
    pub fn key(&self) -> u64 {
        let key = mix(self.seed.wrapping_add(GOLDEN));
        let key = mix(key ^ self.job.wrapping_add(GOLDEN));
        mix(key ^ self.stream.wrapping_add(GOLDEN))
    }

    /// Returns a Xoshiro256++ generator at the start of this stream (Blackman and Vigna, 2021).
    pub fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.key())
    }

    /// Returns endless 64-bit words of SplitMix64 from the key of this stream, to seed the generators of many lanes.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let key = self.key();
        (1u64..).map(move |i| mix(key.wrapping_add(GOLDEN.wrapping_mul(i))))
    }
}

/// Computes the number of a job from its name (64-bit FNV-1a).
pub fn job_id(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// 2^64 divided by the golden ratio, the increment of SplitMix64 (Steele, Lea and Flood, 2014).
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Applies the output function of SplitMix64, a bijection of 64-bit words.
pub(super) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn pinned_draws() {
        let stream = Stream { seed: 1, job: job_id("attack"), stream: 0 };
        let mut rng = stream.rng();
        let draws: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(draws, [18_070_133_528_566_458_003, 16_765_684_394_466_711_511, 1_163_809_940_156_420_554]);
        let words: Vec<u64> = stream.words().take(2).collect();
        assert_eq!(words, [17_708_518_261_028_215_738, 2_523_074_237_728_310_571]);
    }

    #[test]
    fn every_part_of_the_name_counts() {
        let base = Stream { seed: 1, job: 2, stream: 3 };
        let others = [Stream { seed: 2, ..base }, Stream { job: 3, ..base }, Stream { stream: 4, ..base }];
        assert!(others.iter().all(|other| other.key() != base.key()));
        assert_ne!(Stream { seed: 2, job: 1, stream: 3 }.key(), base.key());
    }
}
