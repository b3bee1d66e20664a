//! The choice after the roll: the dice for defense, attack, movement and spotting.

use super::attack::{Shelter, bonus};
use super::ruleset::{ChartName, Ruleset};
use super::{approach::pips_for, frame::Frame, loadout::Range};
use hitchart_dice::exact::{self, Action, Choice, Need, RuleOfThumb};
use hitchart_dice::plan::Cover;
use hitchart_dice::{Pmf, Pool};

/// The four actions, in the order of a turn.
pub const ACTIONS: [&str; 4] = ["defense", "attack", "move", "spot"];

/// Largest weight of any effect, so that values and their sums stay finite and precise.
pub const MAX_WEIGHT: f64 = 1e6;

/// Weight of the effect of each action, 0 to 1,000,000; effects without a weight count nothing.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Value of each expected damage dealt.
    #[serde(default)]
    pub damage: f64,
    /// Value of each expected damage avoided.
    #[serde(default)]
    pub defense: f64,
    /// Value of each pip of the spot.
    #[serde(default)]
    pub spot: f64,
    /// Value of each ruler unit of movement.
    #[serde(default, rename = "move")]
    pub movement: f64,
}

impl Default for Weights {
    /// A pip of the spot adds a third of a damage in the open; the value of movement depends on the table.
    fn default() -> Weights {
        Weights { damage: 1.0, defense: 1.0, spot: 1.0 / 3.0, movement: 0.0 }
    }
}

impl Weights {
    /// Returns the weights with their names.
    pub fn named(&self) -> [(&'static str, f64); 4] {
        [("damage", self.damage), ("defense", self.defense), ("spot", self.spot), ("move", self.movement)]
    }
}

/// A frame's turn, with everything that affects the choice of dice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssignedTurn {
    /// The frame that takes the turn, with its remaining systems and whites.
    pub frame: Frame,
    /// Range of the attack.
    pub range: Range,
    /// Defense of the target, which is already fixed.
    pub target_defense: u8,
    /// Damage chart of the attack.
    pub chart: ChartName,
    /// Cover of the target; without effect on charts without cover.
    pub shelter: Shelter,
    /// Rockets fired with the attack.
    pub rockets: u8,
    /// Ruler units that the frame must move before its attack, because the target is out of range; 0 within range
    /// (Handbook, "Designate Target").
    pub gap: f64,
    /// Value of each effect of the turn.
    pub weights: Weights,
}

/// Returns the rules of thumb with the names that other programs read; indices are those of [`ACTIONS`].
pub fn rules_of_thumb() -> Vec<(&'static str, RuleOfThumb)> {
    vec![
        ("own-dice-only", RuleOfThumb::OwnDiceOnly),
        ("attack-first", RuleOfThumb::InOrder(vec![1, 0, 3, 2])),
        ("defense-first", RuleOfThumb::InOrder(vec![0, 1, 3, 2])),
        ("spot-first", RuleOfThumb::InOrder(vec![3, 1, 0, 2])),
        ("gaps-first", RuleOfThumb::GapsFirst(vec![0, 1, 3, 2])),
        ("most-pips", RuleOfThumb::MostPips(vec![0, 1, 3, 2])),
    ]
}

/// Most rolls that a query on the command line evaluates, in some seconds.
pub const MOST_ROLLS: u64 = 4_000_000;
/// Most rolls that a study evaluates over all its frames, in a minute or two.
pub const MOST_ROLLS_OF_A_STUDY: u64 = 100_000_000;

/// A query with too many rolls, which is rejected before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the choice after the roll has {found} possible rolls; allowed: at most {most}")]
pub struct TooManyRolls {
    /// Number of possible rolls; in a study, summed over all frames.
    pub found: u64,
    /// Largest number of rolls that is allowed.
    pub most: u64,
}

impl TooManyRolls {
    /// A hint how to correct the error.
    pub const HELP: &'static str =
        "use a ruleset with fewer white dice or dice with fewer sides, or ask about fewer frames";

    /// Checks the number of rolls.
    ///
    /// # Errors
    /// Fails if `found` is more than `most`; the error contains both.
    pub fn check(found: u64, most: u64) -> Result<(), TooManyRolls> {
        if found <= most { Ok(()) } else { Err(TooManyRolls { found, most }) }
    }
}

impl AssignedTurn {
    /// Returns the dice that only one action can use, in the order of [`ACTIONS`].
    pub fn own_dice(&self, rules: &Ruleset) -> [Pool; 4] {
        let defense = self.frame.defense_dice(0, rules);
        [
            if rules.defense.sum_blues { defense.summed } else { defense.best },
            self.frame.attack_dice(self.range, 0, self.rockets, rules).unwrap_or_default(),
            self.frame.movement_dice(0, rules),
            self.frame.spot_dice(0, rules),
        ]
    }

