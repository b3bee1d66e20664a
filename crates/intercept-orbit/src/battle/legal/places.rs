//! Rules of movement, launches, meetings, nudges, placement in set-up, and spots.

use super::super::super::space::{Body, Course, Maneuver, Pose, TOUCH};
use super::super::state::{Asset, Colour, Die, Life, Parts, SetupStep, SpotDie, State, Turn};
use super::super::{super::fleet::Ace, super::ruleset::GreenMoves, super::ship::System, Battle};
use super::attack::{covering_assets, foes, is_led_by, is_open, worth_giving};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, dice::DiceLeft, geometry::Point};

// Maneuvers of ships and their cost ("Move and Maneuver your ship"; I47 to I51).

/// Returns the units that a ship moves without steering.
#[inline]
pub fn base_speed<D>(battle: &Battle<D>, asset: &Asset) -> u8 {
    let movement = &battle.rules.movement;
    if movement.carries_speed { asset.speed } else { movement.speed }
}

/// Returns the most clicks of one hinge.
#[inline]
pub fn most_clicks<D>(battle: &Battle<D>, body: Body) -> u8 {
    let movement = &battle.rules.movement;
    if body == Body::Frigate { movement.frigate_clicks } else { movement.capital_clicks }
}

/// Returns the pips that `clicks` clicks of a hinge cost.
#[inline]
pub fn pips_of_clicks<D>(battle: &Battle<D>, clicks: u8) -> u8 {
    if battle.rules.movement.clicks_share_a_pip { clicks.min(1) } else { clicks }
}

/// Returns the pips that a maneuver costs a ship; `None` if the maneuver is illegal.
pub fn pips<D>(battle: &Battle<D>, asset: &Asset, maneuver: &Maneuver) -> Option<u8> {
    let most = most_clicks(battle, asset.body);
    let mut pips = base_speed(battle, asset).abs_diff(maneuver.speed);
    let mut legal = maneuver.speed <= battle.rules.movement.most;
    for (hinge, clicks) in maneuver.turns.iter().enumerate().filter(|(_, clicks)| **clicks != 0) {
        legal &= hinge < usize::from(maneuver.speed) && clicks.unsigned_abs() <= most;
        pips += pips_of_clicks(battle, clicks.unsigned_abs());
    }
    legal.then_some(pips)
}

/// Returns true if debris lies so near a ship that the ship may meet it on its way.
pub fn is_near_debris<D>(battle: &Battle<D>, state: &State, asset: &Asset, speed: u8) -> bool {
    let far = f64::from(speed) + battle.space.reach(asset.body) + battle.space.reach(Body::Debris);
    let near = |piece: u8| state.debris[usize::from(piece)].at.distance_squared(asset.pose.at) <= far * far;
    state.pieces().any(near)
}

// Rules of the flight of companies ("Move", "Mobile Frame Companies").

/// Returns the body and pose of a company at a point; a company has no bow.
#[inline]
pub fn company_at(at: Point) -> (Body, Pose) {
    (Body::Company, Pose { at, heading: 0 })
}

/// Returns true if there is room for a company at a point: the base is on the table and overlaps nothing solid.
pub fn is_room<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let (space, here) = (&battle.space, company_at(at));
    space.holds(here) && !state.solid().iter().any(|thing| space.overlaps(here, state.placed(thing)))
}

/// Returns true if a company may fly straight from one point to another. There must be room at the end, and the company
/// must be able to pass through everything in its way.
pub fn may_fly<D>(battle: &Battle<D>, state: &State, crosses: bool, from: Point, to: Point) -> bool {
    let (space, far) = (&battle.space, from.distance(to));
    let blocks = |thing: AssetId| {
        let placed = state.placed(thing);
        let near = far + space.reach(placed.0) + space.reach(Body::Company);
        placed.1.at.distance_squared(from) <= near * near && !space.clear_way(from, to, placed)
    };
    is_room(battle, state, to) && (crosses || !state.solid().iter().any(blocks))
}

/// Returns the ship that a company at a point touches; the lowest number if there are several.
pub fn ship_at<D>(battle: &Battle<D>, state: &State, at: Point) -> Option<AssetId> {
    state.ships().iter().find(|ship| battle.space.touches(company_at(at), state.placed(*ship)))
}

/// Returns the place at a gap from a ship that is nearest to a point, of a few places around the ship that are on the
/// table.
pub fn beside_ship<D>(battle: &Battle<D>, state: &State, ship: AssetId, gap: f64, near: Point) -> Point {
    let ring = battle.space.ring(state.placed(ship), gap, PLACES_AROUND);
    let on_table = ring.filter(|at| battle.space.on_table(*at));
    let nearer = |a: Point, b: Point| if b.distance_squared(near) < a.distance_squared(near) { b } else { a };
    on_table.reduce(nearer).unwrap_or(near)
}

