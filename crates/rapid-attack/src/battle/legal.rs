//! Legality checks that the lists of candidates and the steps of the battle share: attacks, dice, fielding, losses,
//! order, turns, spots, and ties for defense.

use super::measure::{DIRECTIONS, is_covered, to_square};
use super::range_band::{CLOSE, FAR};
use super::state::{
    Colour, Die, FieldingStep, Life, MAX_STATIONS, SpotDie, Stage, State, Station, Target, Turn, Wound, numbers_in,
};
use super::{Battle, action::Action, dice::whites_to_lose};
use crate::battle_rules::{Dodge, Forced, SpotReach, SpotRules};
use crate::ids::{StationId, UnitId};
use crate::loadout::{Loadout, Range};
use hitchart_mobile_frame::dice::{DiceLeft, HandDie};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

// Ranges and rockets that a frame may declare.

/// Returns the ranges that a frame may declare, each with the numbers of rockets it may fire there.
pub fn ranges_and_rockets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    unit: UnitId,
) -> impl Iterator<Item = (Range, u8)> + 'a {
    let loadout = &state.unit(unit).loadout;
    let at = move |range| rockets_at(battle, loadout, range).map(move |rockets| (range, rockets));
    Range::ALL.into_iter().flat_map(move |(range, _)| at(range))
}

/// Returns the numbers of rockets that may be fired at a range; empty if the range may not be declared.
pub fn rockets_at<D>(battle: &Battle<D>, loadout: &Loadout, range: Range) -> std::ops::Range<u8> {
    let armed = range == Range::HandToHand || loadout.halves_at(range) > 0;
    let most = if range == Range::Direct { loadout.rockets() } else { 0 };
    let open = armed || (most > 0 && battle.rules.rockets.open_direct_fire);
    if open { u8::from(!armed)..most + 1 } else { 0..0 }
}

// Dice that can be given to actions.

impl HandDie for Die {
    #[inline]
    fn of_bit(bit: u8) -> Die {
        if bit == 0 { Die::Own } else { Die::White(bit - 1) }
    }
}

/// Returns the dice that can be given to the action of a colour: its best, and the whites that differ.
#[inline]
pub fn dice(turn: &Turn, colour: Colour) -> DiceLeft<Die> {
    let whites = if turn.hand().takes_whites(colour) { turn.differing() } else { 0 };
    DiceLeft::of(u16::from(turn.is_free(colour, Die::Own)) | u16::from(whites) << 1)
}

/// Returns the dice that an action of a colour may take: any free die, or only the die that was set aside (S11).
pub fn dice_for(turn: &Turn, colour: Colour) -> DiceLeft<Die> {
    let Some(committed) = turn.committed else { return dice(turn, colour) };
    let die = match colour {
        Colour::Green => committed.movement,
        Colour::Red => committed.attack,
        Colour::Yellow => committed.spot,
        Colour::Blue => Die::None,
    };
    DiceLeft::of(match die {
        Die::None => 0,
        Die::Own => 1,
        Die::White(place) => 2 << place,
    })
}

/// Returns the dice worth giving to the action of a colour.
pub fn worth_giving(turn: &Turn, colour: Colour) -> DiceLeft<Die> {
    let hand = turn.hand();
    dice_for(turn, colour).worth_giving(hand.best[colour as usize], &hand.whites[..usize::from(hand.white_count)])
}

/// Returns the dice worth giving to the defense; no die only if no blue is free. A blue has no other use, so it is
/// never wasted.
pub fn defenses(turn: &Turn) -> impl ExactSizeIterator<Item = Die> + use<> {
    let dice = worth_giving(turn, Colour::Blue);
    Defenses { dice, none: !turn.is_free(Colour::Blue, Die::Own) }
}

/// Some dice, followed by `Die::None` if that is a choice.
struct Defenses {
    dice: DiceLeft<Die>,
    none: bool,
}

impl Iterator for Defenses {
    type Item = Die;

