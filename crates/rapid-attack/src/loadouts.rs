//! All legal loadouts with their measures and Pareto front, conditions on loadouts, the Handbook's archetypes, and the
//! table of all attacks.

pub use hitchart_mobile_frame::filter::MAX_CONDITIONS;

use super::attack::{Shelter, plan};
use super::durability::{Ordeal, longest_stand};
use super::frame::{self, Arithmetic, Frame, Measure, value};
use super::loadout::{Loadout, Range, SystemKind};
use super::ruleset::Ruleset;
use hitchart_config::{InputError, from_toml, nearest, same_name};
use hitchart_dice::Pool;
use hitchart_dice::exact::{AttackOdds, attack};
use hitchart_dice::plan::{AttackPlan, DefenseDice};
use hitchart_mobile_frame::filter;
use serde::Deserialize;
use std::{collections::HashMap, sync::LazyLock};

// All legal loadouts, their measures, and the Pareto front.

/// Optional parts of an enumeration, in addition to the six basic types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// True to include split weapons.
    pub split: bool,
    /// True to include environmental systems.
    pub environment: bool,
    /// True to include rockets, from none to the most that a frame carries.
    pub rockets: bool,
}

/// Returns every legal loadout, in the order of the notation; 168 under the rulebook without extras.
pub fn all(extras: Extras, rules: &Ruleset) -> Vec<Loadout> {
    let rockets = if extras.rockets { rules.rockets.per_frame } else { 0 };
    frames(extras, rules).iter().flat_map(|loadout| (0..=rockets).map(|n| loadout.with_rockets(n))).collect()
}

/// Returns every legal loadout without rockets.
fn frames(extras: Extras, rules: &Ruleset) -> Vec<Loadout> {
    let wanted = |kind: SystemKind| match kind {
        kind if kind.is_split() => extras.split,
        SystemKind::Environment => extras.environment,
        // Enumerations have one kind of hostile terrain.
        kind => !kind.is_environment(),
    };
    let mut found = vec![Loadout::default()];
    for kind in SystemKind::ALL.map(|(kind, _)| kind).into_iter().filter(|kind| wanted(*kind)) {
        let more = |loadout: &Loadout| {
            let room = usize::from(rules.frame.max_systems) - loadout.systems();
            (0..=room)
                .scan(*loadout, move |next, n| {
                    *next = if n == 0 { *next } else { next.plus(kind) };
                    Some(*next)
                })
                .collect::<Vec<_>>()
        };
        found = found.iter().flat_map(more).filter(|loadout| loadout.check(rules).is_ok()).collect();
    }
    found
}

/// Most states of frames that a query on the command line evaluates, in some seconds.
pub const MOST_STATES: u64 = 200_000;
/// Most states that a study evaluates, in a minute or two.
pub const MOST_STATES_OF_A_STUDY: u64 = 4_000_000;

/// A query with too many states, which is rejected before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{loadouts} loadouts have {found} states of damage; allowed: at most {most}")]
pub struct TooManyStates {
    /// Number of loadouts in the query.
    pub loadouts: u64,
    /// Number of states of damage, summed over the loadouts.
    pub found: u64,
    /// Largest number of states that is allowed.
    pub most: u64,
}

impl TooManyStates {
    /// A hint how to correct the error.
    pub const HELP: &'static str = "leave out split weapons, environmental systems or rockets, or allow fewer systems";
}

/// Checks that measuring all loadouts takes at most `most` states. Each possible state of damage counts once per
/// loadout.
///
/// # Errors
/// Returns the number of states if it is larger.
pub fn check_work(extras: Extras, rules: &Ruleset, most: u64) -> Result<(), TooManyStates> {
    let tail = u64::from(rules.frame.whites);
    let states = |loadout: &Loadout| {
        let left = SystemKind::ALL.iter().map(|(kind, _)| u64::from(loadout.count(*kind)) + 1).product::<u64>();
        if rules.frame.early_white_loss { left * tail } else { left + tail - 1 }
    };
    let frames = frames(extras, rules);
    let with_rockets = if extras.rockets { u64::from(rules.rockets.per_frame) + 1 } else { 1 };
    let found = with_rockets * frames.iter().map(states).sum::<u64>();
    let loadouts = with_rockets * frames.len() as u64;
    if found <= most { Ok(()) } else { Err(TooManyStates { loadouts, found, most }) }
}

