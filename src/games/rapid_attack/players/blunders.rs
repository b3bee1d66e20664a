//! Counts of dominated choices, by which players are held to bounds.

use super::super::battle::legal::dice::dice_for;
use super::super::battle::state::{Colour, Die, MAX_UNITS, Target};
use super::super::battle::{Battle, Event, KeyedDice, State, battlefield_rules};
use super::super::battlefield::{battlefields, named};
use super::super::bidding::{Size, limits};
use super::super::muster::built_in_company;
use super::super::rules_files::rulebook;
use super::search::SearchSettings;
use super::tactician::Tactics;
use super::{Player, Search, Tactician};
use crate::play::{MAX_PLAYERS, Observer, play};

/// Counts for each player.
#[derive(Clone, Debug)]
struct Blunders {
    turns: [u32; MAX_PLAYERS],
    /// Turns that ended with an unspent white that beats the defense of the frame.
    whites: [u32; MAX_PLAYERS],
    /// Attacks forgone while the target stood in the named range and a red die lay unspent.
    attacks: [u32; MAX_PLAYERS],
    /// The same where the target could no longer answer the attack by a turn of its own.
    free_attacks: [u32; MAX_PLAYERS],
    hands: Vec<Vec<u8>>,
    defenses: Vec<u8>,
}

impl Default for Blunders {
    fn default() -> Blunders {
        let none = [0; MAX_PLAYERS];
        let (hands, defenses) = (vec![Vec::new(); MAX_UNITS], vec![0; MAX_UNITS]);
        Blunders { turns: none, whites: none, attacks: none, free_attacks: none, hands, defenses }
    }
}

impl Blunders {
    fn spend(&mut self, unit: u8, die: Die) {
        if let Die::White(place) = die {
            self.hands[usize::from(unit)][usize::from(place)] = 0;
        }
    }
}

impl Observer<Battle<KeyedDice>> for Blunders {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
        let owner = |unit: &u8| usize::from(state.unit(*unit).owner);
        match event {
            Event::Rolled { unit, faces } => {
                let whites = faces.iter().filter(|face| face.colour.is_none()).map(|face| face.face);
                self.hands[usize::from(*unit)] = whites.collect();
                self.defenses[usize::from(*unit)] = 0;
            }
            Event::Defended { unit, die, value } => {
                self.defenses[usize::from(*unit)] = *value;
                self.spend(*unit, *die);
            }
            Event::Moved { unit, die, .. }
            | Event::AttackDeclared { unit, die, .. }
            | Event::Spotted { unit, die, .. } => self.spend(*unit, *die),
            Event::AttackForgone { unit } => {
                let Some(turn) = state.turn_in_control() else { return };
                let red = dice_for(turn, Colour::Red).any(|die| die == Die::Own);
                let Target::Frame(target) = turn.target else { return };
                if red && battle.can_attack_from(state, turn, state.unit(*unit).at) {
                    self.attacks[owner(unit)] += 1;
                    let target = state.unit(target);
                    self.free_attacks[owner(unit)] += u32::from(target.defense.is_some() || target.acted);
                }
            }
            Event::TurnEnded { unit, .. } if state.unit(*unit).stands() => {
                self.turns[owner(unit)] += 1;
                let best = self.hands[usize::from(*unit)].iter().max().copied().unwrap_or(0);
                self.whites[owner(unit)] += u32::from(best > self.defenses[usize::from(*unit)]);
            }
            _ => {}
        }
    }
}

const MEETINGS: [([&str; 2], &str); 3] = [
    (["estars-anvil", "suns-fang"], "open-plain"),
    (["mirror-six", "close-assault"], "ruins-of-alluel"),
    (["artillery-park", "scouts"], "dense-town"),
];

/// Games between a search and a tactician in both seats, and what the first and the second did.
fn games(settings: &SearchSettings, games: u64) -> [Blunders; 2] {
    let mut counts = [Blunders::default(), Blunders::default()];
    let rules = rulebook();
    for (companies, field) in MEETINGS {
        let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
        let fields = battlefields(&named(field).unwrap(), &battlefield_rules(&rules), 1).unwrap();
        let size = (Size::Skirmish, limits(2, Size::Skirmish, &rules.sizes).unwrap());
        let battle = Battle::new(rules.clone(), size, companies, fields, KeyedDice);
        for key in 0..games {
            for seat in 0..2 {
                let search = || Player::Search(Box::new(Search::new(settings)));
                let tactician = || Player::Tactician(Box::new(Tactician::new(Tactics::default())));
                let mut players = vec![search(), tactician()];
                players.rotate_left(seat);
                let mut watch = Blunders::default();
                play(&battle, key, &mut players, &mut watch);
                for (who, count) in counts.iter_mut().enumerate() {
                    let player = (who + seat) % 2;
                    count.turns[0] += watch.turns[player];
                    count.whites[0] += watch.whites[player];
                    count.attacks[0] += watch.attacks[player];
                    count.free_attacks[0] += watch.free_attacks[player];
                }
            }
        }
    }
    counts
}

#[test]
fn search_makes_no_dominated_choices() {
    let n = 4;
    for (who, blunders) in games(&SearchSettings::default(), n).iter().enumerate() {
        let battles = f64::from(n as u32 * 2 * MEETINGS.len() as u32);
        let each = |count: [u32; MAX_PLAYERS]| f64::from(count[0]) / battles;
        println!(
            "{who}: turns {:.2} whites {:.2} attacks {:.3} free {:.3}",
            each(blunders.turns),
            each(blunders.whites),
            each(blunders.attacks),
            each(blunders.free_attacks)
        );
    }
}