    /// Returns the turn as a choice of dice. The value of an assignment has three parts: the damage weight times the
    /// expected damage to the target; minus the defense weight times the expected damage of one typical attack in the
    /// open; plus the spot and movement weights times pips. An action without a die counts 0 (S11: dice are given
    /// action by action, but no result of this turn changes the value of the later actions).
    pub fn choice(&self, rules: &Ruleset) -> Choice {
        let [defense, attack, movement, spot] = self.own_dice(rules).map(|pool| exact::highest_of(&pool));
        let defense = if rules.defense.sum_blues { exact::sum_of(&self.own_dice(rules)[0]) } else { defense };
        let may_attack = self.frame.may_attack(self.range, self.rockets, rules);
        let top = [&defense, &attack, &movement, &spot].iter().map(|pmf| pmf.max()).max().unwrap_or(0);
        let top = top.max(rules.frame.white_sides.into());
        let per_pip = |weight: f64, bonus| (0..=top).map(|pips| weight * with_bonus(pips, bonus) as f64).collect();
        let weights = &self.weights;
        let actions = vec![
            Action { own: defense, wild: rules.defense.whites, value: self.defense_values(top, rules) },
            Action { own: attack, wild: may_attack, value: self.attack_values(top, rules) },
            Action { own: movement, wild: true, value: per_pip(weights.movement, rules.modifiers.movement) },
            Action { own: spot, wild: rules.spotting.whites, value: per_pip(weights.spot, rules.modifiers.spot) },
        ];
        let need = (self.gap > 0.0).then(|| Need { action: 1, of: 2, least: self.least_move(top, rules) });
        Choice { actions, wild_dice: self.frame.whites.into(), wild_sides: rules.frame.white_sides, need }
    }

    /// Returns the lowest movement die that closes the gap; `top + 1` if no die does.
    fn least_move(&self, top: usize, rules: &Ruleset) -> u8 {
        let pips = pips_for(self.gap, rules);
        (1..=top).find(|die| with_bonus(*die, rules.modifiers.movement) >= pips).unwrap_or(top + 1) as u8
    }

    /// Returns the value of each attack die; an attack of 0 is no attack (R19).
    fn attack_values(&self, top: usize, rules: &Ruleset) -> Vec<f64> {
        let plan = super::attack::plan(Pool::EMPTY, Pool::EMPTY, Pool::EMPTY, self.chart, self.shelter, rules);
        let bonus = rules.modifiers.attack;
        let damage = exact::expected_damage_by_dice(with_bonus(top, bonus), &plan.chart, plan.cover);
        let dice = |v: usize| with_bonus(v, bonus).saturating_sub(self.target_defense.into());
        (0..=top).map(|v| self.weights.damage * damage[dice(v)]).collect()
    }

    /// Returns the value of each defense die: minus the expected damage of one typical attack against this defense, in
    /// the open.
    fn defense_values(&self, top: usize, rules: &Ruleset) -> Vec<f64> {
        let typical = &rules.typical_attack;
        let strike = exact::sum(&exact::highest_of(&typical.attack), &exact::highest_of(&typical.spot));
        let strike = exact::plus(&strike, bonus(&typical.spot, rules));
        let chart = rules.charts.chart(ChartName::Open);
        let damage = exact::expected_damage_by_dice(strike.max(), &chart, Cover::None);
        let taken = |defense: usize, strike: &Pmf| strike.expect(|hit| damage[hit.saturating_sub(defense)]);
        let defense = |pips| with_bonus(pips, rules.modifiers.defense);
        (0..=top).map(|pips| -self.weights.defense * taken(defense(pips), &strike)).collect()
    }

    /// Parses a roll such as `W5 W3 R2 R6 Y4 B1 G3` into the whites and the best own die of each action.
    ///
    /// # Errors
    /// Fails if a word is not a die, or if the roll is not one of this frame's dice.
    pub fn read_roll(&self, text: &str, rules: &Ruleset) -> Result<Roll, RollError> {
        let mut faces: [Vec<u8>; 5] = Default::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (colour, face) = read_die(word).ok_or_else(|| RollError::Die { found: word.to_owned() })?;
            faces[colour].push(face);
        }
        let [blue, red, green, yellow] = self.own_dice(rules);
        let white = Pool::of(self.frame.whites.into(), rules.frame.white_sides).unwrap_or_default();
        for ((pool, rolled), letter) in [blue, red, green, yellow, white].iter().zip(&faces).zip(COLOURS) {
            if !is_roll_of(rolled, pool) {
                let rolled = rolled.iter().map(|face| format!("{letter}{face}")).collect::<Vec<_>>().join(" ");
                return Err(RollError::Dice { letter, pool: pool.to_string(), rolled });
            }
        }
        let [blue, red, green, yellow, wild] = faces;
        let sum = blue.iter().sum();
        let mut own = [blue, red, green, yellow].map(|faces| faces.into_iter().max().unwrap_or(0));
        if rules.defense.sum_blues {
            own[0] = sum;
        }
        Ok(Roll { own: own.to_vec(), wild })
    }
}

/// Adds a modifier to the pips of a die; an action without a die gets none.
pub(crate) fn with_bonus(pips: usize, bonus: u8) -> usize {
    if pips == 0 { 0 } else { pips + usize::from(bonus) }
}