/// Returns the place at a gap from a ship, directly away from the ship's centre. If that is off the table, returns the
/// nearest place of `beside_ship`.
pub fn away_from_ship<D>(battle: &Battle<D>, state: &State, ship: AssetId, gap: f64, from: Point) -> Point {
    let placed = state.placed(ship);
    let ahead = battle.space.direction(placed.1.heading);
    let away = (from - placed.1.at).unit().unwrap_or(ahead);
    let mut to = from;
    // The gap grows almost as fast as the step, so a few corrections are enough.
    for _ in 0..CORRECTIONS {
        to = to + away * (gap + TOUCH - battle.space.gap(company_at(to), placed));
    }
    if battle.space.on_table(to) { to } else { beside_ship(battle, state, ship, gap, from) }
}

/// Number of corrections of the length of a step.
const CORRECTIONS: usize = 4;

/// Number of places around a ship among which companies on it choose.
pub const PLACES_AROUND: usize = 8;

// Repair, fuel and launches ("Launch, Fueling, and Repairing Mobile Frames"; I15 to I21).

/// Returns the companies that a ship may repair, fuel and launch: those of its player that touch it. A
/// drifting company returns to its owner once it is fuelled, so only its owner is asked (I60).
pub fn in_hangar(state: &State, ship: AssetId) -> AssetSet {
    let side = state.asset(ship).side();
    let serves = |number: &AssetId| {
        let company = state.asset(*number);
        let held = |by: AssetId| by == ship || (state.asset(by).side() == side && state.asset(by).on == Some(ship));
        let is_here = company.on == Some(ship) || company.carried_by.is_some_and(held);
        is_here && (company.life() != Life::Drifting || company.carried_by.is_none_or(held))
    };
    AssetSet::from_iter((state.companies() & state.of(side)).iter().filter(serves))
}

/// Returns true if a turn may launch another company.
#[inline]
pub fn launches_left(state: &State, turn: &Turn) -> bool {
    turn.launches < state.asset(turn.asset).systems.count(System::Catapult)
}

/// Returns the number of dice that a repair die restores to a company at most: systems, and whites if the rules count
/// them (I21).
pub fn room_for_repair<D>(battle: &Battle<D>, state: &State, company: AssetId, pips: u8) -> u8 {
    let (rules, asset) = (&battle.rules.repair, state.asset(company));
    let there = asset.parts.count() + if rules.whites_count { asset.whites } else { 0 };
    pips.saturating_sub(there)
}

/// Returns the systems and whites that a company has lost and may get back.
pub fn missing<D>(battle: &Battle<D>, state: &State, company: AssetId) -> (Parts, u8) {
    let (rules, asset) = (&battle.rules, state.asset(company));
    let whites = if rules.repair.whites_return { rules.companies.whites - asset.whites } else { 0 };
    (Parts(Parts::ALL.0 & !asset.parts.0), whites)
}

/// Returns true if `back` restores as much as a die allows: no more, and no less while anything is missing.
pub fn is_full_repair<D>(battle: &Battle<D>, state: &State, company: AssetId, pips: u8, back: (Parts, u8)) -> bool {
    let (parts, whites) = missing(battle, state, company);
    let fits = back.0.0 & !parts.0 == 0 && back.1 <= whites;
    // If whites do not count, any number of them returns with a die (I21).
    let counted =
        |(parts, whites): (Parts, u8)| parts.count() + if battle.rules.repair.whites_count { whites } else { 0 };
    let room = room_for_repair(battle, state, company, pips);
    fits && counted(back) == room.min(counted((parts, whites))) && counted(back) > 0
}

/// Returns true if a launched company may be placed at a point: in reach and out of cover of its carrier, on nothing
/// solid (I16, I17).
pub fn may_be_placed<D>(battle: &Battle<D>, state: &State, ship: AssetId, at: Point) -> bool {
    let (rules, space) = (&battle.rules.launch, &battle.space);
    let (carrier, here) = (state.asset(ship).placed(), company_at(at));
    let in_reach = rules.reach == 0.0 || space.within(carrier, here, rules.reach);
    let allowed = |other: AssetId| {
        rules.onto_enemies
            || state.asset(other).side() == state.asset(ship).side()
            || !space.touches(here, state.placed(other))
    };
    in_reach
        && is_room(battle, state, at)
        && state.ships().iter().all(allowed)
        && (!rules.out_of_cover || is_in_sight(battle, state, ship, at))
}

