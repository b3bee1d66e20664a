//! Masks of numbered things, such as the frames of a player: bit `n` stands for number `n`.

/// Lists the numbers in a mask, lowest first.
#[inline]
pub fn numbers_in(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_mask_lists_its_set_bits(mask: u64) {
            let listed: Vec<u8> = numbers_in(mask).collect();
            let naive: Vec<u8> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            prop_assert_eq!(listed, naive);
        }
    }
}
