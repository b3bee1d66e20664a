//! The choices of each decision: what the rules allow, and of the endless places only a net fine enough to play on.

use super::super::battle_rules::Dodge;
use super::super::battlefield::Anchors;
use super::super::loadout::{Kind, Range};
use super::Battle;
use super::action::{Action, Decision, Path};
use super::damage::dodges;
use super::fielding::{has_place, is_free, may_place_frame, may_place_station, next_station, point_positions, waiting};
use super::measure::pieces_of;
use super::order::{due_units, may_wait, must_act};
use super::state::{Colour, Die, FieldingStep, Life, Phase, State, Target, Turn, Wound};
use super::strike::covers;
use crate::geometry::Point;

/// Sixteen directions around a frame, as literals: run-time sines differ between machines.
pub const DIRECTIONS: [Point; 16] = {
    const A: f64 = 0.923_879_532_511_286_7;
    const B: f64 = 0.382_683_432_365_089_8;
    const C: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const fn p(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    [
        p(1.0, 0.0),
        p(A, B),
        p(C, C),
        p(B, A),
        p(0.0, 1.0),
        p(-B, A),
        p(-C, C),
        p(-A, B),
        p(-1.0, 0.0),
        p(-A, -B),
        p(-C, -C),
        p(-B, -A),
        p(0.0, -1.0),
        p(B, -A),
        p(C, -C),
        p(A, -B),
    ]
};

/// Parts of a move's length at which it may end.
pub const FRACTIONS: [f64; 3] = [1.0, 2.0 / 3.0, 1.0 / 3.0];

/// Appends every candidate for the decision that is due.
pub fn all<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    let player = asked.player;
    let turn = || state.turn_in_control();
    match asked.what {
        Decision::BreakTie => tie_breaks(battle, state, player, into),
        Decision::PlaceStation => station_places(battle, state, player, into),
        Decision::PlaceFrame => frame_places(battle, state, player, into),
        Decision::Act => activations(battle, state, player, into),
        Decision::Tick => into.extend([Action::Tick, Action::Hold]),
        Decision::UseSpot => into.extend([true, false].map(Action::UseSpot)),
        Decision::Lose => losses(battle, state, into),
        Decision::ChooseCover => {
            if let Some((turn, target)) = turn().and_then(|turn| Some((turn, frame_of(turn.target)?))) {
                let (terrain, frame) = covers(battle, state, turn.unit, target, turn.range);
                into.extend([terrain, frame].map(Action::Cover));
            }
        }
        Decision::Declare | Decision::Defend | Decision::Commit | Decision::Proceed | Decision::Spot => {
            if let Some(turn) = turn() {
                of_turn(battle, state, turn, asked.what, into);
            }
        }
    }
}

fn of_turn<D>(battle: &Battle<D>, state: &State, turn: &Turn, what: Decision, into: &mut Vec<Action>) {
    match what {
        Decision::Declare => declarations(battle, state, turn, into),
        Decision::Defend => into.extend(dice(turn, Colour::Blue).chain([Die::None]).map(Action::Defend)),
        Decision::Commit => commitments(turn, into),
        Decision::Proceed => {
            attacks(battle, state, turn, into);
            renames(battle, state, turn, into);
            moves(battle, state, turn, into);
            into.push(Action::Finish);
        }
        _ => {
            spots(battle, state, turn, into);
            into.push(Action::NoSpot);
        }
    }
}

fn frame_of(target: Target) -> Option<u8> {
    match target {
        Target::Frame(unit) => Some(unit),
        _ => None,
    }
}

/// Dice that can be given to the action of a colour: its best, and the whites that differ.
pub fn dice(turn: &Turn, colour: Colour) -> impl Iterator<Item = Die> + '_ {
    let own = turn.is_free(colour, Die::Own).then_some(Die::Own);
    own.into_iter().chain(whites(turn))
}

/// Whites left in the hand, one of each value.
fn whites(turn: &Turn) -> impl Iterator<Item = Die> + '_ {
    let hand = &turn.hand;
    let is_first = move |i: &u8| {
        let value = hand.whites[usize::from(*i)];
        turn.is_free(Colour::Red, Die::White(*i))
            && (0..*i).all(|j| hand.whites[usize::from(j)] != value || !turn.is_free(Colour::Red, Die::White(j)))
    };
    (0..hand.white_count).filter(is_first).map(Die::White)
}