fn is_in_sight<D>(battle: &Battle<D>, state: &State, ship: AssetId, at: Point) -> bool {
    let (carrier, here) = (state.asset(ship).placed(), company_at(at));
    let pieces = covering_assets(battle, state) & (state.ships() - AssetSet::of(ship)) | state.debris_set();
    pieces.iter().all(|piece| !battle.space.covers(carrier, here, state.placed(piece)))
}

// Meetings of two things under way: the players who decide about a collision (I52), and the place where a stopped ship
// rests.

/// Players who are asked, in order, about a collision; the ship of a player who wants it rams the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deciders {
    /// Player and ship; `None` if no player may ram.
    pub first: Option<(PlayerId, AssetId)>,
    /// Player and ship that are asked if the first lets the two pass; `None` if only one player decides.
    pub second: Option<(PlayerId, AssetId)>,
}

/// Returns the company with a green ace on a ship, the lowest number if there are several.
#[inline]
pub fn green_ace_on(state: &State, ship: AssetId) -> Option<AssetId> {
    let mut aboard = (state.companies() & state.standing()).iter();
    aboard.find(|company| {
        let asset = state.asset(*company);
        asset.on == Some(ship) && is_led_by(asset, Ace::Green)
    })
}

/// Returns the deciders when something under way meets another asset that it could pass. High value assets never ram. A
/// green ace decides for the ship that it is on; otherwise a lone frigate decides, else the mover before the other.
pub fn deciders(state: &State, mover: AssetId, other: AssetId) -> Deciders {
    let by_ship = |ship: AssetId| (state.asset(ship).side(), ship);
    let (a, b) = (state.asset(mover), state.asset(other));
    let by_ace = |ship: AssetId| {
        let ace = if state.asset(ship).is_ship() { green_ace_on(state, ship) } else { None };
        ace.map(|company| (state.asset(company).side(), ship))
    };
    let (of_mover, of_other) = (by_ace(mover), by_ace(other));
    let (first, second) = match (of_mover, of_other) {
        (Some(_), Some(_)) => (of_mover, of_other),
        (Some(_), None) => (of_mover, None),
        (None, Some(_)) => (of_other, None),
        (None, None) => match (a.is_ship(), b.is_ship()) {
            (true, true) => match (a.body == Body::Frigate, b.body == Body::Frigate) {
                (true, false) => (Some(by_ship(mover)), None),
                (false, true) => (Some(by_ship(other)), None),
                _ => (Some(by_ship(mover)), Some(by_ship(other))),
            },
            (true, false) => (Some(by_ship(mover)), None),
            (false, true) => (Some(by_ship(other)), None),
            (false, false) => (None, None),
        },
    };
    // A player is asked only once.
    let second = second.filter(|(player, _)| first.is_none_or(|(asked, _)| asked != *player));
    Deciders { first, second }
}

/// Returns the distance along its course at which something can stop, at most `after`, and the thing with which it
/// collides there instead. No move may end inside a thing that the mover was allowed to pass: a mover that
/// would stop there collides with that thing.
pub fn clear_stop<D>(
    battle: &Battle<D>,
    state: &State,
    (body, passed): (Body, AssetSet),
    course: &Course,
    after: f64,
) -> (f64, Option<AssetId>) {
    let (mut at, mut instead) = (after, None);
    let there = passed & state.solid();
    // Each round meets a passed thing earlier on the course.
    for _ in 0..there.len() {
        let here = (body, battle.space.pose_on(course, at));
        let Some(thing) = there.iter().find(|thing| battle.space.overlaps(here, state.placed(*thing))) else {
            break;
        };
        let Some(met) = battle.space.contact(body, course, state.placed(thing)) else { break };
        (at, instead) = (met.min(at), Some(thing));
    }
    (at, instead)
}

// Nudges of a green ace to assets that it touches (I63).

/// Number of ways to nudge an asset: a unit in one of sixteen directions, and for an asset with a bow a click to either
/// side. The text allows any direction; these are the ones that players choose from.
pub const NUDGES: usize = TURNS + 2;
/// Number of the first nudge that turns.
const TURNS: usize = 4 * FAN.len();
/// Directions of a quarter turn from ahead to the left, as shares of the two.
const FAN: [(f64, f64); 4] = {
    use std::f64::consts::FRAC_1_SQRT_2 as EVEN;
    // Cosine and sine of 22.5 degrees.
    const NEAR: f64 = 0.923_879_532_511_286_7;
    const FAR: f64 = 0.382_683_432_365_089_8;
    [(1.0, 0.0), (NEAR, FAR), (EVEN, EVEN), (FAR, NEAR)]
};

