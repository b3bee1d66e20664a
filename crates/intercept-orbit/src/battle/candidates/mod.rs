//! Choices of each decision: everything that the rules allow; of the infinitely many places, a net that is fine enough
//! for play.
//!
//! Each decision is a [`Net`]: numbered entries, some of which are legal. A net can be listed, or sampled without a
//! list. This file has the choices of dice and the short lists, [`moves`] and [`places`] have the other choices.

pub mod moves;
pub mod places;

use super::super::space::Pose;
use super::Battle;
use super::action::{Action, Decision};
use super::legal::attack::{foes, losses, may_act, may_dodge, may_stay_undefended, must_act, victims, worth_giving};
use super::legal::places::{
    NUDGES, PLACES_AROUND, company_at, has_ace_spot, may_nudge, may_spot, nudged, spot_dice, waiting, within_touch,
};
use super::state::{AssignedWhites, Collision, Colour, Die, State, Turn, numbers_in};
use super::steps::{being_turned, droppable, enemies, may_be_aided, next_of, open_carriers, place_before};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, dice::DiceLeft, geometry::Point};
use moves::{DIRECTIONS, Declarations, Flights, Hangar, Repairs, Sails, direction};
use places::{DebrisPlaces, Launches, Places, Strictness, is_debris_room};

// Nets, and the candidates of the decision that is due.

/// Choices of a decision, by number; some may be illegal.
pub trait Net {
    /// Returns the number of entries.
    fn entries(&self) -> usize;
    /// Returns an entry, or `None` if it is illegal.
    fn get(&self, nth: usize) -> Option<Action>;
    /// Drops a rule that leaves no legal entry; returns false if there was none to drop.
    fn relax(&mut self) -> bool {
        false
    }
}

/// Appends every candidate for the decision that is due.
pub fn all<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    with_net(battle, state, (asked.player, asked.what), |net| {
        let before = into.len();
        loop {
            into.extend((0..net.entries()).filter_map(|nth| net.get(nth)));
            if into.len() > before || !net.relax() {
                break;
            }
        }
    });
}

/// Number of draws from a net before the net is listed.
const DRAWS: usize = 200;

/// Returns one of all candidates without listing them if possible. `pick` draws a number below its argument, and may be
/// called several times. If its draws are uniform, every candidate has the same probability.
pub fn any<D>(battle: &Battle<D>, state: &State, mut pick: impl FnMut(usize) -> usize) -> Option<Action> {
    let asked = state.asked?;
    with_net(battle, state, (asked.player, asked.what), |net| {
        loop {
            let len = net.entries();
            if let Some(drawn) = (0..DRAWS).find_map(|_| net.get(pick(len))) {
                return Some(drawn);
            }
            let legal = (0..len).filter(|nth| net.get(*nth).is_some()).count();
            if legal > 0 {
                let nth = pick(legal);
                return (0..len).filter_map(|nth| net.get(nth)).nth(nth);
            }
            if !net.relax() {
                return None;
            }
        }
    })
}

/// Distance between entries in the search for two legal ones. Neighbouring entries tend to be both legal or both
/// illegal, so a large distance finds two legal ones sooner. It is prime, so that every entry is reached.
const STRIDE: usize = 101;

