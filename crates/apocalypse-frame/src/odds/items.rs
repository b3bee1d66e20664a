//! Odds of systems: Harm for each Ammo, and the best uses of a frame's systems in one round ("Systems", "System Tags").

use super::super::catalogue::item::{Class, Effect, Item, ItemTag, expected_ammo};
use super::super::catalogue::tag::{Band, Bands};
use super::super::{attack::Blow, catalogue::numbers::Number, ruleset::Ruleset};
use super::single::{HarmOdds, TargetDefenses, behind};
use hitchart_dice::{Pmf, exact::sum};
use serde::Serialize;

/// Most targets in reach that are listed.
pub const MOST_TARGETS: usize = 4;

/// Conditions of a use of a system besides the guard of its targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ItemConditions {
    /// Band of the targets; `None` allows the band with the most Harm.
    pub at: Option<Band>,
    /// True if the user has half its Vigor or less.
    pub wounded: bool,
    /// Hexes that the user has moved this turn, for Kinetic Discharge.
    pub moved: u8,
    /// True if one of the targets is marked: +1 Harm to it, but not from the mark itself (A33).
    pub painted: bool,
    /// True for a use at three hexes with Long-Range Optics: 1 Harm less (A28).
    pub extended: bool,
}

/// The odds of a system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemOdds {
    /// Name as printed, without added tags.
    pub name: String,
    /// Class of the system.
    pub class: Class,
    /// Names of the tags.
    pub tags: Vec<String>,
    /// Harm of a use with 1 to 4 targets in reach; `None` for systems without Harm.
    pub harm: Option<[HarmOdds; MOST_TARGETS]>,
    /// Expected Ammo of the first use of a round.
    pub ammo_first: f64,
    /// Ammo of each later use; `None` for Limited systems.
    pub ammo_later: Option<f64>,
    /// Harm for each Ammo of the first use, by targets in reach.
    pub harm_per_ammo: Option<[f64; MOST_TARGETS]>,
    /// Harm for each Ammo of later uses, by targets in reach.
    pub harm_per_ammo_later: Option<[f64; MOST_TARGETS]>,
    /// Tension of a use once a round when the Ammo is gone (Holdout).
    pub tension_without_ammo: Option<u8>,
}

/// A way to use a system: a band, the number of targets, and the Harm to each.
#[derive(Clone, Copy)]
struct UseAtBand {
    at: Band,
    targets: usize,
    harm: u8,
}

/// Returns the odds of a system against equal targets.
pub fn of(item: &Item, target: &TargetDefenses, situation: &ItemConditions, rules: &Ruleset) -> ItemOdds {
    let harm: Option<Vec<Pmf>> = (1..=MOST_TARGETS).map(|reach| harm(item, reach, target, situation, rules)).collect();
    let ammo_first = expected_ammo(item.spared_from());
    let ammo_later = (!item.tags.has(ItemTag::Limited)).then_some(1.0);
    let means = harm.as_ref().map(|harm| std::array::from_fn(|i| harm[i].mean()));
    let per = |ammo: f64| means.map(|means: [f64; MOST_TARGETS]| means.map(|mean| mean / ammo));
    ItemOdds {
        name: item.name.clone(),
        class: item.class,
        tags: item.tag_names().into_iter().map(str::to_owned).collect(),
        harm: harm.map(|harm| std::array::from_fn(|i| HarmOdds::from(&harm[i]))),
        ammo_first,
        ammo_later,
        harm_per_ammo: per(ammo_first),
        harm_per_ammo_later: ammo_later.and_then(per),
        tension_without_ammo: item.tags.has(ItemTag::Holdout).then_some(1),
    }
}

/// Returns the total Harm of one use with `reach` equal targets in reach, in the best way. `None` for systems without
/// Harm; 0 for targets out of reach.
pub fn harm(
    item: &Item,
    reach: usize,
    target: &TargetDefenses,
    situation: &ItemConditions,
    rules: &Ruleset,
) -> Option<Pmf> {
    let ways = ways(item.effect, reach, situation)?;
    let usable =
        |way: &UseAtBand| situation.at.is_none_or(|at| at == way.at) && !(situation.extended && way.at != Band::Far);
    let all = ways.into_iter().filter(usable).flat_map(|way| distributions(item, way, target, situation, rules));
    let better = |a: Pmf, b: Pmf| if b.mean() > a.mean() { b } else { a };
    Some(all.reduce(better).unwrap_or_else(|| Pmf::point(0)))
}

