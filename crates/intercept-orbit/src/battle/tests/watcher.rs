//! Invariants that must hold after every event of a battle.

use super::super::state::{Asset, CoverBy, DEBRIS, Die, Life, MAX_ASSETS, MAX_FLEETS, Phase};
use super::super::*;
use super::super::{super::attack::Band, legal::places::pips};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;
use std::collections::{BTreeMap, HashSet};

/// Tolerance of lengths, in ruler units.
const SLACK: f64 = 1e-4;

/// State of an asset according to the events alone.
#[derive(Clone, Copy)]
struct Known {
    holder: PlayerId,
    scores: bool,
    fuel: u8,
}

/// Observer that checks every event. It also counts what happened, so that tests can check if a rule came up.
#[derive(Default)]
pub(super) struct Watcher {
    pub events: usize,
    /// Number of times that each thing came up, by name.
    pub seen: BTreeMap<&'static str, usize>,
    known: Vec<Known>,
    points: [i8; MAX_FLEETS],
    /// Correction of the number of assets held, if captured ships cost their first owner (I36).
    extra: [i32; MAX_FLEETS],
    acted: HashSet<AssetId>,
    given: HashSet<(AssetId, AssignedDie)>,
    open_turns: usize,
    clock: Option<u8>,
    gone: HashSet<AssetId>,
}

#[derive(PartialEq, Eq, Hash)]
enum AssignedDie {
    To(&'static str),
    White(u8),
    Black(u8),
}

impl<D: BattleDice> Observer<Battle<D>> for Watcher {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.events += 1;
        self.score(battle, state, event);
        self.turn(state, event);
        self.dice(event);
        self.fuel(state, event);
        self.clock(battle, state, event);
        masks_hold(battle, state, event);
        nothing_overlaps(battle, state, event);
        strikes_add_up(event);
        maneuvers_are_paid(battle, state, event);
        self.note(state, event);
    }
}

impl Watcher {
    /// Checks that a score is assets held times points per asset, according to the events alone.
    fn score<D>(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        match event {
            Event::Setup { points_per_asset, .. } => self.points = *points_per_asset,
            Event::Dropped { asset } => self.know(state)[asset.index()].scores = false,
            Event::Taken { asset, from, to } | Event::Reverted { asset, from, to } => {
                let known = &mut self.know(state)[asset.index()];
                assert_eq!(known.holder, *from, "{event:?}");
                known.holder = *to;
            }
            Event::Launched { asset, .. } => self.know(state)[asset.index()].scores = true,
            Event::Drifted { asset } => self.know(state)[asset.index()].scores = false,
            Event::Destroyed { asset, .. } | Event::Left { asset, .. } | Event::LostAboard { asset, .. } => {
                assert!(self.gone.insert(*asset), "gone twice: {event:?}");
                let known = &mut self.know(state)[asset.index()];
                known.scores = false;
                let (holder, owner) = (known.holder, state.asset(*asset).owner);
                if holder != owner && !battle.rules.captured.end_costs_captor && state.asset(*asset).is_ship() {
                    self.extra[holder.index()] += 1;
                    self.extra[owner.index()] -= 1;
                }
            }
            _ => {}
        }
        let companies_change_sides = !battle.rules.captured.companies_stay;
        for player in state.player_ids() {
            let (points, extra) = (i32::from(self.points[player.index()]), self.extra[player.index()]);
            let held = self.know(state).iter().filter(|known| known.scores && known.holder == player).count() as i32;
            let is_set_up = !matches!(state.phase, Phase::Over) || state.round > 0;
            assert!(
                companies_change_sides || !is_set_up || state.score(player) == points * (held + extra) || points == 0,
                "score of {player:?} is {}, not {points} x {}: {event:?}",
                state.score(player),
                held + extra
            );
        }
    }

    fn know(&mut self, state: &State) -> &mut Vec<Known> {
        if self.known.is_empty() {
            let known = |asset: &Asset| Known { holder: asset.owner, scores: asset.life() != Life::Dropped, fuel: 0 };
            self.known = state.assets().iter().map(known).collect();
        }
        &mut self.known
    }

    /// Checks that every asset acts once a round, that at most two turns are open, and that the second answers the
    /// first.
    fn turn(&mut self, state: &State, event: &Event) {
        match event {
            Event::RoundBegan { .. } => {
                self.acted.clear();
                self.given.clear();
            }
            Event::TurnBegan { asset, attacked_by } => {
                assert!(self.acted.insert(*asset), "{asset:?} acts twice");
                assert!(attacked_by.is_none_or(|by| state.turn.is_some_and(|turn| turn.asset == by)));
                assert!(state.round > 1 || self.acted.len() > 1 || !state.asset(*asset).is_company(), "I14");
                assert!(state.round > 1 || self.acted.len() > 1 || state.asset(*asset).side() == state.seats[0], "I14");
                self.open_turns += 1;
            }
            Event::TurnEnded { .. } => self.open_turns -= 1,
            Event::RoundEnded { .. } => {
                assert!(state.standing().iter().all(|asset| self.acted.contains(&asset)), "not all had a turn");
                assert_eq!((state.wound_count, state.collision_count), (0, 0));
            }
            _ => {}
        }
        assert!(self.open_turns <= 2);
        assert_eq!(self.open_turns, usize::from(state.turn.is_some()) + usize::from(state.answer.is_some()));
    }