/// Measures of a loadout, all better when larger.
pub const MEASURES: [&str; 7] =
    ["hand_to_hand", "direct", "artillery", "defense", "movement", "spotting", "durability"];

/// Returns the highest value of each line of the frame graph over all legal loadouts, with any number of white dice: the
/// 100% of the Handbook's bars (Handbook, "Frame Graph Key"). With `range_independent`, each range has its own 100%;
/// otherwise all ranges share the highest.
pub fn best_of_graph(range_independent: bool, rules: &Ruleset) -> [f64; frame::MEASURES.len()] {
    let frames: Vec<Frame> =
        all(Extras::default(), rules).into_iter().map(|loadout| Frame::new(loadout, rules)).collect();
    let best = |measure: Measure| {
        let values = frames.iter().flat_map(|frame| {
            (0..=frame.whites).filter_map(move |whites| value(frame, measure, whites, Arithmetic::Exact, rules))
        });
        values.fold(0.0, f64::max)
    };
    let mut found = frame::MEASURES.map(|(measure, _)| best(measure));
    if !range_independent {
        let is_attack = |i: &usize| matches!(frame::MEASURES[*i].0, Measure::Attack(_));
        let highest = (0..found.len()).filter(is_attack).map(|i| found[i]).fold(0.0, f64::max);
        (0..found.len()).filter(is_attack).for_each(|i| found[i] = highest);
    }
    found
}

/// A loadout with its measures, in the order of [`MEASURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredLoadout {
    /// The loadout that was measured.
    pub loadout: Loadout,
    /// One value for each measure; 0 if the frame cannot attack at the range, infinite if no attack can hurt it.
    pub values: [f64; 7],
}

/// Measures a loadout with `whites` white dice given to the measured action. The measures are expected damage at each
/// range to a frame in the open with a defense of 0; expected defense, movement and spot; and the typical attacks up to
/// the one that destroys the frame, under attrition with the best choice of losses. A measure is 0 if the frame cannot
/// attack at the range.
pub fn measure(loadout: Loadout, whites: u8, rules: &Ruleset) -> MeasuredLoadout {
    let frame = Frame::new(loadout, rules);
    let of = |measure| value(&frame, measure, whites, Arithmetic::Exact, rules).unwrap_or(0.0);
    let values = [
        of(Measure::Attack(Range::HandToHand)),
        of(Measure::Attack(Range::Direct)),
        of(Measure::Attack(Range::Artillery)),
        of(Measure::Defense),
        of(Measure::Movement),
        of(Measure::Spot),
        longest_stand(&frame, &Ordeal::typical(whites, rules), rules).unwrap_or(f64::INFINITY),
    ];
    MeasuredLoadout { loadout, values }
}

/// Returns true for each loadout on the Pareto front: no other is at least as good in every measure and better in one.
pub fn pareto_front(measured: &[MeasuredLoadout]) -> Vec<bool> {
    filter::pareto_front(&measured.iter().map(|one| one.values).collect::<Vec<_>>())
}

// Conditions on loadouts, such as `direct >= 1.5`, `systems <= 3` or `Rd = 2`.

/// A comparison of one field of a loadout with a number.
pub type LoadoutFilter = filter::Filter<MeasuredLoadout>;

/// The sort order of a list of loadouts.
pub type LoadoutSortKey = filter::SortKey<MeasuredLoadout>;

/// The numbers of a loadout: systems, of which a split weapon is one (S34), rockets, the measures, and the systems of each
/// kind.
impl filter::Measured for MeasuredLoadout {
    const EXAMPLE: &'static str = "`direct >= 1.5` or `systems <= 3`";

    fn names() -> Vec<&'static str> {
        let kinds = SystemKind::ALL.iter().map(|(_, token)| *token);
        ["systems", "rockets"].into_iter().chain(MEASURES).chain(kinds).collect()
    }

    fn number(&self, place: usize) -> f64 {
        match place.checked_sub(2) {
            None if place == 0 => self.loadout.systems() as f64,
            None => self.loadout.rockets().into(),
            Some(i) if i < MEASURES.len() => self.values[i],
            Some(i) => self.loadout.count(SystemKind::ALL[i - MEASURES.len()].0).into(),
        }
    }
}

// Named loadouts: the archetypes of the Handbook.

/// A named loadout.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Name in the text.
    pub name: String,
    /// Group: in the Handbook by weapon range, support, or rockets; in the rulebook a weapon or a frame.
    pub group: String,
    /// Loadout in the Handbook's notation.
    pub loadout: String,
    /// Use of the archetype in a battle, as a short phrase.
    pub role: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    archetype: Vec<Archetype>,
    named: Vec<Archetype>,
}