/// Returns the only candidate for the decision that is due; `None` if there are several. Only decisions of a kind that
/// may have a single candidate are checked. Other kinds come up only if there is a choice, and ships and high value
/// assets can always be placed in several headings.
pub fn only<D>(battle: &Battle<D>, state: &State) -> Option<Action> {
    let asked = state.asked?;
    if !matches!(asked.what, Decision::PlaceCompany | Decision::Debris | Decision::Head | Decision::Nudge) {
        return None;
    }
    with_net(battle, state, (asked.player, asked.what), |net| {
        loop {
            let len = net.entries();
            let stride = if len % STRIDE == 0 { 1 } else { STRIDE };
            let mut legal = (0..len).filter_map(|nth| net.get(nth * stride % len));
            match (legal.next(), legal.next()) {
                (Some(action), None) => return Some(action),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
            drop(legal);
            if !net.relax() {
                return None;
            }
        }
    })
}

/// Returns true if a decision of the turn in control has more than one candidate.
pub fn is_choice<D>(battle: &Battle<D>, state: &State, what: Decision) -> bool {
    let player = state.turn_in_control().map_or_else(PlayerId::default, |turn| state.asset(turn.asset).side());
    with_net(battle, state, (player, what), |net| (0..net.entries()).filter_map(|nth| net.get(nth)).nth(1).is_some())
}

/// Calls `visit` with the net of a decision.
fn with_net<D, R>(
    battle: &Battle<D>,
    state: &State,
    (player, what): (PlayerId, Decision),
    visit: impl FnOnce(&mut dyn Net) -> R,
) -> R {
    let turn = || state.turn_in_control().expect("decisions of a turn are due only while one is open");
    match what {
        Decision::BreakTie => visit(&mut of_assets(Some(Action::GoOn), droppable(battle, state, player), Action::Drop)),
        Decision::Place => visit(&mut Places::new(battle, state, player)),
        Decision::Dock => visit(&mut of_assets(None, open_carriers(state, player), dock(state, player))),
        Decision::PlaceDebris => visit(&mut DebrisPlaces { battle, state, player }),
        Decision::Act => {
            let first = (!must_act(battle, state)).then_some(Action::Pass);
            visit(&mut of_assets(first, may_act(state, player), Action::Activate))
        }
        Decision::Declare => visit(&mut Declarations::new(battle, state, turn().asset)),
        Decision::Give => visit(&mut Gifts { turn: turn() }),
        Decision::Defend => visit(&mut Defenses::new(turn())),
        Decision::Repair => visit(&mut Repairs::new(battle, state, turn())),
        Decision::Proceed => match state.asset(turn().asset).is_company() {
            true => visit(&mut Flights::new(battle, state, turn())),
            false => visit(&mut Sails::new(battle, state, turn())),
        },
        Decision::UseSpot => visit(&mut Bools(Action::UseSpot)),
        Decision::Spare => visit(&mut Bools(Action::Spare)),
        Decision::Avoid => visit(&mut Bools(Action::Avoid)),
        Decision::Ram => visit(&mut Bools(Action::Ram)),
        Decision::Cling => visit(&mut Bools(Action::Cling)),
        Decision::PickUp => visit(&mut Bools(Action::PickUp)),
        Decision::Debris => visit(&mut Shifts::new(battle, state)),
        Decision::Turn => visit(&mut Turns::new(battle, state)),
        Decision::Head => visit(&mut Headings { battle, state, strictness: Strictness::Rule }),
        Decision::Ride => visit(&mut Rides::new(battle, state, turn())),
        Decision::Nudge => visit(&mut Nudges::new(battle, state, turn())),
        Decision::Launch => visit(&mut Hangar::new(battle, state, turn())),
        Decision::PlaceCompany => visit(&mut Launches::new(battle, state, turn().asset)),
        Decision::Spot => visit(&mut Spots::new(battle, state, turn())),
        Decision::Lose => visit(&mut Losses::new(battle, state)),
        Decision::Aid => {
            let mask = u64::from(may_be_aided(battle, state, player));
            visit(&mut Masked {
                first: Some(Action::Aid(None)),
                mask,
                make: |other| Action::Aid(Some(PlayerId::new(other))),
            })
        }
        Decision::Hit => visit(&mut Masked {
            first: None,
            mask: enemies(battle, state, player).into(),
            make: |victim| Action::Hit(PlayerId::new(victim)),
        }),
        Decision::Tick => visit(&mut Masked { first: Some(Action::Tick), mask: 1, make: |_| Action::Hold }),
    }
}

// Nets with one entry for each number of a mask, and nets with two entries.

/// An optional first entry, then one entry for each number of a mask.
pub struct Masked<F> {
    /// Action without a number, such as a pass, as entry 0; `None` if there is none.
    pub first: Option<Action>,
    /// Numbers of assets or players, as a mask.
    pub mask: u64,
    /// Function that creates the action for a number of the mask.
    pub make: F,
}

/// Returns the net of an optional first entry and one entry for each asset of a set.
fn of_assets(first: Option<Action>, set: AssetSet, make: impl Fn(AssetId) -> Action) -> Masked<impl Fn(u8) -> Action> {
    Masked { first, mask: set.bits(), make: move |number| make(AssetId::new(number)) }
}

impl<F: Fn(u8) -> Action> Net for Masked<F> {
    fn entries(&self) -> usize {
        usize::from(self.first.is_some()) + self.mask.count_ones() as usize
    }

    fn get(&self, nth: usize) -> Option<Action> {
        match self.first {
            Some(first) if nth == 0 => Some(first),
            Some(_) => numbers_in(self.mask).nth(nth - 1).map(&self.make),
            None => numbers_in(self.mask).nth(nth).map(&self.make),
        }
    }
}

/// Returns a function that docks a player's next company on a carrier.
pub fn dock(state: &State, player: PlayerId) -> impl Fn(AssetId) -> Action {
    let company = waiting(state, player, state.companies).lowest().unwrap_or_default();
    move |ship| Action::Dock { company, ship }
}

/// Yes or no.
pub struct Bools(pub fn(bool) -> Action);

impl Net for Bools {
    fn entries(&self) -> usize {
        2
    }

    fn get(&self, nth: usize) -> Option<Action> {
        Some(self.0(nth == 0))
    }
}

// Choices of dice: defense, spots, and the whites of captured ships.

/// The dice worth giving to the defense, and no die if there is neither a blue nor a white assigned to the defense.
pub struct Defenses {
    dice: DiceLeft<Die>,
    none: bool,
}

impl Defenses {
    /// Creates the choices of a die for the defense in a turn.
    pub fn new(turn: &Turn) -> Defenses {
        Defenses { dice: worth_giving(turn, Colour::Blue), none: may_stay_undefended(turn) }
    }
}

impl Net for Defenses {
    fn entries(&self) -> usize {
        self.dice.len() + usize::from(self.none)
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let mut dice = self.dice;
        Some(Action::Defend(dice.nth(nth).unwrap_or(Die::None)))
    }
}

/// No spot, then every die on every target.
pub struct Spots<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    dice: DiceLeft<Die>,
    ace: bool,
    foes: AssetSet,
}

