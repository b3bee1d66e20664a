//! Players of whole battles: their policies, from random to search.
//!
//! This file has the random player and the greedy player; [`tactician`] and [`search`] have the stronger ones.

#[cfg(test)]
mod follies;
pub mod search;
mod shown;
mod sight;
pub mod tactician;
#[cfg(test)]
mod tests;
pub mod view;

use crate::ids::AssetId;
pub use search::{Search, SearchSettings};
pub use tactician::Tactician;

use super::battle::odds::{OddsRow, TargetCover};
use super::battle::state::{Colour, Die, Target};
use super::battle::{Action, Battle, BattleDice, Decision, State, candidates};
use super::{attack::Band, battle::legal::attack::in_band, battle::legal::places::ship_at};
use hitchart_dice::KeyedDice;
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::policy::{self, BuiltIn, DEEP, DEEP_MEANING, QUICK, Role};
use hitchart_play::{Game, Policy};
use search::{leads, quick};
use tactician::Tactics;
use view::{TargetKey, View, with};

// The kinds of policies, and the built-in ones.

hitchart_play::plain_policies! {
    actions: Action, decisions: Decision::ALL.map(Decision::name).to_vec();
    tactician: Tactician, Tactics, 1e6;
    search: Search, 1e7;
    Random(Random = Random::new()) "random" "chooses any legal candidate with equal chances" 1e5;
    Greedy(Greedy = Greedy::new()) "greedy" "chooses the highest expected damage now" 4e5;
}

/// The only role: all players of a battle are alike.
pub static ROLES: [Role<Kind>; 1] =
    [Role { what: "policy", default: "tactician", built_in: all, distances: include_str!("distances.toml") }];

/// Returns the built-in policies.
fn all() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let tactician = Kind::Tactician(Tactics::default());
    let untuned = Kind::Tactician(Tactics::start());
    let search = Kind::Search(SearchSettings::default());
    let quick = Kind::Search(quick());
    let leads = Kind::Search(leads());
    let planning = [
        policy("tactician", "plans one turn ahead with exact odds", tactician),
        policy("untuned", "tactician with hand-chosen weights, for comparison", untuned),
        policy("search", "compares the tactician's candidates by simulated playouts", search),
        policy(QUICK, "search with a quarter of the playouts, for studies of many games", quick),
        policy(DEEP, DEEP_MEANING, Kind::Search(SearchSettings::default().deep())),
        policy("search-leads", "search without a learned evaluation, for comparison", leads),
    ];
    Plain::ALL.iter().map(|plain| plain.built_in()).chain(planning).collect()
}

// The greedy player: maximises the expected damage now, by the exact tables, and leaves other choices to chance.

/// A policy that plays for the highest expected damage now.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    chance: Random,
    buffer: Vec<Action>,
}

impl Greedy {
    /// Creates a greedy player; [`Policy::begin`] names the stream of its random choices.
    pub fn new() -> Greedy {
        Greedy { chance: Random::new(), buffer: Vec::with_capacity(512) }
    }

    /// Returns the candidate of the highest positive worth, at random among equals. `None` if no worth is positive.
    fn best<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        worth: impl Fn(&Action) -> f64,
    ) -> Option<Action> {
        self.buffer.clear();
        battle.candidates(state, &mut self.buffer);
        let (mut most, mut best, mut equals) = (0.0, None, 0);
        for action in &self.buffer {
            let worth = worth(action);
            if worth > most {
                (most, best, equals) = (worth, Some(*action), 1);
            } else if worth == most && best.is_some() {
                // Every equal candidate has the same chance to be kept.
                equals += 1;
                if self.chance.draws.below(equals) == 0 {
                    best = Some(*action);
                }
            }
        }
        best
    }

    /// Draws an action at random. Redraws actions that cost points or own ships now. Such actions are moves off the
    /// table or into an own asset, and high value assets placed where another player takes them.
    fn left_to_chance(&mut self, view: &View<'_, KeyedDice>) -> Action {
        /// Maximum number of draws; the last one is accepted.
        const DRAWS: usize = 12;
        let mut action = self.chance.decide(view.battle, view.state);
        for _ in 0..DRAWS {
            let costs = match action {
                Action::Sail { maneuver, .. } => view.state.turn_in_control().is_some_and(|turn| {
                    let course = view.battle.space.course(view.state.asset(turn.asset).pose, &maneuver);
                    view.is_folly(turn.asset, &course, view.stop(turn.asset, &course))
                }),
                Action::Place { asset, pose } if view.state.asset(asset).is_hva() => {
                    view.may_be_taken((view.state.asset(asset).body, pose))
                }
                _ => false,
            };
            if !costs {
                break;
            }
            action = self.chance.decide(view.battle, view.state);
        }
        action
    }
}