/// Ways to break a tie for defense by frames: the spare, or a frame less, within the legal numbers (S22, R04).
pub fn frame_changes<D>(battle: &Battle<D>, state: &State, player: u8) -> impl Iterator<Item = Action> {
    let frames = state.players[usize::from(player)].frames;
    let own = move |unit: &u8| state.unit(*unit).owner == player;
    let spare = (0..state.unit_count).filter(own).any(|unit| state.unit(unit).life == Life::Withdrawn);
    let (least, most) = match battle.rules.bidding.tie_within_limits {
        true => (battle.limits.min_frames, battle.limits.max_frames),
        false => (1, u8::MAX),
    };
    let add = (spare && frames < most).then_some(Action::AddFrame);
    let may_remove = frames > least;
    let remove = waiting(state, player).filter(move |_| may_remove).map(Action::RemoveFrame);
    add.into_iter().chain(remove)
}

fn tie_breaks<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    into.extend(frame_changes(battle, state, player));
    let Phase::Tie { deferred: false, .. } = state.phase else { return };
    let best = state.score(player);
    let another = |other: u8| {
        other != player && state.score(other) == best && frame_changes(battle, state, other).next().is_some()
    };
    if (0..state.player_count).any(another) {
        into.push(Action::Defer);
    }
}

fn station_places<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    let spots = battle.field(state).spots();
    into.extend(
        spots
            .iter()
            .filter(|spot| may_place_station(battle, state, player, spot.at))
            .map(|spot| Action::PlaceStation(spot.at)),
    );
    if into.is_empty() {
        // No room in a chain: the rule gives way to the table.
        let next = next_station(state, player);
        into.extend(
            next.and(spots.iter().find(|spot| is_free(battle, state, spot.at)))
                .map(|spot| Action::PlaceStation(spot.at)),
        );
    }
}

fn frame_places<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    let Phase::Fielding(step) = state.phase else { return };
    for at in places_for_frame(battle, state, step, player) {
        into.extend(waiting(state, player).map(|unit| Action::PlaceFrame { unit, at }));
    }
}

/// Where a frame of a player may be fielded in a step. Where the rules of the step leave nothing, any room does.
pub fn places_for_frame<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    step: FieldingStep,
    player: u8,
) -> impl Iterator<Item = Point> + 'a {
    let any = has_place(battle, state, step, player);
    let ring = step == FieldingStep::PointFrame && any;
    let on_ring = ring.then(|| point_positions(battle, state)).into_iter().flatten();
    let on_spots = (!ring).then(|| battle.field(state).spots().iter().map(|spot| spot.at)).into_iter().flatten();
    on_ring.chain(on_spots).filter(move |at| {
        if any { may_place_frame(battle, state, step, player, *at) } else { is_free(battle, state, *at) }
    })
}

fn activations<D>(battle: &Battle<D>, state: &State, player: u8, into: &mut Vec<Action>) {
    if battle.rules.order.per_unit != super::super::battle_rules::PerUnit::Off {
        into.extend(due_units(state, player).map(Action::Activate));
        if due_units(state, player).all(|unit| may_wait(state, unit)) {
            into.push(Action::Pass);
        }
        return;
    }
    into.extend(ready(state, player).map(Action::Activate));
    if !must_act(battle, state) {
        into.push(Action::Pass);
    }
}

/// Frames of a player that have not begun a turn.
pub fn ready(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    state.standing_units().filter(move |unit| state.unit(*unit).owner == player && !state.unit(*unit).acted)
}

/// Every target at every range that the frame has a weapon or a rocket for, hand-to-hand always (S10, S18, R17, S39).
/// Of terrain, only pieces near an enemy are offered; the rules allow all.
fn declarations<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    let unit = state.unit(turn.unit);
    let shelters = state.enemies(unit.owner).fold(0, |mask, enemy| mask | state.unit(enemy).near) & state.standing;
    let frames = state.enemies(unit.owner).map(Target::Frame);
    for target in frames.chain(pieces_of(shelters).map(Target::Piece)) {
        for (range, rockets) in ranges_and_rockets(battle, state, turn.unit) {
            into.push(Action::Declare { target, range, rockets });
        }
    }
    into.push(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    if battle.rules.options.jettison {
        let kinds = Kind::ALL.iter().filter(|(kind, _)| unit.loadout.count(*kind) > 0);
        into.extend(kinds.map(|(kind, _)| Action::Jettison(*kind)));
    }
}