    /// Checks that a turn gives each action at most one die, and no die twice.
    fn dice(&mut self, event: &Event) {
        let (asset, action, die) = match event {
            Event::Defended { asset, die, .. } => (*asset, Some("defense"), *die),
            Event::SetOut { asset, die, .. } | Event::Flew { asset, die, .. } => (*asset, Some("movement"), *die),
            Event::AttackDeclared { asset, die, .. } => (*asset, Some("attack"), *die),
            Event::Spotted { asset, die, ace: false, .. } => (*asset, Some("spot"), *die),
            Event::Repaired { asset, white, .. } => (*asset, None, Die::White(*white)),
            Event::Mended { by, die, .. } | Event::Launched { by, die, .. } => (*by, None, *die),
            _ => return,
        };
        if let Some(action) = action {
            assert!(self.given.insert((asset, AssignedDie::To(action))), "two dice of {asset:?} for its {action}");
        }
        let die = match die {
            Die::White(place) => AssignedDie::White(place),
            Die::Black(place) => AssignedDie::Black(place),
            Die::Own | Die::None => return,
        };
        assert!(self.given.insert((asset, die)), "{asset:?} gives a die twice");
    }

    /// Checks that only launches raise fuel.
    fn fuel(&mut self, state: &State, event: &Event) {
        for number in 0..state.tactical_count {
            let (now, before) = (state.asset(number.into()).fuel, self.know(state)[usize::from(number)].fuel);
            let fuelled = matches!(event, Event::Launched { asset, .. } if *asset == number.into());
            assert!(now <= before || fuelled, "fuel of {number} rises: {event:?}");
            self.known[usize::from(number)].fuel = now;
            let company = state.asset(number.into());
            assert!(
                company.life() != Life::Standing || !company.is_company() || now > 0 || fuel_ends(event),
                "{event:?}"
            );
        }
    }

    /// Checks that the clock goes down, and that the number of rounds is at most its start value.
    fn clock<D>(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let rules = &battle.rules.clock;
        if let Event::Ticked { by, clock } = event {
            let step = if by.is_some() { 1 } else { rules.step };
            assert_eq!(*clock, self.clock.unwrap_or(rules.start).saturating_sub(step));
            self.clock = Some(*clock);
        }
        assert!(state.round <= rules.start);
    }

    fn note(&mut self, state: &State, event: &Event) {
        let name = match event {
            Event::Collided { target, .. } if *target >= DEBRIS.into() => "debris hit by a ship",
            Event::Collided { target, .. } if state.asset(*target).is_hva() => "a ram of an hva",
            Event::Collided { .. } if state.chain > 0 => "a chain",
            Event::Collided { chosen: true, .. } => "a ram",
            Event::Collided { .. } => "a collision",
            Event::Turned { .. } => "a turn after a collision",
            Event::Passing { .. } => "a pass",
            Event::Avoided { .. } => "debris passed",
            Event::Left { .. } => "a ship off the table",
            Event::LostAboard { .. } => "a company lost with its ship",
            Event::Spared { .. } => "cover spared after the roll",
            Event::Headed { .. } => "an hva at the edge",
            Event::Rode { .. } => "a ride",
            Event::LeftBehind { .. } => "left behind",
            Event::Clung { .. } => "a company clings",
            Event::PickedUp { .. } => "a company picked up",
            Event::Nudged { .. } => "a nudge",
            Event::Mended { .. } => "a company repaired",
            Event::Repaired { .. } => "a ship repaired",
            Event::Launched { asset, .. } if self.known[asset.index()].holder != state.asset(*asset).owner => {
                "a strange company launched"
            }
            Event::Launched { .. } => "a launch",
            Event::Dodged { .. } => "a dodge",
            Event::Drifted { .. } => "a company drifts",
            Event::Taken { asset, .. } if state.asset(*asset).is_hva() => "an hva taken",
            Event::Taken { .. } => "a ship taken",
            Event::Reverted { .. } => "a ship reverts",
            Event::Given { .. } => "whites given by the first owner",
            Event::Aided { .. } => "aid in boarding",
            Event::Boarded { .. } => "boarding",
            Event::Spotted { ace: true, .. } => "a yellow ace's spot",
            Event::Spotted { .. } => "a spot",
            Event::Attacked(strike) => match (strike.cover, strike.asset.number() >= state.tactical_count) {
                (CoverBy::Debris(_), _) => "cover by debris",
                (CoverBy::Asset(_), _) => "cover by a ship",
                (CoverBy::Screen, _) => "a screen",
                _ if strike.dogfight && strike.band != Band::Dogfight => "a red ace's shot",
                _ => "an attack",
            },
            Event::Destroyed { asset, .. } if state.asset(*asset).is_ship() => "a ship destroyed",
            Event::Destroyed { .. } => "a company destroyed",
            Event::DebrisDestroyed { .. } => "debris destroyed",
            Event::DebrisMoved { .. } => "debris moved",
            Event::TurnBegan { attacked_by: Some(_), .. } => "an answer",
            Event::Dropped { .. } => "an asset dropped",
            _ => return,
        };
        *self.seen.entry(name).or_default() += 1;
    }
}

