//! Dice and attacks in games, compared with the exact engine situation by situation.

use super::resolve::one_by_one;
use super::{RULESETS, battle};
use crate::battle::state::{Colour, CoverBy, Target, Turn, numbers_in};
use crate::battle::*;
use crate::{
    battle::measure::piece_hits_left, bidding::Size, frame::Frame, ids::UnitId, players::Random, rules_files::load,
};
use hitchart_dice::exact::{damage_by_dice, highest_of};
use hitchart_dice::plan::{Cover, HitChart};
use hitchart_dice::{Pmf, Pool};
use hitchart_play::{Observer, play};
use hitchart_stats::{chi_square, holm};
use std::collections::HashMap;

/// Family-wise level of all tests on all rulesets together; keys are fixed.
const LEVEL: f64 = 0.001;
/// Smallest number of observations of a tested situation.
const FEWEST: u64 = 60;

/// Number of attacks of one situation, by hits on cover and target.
type Hits = HashMap<(u8, u8), u64>;

/// Numbers of attacks by hits on cover and damage, and of hands by their best die, by situation.
#[derive(Default)]
struct Counter {
    strikes: HashMap<(u8, HitChart, Cover), Hits>,
    hands: HashMap<Pool, Vec<u64>>,
    whites: Vec<u64>,
}

impl Observer<Battle<KeyedDice>> for Counter {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
        match event {
            Event::Rolled { unit, faces } => self.hand(battle, state, *unit, faces),
            Event::Attacked(strike) => self.strike(battle, state, strike),
            _ => {}
        }
    }
}

impl Counter {
    fn strike(&mut self, battle: &Battle<KeyedDice>, state: &State, strike: &Strike) {
        assert_eq!(strike.dice, (strike.attack + strike.spot).saturating_sub(strike.defense));
        assert_eq!(strike.faces.len(), usize::from(strike.dice));
        let cover = cover_of(battle, state, strike.cover);
        assert_eq!(cover.hits(), strike.cover_hits);
        let chart = battle.rules.charts.chart(strike.chart);
        let hits = (strike.on_cover, strike.on_target);
        assert_eq!(hits, one_by_one(&strike.faces, &chart, cover));
        if strike.dice > 0 {
            *self.strikes.entry((strike.dice, chart, cover)).or_default().entry(hits).or_default() += 1;
        }
    }

    /// Counts a hand. The pools are those of the same frame in the studies of single attacks.
    fn hand(&mut self, battle: &Battle<KeyedDice>, state: &State, unit: UnitId, faces: &[Face]) {
        let turn = state.turn_in_control().expect("hands are rolled in turns");
        assert_eq!(turn.unit, unit);
        let of = state.unit(unit);
        let frame = Frame { loadout: of.loadout, whites: of.whites };
        let rules = &battle.rules;
        let pools = [
            (Colour::Blue, frame.defense_dice(0, rules).best),
            (Colour::Green, frame.movement_dice(0, rules)),
            (Colour::Red, reds(&frame, turn, battle)),
            (Colour::Yellow, frame.spot_dice(0, rules)),
        ];
        for (colour, pool) in pools {
            let shown: Vec<u8> =
                faces.iter().filter(|face| face.colour == Some(colour)).map(|face| face.face).collect();
            let best = turn.hand().best[colour as usize];
            assert_eq!((shown.len(), shown.iter().copied().max().unwrap_or(0)), (pool.len(), best));
            let counts = self.hands.entry(pool).or_insert_with(|| vec![0; usize::from(pool.max_face()) + 1]);
            counts[usize::from(best)] += 1;
        }
        let whites: Vec<u8> = faces.iter().filter(|face| face.colour.is_none()).map(|face| face.face).collect();
        assert_eq!(whites, turn.hand().whites[..usize::from(turn.hand().white_count)]);
        self.whites.resize(usize::from(rules.frame.white_sides), 0);
        whites.iter().for_each(|face| self.whites[usize::from(*face) - 1] += 1);
    }

    /// Returns the p-values of all situations with enough observations.
    fn p_values(&self) -> Vec<f64> {
        let often = |counts: &u64| *counts >= FEWEST;
        let strikes = self.strikes.iter().filter(|(_, seen)| often(&seen.values().sum()));
        let strikes = strikes.map(|((dice, chart, cover), seen)| {
            let joint = damage_by_dice(&Pmf::point((*dice).into()), chart, *cover);
            let mut counts = vec![0; joint.rows() * joint.columns()];
            for ((on_cover, on_target), count) in seen {
                counts[usize::from(*on_cover) * joint.columns() + usize::from(*on_target)] = *count;
            }
            chi_square(&counts, joint.as_slice()).p_value
        });
        let hands = self.hands.iter().filter(|(_, seen)| often(&seen.iter().sum()));
        let hands = hands.map(|(pool, seen)| chi_square(seen, highest_of(pool).as_slice()).p_value);
        let whites = chi_square(&self.whites, &vec![1.0 / self.whites.len() as f64; self.whites.len()]).p_value;
        strikes.chain(hands).chain([whites]).collect()
    }
}

fn reds(frame: &Frame, turn: &Turn, battle: &Battle<KeyedDice>) -> Pool {
    let pool = frame.attack_dice(turn.range, 0, turn.rockets, &battle.rules);
    if turn.target == Target::Nothing { Pool::EMPTY } else { pool.expect("the range is one that the frame may name") }
}

/// Returns the cover of an attack, from the pieces and frames before the damage.
fn cover_of(battle: &Battle<KeyedDice>, state: &State, by: CoverBy) -> Cover {
    match by {
        CoverBy::Nothing => Cover::None,
        CoverBy::Height => Cover::Immune,
        CoverBy::Pieces(mask) => Cover::Hits(numbers_in(mask).map(|piece| piece_hits_left(battle, state, piece)).sum()),
        CoverBy::Frame(unit) => {
            let unit = state.unit(unit);
            let frame = Frame { loadout: unit.loadout, whites: unit.whites };
            match frame.is_immune_as_cover(&battle.rules) {
                true => Cover::Immune,
                false => Cover::Hits(frame.hit_points() as u8),
            }
        }
    }
}

/// Plays companies of each sort by every ruleset: most loadouts, all ranges, terrain, and frames as cover.
#[test]
fn games_agree_with_the_exact_engine_in_every_situation() {
    let mut p_values = Vec::new();
    // No key is used twice: frames of the same number throw the same dice in all games of a key.
    let mut keys = 0..;
    for ruleset in RULESETS {
        let mut counter = Counter::default();
        let sides: [(&[&str], &str, usize); 3] = [
            (&["artillery-park", "close-assault"], "dense-town", 400),
            (&["mirror-six", "shield-wall"], "dense-town", 400),
            (&["estars-anvil", "suns-fang", "piercing-eye"], "ruins-of-alluel", 300),
        ];
        for (companies, field, games) in sides {
            let battle = battle(companies, field, Size::Skirmish, load(ruleset).unwrap());
            let mut players = vec![Random::new(); companies.len()];
            for key in keys.by_ref().take(games) {
                play(&battle, key, &mut players, &mut counter);
            }
        }
        assert!(counter.strikes.keys().any(|(.., cover)| *cover == Cover::Immune));
        assert!(counter.strikes.keys().any(|(.., cover)| cover.hits() > 0));
        p_values.extend(counter.p_values());
    }
    assert!(p_values.len() > 50, "{} situations", p_values.len());
    let least = holm(&p_values).into_iter().fold(1.0, f64::min);
    assert!(least > LEVEL, "{least} in {} situations", p_values.len());
}
