//! Places that a search compares, for a frame's turn and for fielding.
//!
//! A place in a turn has a purpose: to attack from, to be safe in, to take and hold stations from, to come nearer, to
//! screen a friend. The best few places of each kind that can be reached are compared. For fielding they are the best
//! few by each of several measures.

use crate::battle::candidates::{budget, goals, way_to};
use crate::battle::legal::{can_attack, claims, dice_for, may_place_frame, may_place_station, point_positions};
use crate::battle::state::{Colour, Die, FieldingStep, MAX_UNITS, Phase, State, Target, Turn};
use crate::battle::{Action, Battle, BattleDice};
use crate::ids::{UnitId, UnitSet};
use crate::players::features::{Arms, AttackedFrame, shelter, threats};
use crate::{
    battle::measure::DIRECTIONS, battle::odds::Situation, battle::range_band::CLOSE, battlefield::Anchors,
    loadout::Range,
};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

// Places by purpose.

/// An enemy as a threat to a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival {
    pub at: Point,
    pub elevation: u8,
    pub arms: Arms,
    /// 1 if the enemy still acts this round, less otherwise.
    pub weight: f64,
}

/// A search for places; its fields are buffers.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub pool: Vec<Point>,
    pub rivals: Vec<Rival>,
    pub picks: Vec<Pick>,
    pub taken: Vec<Point>,
    prospects: Vec<(Point, Prospect)>,
    dice: Vec<(f64, Die)>,
    anchors: Box<Option<Anchors>>,
}

/// Weight of an enemy that has acted this round.
const ACTED: f64 = 0.4;
/// Limit on danger: no frame is lost twice.
const MOST_DANGER: f64 = 2.0;
/// Fractions of the longest move at which a move may end.
const PARTS: [f64; 3] = [1.0, 0.6, 0.3];
/// Number of places of a kind.
const OF_A_KIND: usize = 2;
/// Least distance between two different places, in ruler units.
const APART: f64 = 1.0;

/// The purpose of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kinds {
    Reach,
    Cover,
    Station,
    Approach,
}

/// Properties of a place.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    strike: f64,
    danger: f64,
    stations: f64,
    /// Remaining distances to a station of others, and into the declared range.
    to_station: f64,
    to_range: f64,
}

impl Prospect {
    fn score(&self, kind: Kinds) -> f64 {
        match kind {
            Kinds::Reach if self.strike <= 0.0 => f64::NEG_INFINITY,
            Kinds::Reach => 2.0 * self.strike - 0.5 * self.danger + 0.5 * self.stations,
            Kinds::Cover => -self.danger + 0.1 * self.stations - 0.01 * self.to_station,
            Kinds::Station => self.stations - 0.3 * self.danger - 0.15 * self.to_station,
            Kinds::Approach if self.strike > 0.0 || self.to_range.is_infinite() => f64::NEG_INFINITY,
            Kinds::Approach => -0.2 * self.to_range - 0.5 * self.danger,
        }
    }
}

impl Places {
    /// Creates empty buffers, large enough for most states.
    pub(super) fn new() -> Places {
        Places {
            pool: Vec::with_capacity(512),
            rivals: Vec::with_capacity(MAX_UNITS),
            picks: Vec::with_capacity(512),
            taken: Vec::with_capacity(16),
            prospects: Vec::with_capacity(512),
            dice: Vec::with_capacity(16),
            anchors: Box::default(),
        }
    }

