//! The ruleset as data: every number and switch, the built-in rulesets, and the fields that players follow without
//! planning for them.
//!
//! This module has the rules of fleets, [`super::battle_rules`] has those of battles.

use super::attack::Band;
use super::battle_rules::{
    BoardingRules, CapturedRules, Charts, ClockRules, CollisionRules, CoverRules, DebrisRules, EdgeRules, FuelRules,
    HvaRules, LaunchRules, MovementRules, OrderRules, RangeRules, RepairRules, SpottingRules, TableRules, TurnRules,
};
use hitchart_config::rules::{Rules, RulesError, differing};
use hitchart_config::{InputError, rules, ruleset};
use hitchart_dice::Pool;

ruleset! {
// The rules of fleets.

/// A complete ruleset of Intercept Orbit.
pub struct Ruleset {
    /// Name of the ruleset.
    pub name: String,
    /// Description in one line.
    pub summary: String,
    /// Assets by number of players.
    pub fleet: FleetRules,
    /// The two classes of ships.
    pub ships: ShipRules,
    /// Red dice of shipboard weapons.
    pub weapons: WeaponRules,
    /// Dice of shipboard systems other than weapons.
    pub dice: SystemDice,
    /// Companies of mobile frames.
    pub companies: CompanyRules,
    /// Aces.
    pub aces: AceRules,
    /// Points per asset.
    pub bidding: BiddingRules,
    /// Targets that ships may declare.
    pub turn: TurnRules,
    /// Distances.
    pub ranges: RangeRules,
    /// Effects of damage dice.
    pub charts: Charts,
    /// Cover, and its cost.
    pub cover: CoverRules,
    /// Repair of ships and companies.
    pub repair: RepairRules,
    /// Launches.
    pub launch: LaunchRules,
    /// Fuel, and companies that drift.
    pub fuel: FuelRules,
    /// Spots.
    pub spotting: SpottingRules,
    /// Movement of ships.
    pub movement: MovementRules,
    /// Ramming and collisions.
    pub collisions: CollisionRules,
    /// The edge of the table.
    pub edge: EdgeRules,
    /// Boarding.
    pub boarding: BoardingRules,
    /// Captured ships.
    pub captured: CapturedRules,
    /// High value assets in play.
    pub hvas: HvaRules,
    /// Space debris.
    pub debris: DebrisRules,
    /// The table.
    pub table: TableRules,
    /// Order of turns.
    pub order: OrderRules,
    /// The doomsday clock.
    pub clock: ClockRules,
    /// The attack that durability is measured with.
    pub typical_attack: TypicalAttack,
}

/// Assets of a fleet by number of players, the first of each list for two ("Build Your Fleet").
pub struct FleetRules {
    /// Fewest tactical assets, ships and companies together.
    pub min_assets: [u8; 3] where 1..=8,
    /// Most tactical assets: not below the fewest, and at most 10 with the addition of a major battle.
    pub max_assets: [u8; 3] where 1..=10,
    /// High value assets, 0 to 8, 5 and 4.
    pub hvas: [u8; 3] where 0..=8,
    /// Addition of a major battle to the fewest and the most assets.
    pub major: u8 where 0..=4,
}

/// The two classes of ships ("Build Your Ships").
pub struct ShipRules {
    /// White dice of a ship. Also the hits that it takes once its systems are lost (I06).
    pub whites: u8 where 1..=4,
    /// Systems of a capital ship (I06).
    pub capital_systems: u8 where 1..=6,
    /// Systems of a frigate (I06).
    pub frigate_systems: u8 where 1..=6,
    /// Green dice that a frigate rolls; no system, and never lost (I05).
    pub frigate_green: Pool where 0..=4,
    /// Most systems of one type: weapons of a band, defences, comms, catapults; a split weapon counts half for each of
    /// its two bands (as in Rapid Attack; the text mentions only first and second systems).
    pub max_per_type: u8 where 1..=4,
    /// Base of a capital ship in studs, across and along ("What You Need to Play").
    pub capital_base: [u8; 2] where 1..=24,
    /// Base of a frigate ("What You Need to Play").
    pub frigate_base: [u8; 2] where 1..=24,
}

/// Red dice of shipboard weapons ("Shipboard weapons"; I04).
pub struct WeaponRules {
    /// Dice of the first weapon devoted to a band.
    pub first: Pool where 0..=4,
    /// Dice that each further weapon devoted to that band adds.
    pub second: Pool where 0..=4,
    /// Dice of each half of a weapon designed for two bands.
    pub half: Pool where 0..=4,
    /// True if such weapons may be built.
    pub split_allowed: bool,
}

/// Dice of shipboard systems other than weapons.
pub struct SystemDice {
    /// Blue dice of each defence ("Build Your Ships").
    pub defense: Pool where 0..=4,
    /// Yellow dice of the comms of a ship that has any ("rolls one yellow die"; a second one adds reach)
    /// ("Communications and sensor systems").
    pub comms: Pool where 0..=4,
    /// Yellow dice that a second comms system adds; it also adds reach ("Communications and sensor systems").
    pub second_comms: Pool where 0..=4,
    /// Black dice of one catapult ("Build Your Ships").
    pub catapult: Pool where 0..=4,
    /// Black dice of two or more catapults, in all (I20).
    pub catapults: Pool where 0..=4,
}

/// Companies of mobile frames ("Mobile Frame Companies").
pub struct CompanyRules {
    /// White dice.
    pub whites: u8 where 1..=4,
    /// Red dice of the weapon, for dogfight band.
    pub weapon: Pool where 0..=4,
    /// Blue dice of the defence.
    pub defense: Pool where 0..=4,
    /// Yellow dice of the comms.
    pub comms: Pool where 0..=4,
    /// Green dice of the movement system.
    pub movement: Pool where 0..=4,
    /// Base in studs, across and along ("What You Need to Play").
    pub base: [u8; 2] where 1..=24,
}

/// Aces ("Aces").
pub struct AceRules {
    /// Dice of its colour that an ace adds to its company.
    pub dice: Pool where 0..=4,
    /// Yellow dice that any ace adds in boarding (I31, I29).
    pub boarding: Pool where 0..=4,
    /// True if the ace is a further point of life, lost last (I08).
    pub has_life: bool,
    /// Chart of the red ace at point-defence and assault band (I61).
    pub red_hits: RedHits,
    /// True if the red ace reaches those bands at all (I61).
    pub red_reaches: bool,
    /// Assets that the green ace may move or turn (I63).
    pub green_moves: GreenMoves,
    /// True if it may do so whenever a ship that it touches moves; else only on its own turn (I63).
    pub green_with_ships: bool,
    /// Distance at which the yellow ace spots: the point-defence reach, or the reach of the company (I62).
    pub yellow_reaches: bool,
    /// True if the blue ace gives cover to other assets within point defence (I42).
    pub blue_covers_others: bool,
}

/// Chart of the red ace beyond dogfight band (I61).
pub enum RedHits {
    /// Chart of a company at dogfight band.
    Company,
    /// Chart of a weapon of the band.
    Band,
}

/// Assets that the green ace may move or turn (I63).
pub enum GreenMoves {
    /// Any asset that it touches, including enemies.
    Anyone,
    /// Only assets of the ace's side.
    Own,
}

/// The attack that durability is measured with: a weapon of a ship, a white die and a spot. An assumption of the
/// tables, not a rule.
pub struct TypicalAttack {
    /// Dice of the attack.
    pub attack: Pool where 0..=4,
    /// Dice of the spot on the target.
    pub spot: Pool where 0..=4,
    /// Band at which ships are attacked.
    pub on_ships: Band,
    /// Band at which companies are attacked: dogfight or point defence (I44).
    pub on_companies: Band,
}

/// Points per asset ("Determine each player's Points per Asset"; I09, I10, I11).
pub struct BiddingRules {
    /// Points per asset before the comparison; more than both steps together.
    pub base: u8 where 1..=20,
    /// Step for the most and the fewest tactical assets.
    pub step_assets: u8 where 0..=9,
    /// Step for the most and the fewest shipboard systems.
    pub step_systems: u8 where 0..=9,
    /// Tactical assets that the winner of the roll-off for the first place may leave behind (I11).
    pub tie_drops: TieDrops,
}

/// Tactical assets that the winner of the roll-off for the first place may leave behind (I11).
pub enum TieDrops {
    /// Any of them. Companies for which no catapult is left stay behind with their carrier, the ace's company last.
    Any,
    /// Ships without a catapult and companies without an ace.
    Spare,
    /// None.
    None,
}
}