static ROSTER: LazyLock<Roster> =
    LazyLock::new(|| from_toml(include_str!("roster.toml")).expect("the built-in roster is tested to load"));

/// Returns the 35 archetypes, in the Handbook's order.
pub fn archetypes() -> &'static [Archetype] {
    &ROSTER.archetype
}

/// Returns everything with a name: the archetypes, then the weapons and frames of the rulebook.
pub fn all_archetypes() -> impl Iterator<Item = &'static Archetype> + Clone {
    archetypes().iter().chain(&ROSTER.named)
}

/// Returns the archetype, weapon or frame with a name; case, spaces and hyphens are ignored.
pub fn archetype(name: &str) -> Option<&'static Archetype> {
    all_archetypes().find(|archetype| same_name(&archetype.name, name))
}

/// Returns the archetype with this loadout, if there is one.
pub fn named_loadout(loadout: &Loadout) -> Option<&'static Archetype> {
    let written = loadout.to_string();
    archetypes().iter().find(|archetype| archetype.loadout == written)
}

/// Parses a user's loadout: the name of an archetype or the Handbook's notation. In names, case, spaces and hyphens are
/// ignored, and rockets may be added, such as `Soldier+SSR1`.
///
/// # Errors
/// Fails on a text that is neither, with the nearest archetype, and on loadouts that the ruleset does not allow.
pub fn loadout_of(text: &str, rules: &Ruleset) -> Result<Loadout, InputError> {
    let (name, rockets) = text.split_once('+').map_or((text, String::new()), |(name, rest)| (name, format!("+{rest}")));
    let written = match archetype(name) {
        Some(archetype) => format!("{}{rockets}", archetype.loadout),
        None => text.to_owned(),
    };
    Loadout::parse(&written, rules).map_err(|error| {
        // A known archetype is no mistype: what follows it is wrong.
        let is_name = archetype(name).is_none() && text.chars().count() > 4;
        let near = nearest(text, all_archetypes().map(|archetype| archetype.name.as_str())).filter(|_| is_name);
        InputError::plain(&error).with_help(near.map(|near| format!("did you mean the archetype `{near}`?")))
    })
}

// The table of all attacks: every loadout at every range with every number of whites, against every defense, in the open
// and in cover. Its 27,216 rows share 100 distributions under the rulebook, so each distribution is computed once.

/// One row: an attack, and the index of its distribution in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Loadout of the attacker.
    pub loadout: Loadout,
    /// Range of the attack.
    pub range: Range,
    /// Whites given to the attack.
    pub whites: u8,
    /// Blue dice of the target, and white dice given to its defense.
    pub defense: (u8, u8),
    /// Cover of the target: the open, or terrain.
    pub shelter: Shelter,
    /// Index into [`AttackTable::odds`]; `None` if the loadout cannot attack at that range.
    pub odds: Option<usize>,
}

/// All rows, and the distributions that they share.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackTable {
    /// Rows in the order of loadout, range, whites, defense and cover.
    pub rows: Vec<Row>,
    /// The different distributions, which [`Row::odds`] refers to.
    pub odds: Vec<AttackOdds>,
}

/// Computes the table of all loadouts; `cover_hits` is the number of hits that the cover absorbs.
pub fn attack_table(cover_hits: u8, rules: &Ruleset) -> AttackTable {
    let loadouts = all(Extras::default(), rules);
    let defenses = defenses(rules);
    let mut table = AttackTable { rows: Vec::with_capacity(loadouts.len() * 3 * 3 * defenses.len() * 2), odds: vec![] };
    let mut answers: HashMap<(Pool, Range), Vec<usize>> = HashMap::new();
    let mut known = HashMap::new();
    for loadout in loadouts {
        let frame = Frame::new(loadout, rules);
        for range in Range::of(&rules.ranges) {
            for whites in 0..=rules.frame.whites {
                let dice = frame.attack_dice(range, whites, 0, rules);
                let answers = dice.map(|dice| {
                    answers.entry((dice, range)).or_insert_with(|| {
                        answer(dice, range, cover_hits, &defenses, rules, &mut known, &mut table.odds)
                    })
                });
                let cells =
                    defenses.iter().flat_map(|(defense, _)| SHELTERS.map(|shelter| (*defense, shelter(cover_hits))));
                let rows = cells.enumerate().map(|(i, (defense, shelter))| Row {
                    loadout,
                    range,
                    whites,
                    defense,
                    shelter,
                    odds: answers.as_ref().map(|odds| odds[i]),
                });
                table.rows.extend(rows);
            }
        }
    }
    table
}