    /// Collects the enemies of a player.
    pub(super) fn look_at_rivals<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, player: PlayerId) {
        self.rivals.clear();
        self.rivals.extend(state.enemies(player).map(|number| {
            let unit = state.unit(number);
            let weight = if unit.acted { ACTED } else { 1.0 };
            Rival { at: unit.at, elevation: unit.elevation, arms: Arms::new(battle, state, unit), weight }
        }));
    }

    /// Returns the harm that enemies may do to a frame at a place.
    pub(super) fn danger<D: BattleDice>(&self, battle: &Battle<D>, state: &State, mark: &AttackedFrame) -> f64 {
        let harm = |rival: &Rival| {
            let harm = rival.arms.harm(battle, state, (rival.at, rival.elevation), mark);
            rival.weight * (harm.life + harm.kills)
        };
        self.rivals.iter().map(harm).sum::<f64>().min(MOST_DANGER)
    }

    /// Adds attacks and moves of an open turn.
    pub(super) fn for_turn<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        turn: &Turn,
        mut add: impl FnMut(Action),
    ) {
        if can_attack(battle, state, turn) {
            strikes(turn).for_each(|die| add(Action::Attack(die)));
        }
        let unit = state.unit(turn.unit);
        if turn.moved || !unit.stands() {
            return;
        }
        self.dice.clear();
        self.dice.extend(dice_for(turn, Colour::Green).map(|die| (budget(battle, turn, die), die)));
        // Of equal budgets, the die of the colour comes first.
        self.dice.sort_by(|a, b| a.0.total_cmp(&b.0));
        let most = self.dice.last().map_or(0.0, |die| die.0);
        if most <= 0.0 {
            return;
        }
        self.look_at_rivals(battle, state, unit.owner);
        self.gather(battle, state, turn, most);
        let mut prospects = std::mem::take(&mut self.prospects);
        prospects.clear();
        prospects.extend(self.pool.iter().map(|at| (*at, self.prospect(battle, state, turn, *at))));
        self.prospects = prospects;
        self.taken.clear();
        for kind in [Kinds::Reach, Kinds::Station, Kinds::Cover, Kinds::Approach] {
            self.rank(kind);
            self.take(battle, state, turn, &mut add);
        }
        self.screens(battle, state, turn, most);
        self.take(battle, state, turn, &mut add);
    }

    /// Gathers places within a distance, without checking that they can be reached.
    fn gather<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn, most: f64) {
        let (from, field) = (state.unit(turn.unit).at, battle.field(state));
        let radius = battle.rules.movement.frame_radius;
        self.pool.clear();
        let pool = &mut self.pool;
        let mut add = |at: Point| {
            if from.distance(at) <= most + CLOSE && field.contains(at, radius) {
                pool.push(at);
            }
        };
        DIRECTIONS.iter().for_each(|way| PARTS.iter().for_each(|part| add(from + *way * (most * part))));
        goals(battle, state, turn).for_each(&mut add);
        if let Some(target) = turn.target.frame().filter(|_| !turn.attacked) {
            let ranges = &battle.rules.ranges;
            let gap = match turn.range {
                Range::HandToHand => ranges.hand_to_hand,
                Range::Direct => ranges.direct,
                Range::Artillery => ranges.direct + 0.01,
                Range::Extreme => ranges.artillery + 0.01,
            };
            let centre = state.unit(target).at;
            DIRECTIONS.iter().for_each(|way| add(centre + *way * (gap + 2.0 * radius)));
        }
        let near = |at: Point| field.near(at, state.standing) != 0;
        field
            .spots()
            .iter()
            .filter(|spot| from.distance(spot.at) <= most && near(spot.at))
            .for_each(|spot| add(spot.at));
    }

    /// Ranks the gathered places for one kind.
    fn rank(&mut self, kind: Kinds) {
        self.picks.clear();
        let scored = self.prospects.iter().map(|(at, prospect)| Pick { at: *at, score: prospect.score(kind) });
        self.picks.extend(scored.filter(|pick| pick.score > f64::NEG_INFINITY));
    }

    fn prospect<D: BattleDice>(&self, battle: &Battle<D>, state: &State, turn: &Turn, at: Point) -> Prospect {
        let unit = state.unit(turn.unit);
        let near = battle.field(state).near(at, state.standing);
        let danger = self.danger(battle, state, &AttackedFrame::new(battle, state, unit).moved(at, near));
        let (stations, to_station) = stations(battle, state, turn.unit, at);
        let (strike, to_range) = match turn.target {
            Target::Frame(target) if !turn.attacked => {
                let gap = battle.band(turn.range).gap(battle.between(at, state.unit(target).at));
                (strike(battle, state, turn, target, at), gap)
            }
            _ => (0.0, f64::INFINITY),
        };
        Prospect { strike, danger, stations, to_station, to_range }
    }

    /// Picks a place in front of each friend, on the side of the nearest enemy, by the danger to the friend.
    fn screens<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn, most: f64) {
        let unit = state.unit(turn.unit);
        let feared = threats(battle, state);
        let apart = 2.0 * battle.rules.movement.frame_radius + 0.2;
        self.picks.clear();
        for friend in state.friends(unit.owner).filter(|friend| *friend != turn.unit) {
            let from = state.unit(friend).at;
            let nearest = self.rivals.iter().map(|rival| rival.at);
            let nearest = nearest.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
            let Some(way) = nearest.and_then(|at| (at - from).unit()) else { continue };
            let at = from + way * apart;
            let harm = feared.now[friend.index()].held();
            if unit.at.distance(at) <= most && harm.life + harm.kills > 0.2 {
                self.picks.push(Pick { at, score: harm.life + harm.kills });
            }
        }
    }

    /// Adds the best of the picks that can be reached, with the smallest die that is enough.
    fn take<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn, add: &mut impl FnMut(Action)) {
        let Places { picks, taken, dice, anchors, .. } = self;
        let from = state.unit(turn.unit).at;
        pick(picks, taken, (OF_A_KIND, APART), |at| {
            let far = from.distance(at);
            let found = dice.iter().filter(|die| far <= die.0 + CLOSE).find_map(|(limit, die)| {
                let path = way_to(battle, state, turn, at, *limit, anchors)?;
                Some(Action::Move { die: *die, path })
            });
            found.map(&mut *add).is_some()
        });
    }
}

