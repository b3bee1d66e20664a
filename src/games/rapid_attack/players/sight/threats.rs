//! Threats: the harm that all enemies may do to each frame, by the exact tables.

use crate::games::rapid_attack::battle::cover::{cover_of_plan, terrain_cover};
use crate::games::rapid_attack::battle::odds::{AttackDice, Defense, MovementDice, Situation};
use crate::games::rapid_attack::battle::state::{CoverBy, MAX_UNITS, State, Unit};
use crate::games::rapid_attack::battle::{Battle, Dice};
use crate::games::rapid_attack::loadout::{Kind, RANGES, Range};
use crate::geometry::Point;

/// Share of its life that a frame is expected to lose to attacks, and expected number of destructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    pub life: f64,
    pub kills: f64,
}

/// Harm to every frame by enemies that still act this round, and by all enemies; and the best attack of each frame.
#[derive(Clone, Debug)]
pub struct Threats {
    pub now: [Harm; MAX_UNITS],
    pub later: [Harm; MAX_UNITS],
    /// The attack of each frame that promises most.
    pub strikes: [Strike; MAX_UNITS],
}

/// An attack that a frame may make.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strike {
    pub harm: Harm,
    /// Points that the target's owner is expected to lose by its destruction.
    pub points: f64,
}

/// Attack dice of a frame at each range, and its movement.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    dice: [Option<AttackDice>; RANGES],
    moves: MovementDice,
    most_pips: f64,
}

/// A frame that is attacked at a place.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: Point,
    near: u64,
    elevation: u8,
    spot: u8,
    defense: Defense,
    hit_points: u8,
}

impl Mark {
    /// Creates a mark of a frame at its present place.
    pub fn new(unit: &Unit) -> Mark {
        let rolled = Defense::Rolled { blues: unit.loadout.count(Kind::Defense) };
        Mark {
            at: unit.at,
            near: unit.near,
            elevation: unit.elevation,
            spot: unit.spot.map_or(0, |spot| spot.value),
            defense: unit.defense.map_or(rolled, Defense::Known),
            hit_points: unit.hit_points(),
        }
    }

    /// Returns the same frame at another place, with the pieces of terrain that are near the place.
    pub fn moved(self, at: Point, near: u64) -> Mark {
        Mark { at, near, ..self }
    }
}

impl Arms {
    /// Returns the arms of a frame, with a rocket only if it has no other direct weapon.
    pub fn new<D>(battle: &Battle<D>, unit: &Unit) -> Arms {
        let (odds, loadout) = (&battle.odds, &unit.loadout);
        let moves = odds.mover(loadout, !unit.has_ranged_weapons());
        let dice = Range::ALL.map(|(range, _)| {
            let weapons = range == Range::HandToHand || loadout.halves_at(range) > 0;
            let rocket = range == Range::Direct && !weapons && loadout.rockets() > 0;
            (weapons || rocket).then(|| odds.attack(loadout, range, u8::from(rocket)))
        });
        Arms { dice, moves, most_pips: odds.most_pips(moves) }
    }

    /// Returns the worst harm to a mark from a place, weighted by the probability of getting into range.
    pub fn harm<D: Dice>(&self, battle: &Battle<D>, state: &State, from: (Point, u8), mark: &Mark) -> Harm {
        let distance = battle.between(from.0, mark.at);
        let pips_per_unit = 1.0 / battle.rules.movement.units_per_pip;
        // Cover is computed once for all ranges.
        let mut ranged = None;
        let mut worst = Harm::default();
        for (dice, (range, _)) in self.dice.iter().zip(Range::ALL) {
            let Some(dice) = dice else { continue };
            let pips = battle.band(range).gap(distance) * pips_per_unit;
            if pips > self.most_pips {
                continue;
            }
            let chance = if pips == 0.0 { 1.0 } else { battle.odds.moves(self.moves, pips) };
            let situation = match range {
                Range::HandToHand => Situation::CLOSE,
                _ => *ranged.get_or_insert_with(|| shelter(battle, state, mark, from, range)),
            };
            let (life, kill) = battle.odds.harm(*dice, mark.spot, mark.defense, situation, mark.hit_points);
            if chance * (life + kill) > worst.life + worst.kills {
                worst = Harm { life: chance * life, kills: chance * kill };
            }
        }
        worst
    }
}

/// Returns the situation of a mark against a place, by terrain; frames in between are ignored.
pub fn shelter<D: Dice>(
    battle: &Battle<D>,
    state: &State,
    mark: &Mark,
    (from, elevation): (Point, u8),
    range: Range,
) -> Situation {
    let level = mark.elevation == elevation || !battle.rules.options.height_covers;
    if level && mark.near & state.standing == 0 {
        return Situation::OPEN;
    }
    match terrain_cover(battle, state, (mark.at, mark.near, mark.elevation), (from, elevation)) {
        CoverBy::Nothing => Situation::OPEN,
        cover => Situation::of(range, cover, cover_of_plan(battle, state, cover)),
    }
}

/// Returns the harm to all frames by all enemies.
pub fn threats<D: Dice>(battle: &Battle<D>, state: &State) -> Threats {
    let (now, strikes) = ([Harm::default(); MAX_UNITS], [Strike::default(); MAX_UNITS]);
    let mut threats = Threats { now, later: now, strikes };
    for attacker in state.standing_units() {
        let enemy = state.unit(attacker);
        let arms = Arms::new(battle, enemy);
        let mut best = Strike::default();
        for target in state.enemies(enemy.owner) {
            let harm = arms.harm(battle, state, (enemy.at, enemy.elevation), &Mark::new(state.unit(target)));
            if harm.life + harm.kills > best.harm.life + best.harm.kills {
                let points = state.players[usize::from(state.unit(target).owner)].points_per_asset;
                best = Strike { harm, points: harm.kills * f64::from(points) };
            }
            let target = usize::from(target);
            threats.later[target].add(harm);
            if !enemy.acted {
                threats.now[target].add(harm);
            }
        }
        threats.strikes[usize::from(attacker)] = best;
    }
    threats
}

impl Harm {
    /// Adds the harm of another attack.
    pub fn add(&mut self, other: Harm) {
        self.life += other.life;
        self.kills += other.kills;
    }

    /// Limits the harm to one loss, because no frame is lost twice.
    pub fn held(self) -> Harm {
        Harm { life: self.life.min(1.0), kills: self.kills.min(1.0) }
    }
}