    #[inline]
    fn next(&mut self) -> Option<Die> {
        self.dice.next().or_else(|| std::mem::take(&mut self.none).then_some(Die::None))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.dice.len() + usize::from(self.none);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Defenses {}

/// Returns the dice worth giving to the attack. If an own frame covers the target, fewer damage dice may be better
/// (R34).
pub fn attack_dice<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> DiceLeft<Die> {
    let (all, worth_giving) = (dice_for(turn, Colour::Red), worth_giving(turn, Colour::Red));
    let Target::Frame(target) = turn.target else { return worth_giving };
    let spares_friends = all.len() > worth_giving.len() && turn.range != Range::HandToHand && {
        let unit = state.unit(turn.unit);
        let covering = battle.frame_covering(state, target, turn.unit, unit.at);
        covering.is_some_and(|covering| state.unit(covering).owner == unit.owner)
    };
    if spares_friends { all } else { worth_giving }
}

// Places for fielding frames and stations (flow, step 4; S27 to S30).

/// Returns the frames of a player that wait to be fielded.
pub fn waiting(state: &State, player: PlayerId) -> impl Iterator<Item = UnitId> + '_ {
    state.unit_ids().filter(move |unit| {
        let unit = state.unit(*unit);
        unit.owner == player && unit.life() == Life::Waiting
    })
}

/// Returns the next station that a player fields.
#[inline]
pub fn next_station(state: &State, player: PlayerId) -> Option<StationId> {
    let unplaced = |(_, station): &(StationId, &Station)| !station.placed && station.fielded_by == Some(player);
    state.station_ids().zip(state.stations()).find(unplaced).map(|(number, _)| number)
}

/// Returns true if a frame at a point is inside the perimeter: within a ruler of a station of the defender (S29).
pub fn in_perimeter<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let defender = state.seats[0];
    let mut stations = state.stations().iter().filter(|station| station.placed && station.fielded_by == Some(defender));
    stations.any(|station| battle.from_station(at, station) <= battle.rules.ranges.direct + CLOSE)
}

/// Returns the places of standing pieces that a player may claim as a station instead of placing one (Handbook,
/// "Stations").
pub fn claims<'a, D>(battle: &'a Battle<D>, state: &'a State) -> impl Iterator<Item = (u8, Point)> + Clone + 'a {
    battle.field(state).claims().filter(|(piece, _)| state.standing >> piece & 1 == 1)
}

/// Returns the piece that a station at a point claims.
pub fn claimed<D>(battle: &Battle<D>, state: &State, at: Point) -> Option<u8> {
    claims(battle, state).find(|(_, centre)| *centre == at).map(|(piece, _)| piece)
}

/// Returns true if a station may be placed at a point: on the table, clear of frames, other stations, and cover other
/// than the piece that it claims. The defender's stations form a chain within a ruler (S29), and leave room once
/// attackers were blocked (S28).
pub fn may_place_station<D>(battle: &Battle<D>, state: &State, player: PlayerId, at: Point) -> bool {
    let side = battle.rules.stations.side;
    let field = battle.field(state);
    let radius = side / 2.0;
    let cover = state.standing & !claimed(battle, state, at).map_or(0, |piece| 1 << piece);
    if !field.contains(at, radius.max(0.1)) || field.under(at, cover) != 0 {
        return false;
    }
    let placed = || state.stations().iter().filter(|station| station.placed);
    if placed().any(|other| to_square(at, other.at, side) < radius * 2.0) {
        return false;
    }
    if state.standing_units().any(|unit| to_square(state.unit(unit).at, at, side) < battle.rules.movement.frame_radius)
    {
        return false;
    }
    if player != state.seats[0] {
        return true;
    }
    let own = || placed().filter(|station| station.fielded_by == Some(player));
    let chained = own().next().is_none()
        // Two squares are as far apart as a point and a square of twice the side.
        || own().any(|other| to_square(at, other.at, 2.0 * side) <= battle.rules.ranges.direct + CLOSE);
    chained && (!state.blocked || leaves_room(battle, state, own().map(|station| station.at), at))
}