/// Returns the dice worth attacking with: the red die, and the best white if it is better.
fn strikes(turn: &Turn) -> impl Iterator<Item = Die> {
    let value = move |die: &Die| turn.hand().value(Colour::Red, *die);
    let best = dice_for(turn, Colour::Red).max_by_key(value);
    let own = dice_for(turn, Colour::Red).find(|die| *die == Die::Own);
    let other = best.filter(|die| own.is_none_or(|own| value(die) > value(&own)));
    own.into_iter().chain(other)
}

/// Returns the effect of the turn's attack from a place: share of life plus probability of destruction.
fn strike<D: BattleDice>(battle: &Battle<D>, state: &State, turn: &Turn, target: UnitId, at: Point) -> f64 {
    if !battle.can_attack_from(state, turn, at) {
        return 0.0;
    }
    let pips = dice_for(turn, Colour::Red).map(|die| turn.hand().value(Colour::Red, die)).max().unwrap_or(0);
    let unit = state.unit(target);
    let situation = match turn.range {
        Range::HandToHand => Situation::CLOSE,
        range => shelter(
            battle,
            state,
            &AttackedFrame::new(battle, state, unit),
            (at, state.unit(turn.unit).elevation),
            range,
        ),
    };
    let defense = battle.defense_of(state, unit);
    let spot = unit.spot.map_or(0, |spot| spot.value);
    let (life, kill) = battle.odds.harm_of_pips(pips, spot, defense, situation, unit.hit_points());
    life + kill
}

/// Returns the value of stations that a frame takes, or guards alone, at a place; and the distance to the nearest
/// station of others.
pub(super) fn stations<D: BattleDice>(battle: &Battle<D>, state: &State, unit: UnitId, at: Point) -> (f64, f64) {
    let me = state.unit(unit).owner;
    let (friends, enemies) = (state.friends_set(me) - UnitSet::of(unit), state.enemies_set(me));
    let (mut worth, mut nearest) = (0.0, f64::INFINITY);
    for station in state.stations().iter().filter(|station| station.placed) {
        let (gap, beside) = (battle.from_station(at, station), station.beside());
        let (held, contested) = (beside.meets(friends), beside.meets(enemies));
        let here = gap <= battle.rules.stations.reach;
        match (station.owner == Some(me), held) {
            (_, true) => {}
            (true, false) if here => worth += if contested { 0.6 } else { 0.2 },
            (false, false) => {
                worth += if here && !contested { 1.0 } else { 0.0 };
                nearest = nearest.min(if here { 0.0 } else { gap });
            }
            (true, false) => {}
        }
    }
    (worth, if nearest.is_finite() { nearest } else { 0.0 })
}

// Places for fielding stations and frames.

/// Number of places by each measure.
const OF_A_MEASURE: usize = 3;
/// Least distance between two different places, in ruler units.
const FIELDING_APART: f64 = 2.5;
/// Distance beyond which frames and stations do not matter, in ruler units.
const FAR: f64 = 18.0;

/// Weights of a measure: distance from enemies, nearness to friends, cover, danger, possible attacks, nearness to own
/// stations and to those of others.
type Measure = [f64; 7];

/// Measures for a station: out of the way, near friends, behind cover.
const OF_STATIONS: [Measure; 3] =
    [[1.0, 1.0, 0.5, 0.0, 0.0, 0.5, 0.0], [1.0, 0.2, 1.0, 0.0, 0.0, -0.3, 0.0], [0.3, 1.5, 0.5, 0.0, 0.0, 1.0, 0.0]];
/// Measures for a frame: safe, with a target to attack, on the way to a station.
const OF_FRAMES: [Measure; 3] =
    [[0.0, 0.1, 1.0, 6.0, 0.5, 0.3, 0.0], [0.0, 0.0, 0.5, 3.0, 4.0, 0.0, 0.1], [0.0, 0.0, 0.7, 3.0, 0.5, 0.0, 0.5]];

