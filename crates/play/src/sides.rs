//! Features by side: the player's, those of the leading rival, and the sum of all others.

/// Defines the names of features: those of a side for each of three sides, then those of no side.
#[macro_export]
macro_rules! sides {
    ([$($side:literal),+ $(,)?], [$($common:literal),+ $(,)?]) => {
        /// Number of features of a side.
        pub const SIDE_COUNT: usize = [$($side),+].len();
        /// Number of features of no side.
        pub const COMMON_COUNT: usize = [$($common),+].len();
        /// All names, in order.
        pub const FEATURES: &[&str] = &[
            $(concat!("own ", $side)),+,
            $(concat!("rival ", $side)),+,
            $(concat!("rest ", $side)),+,
            $($common),+
        ];
    };
}

/// Writes the features of all sides as a player sees them. The rival is the other player with the best `standing`, the
/// first of equals. Returns the rival and the rest of `into`, which is for the features of no side.
pub fn tell_sides<'a, const N: usize>(
    sides: &[[f64; N]],
    player: usize,
    standing: impl Fn(&[f64; N]) -> f64,
    into: &'a mut [f64],
) -> (usize, &'a mut [f64]) {
    let others = (0..sides.len()).filter(|other| *other != player);
    let stronger = |best: usize, next: usize| if standing(&sides[next]) > standing(&sides[best]) { next } else { best };
    let rival = others.clone().reduce(stronger).unwrap_or(player);
    let (own, left) = into.split_at_mut(N);
    let (opposite, left) = left.split_at_mut(N);
    let (third, common) = left.split_at_mut(N);
    own.copy_from_slice(&sides[player]);
    opposite.copy_from_slice(&sides[rival]);
    third.fill(0.0);
    for other in others.filter(|other| *other != rival) {
        third.iter_mut().zip(&sides[other]).for_each(|(sum, part)| *sum += part);
    }
    (rival, common)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_strongest_others_is_the_rival_and_the_rest_are_summed() {
        let sides = [[1.0, 2.0], [3.0, 4.0], [3.0, 5.0], [0.5, 6.0]];
        let mut told = [9.0; 8];
        let (rival, common) = tell_sides(&sides, 0, |side| side[0], &mut told);
        assert_eq!((rival, common.len()), (1, 2));
        assert_eq!(told, [1.0, 2.0, 3.0, 4.0, 3.5, 11.0, 9.0, 9.0]);
        assert_eq!(tell_sides(&sides[..2], 1, |side| side[0], &mut told).0, 0);
        assert_eq!(told[4..6], [0.0, 0.0]);
    }
}