fn leaves_room<D>(battle: &Battle<D>, state: &State, others: impl Iterator<Item = Point>, at: Point) -> bool {
    let mut stations = [at; MAX_STATIONS];
    let mut count = 1;
    for (slot, other) in stations[1..].iter_mut().zip(others) {
        *slot = other;
        count += 1;
    }
    let reach = battle.rules.ranges.direct + battle.rules.movement.frame_radius;
    battle.field(state).leaves_free(&stations[..count], reach, battle.rules.fielding.open_share)
}

/// Returns true if a frame of a player may be fielded at a point in the step that is due.
pub fn may_place_frame<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: PlayerId, at: Point) -> bool {
    // The check for room at the point costs most, so it runs after the cheap checks.
    let inside = in_perimeter(battle, state, at);
    let fits = match step {
        FieldingStep::DefenderFrames => inside,
        FieldingStep::PointFrame => !inside,
        FieldingStep::AttackerFrames => !inside && is_far_from_defenders(battle, state, at),
        FieldingStep::LateFrames => true,
        FieldingStep::DefenderStations | FieldingStep::AttackerStations => false,
    };
    fits && is_free(battle, state, at)
        && match step {
            FieldingStep::PointFrame => is_point_position(battle, state, at),
            FieldingStep::LateFrames => {
                inside || !battle.rules.fielding.late_frames_in_cover || is_in_cover(battle, state, player, at)
            }
            _ => true,
        }
}

/// Returns true if a frame fits at a point: on the table, off cover and frames. Stations do not block.
pub fn is_free<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    battle.is_room(state, None, at, false, 0)
}

/// Returns true if a point is more than a ruler from every frame of the defender.
fn is_far_from_defenders<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    defenders(state).all(|unit| battle.between(at, state.unit(unit).at) > battle.rules.ranges.direct + CLOSE)
}

/// Returns true if a point is exactly a ruler from a frame of the defender and without cover against that frame (S30).
fn is_point_position<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let ruler = battle.rules.ranges.direct;
    let near = battle.field(state).near(at, state.standing);
    defenders(state).any(|unit| {
        let from = state.unit(unit).at;
        (battle.between(at, from) - ruler).abs() <= CLOSE
            && battle.pieces_covering(state, at, near, from) == 0
            && battle.nearest_between(state, at, from, state.standing_units().filter(|other| *other != unit)).is_none()
    })
}

/// Returns true if a point is in cover, of terrain or frames, against the nearest frame of another player (S27, read
/// plainly).
fn is_in_cover<D>(battle: &Battle<D>, state: &State, player: PlayerId, at: Point) -> bool {
    let near = battle.field(state).near(at, state.standing);
    let gap = |unit: &UnitId| state.unit(*unit).at.distance_squared(at);
    let nearest = state.enemies(player).min_by(|a, b| gap(a).total_cmp(&gap(b)));
    nearest.is_some_and(|unit| {
        let (from, others) = (state.unit(unit).at, state.standing_units().filter(|other| *other != unit));
        battle.pieces_covering(state, at, near, from) != 0 || battle.nearest_between(state, at, from, others).is_some()
    })
}

/// Returns true if any legal position is left in a step. Without one, the rules of the step are dropped, except that
/// the frame must fit.
pub fn has_place<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: PlayerId) -> bool {
    let legal = |at: Point| may_place_frame(battle, state, step, player, at);
    match step {
        FieldingStep::PointFrame => point_positions(battle, state).any(legal),
        _ => battle.field(state).spots().iter().any(|spot| legal(spot.at)),
    }
}

/// Returns the positions at exactly a ruler from the defender's frames, all around (S30).
pub fn point_positions<D>(battle: &Battle<D>, state: &State) -> impl Iterator<Item = Point> {
    (0..).map_while(|place| point_position(battle, state, place))
}

/// Returns the number of [`point_positions`].
#[inline]
pub fn point_position_count(state: &State) -> usize {
    POSITIONS * defenders(state).count()
}