impl<'a, D> Spots<'a, D> {
    /// Creates the choices of a turn's spot on ships and companies of other players.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> Self {
        let foes = foes(state, state.asset(turn.asset).side());
        Spots { battle, state, turn, dice: spot_dice(turn), ace: has_ace_spot(turn), foes }
    }
}

impl<D> Net for Spots<'_, D> {
    fn entries(&self) -> usize {
        1 + (self.dice.len() + usize::from(self.ace)) * self.foes.len()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoSpot) };
        let targets = self.foes.len();
        let mut dice = self.dice;
        let die = dice.nth(nth / targets).unwrap_or(Die::None);
        let target = self.foes.iter().nth(nth % targets)?;
        may_spot(self.battle, self.state, self.turn, die, target).then_some(Action::Spot { die, target })
    }
}

/// Every way to give the whites of a captured ship to its actions: at most one action for each white, and at most one
/// white for each action (I33).
pub struct Gifts<'a> {
    /// Turn of the captured ship, with its dice rolled.
    pub turn: &'a Turn,
}

/// Number of choices for a white: nothing, or one of four actions.
const GIFTS: usize = 5;

impl Net for Gifts<'_> {
    fn entries(&self) -> usize {
        GIFTS.pow(self.turn.hand().white_count.into())
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let (mut given, mut rest) = (AssignedWhites::NONE, nth);
        for white in 0..self.turn.hand().white_count {
            let to = match rest % GIFTS {
                0 => None,
                1 => Some(&mut given.defense),
                2 => Some(&mut given.attack),
                3 => Some(&mut given.movement),
                _ => Some(&mut given.spot),
            };
            if let Some(slot) = to {
                if *slot != Die::None {
                    return None;
                }
                *slot = Die::White(white);
            }
            rest /= GIFTS;
        }
        Some(Action::Give(given))
    }
}

// Short lists: turns after collisions, headings, rides, nudges, moves of debris that was hit, losses.

fn collision(state: &State) -> &Collision {
    &state.collisions[usize::from(state.collision_count.max(1)) - 1]
}

/// Clicks to either side, including none.
pub struct Turns {
    most: i8,
}

impl Turns {
    /// Creates the turns of the latest collision: as many clicks to a side as hits, at most half a full turn.
    pub fn new<D>(battle: &Battle<D>, state: &State) -> Turns {
        let (_, _, hits) = being_turned(collision(state));
        Turns { most: hits.min(battle.space.headings() / 2) as i8 }
    }
}

impl Net for Turns {
    fn entries(&self) -> usize {
        2 * self.most as usize + 1
    }

    fn get(&self, nth: usize) -> Option<Action> {
        Some(Action::Turn(nth as i8 - self.most))
    }
}

/// Headings that lead a high value asset back over the table (I57).
pub struct Headings<'a, D> {
    /// Setup of the battle.
    pub battle: &'a Battle<D>,
    /// State in which the high value asset sails.
    pub state: &'a State,
    /// Clear headings that lead inward; if there are none, all clear headings; if there are none, the present heading.
    strictness: Strictness,
}