// The built-in rulesets.

impl Rules for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] = &[
        ("intercept-orbit", include_str!("rulesets/intercept-orbit.toml")),
        ("community-2014", include_str!("rulesets/community-2014.toml")),
    ];

    fn name(&self) -> &str {
        &self.name
    }

    fn cross_check(&self) -> Result<(), RulesError> {
        self.check_contradictions()
    }
}

/// Loads a ruleset by built-in name or from a file.
///
/// # Errors
/// The errors of [`rules::load`].
pub fn load(name: &str) -> Result<Ruleset, InputError> {
    rules::load(name)
}

/// Returns the default ruleset.
pub fn standard() -> Ruleset {
    rules::standard()
}

// Fields of a ruleset that players follow without planning for them.

/// Fields that no exact table of the players contains: players meet their effects only in play.
const BLIND: [&str; 12] = [
    "aces.green_moves",
    "aces.green_with_ships",
    "order.passing",
    "edge.with_companies",
    "edge.hvas",
    "collisions.chain",
    "captured.companies_stay",
    "captured.end_costs_captor",
    "boarding.first",
    "boarding.aid",
    "hvas.whites",
    "bidding.tie_drops",
];

/// Returns the fields in which a ruleset differs from another and to which no player can react, in the order of the
/// rules. Their measured effect is the effect on players who do not plan for them.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    differing(rules, base).into_iter().filter(|path| BLIND.contains(&path.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::battle::{Battle, Decision, KeyedDice, State};
    use super::super::fleet::Fleet;
    use super::super::players::tactician::{Tactician, Tactics};
    use super::*;
    use hitchart_config::rules::{RulesText, diff};
    use hitchart_play::{Game, Policy, Unwatched};
    use std::sync::Arc;

    #[test]
    fn built_in_rulesets_load_under_their_names() {
        for (name, _) in Ruleset::BUILT_IN {
            assert_eq!(load(name).unwrap().name, *name);
        }
        let texts = [standard(), load("community-2014").unwrap()].map(|rules| RulesText::of(&rules));
        let changed: Vec<String> = diff(&texts[0], &texts[1]).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(changed, ["clock.everyone_ticks", "launch.reach"]);
    }

    #[test]
    fn numbers_out_of_range_are_named_with_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let says = |text: &str, parts: &[&str]| {
            std::fs::write(folder.path().join("house.toml"), format!("extends = 'intercept-orbit'\n{text}")).unwrap();
            let message = rules::load_from::<Ruleset>("house.toml", folder.path()).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("[movement]\nclick = 20.0", &["house.toml:3:9", "movement.click", "22.5"]);
        says("[ranges]\nassault = 1.0", &["ranges.assault", "2 to 24"]);
        says("[fleet]\nmax_assets = [4, 6, 5]", &["fleet.max_assets", "4 for 2 players", "5 to 8"]);
        says("[boarding]\ndamage = [0, 0, 0, 1, 1, 2, 3, 9]", &["boarding.damage", "0 to 6"]);
        says("[bidding]\nbase = 2", &["bidding.base", "more than 2"]);
        says("[dice]\ncatapult = '9d6'", &["dice.catapult", "up to 4 dice"]);
        says("[launch]\nreech = 8.0", &["did you mean `reach`?"]);
    }

    #[test]
    fn what_the_tables_tell_is_not_blind() {
        let (base, mut rules) = (standard(), standard());
        (rules.charts.assault.hits, rules.fuel.per_round) = (5, 2);
        assert!(played_blind(&rules, &base).is_empty());
        rules.collisions.chain = 2;
        assert_eq!(played_blind(&rules, &base), ["collisions.chain"]);
        assert!(played_blind(&load("community-2014").unwrap(), &base).is_empty());
    }

    /// Every field of the list exists.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = RulesText::of(&standard()).table();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }

    /// Returns the rules with another value of a field: a switch flipped, a number set to 0 or from 0 to 1, or the
    /// other of two names.
    fn altered(path: &str) -> Ruleset {
        let text = RulesText::of(&standard());
        let mut table = toml::Value::Table(text.table());
        let field = path.split('.').fold(&mut table, |value, key| &mut value[key]);
        *field = match field.clone() {
            toml::Value::Boolean(is) => (!is).into(),
            toml::Value::Integer(number) => i64::from(number == 0).into(),
            toml::Value::String(name) => match name.as_str() {
                "centre" => "opponent",
                "opponent" => "centre",
                "anyone" => "own",
                "own" => "anyone",
                "any" => "none",
                other => panic!("`{other}` of `{path}` has no other value here"),
            }
            .into(),
            other => panic!("`{path}` is {other}"),
        };
        let text = RulesText::saved(text.name, toml::to_string(&table).unwrap());
        Arc::unwrap_or_clone(text.read().unwrap())
    }

    /// In the states of some battles, tacticians choose the same under any value of a listed field. Choices that are
    /// illegal under the other value are skipped.
    #[test]
    fn tacticians_do_not_react_to_blind_fields() {
        let fleets =
            ["C:RpRaBK F:KKB F:RaBY; ace=blue", "C:RaBBY C:RsKKY F:RpBK; ace=green", "C:BBRaK F:RsKY; ace=red"];
        let of = |rules: Ruleset| {
            let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
            Battle::new(rules, fleets, false, KeyedDice).unwrap()
        };
        let base = of(standard());
        let others = BLIND.map(|path| (path, of(altered(path))));
        let decide =
            |battle: &Battle<KeyedDice>, state: &State| Tactician::new(Tactics::default()).decide(battle, state);
        let mut candidates = Vec::new();
        let mut reacted = std::collections::BTreeMap::<&str, (u64, Decision)>::new();
        for key in 0..4 {
            let mut state = base.start(key, &mut Unwatched);
            while let Some(asked) = state.asked {
                let chosen = decide(&base, &state);
                for (path, other) in &others {
                    candidates.clear();
                    other.candidates(&state, &mut candidates);
                    if candidates.contains(&chosen) && decide(other, &state) != chosen {
                        reacted.entry(path).or_insert((key, asked.what));
                    }
                }
                base.apply(&mut state, &chosen, &mut Unwatched);
            }
        }
        assert!(reacted.is_empty(), "key and decision: {reacted:?}");
    }
}