/// Returns the ways to use an effect with `reach` targets in reach; `None` for an effect without Harm.
fn ways(effect: Effect, reach: usize, situation: &ItemConditions) -> Option<Vec<UseAtBand>> {
    let at_all = |bands: Bands, targets: usize, harm: u8| {
        bands.iter().map(move |at| UseAtBand { at, targets: targets.min(reach), harm }).collect::<Vec<_>>()
    };
    let one = |at, harm| vec![UseAtBand { at, targets: 1, harm }];
    let all_close = |harm| vec![UseAtBand { at: Band::Close, targets: reach, harm }];
    let ways = match effect {
        Effect::Strike { .. } => {
            let reaches = |at: &Band| effect.strike_harm(at.hexes(), false) > 0;
            let way = |at: Band| UseAtBand { at, targets: 1, harm: effect.strike_harm(at.hexes(), situation.wounded) };
            Band::ALL.into_iter().filter(reaches).map(way).collect()
        }
        Effect::Volley { at, targets, harm, or_targets, or_harm, .. } => {
            [at_all(at, targets.into(), harm), at_all(at, or_targets.into(), or_harm)].concat()
        }
        Effect::Around { harm } => all_close(harm),
        Effect::Discharge { .. } => all_close(situation.moved),
        Effect::Blast { at, harm, .. } | Effect::Mortar { at, harm } => at_all(at, reach, harm),
        Effect::Paint { at, harm } => at_all(at, 1, harm),
        Effect::Repulse { harm } => [one(Band::Close, harm), one(Band::Near, harm)].concat(),
        Effect::Enter { harm } => one(Band::Near, harm),
        Effect::Exit { harm } => one(Band::Close, harm),
        Effect::Dash { .. }
        | Effect::Shield { .. }
        | Effect::Cover { .. }
        | Effect::Plate { .. }
        | Effect::Chaff { .. }
        | Effect::Aim { .. } => return None,
    };
    Some(ways)
}