/// The ranges that a frame may name, each with the numbers of rockets it may fire there.
pub fn ranges_and_rockets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    unit: u8,
) -> impl Iterator<Item = (Range, u8)> + 'a {
    let loadout = &state.unit(unit).loadout;
    Range::ALL.into_iter().flat_map(move |(range, _)| {
        let armed = range == Range::HandToHand || loadout.halves_at(range) > 0;
        let most = if range == Range::Direct { loadout.rockets() } else { 0 };
        let least = u8::from(!armed);
        let open = armed || (most > 0 && battle.rules.rockets.open_direct_fire);
        (least..=most).filter(move |_| open).map(move |rockets| (range, rockets))
    })
}

/// Every way to give out the dice that are left, whites of one value in their order (S11).
fn commitments(turn: &Turn, into: &mut Vec<Action>) {
    let or_none = |colour, given: [Die; 2]| {
        let own = turn.is_free(colour, Die::Own).then_some(Die::Own);
        let whites = (0..turn.hand.white_count).map(Die::White).filter(move |die| is_next_white(turn, *die, given));
        own.into_iter().chain(whites).chain([Die::None])
    };
    for movement in or_none(Colour::Green, [Die::None; 2]) {
        for attack in or_none(Colour::Red, [movement, Die::None]) {
            for spot in or_none(Colour::Yellow, [movement, attack]) {
                into.push(Action::Commit { movement, attack, spot });
            }
        }
    }
}

/// Whether a white is still free beside those given to actions, and the first such of its value.
fn is_next_white(turn: &Turn, die: Die, given: [Die; 2]) -> bool {
    let is_free = |die: Die| turn.is_free(Colour::Red, die) && !given.contains(&die);
    let Die::White(place) = die else { return false };
    let value = |i: u8| turn.hand.whites[usize::from(i)];
    is_free(die) && !(0..place).any(|other| value(other) == value(place) && is_free(Die::White(other)))
}

/// The dice that an action of a colour may take: any free one, or only the one that was set aside (S11).
pub fn dice_for(turn: &Turn, colour: Colour) -> impl Iterator<Item = Die> + '_ {
    let committed = turn.committed.map(|committed| match colour {
        Colour::Green => committed.movement,
        Colour::Red => committed.attack,
        Colour::Yellow => committed.spot,
        Colour::Blue => Die::None,
    });
    let set_aside = committed.filter(|die| *die != Die::None);
    let free = committed.is_none().then(|| dice(turn, colour));
    set_aside.into_iter().chain(free.into_iter().flatten())
}

/// Whether anything is left to do of movement and attack.
pub fn can_proceed<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let moves = !turn.moved && dice_for(turn, Colour::Green).next().is_some() && state.unit(turn.unit).stands();
    moves || can_attack(battle, state, turn) || new_targets(battle, state, turn).next().is_some()
}

/// Whether the attack can be made from where the frame stands.
pub fn can_attack<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    !turn.attacked
        && battle.can_attack_from(state, turn, state.unit(turn.unit).at)
        && dice_for(turn, Colour::Red).next().is_some()
}

fn attacks<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    if can_attack(battle, state, turn) {
        into.extend(dice_for(turn, Colour::Red).map(Action::Attack));
    }
}

fn renames<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    into.extend(new_targets(battle, state, turn).map(Action::Rename));
}

/// Frames that a frame that answers may attack in place of its target, where the rules let it, from where it is (R11).
pub fn new_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = Target> + 'a {
    let asked = battle.rules.turn.responder_renames && turn.opened_by.is_some() && !turn.attacked && !turn.renamed;
    let may = asked && turn.target != Target::Nothing && dice_for(turn, Colour::Red).next().is_some();
    let owner = state.unit(turn.unit).owner;
    let others = state.enemies(owner).map(Target::Frame).filter(move |target| may && *target != turn.target);
    others.filter(move |target| {
        let renamed = Turn { target: *target, ..*turn };
        battle.can_attack_from(state, &renamed, state.unit(turn.unit).at)
    })
}