/// Returns an asset's pose after a nudge with this number, below [`NUDGES`].
pub fn nudged<D>(battle: &Battle<D>, pose: Pose, nth: usize) -> Pose {
    match nth {
        TURNS => battle.space.turned(pose, 1),
        _ if nth > TURNS => battle.space.turned(pose, -1),
        _ => {
            let (ahead, left) = FAN[nth % FAN.len()];
            let quarter = (0..nth / FAN.len()).fold(battle.space.direction(pose.heading), |way, _| way.left());
            Pose { at: pose.at + quarter * ahead + quarter.left() * left, ..pose }
        }
    }
}

/// Returns true if an asset may be nudged to a pose by the nudge with this number. The asset must not overlap anything
/// solid. Companies are not turned, and stay on the table.
pub fn may_nudge<D>(battle: &Battle<D>, state: &State, asset: AssetId, nth: usize, pose: Pose) -> bool {
    let nudged = state.asset(asset);
    if nudged.is_company() {
        return nth < TURNS && is_room(battle, state, pose.at);
    }
    let here = (nudged.body, pose);
    !(state.solid() - AssetSet::of(asset)).iter().any(|thing| battle.space.overlaps(here, state.placed(thing)))
}

/// Returns the ships and companies that a green ace's company touches and may nudge. Docked and carried
/// companies are excluded, because they move with another asset.
pub fn within_touch<D>(battle: &Battle<D>, state: &State, ace: AssetId) -> AssetSet {
    let own = state.asset(ace);
    let touches = |number: &AssetId| {
        let asset = state.asset(*number);
        let loose = asset.is_ship() || (asset.life() != Life::Docked && asset.carried_by.is_none());
        let allowed = battle.rules.aces.green_moves == GreenMoves::Anyone || asset.side() == own.side();
        loose && allowed && (own.on == Some(*number) || battle.space.touches(own.placed(), asset.placed()))
    };
    AssetSet::from_iter(((state.ships() | state.companies()) - AssetSet::of(ace)).iter().filter(touches))
}

/// Returns the companies on a ship with a green ace that may nudge something.
pub fn nudgers<D>(battle: &Battle<D>, state: &State, ship: AssetId) -> AssetSet {
    let may = |number: &AssetId| {
        let company = state.asset(*number);
        company.on == Some(ship) && is_led_by(company, Ace::Green) && !within_touch(battle, state, *number).is_empty()
    };
    AssetSet::from_iter((state.companies() & state.standing()).iter().filter(may))
}

// Rules of placement in set-up ("Placing Assets Into the Battlespace"; I65).

/// Least distance of a placement just within a range, as a share of the range.
pub const JUST_WITHIN: f64 = 0.875;

/// Returns the assets of a player that are not on the table yet.
#[inline]
pub fn waiting(state: &State, player: PlayerId, among: AssetSet) -> AssetSet {
    AssetSet::from_iter((state.of(player) & among).iter().filter(|asset| state.asset(*asset).life() == Life::Waiting))
}

/// Returns true if a step places high value assets.
#[inline]
pub fn places_hvas(step: SetupStep) -> bool {
    matches!(step, SetupStep::FirstHva | SetupStep::DefenderHvas | SetupStep::AttackerHvas)
}

/// Returns the assets that a player may place in a step. High value assets are alike, so it is the next one.
/// For a first ship the player may choose among ships that differ. Of other ships it is the next one.
pub fn to_place(state: &State, step: SetupStep, player: PlayerId) -> AssetSet {
    let lowest = |among: AssetSet| AssetSet::from_iter(among.lowest());
    if places_hvas(step) {
        return lowest(waiting(state, player, state.hvas()));
    }
    let ships = waiting(state, player, state.ships);
    match step {
        SetupStep::FirstShip | SetupStep::PrimaryShip | SetupStep::SecondaryShips => {
            let alike = |a: AssetId, b: AssetId| {
                let (a, b) = (state.asset(a), state.asset(b));
                a.body == b.body && a.systems == b.systems
            };
            AssetSet::from_iter(
                ships.iter().filter(|ship| !ships.iter().any(|other| other < *ship && alike(other, *ship))),
            )
        }
        _ => lowest(ships),
    }
}