/// Returns one of the [`point_positions`] by index.
pub fn point_position<D>(battle: &Battle<D>, state: &State, place: usize) -> Option<Point> {
    let from = state.unit(defenders(state).nth(place / POSITIONS)?).at;
    let away = battle.rules.ranges.direct + 2.0 * battle.rules.movement.frame_radius;
    let way = DIRECTIONS[place % POSITIONS / 2];
    // Another direction lies between each two of the sixteen.
    let between = || (way + way.left() * 0.198_912_367_379_658).unit().unwrap_or(way);
    Some(from + if place.is_multiple_of(2) { way } else { between() } * away)
}

/// Number of positions around each frame.
const POSITIONS: usize = 2 * DIRECTIONS.len();

/// Returns the frames of the defender on the table.
fn defenders(state: &State) -> impl Iterator<Item = UnitId> {
    state.friends(state.seats[0])
}

// Choices of a wounded frame other than giving up a system.

/// Returns true if a wounded frame may give up a white (S36). It must have no systems; or the rules allow it early, for
/// all whites but the last.
pub fn may_lose_white<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> bool {
    let early = battle.rules.frame.early_white_loss && whites_to_lose(battle, state, unit) > 1;
    early || state.unit(unit).loadout.systems() == 0
}

/// Returns true if a wounded frame can leave a station instead of taking the damage.
pub fn can_dodge<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> bool {
    wound.dodgeable && battle.rules.stations.dodge != Dodge::Off && dodges(battle, state, wound).next().is_some()
}

/// Returns the places where a wounded frame may step when it leaves a station: away from the station by the rule's
/// distance (S16). The frame stays on the table and does not step through cover, unless it may cross cover (R27).
pub fn dodges<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> impl Iterator<Item = Point> {
    let unit = *state.unit(wound.unit);
    let (crosses, greens) = capabilities(battle, state, wound.unit);
    let stations = state.stations_beside(wound.unit).iter().map(|station| state.station(station));
    let away = stations.flat_map(move |station| ways_out(battle, station, unit.at).map(move |out| (station, out)));
    away.flat_map(move |(station, out)| steps_out(battle, station, unit.at, out)).filter(move |to| {
        battle.is_room(state, Some(wound.unit), *to, crosses, greens)
            && (crosses || battle.is_clear(state, wound.unit, unit.at, *to))
    })
}

/// A direction straight out from a station, and the distance of a frame's centre outside the station; negative inside.
type Out = (Point, f64);

/// Returns the directions straight out from a station: away from its closest point, or through the nearest sides for a
/// frame that stands right on the station.
fn ways_out<D>(battle: &Battle<D>, station: &Station, from: Point) -> impl Iterator<Item = Out> + use<D> {
    let half = battle.rules.stations.side / 2.0;
    let off = from - station.at;
    let beyond = off - Point::new(off.x.clamp(-half, half), off.y.clamp(-half, half));
    let straight = beyond.unit().map(|way| (way, beyond.length()));
    let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(|(x, y)| Point::new(x, y));
    let sides = sides.map(|way| (way, off.dot(way) - half));
    let nearest = sides.iter().fold(f64::NEG_INFINITY, |nearest, side| nearest.max(side.1));
    let through = sides.into_iter().filter(move |side| straight.is_none() && side.1 >= nearest - CLOSE);
    straight.into_iter().chain(through)
}

/// Returns the places where a frame may end that leaves a station. It ends one unit farther between closest points,
/// straight out; or just outside the station's reach, straight or diagonally.
fn steps_out<D>(
    battle: &Battle<D>,
    station: &Station,
    from: Point,
    (way, outside): Out,
) -> impl Iterator<Item = Point> + use<D> {
    // Rounding must not shorten the unit.
    const UNIT: f64 = 1.0 + 1e-9;
    let askew = |left: Point| (way + left).unit().unwrap_or(way);
    let places = match battle.rules.stations.dodge {
        Dodge::Off => [None; 3],
        // A frame that overlaps the station has distance 0 until it has moved off.
        Dodge::OneUnit => {
            let overlap = (battle.rules.movement.frame_radius - outside).max(0.0);
            [Some(from + way * (UNIT + overlap)), None, None]
        }
        Dodge::JustOutside => {
            [way, askew(way.left()), askew(way.left() * -1.0)].map(|way| just_outside(battle, station, from, way))
        }
    };
    places.into_iter().flatten()
}

