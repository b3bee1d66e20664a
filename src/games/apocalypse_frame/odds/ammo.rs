//! The worth of Ammo in one round: the best uses of a frame's systems.

use super::items::{Situation, harm};
use super::single::Target;
use crate::games::apocalypse_frame::catalogue::item::{Effect, Item, ItemTag, expected_ammo};
use crate::games::apocalypse_frame::ruleset::Ruleset;

/// A system's uses, for the choice of the best ones.
struct Use {
    /// Expected Harm of a use.
    harm: f64,
    /// Expected Ammo of the first use.
    first: f64,
    limited: bool,
}

/// Returns the expected Harm of `ammo` Ammo, spent in one round in the best way on systems that harm, with `reach`
/// equal targets in reach. Each use is against targets with all their Shields. The first use of an Efficient system may
/// save its Ammo for another use (A39).
pub fn best_uses(
    items: &[&Item],
    ammo: u8,
    reach: usize,
    target: &Target,
    situation: &Situation,
    rules: &Ruleset,
) -> f64 {
    let of = |item: &&Item| {
        let harm = harm(item, reach, target, situation, rules)?.mean();
        let (first, limited) = (expected_ammo(item.spared_from()), item.tags.has(ItemTag::Limited));
        Some(Use { harm, first, limited })
    };
    let uses: Vec<Use> =
        items.iter().filter(|item| !matches!(item.effect, Effect::Paint { .. })).filter_map(of).collect();
    best(&uses, ammo, 0)
}

/// Returns the best expected Harm of the Ammo left after some systems, given as bits, have been used. First uses come
/// before later ones, since the Ammo that they save is then known.
fn best(uses: &[Use], ammo: u8, used: u32) -> f64 {
    if ammo == 0 {
        return 0.0;
    }
    let again = uses.iter().enumerate().filter(|(i, one)| used & (1 << i) != 0 && !one.limited);
    let later = f64::from(ammo) * again.map(|(_, one)| one.harm).fold(0.0, f64::max);
    let first = |(i, one): (usize, &Use)| {
        let used = used | 1 << i;
        let paid = best(uses, ammo - 1, used);
        one.harm + if one.first < 1.0 { one.first * paid + (1.0 - one.first) * best(uses, ammo, used) } else { paid }
    };
    let unused = uses.iter().enumerate().filter(|(i, one)| used & (1 << i) == 0 && one.harm > 0.0);
    unused.map(first).fold(later, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::apocalypse_frame::catalogue::book;
    use crate::games::apocalypse_frame::odds::fixtures::ruleset;

    fn spent(names: &[&str], ammo: u8) -> f64 {
        let items: Vec<&Item> = names.iter().map(|name| book().modular(name).unwrap()).collect();
        best_uses(&items, ammo, 1, &Target::default(), &Situation::default(), &ruleset())
    }

    /// The Pulse Laser deals 2 and saves its Ammo half the time; the Railgun deals 4 once; then 2 for each Ammo.
    #[test]
    fn by_hand() {
        assert_eq!(spent(&["Pulse Laser"], 1), 2.0 + 0.5 * 2.0);
        assert_eq!(spent(&["Pulse Laser", "Railgun"], 1), 2.0 + 0.5 * 4.0);
        assert_eq!(spent(&["Pulse Laser", "Railgun"], 2), 2.0 + 4.0 + 0.5 * 2.0);
        assert_eq!(spent(&["Railgun"], 3), 4.0);
        assert_eq!(spent(&["Afterburner"], 3), 0.0);
    }
}