/// Returns the expected damage of an attack before its dice are rolled; 0 if the target is not in the band now.
fn promise<D: BattleDice>(view: &View<'_, D>, by: AssetId, target: AssetId, band: Band) -> f64 {
    let (asset, to) = (view.state.asset(by), view.state.asset(target));
    if !in_band(view.battle, view.state, by, asset.pose, Target::Asset(target), band) {
        return 0.0;
    }
    let TargetKey { spot, defense, life, kind } = TargetKey::new(to);
    let dice = view.arms(asset, band).unwrap_or_else(|| view.odds.company(false, false));
    let at = if asset.is_company() { OddsRow::dogfight(kind) } else { OddsRow::of(band, kind, TargetCover::Nothing) };
    view.odds.strike(dice, spot, defense, at, life).0
}

/// Returns the expected points of a company at a place by the end of the round: high value assets, and the chance to
/// take a ship.
fn points<D: BattleDice>(view: &View<'_, D>, company: AssetId, at: Point) -> f64 {
    let ship = ship_at(view.battle, view.state, at).filter(|ship| view.state.asset(*ship).side() != view.me);
    let taken = ship.map_or(0.0, |ship| {
        let boarders = with(view.aboard(ship, view.me), view.state.asset(company).ace.is_some());
        view.chance_to_take(ship, boarders) * view.swing(view.state.asset(ship).side())
    });
    taken + view.hvas_at(company, at)
}

/// Returns the best expected damage of an asset's attacks now.
fn best_promise<D: BattleDice>(view: &View<'_, D>, by: AssetId) -> f64 {
    let asset = view.state.asset(by);
    if asset.is_hva() {
        return 0.0;
    }
    let bands = Band::ALL.into_iter().filter(|(band, _)| view.arms(asset, *band).is_some());
    let all = bands.flat_map(|(band, _)| view.foes().iter().map(move |target| (target, band)));
    all.map(|(target, band)| promise(view, by, target, band)).fold(0.0, f64::max)
}

impl Policy<Battle<KeyedDice>> for Greedy {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.chance, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let odds = battle.odds();
        let tactics = Tactics::start();
        let view = View::new(battle, state, odds, &tactics, asked.player);
        let turn = state.turn_in_control().copied();
        let chosen = match (asked.what, turn) {
            (Decision::Act, _) => self.best(battle, state, |action| match action {
                Action::Activate(asset) => best_promise(&view, *asset),
                _ => 0.0,
            }),
            (Decision::Declare, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Declare { target: Target::Asset(target), band } => promise(&view, turn.asset, *target, *band),
                _ => 0.0,
            }),
            // The attack keeps its best die: the defense takes the highest die that leaves it.
            (Decision::Defend, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Defend(die) => {
                    let red = turn.hand().best[Colour::Red as usize];
                    let whites = (0..4u8).filter(|place| turn.whites() >> place & 1 == 1);
                    let left = whites.filter(|place| *die != Die::White(*place));
                    let best = left.map(|place| turn.hand().whites[usize::from(place)]).fold(red, u8::max);
                    1.0 + 100.0 * f64::from(best) + f64::from(turn.hand().value(Colour::Blue, *die))
                }
                _ => 0.0,
            }),
            (Decision::Proceed, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Attack { die, target: Target::Asset(target) } => {
                    let TargetKey { spot, defense, life, kind } = TargetKey::new(state.asset(*target));
                    let pips = turn.hand().value(Colour::Red, *die);
                    let dogfight = state.asset(turn.asset).is_company();
                    let at = if dogfight {
                        OddsRow::dogfight(kind)
                    } else {
                        OddsRow::of(turn.band, kind, TargetCover::Nothing)
                    };
                    view.odds.pips(pips, spot, defense, at, life).0 + 1e-6 * f64::from(pips)
                }
                Action::Fly { to, .. } => points(&view, turn.asset, *to),
                _ => 0.0,
            }),
            (Decision::PlaceCompany, Some(turn)) => self.best(battle, state, |action| match action {
                Action::PlaceCompany(at) => points(&view, turn.launching, *at),
                _ => 0.0,
            }),
            (Decision::UseSpot, _) => Some(Action::UseSpot(true)),
            (Decision::Spot, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Spot { die, .. } => f64::from(turn.hand().value(Colour::Yellow, *die)),
                _ => 0.0,
            }),
            _ => None,
        };
        chosen.unwrap_or_else(|| self.left_to_chance(&view))
    }
}

// The random player: every candidate has the same chance.

/// A policy that draws a candidate with equal chances.
#[derive(Clone, Debug, Default)]
pub struct Random {
    draws: policy::Random<Action>,
}

impl Random {
    /// Creates a random player; [`Policy::begin`] names its stream.
    pub fn new() -> Random {
        Random::default()
    }
}

impl Policy<Battle<KeyedDice>> for Random {
    fn begin(&mut self, key: u64) {
        self.draws.begin(key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let drawn = candidates::any(battle, state, |count| self.draws.below(count));
        drawn.unwrap_or_else(|| self.draws.listed(battle, state))
    }
}