/// Returns the place in a direction from a station where a frame is just out of the station's reach.
fn just_outside<D>(battle: &Battle<D>, station: &Station, from: Point, way: Point) -> Option<Point> {
    /// The distance beyond the reach to aim for, in ruler units; half of it is enough.
    const BEYOND: f64 = 0.01;
    const STEPS: usize = 32;
    let mut to = from;
    // On a slant a step gains less than its length, so several steps are needed.
    for _ in 0..STEPS {
        let short = battle.rules.stations.reach + BEYOND - battle.from_station(to, station);
        if short < BEYOND / 2.0 {
            return Some(to);
        }
        to = to + way * short;
    }
    None
}

/// Returns true if a frame moves through cover, and its number of movement systems. An open turn counts the systems
/// that the frame rolled with, if they are more (S15).
fn capabilities<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> (bool, u8) {
    let now = state.unit(unit);
    let turns = state.turn.iter().chain(&state.answer).filter(|turn| turn.unit == unit && turn.stage != Stage::Declare);
    turns.fold((battle.crosses_cover(now), now.greens()), |(crosses, greens), turn| {
        (crosses || turn.crosses, greens.max(turn.greens))
    })
}

// Frames that may act or wait, and players who must act.

/// Returns the frames of a player that have not begun a turn.
pub fn ready(state: &State, player: PlayerId) -> impl Iterator<Item = UnitId> + '_ {
    state.friends(player).filter(move |unit| !state.unit(*unit).acted)
}

/// Returns true if the player who decides must act (S31). Of tied players, the lowest is the last in the order (R07).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let to_act = |player: &PlayerId| state.players[player.index()].to_act > 0;
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    match battle.rules.order.forced {
        Forced::NobodyAfter => !rest.iter().any(to_act),
        // Read literally, no player must act once the lowest has no frames left to act: a second round of passes ends
        // the wait.
        Forced::LowestScore => rest.is_empty() || (state.all_passed && !rest.iter().any(to_act)),
    }
}

/// Returns the frames of a player that have an order die equal to the count (S35).
pub fn due_units(state: &State, player: PlayerId) -> impl Iterator<Item = UnitId> + '_ {
    let is_due = move |unit: &UnitId| state.unit(*unit).owner == player && state.unit(*unit).is_due(state.count);
    state.standing_units().filter(is_due)
}

/// Returns true if a frame has an order die that comes up later (S35).
#[inline]
pub fn may_wait(state: &State, unit: UnitId) -> bool {
    state.unit(unit).order.iter().any(|die| *die > state.count)
}

// Movement and attack that a turn has left.

/// Returns true if the turn has any movement or attack left.
pub fn can_proceed<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let moves = !turn.moved && dice_for(turn, Colour::Green).next().is_some() && state.unit(turn.unit).stands();
    moves || can_attack(battle, state, turn) || new_targets(battle, state, turn).next().is_some()
}

/// Returns true if the attack is possible from the place of the frame.
pub fn can_attack<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    !turn.attacked
        && battle.can_attack_from(state, turn, state.unit(turn.unit).at)
        && dice_for(turn, Colour::Red).next().is_some()
}

/// Returns the frames that an answering frame may attack from its place instead of its target, if the rules allow it
/// (R11).
pub fn new_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = Target> + 'a {
    let asked = battle.rules.turn.responder_renames && turn.opened_by.is_some() && !turn.attacked && !turn.renamed;
    let may = asked && turn.target != Target::Nothing && dice_for(turn, Colour::Red).next().is_some();
    let owner = state.unit(turn.unit).owner;
    let others = state.enemies(owner).map(Target::Frame).filter(move |target| may && *target != turn.target);
    // Only one frame at a time answers (R09): while a frame answers, a new target must not need an answer.
    let needs_no_answer = move |target: &Target| {
        let unit = target.frame().map(|target| state.unit(target));
        state.answer.is_none() || unit.is_none_or(|unit| unit.defense.is_some() || unit.acted)
    };
    let others = others.filter(needs_no_answer);
    others.filter(move |target| battle.can_attack(state, *target, turn.range, state.unit(turn.unit).at))
}