impl Places {
    /// Adds places for the next station.
    pub(super) fn for_station<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        player: PlayerId,
        mut add: impl FnMut(Action),
    ) {
        self.pool.clear();
        self.pool.extend(battle.field(state).spots().iter().map(|spot| spot.at));
        self.pool.extend(claims(battle, state).map(|(_, at)| at));
        self.look_at_rivals(battle, state, player);
        self.taken.clear();
        for measure in OF_STATIONS {
            self.measure(&measure, |_, at| lie(battle, state, player, at));
            let Places { picks, taken, .. } = self;
            pick(picks, taken, (OF_A_MEASURE, FIELDING_APART), |at| {
                let legal = may_place_station(battle, state, player, at);
                if legal {
                    add(Action::PlaceStation(at));
                }
                legal
            });
        }
    }

    /// Adds places for the frame that the first choice fields.
    pub(super) fn for_frame<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        (player, first): (PlayerId, Action),
        mut add: impl FnMut(Action),
    ) {
        let (Phase::Fielding(step), Action::PlaceFrame { unit, .. }) = (state.phase, first) else { return };
        self.pool.clear();
        match step {
            FieldingStep::PointFrame => self.pool.extend(point_positions(battle, state)),
            _ => self.pool.extend(battle.field(state).spots().iter().map(|spot| spot.at)),
        }
        self.look_at_rivals(battle, state, player);
        self.taken.clear();
        for measure in OF_FRAMES {
            self.measure(&measure, |places, at| places.lie_of_frame(battle, state, unit, at));
            let Places { picks, taken, .. } = self;
            pick(picks, taken, (OF_A_MEASURE, FIELDING_APART), |at| {
                let legal = may_place_frame(battle, state, step, player, at);
                if legal {
                    add(Action::PlaceFrame { unit, at });
                }
                legal
            });
        }
    }

    /// Ranks the pool by a measure.
    fn measure(&mut self, measure: &Measure, lie: impl Fn(&Places, Point) -> Measure) {
        let mut picks = std::mem::take(&mut self.picks);
        picks.clear();
        picks.extend(self.pool.iter().map(|at| {
            let score = lie(self, *at).iter().zip(measure).map(|(part, weight)| part * weight).sum();
            Pick { at: *at, score }
        }));
        self.picks = picks;
    }

    fn lie_of_frame<D: BattleDice>(&self, battle: &Battle<D>, state: &State, number: UnitId, at: Point) -> Measure {
        let unit = state.unit(number);
        let near = battle.field(state).near(at, state.standing);
        let danger = self.danger(battle, state, &AttackedFrame::new(battle, state, unit).moved(at, near));
        let arms = Arms::new(battle, state, unit);
        let harm = state.enemies(unit.owner).map(|enemy| {
            let harm = arms.harm(battle, state, (at, 0), &AttackedFrame::new(battle, state, state.unit(enemy)));
            harm.life + harm.kills
        });
        let [enemy, friend, cover, _, _, own, _] = lie(battle, state, unit.owner, at);
        let to_others = stations(battle, state, number, at).1;
        [enemy, friend, cover, -danger, harm.fold(0.0, f64::max), own, -to_others.min(FAR)]
    }
}

/// Measures a place: distance from enemies, nearness to friends and own stations, cover.
fn lie<D: BattleDice>(battle: &Battle<D>, state: &State, player: PlayerId, at: Point) -> Measure {
    let to = |units: UnitSet| units.iter().map(|unit| state.unit(unit).at.distance(at)).fold(FAR, f64::min);
    let own = state.stations().iter().filter(|station| station.placed && station.owner == Some(player));
    let to_own = own.map(|station| station.at.distance(at)).fold(FAR, f64::min);
    let cover = battle.field(state).near(at, state.standing).count_ones().min(3);
    let (enemy, friend) = (to(state.enemies_set(player)), to(state.friends_set(player)));
    [enemy, -friend, f64::from(cover), 0.0, 0.0, -to_own, 0.0]
}

// The best few of many places, at a distance from each other.

/// A place and its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    pub at: Point,
    pub score: f64,
}

/// Places tried for each place wanted, before the search gives up.
const TRIES: usize = 8;

/// Takes the best `most` places that `take` accepts, each at least `apart` from those taken before. Of equal scores,
/// places farther left, then lower, come first.
pub(super) fn pick(
    picks: &mut [Pick],
    taken: &mut Vec<Point>,
    (most, apart): (usize, f64),
    mut take: impl FnMut(Point) -> bool,
) {
    let left_below = |a: &Pick, b: &Pick| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y));
    picks.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| left_below(a, b)));
    let (mut found, mut tries) = (0, 0);
    for place in picks.iter() {
        if found == most || tries == TRIES * most {
            return;
        }
        if taken.iter().any(|other| other.distance_squared(place.at) < apart * apart) {
            continue;
        }
        tries += 1;
        if take(place.at) {
            taken.push(place.at);
            found += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_that_are_apart_and_accepted_are_taken() {
        let at = |x: f64| Point::new(x, 0.0);
        let mut picks: Vec<Pick> = [0.0, 0.2, 1.0, 3.0, 3.1].map(|x| Pick { at: at(x), score: -x }).to_vec();
        let mut taken = vec![];
        pick(&mut picks, &mut taken, (3, 0.5), |at| at.x != 1.0);
        assert_eq!(taken, [at(0.0), at(3.0)]);
        pick(&mut picks, &mut taken, (3, 0.5), |_| true);
        assert_eq!(taken, [at(0.0), at(3.0), at(1.0)]);
    }
}