/// Returns the total Harm of a way to use a system, for each target that Superhot may affect.
fn distributions(
    item: &Item,
    way: UseAtBand,
    target: &TargetDefenses,
    situation: &ItemConditions,
    rules: &Ruleset,
) -> Vec<Pmf> {
    let mut guard = target.guard(way.at == Band::Far, rules);
    if matches!(item.effect, Effect::Mortar { .. }) {
        guard.less = 0;
    }
    let marked = situation.painted && !matches!(item.effect, Effect::Paint { .. });
    let hottest: Vec<Option<usize>> = match (item.tags.has(ItemTag::Superhot), way.targets) {
        (false, _) | (true, 0) => vec![None],
        (true, 1) => vec![Some(0)],
        (true, _) => vec![Some(0), Some(1)],
    };
    let against = |position: usize, hot: Option<usize>| {
        let superhot = if hot == Some(position) { item.numbers.get(ItemTag::Superhot, Number::Harm) } else { 0 };
        let more = u8::from(marked && position == 0) + superhot;
        let harm = (way.harm + more).saturating_sub(u8::from(situation.extended));
        let blow = Blow::of_item(harm, item.tags);
        let ends = behind(blow, guard, rules);
        let most = ends.iter().map(|(through, _)| through.harm).max().unwrap_or(0);
        let mut p = vec![0.0; usize::from(most) + 1];
        for (through, chance) in ends {
            p[usize::from(through.harm)] += chance;
        }
        Pmf::new(p)
    };
    let total = |hot| (0..way.targets).fold(Pmf::point(0), |total, position| sum(&total, &against(position, hot)));
    hottest.into_iter().map(total).collect()
}

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
    target: &TargetDefenses,
    situation: &ItemConditions,
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
    use super::super::fixtures::ruleset;
    use super::*;
    use crate::catalogue::book;

    fn item(name: &str) -> Item {
        let found = book().modular(name).or_else(|_| book().integral(name));
        found.unwrap().clone()
    }

    fn means(item: &Item, target: TargetDefenses, situation: ItemConditions) -> [f64; MOST_TARGETS] {
        of(item, &target, &situation, &ruleset()).harm.unwrap().map(|harm| harm.mean)
    }

    fn agree(found: [f64; MOST_TARGETS], expected: [f64; MOST_TARGETS]) -> bool {
        found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn chaingun_chooses_its_way() {
        let (plain, armored) = (TargetDefenses::default(), TargetDefenses { armor: 1, ..TargetDefenses::default() });
        assert!(agree(means(&item("Chaingun"), plain, ItemConditions::default()), [2.0, 4.0, 4.0, 4.0]));
        assert!(agree(means(&item("Chaingun"), armored, ItemConditions::default()), [1.0, 2.0, 2.0, 2.0]));
        let shielded = TargetDefenses { shields: 2, ..plain };
        let third = 2.0 / 3.0;
        assert!(agree(
            means(&item("Missile Battery"), shielded, ItemConditions::default()),
            [2.0, 4.0, 6.0, 6.0].map(|h| h * third)
        ));
        assert!(agree(means(&item("Flamethrower"), shielded, ItemConditions::default()), [3.0, 6.0, 9.0, 12.0]));
    }

    #[test]
    fn efficient_and_limited_count_in_ammo() {
        let laser = of(&item("Pulse Laser"), &TargetDefenses::default(), &ItemConditions::default(), &ruleset());
        assert_eq!((laser.harm_per_ammo.unwrap()[0], laser.harm_per_ammo_later.unwrap()[0]), (4.0, 2.0));
        let railgun = of(&item("Railgun"), &TargetDefenses::default(), &ItemConditions::default(), &ruleset());
        assert_eq!((railgun.ammo_later, railgun.harm_per_ammo_later), (None, None));
        let spikes = of(&item("Elbow Spikes"), &TargetDefenses::default(), &ItemConditions::default(), &ruleset());
        assert_eq!(spikes.tension_without_ammo, Some(1));
    }

    #[test]
    fn marks_heat_wounds_and_range() {
        let target = TargetDefenses { armor: 1, ..TargetDefenses::default() };
        let marked = ItemConditions { painted: true, ..ItemConditions::default() };
        let mut hot = item("Chaingun");
        hot.tags = hot.tags.with(ItemTag::Superhot);
        // Two targets at 2 Harm behind 1 Armor, one marked and hot: 3 + 1.
        assert!(agree(means(&hot, target, marked), [3.0, 4.0, 4.0, 4.0]));
        assert!(agree(means(&item("Target Painter"), target, marked), [1.0; 4]));
        let wounded = ItemConditions { wounded: true, ..ItemConditions::default() };
        assert!(agree(means(&item("Reactor Backdraft"), target, wounded), [5.0; 4]));
        let far = ItemConditions { at: Some(Band::Far), ..ItemConditions::default() };
        assert!(agree(means(&item("Pulse Laser"), target, far), [1.0; 4]));
        assert!(agree(means(&item("Shoulder Spear"), target, far), [0.0; 4]));
        let extended = ItemConditions { extended: true, ..ItemConditions::default() };
        assert!(agree(means(&item("Sniper Cannon"), target, extended), [1.0; 4]));
    }

    #[test]
    fn the_mortar_heeds_neither_cover_nor_shields() {
        let target = TargetDefenses { armor: 1, shields: 3, cover: true, less: 1 };
        assert!(agree(means(&item("Arc Mortar"), target, ItemConditions::default()), [1.0, 2.0, 3.0, 4.0]));
    }

    #[test]
    fn every_system_has_a_row_and_support_without_harm_no_number() {
        let all = book().modular.iter().chain(&book().integral);
        let odds: Vec<ItemOdds> =
            all.map(|item| of(item, &TargetDefenses::default(), &ItemConditions::default(), &ruleset())).collect();
        assert_eq!(odds.len(), 27);
        assert!(odds.iter().all(|odds| odds.class == Class::Support || odds.harm.is_some()));
        assert!(odds.iter().find(|odds| odds.name == "Afterburner").unwrap().harm.is_none());
    }

    fn spent(names: &[&str], ammo: u8) -> f64 {
        let items: Vec<&Item> = names.iter().map(|name| book().modular(name).unwrap()).collect();
        best_uses(&items, ammo, 1, &TargetDefenses::default(), &ItemConditions::default(), &ruleset())
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