/// Shelters of the table: in the open, and in cover that absorbs a number of hits.
const SHELTERS: [fn(u8) -> Shelter; 2] = [|_| Shelter::Open, Shelter::Terrain];

/// Returns the numbers of blue and white dice of each possible target, with the dice of its defense.
fn defenses(rules: &Ruleset) -> Vec<((u8, u8), DefenseDice)> {
    let dice = |blues: u8, whites: u8| {
        let loadout = (0..blues).fold(Loadout::default(), |loadout, _| loadout.plus(SystemKind::Defense));
        Frame::new(loadout, rules).defense_dice(whites, rules)
    };
    let blues = 0..=rules.frame.max_per_type.min(rules.frame.max_systems);
    blues.flat_map(|b| (0..=rules.frame.whites).map(move |w| ((b, w), dice(b, w)))).collect()
}

/// Returns the distributions of one attack against each defense, in the open and in cover; equal plans share one.
fn answer(
    dice: Pool,
    range: Range,
    cover_hits: u8,
    defenses: &[((u8, u8), DefenseDice)],
    rules: &Ruleset,
    known: &mut HashMap<AttackPlan, usize>,
    odds: &mut Vec<AttackOdds>,
) -> Vec<usize> {
    let plans = defenses.iter().flat_map(|(_, defense)| {
        SHELTERS.map(|shelter| {
            let shelter = shelter(cover_hits);
            plan(dice, Pool::EMPTY, *defense, shelter.chart(range), shelter, rules)
        })
    });
    let mut find = |plan: AttackPlan| {
        *known.entry(plan).or_insert_with(|| {
            odds.push(attack(&plan));
            odds.len() - 1
        })
    };
    plans.map(&mut find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loadout::Loadout;
    use crate::rules_files::rulebook;
    use std::collections::BTreeSet;

    /// Enumerates every combination of counts and checks each one.
    fn naive(extras: Extras, rules: &Ruleset) -> BTreeSet<String> {
        let mut texts = vec![String::new()];
        for (kind, token) in SystemKind::ALL {
            let most = match kind {
                kind if kind.is_split() => {
                    if extras.split {
                        4
                    } else {
                        0
                    }
                }
                SystemKind::Environment => {
                    if extras.environment {
                        2
                    } else {
                        0
                    }
                }
                kind if kind.is_environment() => 0,
                _ => 2,
            };
            texts = texts.iter().flat_map(|text| (0..=most).map(move |n| text.clone() + &token.repeat(n))).collect();
        }
        texts.iter().filter_map(|text| Loadout::parse(text, rules).ok()).map(|loadout| loadout.to_string()).collect()
    }

    #[test]
    fn counts_of_legal_loadouts() {
        let rules = rulebook();
        let count = |extras| {
            let found = all(extras, &rules);
            let texts: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(texts.len(), found.len());
            found.len()
        };
        assert_eq!(count(Extras::default()), 168);
        assert_eq!(count(Extras { rockets: true, ..Extras::default() }), 168 * 4);
        for extras in [
            Extras { split: true, ..Extras::default() },
            Extras { environment: true, ..Extras::default() },
            Extras { split: true, environment: true, rockets: false },
        ] {
            let found: BTreeSet<String> = all(extras, &rules).iter().map(ToString::to_string).collect();
            assert_eq!(found, naive(extras, &rules));
        }
    }

    #[test]
    fn the_front_holds_the_best_of_each_measure() {
        let rules = rulebook();
        let measured: Vec<MeasuredLoadout> =
            all(Extras::default(), &rules).into_iter().map(|loadout| measure(loadout, 1, &rules)).collect();
        let front = pareto_front(&measured);
        for (i, measure) in MEASURES.iter().enumerate() {
            let best = measured.iter().map(|m| m.values[i]).fold(0.0, f64::max);
            assert!(measured.iter().zip(&front).any(|(m, on)| *on && m.values[i] == best), "{measure}");
        }
        assert!(!front[measured.iter().position(|m| m.loadout == Loadout::default()).unwrap()]);
    }

    #[test]
    fn conditions_on_counts_and_measures() {
        let rules = rulebook();
        let tank = measure(Loadout::parse("RdRdBB", &rules).unwrap(), 0, &rules);
        for (text, accepted) in [
            ("systems <= 4", true),
            ("systems<4", false),
            ("Rd=2", true),
            ("rd != 2", false),
            ("direct >= 1.8", true),
            ("hand-to-hand > 0", false),
            ("rockets = 0", true),
        ] {
            assert_eq!(LoadoutFilter::parse(text).unwrap().accepts(&tank), accepted, "{text}");
        }
    }

    #[test]
    fn bars_end_at_the_best_legal_loadout() {
        let rules = rulebook();
        let (shared, own) = (best_of_graph(false, &rules), best_of_graph(true, &rules));
        assert_eq!(shared[0], own[0], "hand-to-hand is the highest");
        assert!(shared[1] == shared[0] && own[1] < own[0] && own[2] == own[1]);
        // Two weapons roll 2d6 and 1d8, and two white dice 2d6 more; hand-to-hand hits with 4 and more.
        let dice: Pool = "4d6+1d8".parse().unwrap();
        assert!((own[0] - hitchart_dice::exact::highest_of(&dice).mean() / 2.0).abs() < 1e-12);
        assert_eq!(shared[3..], own[3..]);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(LoadoutFilter::parse("drect >= 1").unwrap_err().to_string().contains("did you mean `direct`?"));
        assert!(LoadoutFilter::parse("direct").unwrap_err().to_string().contains("not a condition"));
        assert!(LoadoutFilter::parse("direct > many").unwrap_err().to_string().contains("number"));
        assert!(LoadoutSortKey::parse("speed").is_err());
    }

    #[test]
    fn archetypes_are_legal_and_in_canonical_notation() {
        let rules = rulebook();
        assert_eq!((archetypes().len(), all_archetypes().count()), (35, 55));
        for archetype in all_archetypes() {
            let loadout = Loadout::parse(&archetype.loadout, &rules).unwrap();
            assert_eq!(loadout.to_string(), archetype.loadout);
            for name in [archetype.name.clone(), archetype.name.to_lowercase().replace([' ', '&'], "-")] {
                assert_eq!(loadout_of(&name, &rules).unwrap(), loadout);
            }
        }
        let groups: BTreeSet<&str> = all_archetypes().map(|a| a.group.as_str()).collect();
        assert_eq!(groups.len(), 8);
        let names: BTreeSet<String> = all_archetypes().map(|a| a.name.to_lowercase()).collect();
        assert_eq!(names.len(), all_archetypes().count(), "each name once");
    }

    #[test]
    fn archetypes_carry_rockets_more() {
        let rules = rulebook();
        let of = |text: &str| loadout_of(text, &rules).map(|loadout| loadout.to_string());
        assert_eq!(of("Artillerist+SSR1").unwrap(), of("Artillerist").unwrap() + "+SSR1");
        assert_eq!(of("armored spotter + ssr2").unwrap(), "YYB+SSR2");
        assert_eq!(of("Improved Soldier+SSR1").unwrap(), "RdYBG+SSR2");
        let message = of("Mega Soldier+SSR1").unwrap_err().to_string();
        assert!(message.contains("at most 3"), "{message}");
    }

    #[test]
    fn a_mistyped_name_gets_the_nearest() {
        let message = loadout_of("Soldeir", &rulebook()).unwrap_err().to_string();
        assert!(message.contains("did you mean the archetype `Soldier`?"), "{message}");
        let message = loadout_of("Soldier+SSR9", &rulebook()).unwrap_err().to_string();
        assert!(message.contains("at most 3") && !message.contains("did you mean"), "{message}");
    }

    #[test]
    fn every_row_equals_its_own_attack() {
        let rules = rulebook();
        let table = attack_table(2, &rules);
        assert_eq!(table.rows.len(), 27_216);
        assert_eq!(table.odds.len(), 100);
        for row in table.rows.iter().step_by(37) {
            let frame = Frame::new(row.loadout, &rules);
            let target = (0..row.defense.0).fold(Loadout::default(), |l, _| l.plus(SystemKind::Defense));
            let defense = Frame::new(target, &rules).defense_dice(row.defense.1, &rules);
            let own = frame.attack_dice(row.range, row.whites, 0, &rules).map(|dice| {
                attack(&plan(dice, Pool::EMPTY, defense, row.shelter.chart(row.range), row.shelter, &rules))
            });
            assert_eq!(row.odds.map(|i| &table.odds[i]), own.as_ref());
        }
    }
}
