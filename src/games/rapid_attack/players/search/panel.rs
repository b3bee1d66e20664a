//! Sources of candidates: a tactician first, then tacticians of other styles, then the rules if they leave few choices.

use super::super::greedy;
use super::super::tactician::{STYLES, Tactician};
use super::dominated::Dominated;
use super::places::Places;
use crate::games::rapid_attack::battle::legal::declare::ranges_and_rockets;
use crate::games::rapid_attack::battle::legal::dice::defenses;
use crate::games::rapid_attack::battle::legal::order::{must_act, ready};
use crate::games::rapid_attack::battle::state::{Target, Turn};
use crate::games::rapid_attack::battle::{Action, Battle, Decision, Dice, State};
use crate::games::rapid_attack::battle_rules::PerUnit;
use crate::games::rapid_attack::loadout::Range;
use hitchart_play::search::Advisor;
use hitchart_play::{Game, Policy};

/// A tactician, and tacticians of other styles as advisers.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
    others: Vec<Tactician>,
    key: u64,
    legal: Vec<Action>,
    attacks: Vec<Ranked>,
    /// Finds places beyond those that the styles propose.
    places: Option<Box<Places>>,
    /// Number of choices overruled since the game began.
    overruled: u64,
}

/// An attack that may be declared: its value, its index in the list of all, and the action.
type Ranked = (f64, usize, Action);

/// Most attacks that are added to those of the tacticians.
const ATTACKS: usize = 8;
/// Expected damage that a rocket must add.
const ROCKET: f64 = 0.2;

impl Panel {
    /// Creates a panel around a tactician.
    pub fn new(base: Tactician, places: bool) -> Panel {
        let others = STYLES.iter().map(|style| Tactician::new(style.tactics())).collect();
        let (legal, attacks) = (Vec::with_capacity(256), Vec::with_capacity(256));
        let places = places.then(|| Box::new(Places::new()));
        Panel { base, others, key: 0, legal, attacks, places, overruled: 0 }
    }

    /// Adds the choices of the other styles.
    fn by_style<D: Dice>(&mut self, battle: &Battle<D>, state: &State, mut add: impl FnMut(Action)) {
        for other in &mut self.others {
            // The style may have planned for events that did not happen.
            Policy::<Battle<D>>::begin(other, self.key);
            add(other.decide(battle, state));
        }
    }

    /// Adds choices by rule if they are few: all of them, or the most promising.
    fn by_rule<D: Dice>(&mut self, battle: &Battle<D>, state: &State, what: Decision, mut add: impl FnMut(Action)) {
        match (what, state.turn_in_control()) {
            (Decision::Defend, Some(turn)) => {
                defenses(turn).map(Action::Defend).for_each(add);
            }
            (Decision::Declare, Some(turn)) => {
                self.rank_attacks(battle, state, turn);
                self.attacks.iter().take(ATTACKS).for_each(|attack| add(attack.2));
                add(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
            }
            (Decision::Proceed, _) => add(Action::Finish),
            (Decision::Spot | Decision::Lose | Decision::Tick | Decision::UseSpot | Decision::ChooseCover, _)
            | (Decision::BreakTie, _) => {
                self.legal.clear();
                battle.candidates(state, &mut self.legal);
                self.legal.iter().copied().for_each(add);
            }
            _ => {}
        }
    }

    /// Ranks the attacks that a frame may be able to make, by expected damage.
    fn rank_attacks<D: Dice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) {
        self.attacks.clear();
        for target in state.enemies(state.unit(turn.unit).owner) {
            for (range, rockets) in ranges_and_rockets(battle, state, turn.unit) {
                let damage = greedy::declared(battle, state, turn.unit, target, range, rockets);
                let action = Action::Declare { target: Target::Frame(target), range, rockets };
                if damage > 0.0 {
                    self.attacks.push((damage - ROCKET * f64::from(rockets), self.attacks.len(), action));
                }
            }
        }
        self.attacks.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}

/// Adds every frame that may act, and a pass if it is allowed.
fn activations<D: Dice>(battle: &Battle<D>, state: &State, player: u8, add: impl FnMut(Action)) {
    let pass = (!must_act(battle, state)).then_some(Action::Pass);
    ready(state, player).map(Action::Activate).chain(pass).for_each(add);
}

impl<D: Dice> Policy<Battle<D>> for Panel {
    fn begin(&mut self, key: u64) {
        (self.key, self.overruled) = (key, 0);
        Policy::<Battle<D>>::begin(&mut self.base, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.base.decide(battle, state)
    }
}

impl<D: Dice> Advisor<Battle<D>> for Panel {
    fn shortlist(&mut self, battle: &Battle<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        let own = self.base.decide(battle, state);
        let Some(asked) = state.asked else { return into.push(own) };
        let dominated = match self.places {
            Some(_) => Dominated::of(battle, state, asked.what, &mut self.base),
            None => Dominated::Nothing,
        };
        let first = dominated.improved(battle, state, own);
        into.push(first);
        let mut add = |action: Action| {
            if into.len() < most && !into.contains(&action) && !dominated.contains(battle, state, &action) {
                into.push(action);
            }
        };
        if asked.what == Decision::Act {
            // With dice for the order of frames, the player has almost no choice.
            if battle.rules.order.per_unit == PerUnit::Off {
                activations(battle, state, asked.player, add);
            }
            return;
        }
        match (&mut self.places, asked.what) {
            (Some(places), Decision::PlaceStation) => places.for_station(battle, state, asked.player, add),
            (Some(places), Decision::PlaceFrame) => places.for_frame(battle, state, (asked.player, first), add),
            (Some(places), Decision::Proceed) => {
                let turn = state.turn_in_control();
                turn.into_iter().for_each(|turn| places.for_turn(battle, state, turn, &mut add));
                self.by_style(battle, state, &mut add);
                self.by_rule(battle, state, asked.what, add);
            }
            _ => {
                self.by_style(battle, state, &mut add);
                self.by_rule(battle, state, asked.what, add);
            }
        }
    }

    fn overrule(&mut self) {
        // With separate draws each time: places that were drawn before are not drawn again.
        self.overruled += 1;
        Policy::<Battle<D>>::begin(&mut self.base, self.key ^ self.overruled << 32);
    }
}