/// Letters of the colours, in the order of [`ACTIONS`], whites last.
const COLOURS: [char; 5] = ['B', 'R', 'G', 'Y', 'W'];

/// The relevant part of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The best own die of each action; 0 without one.
    pub own: Vec<u8>,
    /// The whites.
    pub wild: Vec<u8>,
}

/// Reason why a text is not a roll of a frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RollError {
    /// The word is not a die.
    #[error("`{found}` is not a die; write a colour (W, R, Y, B or G) and its face, such as `W5`")]
    Die {
        /// The word as the user wrote it.
        found: String,
    },
    /// The dice of a colour do not match the frame's dice.
    #[error("the roll has {} as {letter} dice; allowed: one face of each of the frame's {letter} dice, which are {}", or(.rolled, "none"), or(.pool, "none"))]
    Dice {
        /// Letter of the colour: B, R, G, Y or W.
        letter: char,
        /// The frame's dice of this colour, such as `2d6`; empty if it has none.
        pool: String,
        /// Dice of this colour in the roll, such as `R2 R6`; empty if there are none.
        rolled: String,
    },
}

/// Returns a text in backticks, or a word if the text is empty.
fn or(text: &str, absent: &str) -> String {
    if text.is_empty() { absent.to_owned() } else { format!("`{text}`") }
}

fn read_die(word: &str) -> Option<(usize, u8)> {
    let mut chars = word.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let colour = COLOURS.iter().position(|known| *known == letter)?;
    let face = chars.as_str();
    let face = face.bytes().all(|b| b.is_ascii_digit()).then(|| face.parse().ok())??;
    (face > 0).then_some((colour, face))
}

/// Returns true if these faces can be one roll of the pool: there are as many faces as dice, and each face fits a
/// different die.
fn is_roll_of(faces: &[u8], pool: &Pool) -> bool {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    let dice = pool.groups().flat_map(|(count, sides)| std::iter::repeat_n(sides, count));
    faces.len() == pool.len() && faces.iter().zip(dice).all(|(face, sides)| *face <= sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loadout::Loadout;
    use crate::rules_files::rulebook;

    fn soldier() -> (AssignedTurn, Ruleset) {
        let rules = rulebook();
        let turn = AssignedTurn {
            frame: Frame::new(Loadout::parse("RdYBG", &rules).unwrap(), &rules),
            range: Range::Direct,
            target_defense: 3,
            chart: ChartName::Open,
            shelter: Shelter::Open,
            rockets: 0,
            gap: 0.0,
            weights: Weights::default(),
        };
        (turn, rules)
    }

    /// The value stated in the project's acceptance figures.
    #[test]
    fn the_soldiers_turn_under_best_play() {
        let (turn, rules) = soldier();
        assert!((turn.choice(&rules).expected_best() - 0.865_552_144_9).abs() < 1e-10);
    }

    #[test]
    fn reads_rolls_of_the_frames_own_dice() {
        let (turn, rules) = soldier();
        let roll = turn.read_roll("W5 W3 R2 R6 Y4 B1 G3", &rules).unwrap();
        assert_eq!(roll, Roll { own: vec![1, 6, 3, 4], wild: vec![5, 3] });
        let best = turn.choice(&rules).best(&roll.own, &roll.wild);
        assert_eq!(best.dice, [5, 6, 3, 4]);
        let says = |text: &str, part: &str| {
            let message = turn.read_roll(text, &rules).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        };
        says("W5 W3 R2 R6 Y4 B1", "G dice");
        says("W5 W3 R2 R7 Y4 B1 G3", "R dice");
        says("W5 W3 R2 R6 Y4 B1 X3", "`X3`");
        says("W5 W3 R2 R6 Y4 B0 G3", "`B0`");
    }

    #[test]
    fn a_target_out_of_range_needs_a_move_first() {
        let (mut turn, rules) = soldier();
        let near = turn.choice(&rules).expected_best();
        turn.gap = 4.0;
        let choice = turn.choice(&rules);
        // The green 2 does not close the gap, and the white 5 does, so it moves the frame and the red 6 attacks.
        let best = choice.best(&[4, 6, 2, 1], &[5, 3]);
        assert_eq!((best.dice[1], best.dice[2]), (6, 5));
        assert_eq!(choice.best(&[4, 6, 2, 1], &[3, 3]).dice[1], 0, "no die closes the gap");
        assert!(choice.expected_best() < near);
        turn.gap = 50.0;
        assert_eq!(turn.choice(&rules).best(&[4, 6, 6, 1], &[6, 6]).dice[1], 0);
    }

    #[test]
    fn without_a_weapon_there_no_white_may_attack_at_range() {
        let (mut turn, rules) = soldier();
        turn.range = Range::Artillery;
        let choice = turn.choice(&rules);
        assert_eq!(choice.best(&[0, 0, 0, 0], &[6, 6]).dice[1], 0);
    }
}