/// Units that a die lets a frame move.
pub fn budget<D>(battle: &Battle<D>, turn: &Turn, die: Die) -> f64 {
    f64::from(turn.hand.value(Colour::Green, die)) * battle.rules.movement.units_per_pip
}

/// Every die's moves: sixteen directions at three lengths, straight, and to every station and to the target, around
/// whatever is in the way. A net: the rules allow any legal way.
fn moves<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    if turn.moved || !state.unit(turn.unit).stands() {
        return;
    }
    for die in dice_for(turn, Colour::Green) {
        let budget = budget(battle, turn, die);
        let from = state.unit(turn.unit).at;
        for way in DIRECTIONS {
            for part in FRACTIONS {
                let path = battle.straight_way(state, turn, from + way * (budget * part), budget);
                into.extend(path.map(|path| Action::Move { die, path }));
            }
        }
        let walks = goals(battle, state, turn).filter_map(|goal| way_to(battle, state, turn, goal, budget));
        into.extend(walks.map(|path| Action::Move { die, path }));
    }
}

/// The shortest legal way to a place; corners are looked for only where the straight way is blocked.
pub fn way_to<D>(battle: &Battle<D>, state: &State, turn: &Turn, to: Point, budget: f64) -> Option<Path> {
    let straight = state.unit(turn.unit).at.distance(to);
    if straight > budget + super::measure::CLOSE {
        return None;
    }
    let way = battle.straight_way(state, turn, to, budget);
    if way.is_some() || turn.crosses {
        return way;
    }
    Routes::new(battle, state, turn, budget).to(to)
}

/// The ways of a frame with so much to walk: around corners where it must.
pub struct Routes<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    budget: f64,
    anchors: Option<Anchors>,
    frames: [Point; super::state::MAX_UNITS],
    frame_count: usize,
    standing: u64,
}

impl<'a, D> Routes<'a, D> {
    /// The ways of a turn's frame. Nothing is looked for if it crosses cover.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn, budget: f64) -> Self {
        let from = state.unit(turn.unit).at;
        let field = battle.field(state);
        let mut routes = Routes {
            battle,
            state,
            turn,
            budget,
            anchors: None,
            frames: [Point::default(); super::state::MAX_UNITS],
            frame_count: 0,
            standing: state.standing & !field.under(from, state.standing),
        };
        if turn.crosses {
            return routes;
        }
        if battle.rules.movement.frames_block {
            let apart = 2.0 * battle.rules.movement.frame_radius - super::measure::CLOSE;
            let others = state.standing_units().filter(|other| *other != turn.unit).map(|other| state.unit(other).at);
            for at in others.filter(|at| at.distance_squared(from) >= apart * apart) {
                routes.frames[routes.frame_count] = at;
                routes.frame_count += 1;
            }
        }
        let mut anchors = Anchors::default();
        field.anchors(from, budget, routes.standing, &routes.frames[..routes.frame_count], &mut anchors);
        routes.anchors = Some(anchors);
        routes
    }

    /// The shortest legal way to a place.
    pub fn to(&self, to: Point) -> Option<Path> {
        let (battle, state, turn) = (self.battle, self.state, self.turn);
        let Some(anchors) = &self.anchors else {
            return battle.straight_way(state, turn, to, self.budget);
        };
        if !battle.is_room(state, Some(turn.unit), to, turn.crosses, turn.greens) {
            return None;
        }
        let frames = &self.frames[..self.frame_count];
        let route = battle.field(state).reach(anchors, to, self.standing, frames)?;
        let mut path = Path::around(&route, to);
        path.length += battle.climb(state, state.unit(turn.unit).elevation, to, turn.greens);
        (path.length <= self.budget + super::measure::CLOSE).then_some(path)
    }

    /// Ways to the corners around which a frame that walks can go.
    pub fn to_corners(&self) -> impl Iterator<Item = Path> {
        let corners = self.anchors.iter().flat_map(|anchors| anchors.places().skip(1));
        corners.filter_map(|place| self.to(place))
    }
}