/// Returns true if there is room for a ship or a high value asset at a pose.
pub fn is_free<D>(battle: &Battle<D>, state: &State, placed: (Body, Pose)) -> bool {
    battle.space.holds(placed) && !state.solid().iter().any(|thing| battle.space.overlaps(placed, state.placed(thing)))
}

/// Returns true if the rule of a step allows a placement at a pose; room is not checked.
pub fn may_place<D>(battle: &Battle<D>, state: &State, step: SetupStep, placed: (Body, Pose)) -> bool {
    let (space, reach) = (&battle.space, battle.rules.ranges.assault);
    let defenders = state.of(state.seats[0]) & state.standing();
    let near = |other: AssetId| space.within(state.placed(other), placed, reach);
    let first = |among: AssetSet| (defenders & among).lowest();
    match step {
        SetupStep::DefenderHvas | SetupStep::FirstShip => first(state.hvas()).is_none_or(near),
        SetupStep::PrimaryShip => first(state.ships)
            .is_none_or(|ship| near(ship) && space.gap(state.placed(ship), placed) >= reach * JUST_WITHIN),
        SetupStep::SecondaryShips | SetupStep::AttackerShips => !defenders.iter().any(near),
        _ => true,
    }
}

/// Returns true if a player may place debris at a point: no nearer than assault range to ships of others and to other
/// debris.
pub fn may_place_debris<D>(battle: &Battle<D>, state: &State, player: PlayerId, at: Point) -> bool {
    let (space, reach) = (&battle.space, battle.rules.ranges.assault);
    let here = (Body::Debris, Pose { at, heading: 0 });
    // A distance equal to the range is allowed.
    let too_near = |thing: AssetId| {
        let there = state.placed(thing);
        let (far, square) = (reach + space.reach(there.0) + space.reach(here.0), there.1.at.distance_squared(at));
        square < far * far && (square < reach * reach || space.gap(there, here) < reach)
    };
    let others = state.ships() - state.of(player);
    !others.iter().any(too_near)
        && !state.pieces().any(|piece| too_near(AssetId::of_debris(piece)))
        && is_free(battle, state, here)
}

// Rules of spotting ("Spot a Tactical Asset"; I62).

/// Returns the dice that a turn may spot with; a ship without comms has only whites.
#[inline]
pub fn spot_dice(turn: &Turn) -> DiceLeft<Die> {
    worth_giving(turn, Colour::Yellow)
}

/// Returns true if the yellow ace has a die to place.
#[inline]
pub fn has_ace_spot(turn: &Turn) -> bool {
    turn.hand().ace_spot > 0
}

/// Returns true if a turn may spot a target with a die, or only with the yellow ace's. The target must be in reach, and
/// the die higher than the spot on the target.
pub fn may_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn, die: Die, target: AssetId) -> bool {
    let to = state.asset(target);
    let above = |value: u8, there: Option<SpotDie<AssetId>>| value > there.map_or(0, |spot| spot.value);
    let value = turn.hand().value(Colour::Yellow, die);
    let by_ace = has_ace_spot(turn) && above(turn.hand().ace_spot, to.ace_spot);
    let raises = above(value, to.spot) || (die == Die::None && by_ace);
    raises && sees(battle, state, turn.asset, target)
}

/// Returns true if an asset can spot a target.
pub fn sees<D>(battle: &Battle<D>, state: &State, by: AssetId, target: AssetId) -> bool {
    let (from, to) = (state.asset(by), state.asset(target));
    let (ranges, spotting) = (&battle.rules.ranges, &battle.rules.spotting);
    let within = |most: f64| battle.space.within(from.placed(), to.placed(), most);
    if from.is_company() {
        let shares = from.on.is_some_and(|ship| ship == target || to.on == Some(ship));
        let reach = match is_led_by(from, Ace::Yellow) && battle.rules.aces.yellow_reaches {
            true => ranges.point_defense,
            false => ranges.dogfight,
        };
        return shares || within(reach);
    }
    match from.systems.count(System::Comms) {
        0 => spotting.ships_without && within(ranges.assault) && is_open(battle, state, from.placed(), by, target),
        comms => comms >= spotting.anywhere_from || within(ranges.assault),
    }
}

/// Returns true if any spot is possible.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let dice = spot_dice(turn);
    let best = dice.max_by_key(|die| turn.hand().value(Colour::Yellow, *die));
    let side = state.asset(turn.asset).side();
    let alone = has_ace_spot(turn).then_some(Die::None);
    let may = |die: Die| foes(state, side).iter().any(|target| may_spot(battle, state, turn, die, target));
    best.is_some_and(may) || alone.is_some_and(may)
}