// Targets that can be spotted.

/// Returns true if any spot can be given.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    // A higher die can spot any target that a lower die can.
    let value = dice_for(turn, Colour::Yellow).map(|die| turn.hand().value(Colour::Yellow, die)).max();
    value.is_some_and(|value| spot_targets(battle, state, turn, value).next().is_some())
}

/// Returns the targets that a frame may spot with a value. They depend on its number of comms systems, and the value
/// must be above any spot there (S06 to S08). Frames of the same side are not offered.
pub fn spot_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    value: u8,
) -> impl Iterator<Item = Target> + 'a {
    let owner = state.unit(turn.unit).owner;
    let by = battle.rules.spotting.by(turn.comms);
    // Several spots of one frame need different targets.
    let may_replace = move |spot: Option<SpotDie<UnitId>>| {
        spot.is_none_or(|spot| value > spot.value && (by.targets == 1 || spot.by != turn.unit))
    };
    let frames = state.enemies(owner).filter(move |enemy| {
        value > 0 && may_replace(state.unit(*enemy).spot) && sees(battle, state, (turn, by), *enemy)
    });
    let pieces = if battle.rules.spotting.terrain { state.standing } else { 0 };
    let pieces = numbers_in(pieces).filter(move |piece| {
        value > 0
            && may_replace(state.piece_spots[usize::from(*piece)])
            && reaches(battle, by, || battle.to_target(state, state.unit(turn.unit).at, Target::Piece(*piece)))
    });
    frames.map(Target::Frame).chain(pieces.map(Target::Piece))
}

/// Returns true if a frame under these spotting rules can spot another (S06).
fn sees<D>(battle: &Battle<D>, state: &State, (turn, by): (&Turn, &SpotRules), enemy: UnitId) -> bool {
    let (from, to) = (state.unit(turn.unit), state.unit(enemy));
    if by.reach != SpotReach::Anywhere {
        // Most frames are too far away along one coordinate alone.
        let away = from.at - to.at;
        let ranges = &battle.rules.ranges;
        let farthest = ranges.direct.max(ranges.hand_to_hand) + 2.0 * battle.rules.movement.frame_radius + FAR;
        if away.x.abs() > farthest || away.y.abs() > farthest {
            return false;
        }
    }
    reaches(battle, by, || battle.between(from.at, to.at))
        && (by.through_cover || !is_covered(battle, state, turn.unit, enemy, Range::Direct))
}

/// Returns true if these spotting rules reach a distance (S06).
fn reaches<D>(battle: &Battle<D>, by: &SpotRules, distance: impl Fn() -> f64) -> bool {
    match by.reach {
        SpotReach::Nowhere => false,
        SpotReach::HandToHand => battle.in_range(Range::HandToHand, distance()),
        SpotReach::Ruler => battle.is_spotting_range(distance()),
        SpotReach::Anywhere => true,
    }
}

// Ways to break a tie for defense.

/// Returns the changes of frames that break a tie for defense: adding the spare or giving up a frame, within the legal
/// numbers (S22, R04).
pub fn frame_changes<D>(battle: &Battle<D>, state: &State, player: PlayerId) -> impl Iterator<Item = Action> {
    let frames = state.players[player.index()].frames;
    let own = move |unit: &UnitId| state.unit(*unit).owner == player;
    let spare = state.unit_ids().filter(own).any(|unit| state.unit(unit).life() == Life::Withdrawn);
    let (least, most) = match battle.rules.bidding.tie_within_limits {
        true => (battle.limits.min_frames, battle.limits.max_frames),
        false => (1, u8::MAX),
    };
    let add = (spare && frames < most).then_some(Action::AddFrame);
    let may_remove = frames > least;
    let remove = waiting(state, player).filter(move |_| may_remove).map(Action::RemoveFrame);
    add.into_iter().chain(remove)
}