/// Places a frame may want to walk to: just within reach of each station, and just within the named range of its target.
pub fn goals<'a, D>(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Point> + 'a {
    let from = state.unit(turn.unit).at;
    let radius = battle.rules.movement.frame_radius;
    let stations =
        state.stations().iter().filter(move |station| station.placed && !battle.reaches_station(from, station));
    let to_stations = stations.filter_map(move |station| {
        let way = (from - station.at).unit()?;
        Some(station.at + way * (radius + battle.rules.stations.side / 2.0 + battle.rules.stations.reach * 0.9))
    });
    let target = frame_of(turn.target).map(|target| state.unit(target).at);
    let to_target = target.and_then(move |at| {
        let ranges = &battle.rules.ranges;
        let gap = match turn.range {
            Range::HandToHand => ranges.hand_to_hand * 0.5,
            Range::Direct => ranges.direct,
            Range::Artillery => ranges.direct + 0.01,
        };
        Some(at + (from - at).unit()? * (gap + 2.0 * radius))
    });
    to_stations.chain(to_target)
}

/// What a point of damage may take (S16, S36, R38).
fn losses<D>(battle: &Battle<D>, state: &State, into: &mut Vec<Action>) {
    let wound = &state.wounds[usize::from(state.wound_count) - 1];
    let unit = state.unit(wound.unit);
    let systems = unit.loadout.systems();
    into.extend(
        Kind::ALL.iter().filter(|(kind, _)| unit.loadout.count(*kind) > 0).map(|(kind, _)| Action::LoseSystem(*kind)),
    );
    if systems == 0 || may_lose_white_early(battle, state, wound.unit) {
        into.push(Action::LoseWhite);
    }
    if can_dodge(battle, state, wound) {
        into.extend(dodges(battle, state, wound).map(Action::Dodge));
    }
}

/// Whether a frame may give up a white while it has systems: never the last (S36).
pub fn may_lose_white_early<D>(battle: &Battle<D>, state: &State, unit: u8) -> bool {
    battle.rules.frame.early_white_loss && super::turn::whites_to_lose(battle, state, unit) > 1
}

/// Whether a wounded frame can leave a station in place of the damage.
pub fn can_dodge<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> bool {
    wound.dodgeable && battle.rules.stations.dodge != Dodge::Off && dodges(battle, state, wound).next().is_some()
}

/// Whether any spot can be given.
pub fn can_spot<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    dice_for(turn, Colour::Yellow)
        .any(|die| spot_targets(battle, state, turn, turn.hand.value(Colour::Yellow, die)).next().is_some())
}

fn spots<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    for die in dice_for(turn, Colour::Yellow) {
        let value = turn.hand.value(Colour::Yellow, die);
        into.extend(spot_targets(battle, state, turn, value).map(|target| Action::Spot { die, target }));
    }
}

/// Whom a frame may spot with a value: by the number of its comms systems, and only above a spot that stands (S06 to S08).
/// Frames of its own side are not offered.
pub fn spot_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    value: u8,
) -> impl Iterator<Item = Target> + 'a {
    let owner = state.unit(turn.unit).owner;
    let frames = state.enemies(owner).filter(move |enemy| {
        value > state.unit(*enemy).spot.map_or(0, |spot| spot.value) && sees(battle, state, turn, *enemy)
    });
    let pieces = if battle.rules.spotting.terrain { state.standing } else { 0 };
    let pieces = pieces_of(pieces).filter(move |piece| {
        value > state.piece_spots[usize::from(*piece)].map_or(0, |spot| spot.value)
            && (turn.comms >= 2
                || battle.is_spotting_range(battle.to_target(state, state.unit(turn.unit).at, Target::Piece(*piece))))
    });
    frames.map(Target::Frame).chain(pieces.map(Target::Piece))
}

/// Whether a frame's comms reach another: anywhere with two, within a ruler with one, within a ruler and in the open
/// without (S06).
fn sees<D>(battle: &Battle<D>, state: &State, turn: &Turn, enemy: u8) -> bool {
    if turn.comms >= 2 {
        return true;
    }
    let (from, to) = (state.unit(turn.unit), state.unit(enemy));
    battle.is_spotting_range(battle.between(from.at, to.at))
        && (turn.comms == 1 || {
            let (terrain, frame) = covers(battle, state, turn.unit, enemy, Range::Direct);
            terrain == super::state::CoverBy::Nothing && frame == super::state::CoverBy::Nothing
        })
}