impl<D> Net for Headings<'_, D> {
    fn entries(&self) -> usize {
        self.battle.space.headings().into()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let hva = self.state.sail?.asset;
        let asset = self.state.asset(hva);
        let heading = nth as u8;
        let here = (asset.body, Pose { heading, ..asset.pose });
        let others = self.state.solid() - AssetSet::of(hva);
        let clear = || !others.iter().any(|thing| self.battle.space.overlaps(here, self.state.placed(thing)));
        let is_listed = match self.strictness {
            Strictness::Rule => self.battle.space.direction(heading).dot(-asset.pose.at) > 0.0 && clear(),
            Strictness::Room => clear(),
            Strictness::Anywhere => heading == asset.pose.heading,
        };
        is_listed.then_some(Action::Head(heading))
    }

    fn relax(&mut self) -> bool {
        self.strictness.relax()
    }
}

/// Choices of a company on a ship: stay behind, come along in the same place on the ship, or at another place around
/// it.
pub struct Rides<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    ship: AssetId,
    at: Point,
    /// Place where the company stays behind; `None` if the ship still touches that place.
    stays: Option<Point>,
}

impl<'a, D> Rides<'a, D> {
    /// Creates the choices of the next company of a turn that may ride on its ship.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &Turn) -> Self {
        let company = next_of(state, turn.to_ride).unwrap_or_default();
        let before = place_before(battle, state, company);
        let leaves = !battle.space.touches(company_at(before), state.placed(turn.asset));
        let stays = leaves.then_some(before);
        Rides { battle, state, ship: turn.asset, at: state.asset(company).pose.at, stays }
    }
}

impl<D> Net for Rides<'_, D> {
    fn entries(&self) -> usize {
        2 + PLACES_AROUND
    }

    fn get(&self, nth: usize) -> Option<Action> {
        match nth {
            0 => self.stays.map(|_| Action::Ride(None)),
            1 => Some(Action::Ride(Some(self.at))),
            _ => {
                let at = self.battle.space.ring(self.state.placed(self.ship), 0.0, PLACES_AROUND).nth(nth - 2)?;
                (self.battle.space.holds(company_at(at)) && at != self.at).then_some(Action::Ride(Some(at)))
            }
        }
    }
}

/// No nudge, or a nudge of something that the ace touches (I63).
pub struct Nudges<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    /// Assets that the ace may nudge.
    touched: AssetSet,
}

impl<'a, D> Nudges<'a, D> {
    /// Creates the choices of the next green ace of a turn that may nudge something.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &Turn) -> Self {
        let touched = next_of(state, turn.to_nudge).map_or(AssetSet::EMPTY, |ace| within_touch(battle, state, ace));
        Nudges { battle, state, touched }
    }
}

impl<D> Net for Nudges<'_, D> {
    fn entries(&self) -> usize {
        1 + NUDGES * self.touched.len()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoNudge) };
        let asset = self.touched.iter().nth(nth / NUDGES)?;
        let nth = nth % NUDGES;
        let to = nudged(self.battle, self.state.asset(asset).pose, nth);
        may_nudge(self.battle, self.state, asset, nth, to).then_some(Action::Nudge { asset, to })
    }
}

/// Removal of debris that was hit, or a move of it by the speed of the ship (I55).
pub struct Shifts<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    piece: u8,
    far: f64,
}

impl<'a, D> Shifts<'a, D> {
    /// Creates the choices for the debris of the latest collision.
    pub fn new(battle: &'a Battle<D>, state: &'a State) -> Self {
        let collision = collision(state);
        let piece = collision.target.debris().unwrap_or_default();
        Shifts { battle, state, piece, far: collision.dice.into() }
    }
}

impl<D> Net for Shifts<'_, D> {
    fn entries(&self) -> usize {
        1 + DIRECTIONS
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::RemoveDebris) };
        let to = self.state.debris[usize::from(self.piece)].at + direction(self.battle, nth) * self.far;
        is_debris_room(self.battle, self.state, to, self.piece).then_some(Action::MoveDebris(to))
    }
}

/// Losses for a point of damage, and steps away from it.
pub struct Losses<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    victims: AssetSet,
}

impl<'a, D> Losses<'a, D> {
    /// Creates the losses and dodges for one hit of the latest wound.
    pub fn new(battle: &'a Battle<D>, state: &'a State) -> Self {
        let wound = &state.wounds[usize::from(state.wound_count.max(1)) - 1];
        Losses { battle, state, victims: victims(battle, state, wound.victim) }
    }

    fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let lost = |asset: AssetId| losses(self.state.asset(asset)).map(move |loss| Action::Lose { asset, loss });
        let dodges = self.victims.iter().filter(|asset| may_dodge(self.battle, self.state, *asset));
        self.victims.iter().flat_map(lost).chain(dodges.map(Action::Dodge))
    }
}

impl<D> Net for Losses<'_, D> {
    fn entries(&self) -> usize {
        self.actions().count()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        self.actions().nth(nth)
    }
}