fn fuel_ends(event: &Event) -> bool {
    matches!(event, Event::Burned { .. } | Event::Dodged { .. } | Event::Launched { .. })
}

/// Returns the ships and companies that are near enough to a high value asset to hold it.
fn near<D>(battle: &Battle<D>, state: &State, hva: AssetId) -> AssetSet {
    let (space, ranges) = (&battle.space, &battle.rules.ranges);
    let is_near = |number: &AssetId| {
        let asset = state.asset(*number);
        let reach = if asset.is_ship() { ranges.point_defense } else { ranges.dogfight };
        asset.stands() && !asset.is_hva() && space.within(asset.placed(), state.placed(hva), reach)
    };
    AssetSet::from_iter(state.asset_ids().filter(is_near))
}

impl<D> Battle<D> {
    /// Updates the assets near high value assets after a test moved assets.
    pub(crate) fn update_beside(&self, state: &mut State) {
        for hva in (state.hvas() & state.standing()).iter() {
            state.beside[hva.index() - usize::from(state.tactical_count)] = near(self, state, hva);
        }
    }
}

/// Checks that masks agree with lives, holders and places.
fn masks_hold<D>(battle: &Battle<D>, state: &State, event: &Event) {
    let all = || state.assets().iter().zip(state.asset_ids());
    let mask = |test: &dyn Fn(&Asset) -> bool| {
        AssetSet::from_iter(all().filter(|(asset, _)| test(asset)).map(|(_, number)| number))
    };
    assert_eq!(state.standing(), mask(&|asset| asset.life() == Life::Standing));
    let there = |asset: &Asset| matches!(asset.life(), Life::Standing | Life::Docked | Life::Drifting);
    assert_eq!(state.on_table(), mask(&there));
    for player in state.player_ids() {
        assert_eq!(state.of(player), mask(&|asset| asset.side() == player), "whose assets are");
    }
    for hva in (state.hvas() & state.standing()).iter() {
        assert_eq!(state.beside(hva), near(battle, state, hva), "beside {hva:?}: {event:?}");
    }
    for company in state.companies().iter() {
        let asset = state.asset(company);
        assert!(asset.on.is_none_or(|ship| state.ships().has(ship)), "{company:?} is on what is gone: {event:?}");
        assert!(asset.carried_by.is_none() || asset.life() == Life::Drifting, "{company:?} is carried");
        let is_quiet = matches!(event, Event::RoundBegan { .. } | Event::TurnBegan { .. });
        assert!(asset.life() != Life::Docked || asset.on.is_some() || !is_quiet, "{company:?} is docked on nothing");
        if matches!(event, Event::RoundBegan { .. }) {
            let gap = asset.on.map_or(0.0, |ship| battle.space.gap(asset.placed(), state.placed(ship)));
            assert!(gap < SLACK, "{company:?} is {gap} from its ship");
        }
    }
    assert!(usize::from(state.asset_count) <= MAX_ASSETS);
}

/// Checks that nothing solid overlaps an asset after its move.
fn nothing_overlaps<D>(battle: &Battle<D>, state: &State, event: &Event) {
    let (Event::Sailed { asset, .. }
    | Event::Turned { asset, .. }
    | Event::Nudged { asset, .. }
    | Event::Headed { asset, .. }
    | Event::Placed { asset, .. }) = event
    else {
        return;
    };
    let moved = battle.space.base(state.placed(*asset));
    for thing in (state.solid() - AssetSet::of(*asset)).iter() {
        let depth = -moved.separation(&battle.space.base(state.placed(thing)));
        assert!(depth <= SLACK, "{asset:?} lies in {thing:?} by {depth}: {event:?}");
    }
}

/// Checks that damage dice = attack + spot - defense, and at least 0.
fn strikes_add_up(event: &Event) {
    if let Event::Attacked(strike) = event {
        assert_eq!(strike.dice, (strike.attack + strike.spot).saturating_sub(strike.defense));
        assert_eq!(strike.faces.len(), usize::from(strike.dice));
        assert!(strike.on_cover + strike.on_target <= strike.dice);
    }
}

/// Checks that a maneuver costs no more pips than its die shows.
fn maneuvers_are_paid<D>(battle: &Battle<D>, state: &State, event: &Event) {
    if let Event::SetOut { asset, value, maneuver, pips: cost, .. } = event {
        assert!(cost <= value, "{event:?}");
        if !battle.rules.movement.carries_speed {
            assert_eq!(pips(battle, state.asset(*asset), maneuver), Some(*cost));
        }
    }
}
