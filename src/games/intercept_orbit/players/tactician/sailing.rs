//! Ships under way: when to attack, how to steer, whom to ram.

use super::super::super::band::{BANDS, Band};
use super::super::super::battle::candidates::moves::Maneuvers;
use super::super::super::battle::legal::attack::{in_band, ship_can_attack};
use super::super::super::battle::legal::dice::worth_giving;
use super::super::super::battle::legal::maneuver::base_speed;
use super::super::super::battle::odds::{Behind, Situation};
use super::super::super::battle::state::{Asset, Colour, DEBRIS, Die, Target, Turn, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::space::{Body, Course, MAX_SPEED, Maneuver, Pose, Space};
use super::super::view::{Mark, View};
use super::home::serves;
use crate::geometry::Point;

/// Enemies whose weapons are looked at.
const BEARINGS: usize = 16;
/// Dice that a move may be paid with: none, the green, four whites.
const PURSE: usize = 6;
/// Pips beyond which no maneuver is looked at.
const MOST_PIPS: u8 = 3;
/// The same near the edge of the table.
const AT_THE_EDGE: u8 = 6;
/// Maneuvers that are looked at: all that rules of our games allow for so many pips.
const MANEUVERS: usize = 256;
/// Most that are looked at closely, and those that are in any case: more only while none is as good as the next one
/// promises, for most of them run into something.
const CLOSELY: usize = 24;
const AT_LEAST: usize = 4;
/// Units out of a band after which weapons no longer bear on anything at the next turn; and what is left of their worth
/// for whoever comes nearer, up to so many units.
const FADING: f64 = 5.0;
const FAINT: f64 = 0.2;
const FAR_OFF: f64 = 25.0;
/// Goals of a ship beyond its weapons: high value assets of others, own companies adrift.
const CALLS: usize = 16;
/// Units by which a company adrift is nearer than a high value asset as far off.
const SOONER: f64 = 4.0;
/// Units ahead below which the edge is near, as so many usual moves.
const SAFE_MOVES: f64 = 2.5;

/// An enemy ship: where it is, what is done to it at each band, and what it does.
#[derive(Clone, Copy)]
struct Bearing {
    at: Point,
    size: f64,
    mine: [f64; BANDS],
    theirs: [f64; BANDS],
}

/// A maneuver, and what it costs.
#[derive(Clone, Copy)]
struct Choice {
    maneuver: Maneuver,
    pips: u8,
    die: Die,
    value: u8,
}

/// Choices with their rough worth, apart, so that the best are found fast.
struct Choices {
    worths: [f64; MANEUVERS],
    choices: [Choice; MANEUVERS],
    count: usize,
}

impl Choices {
    const NONE: Choices = Choices {
        worths: [f64::NEG_INFINITY; MANEUVERS],
        choices: [Choice { maneuver: Maneuver { speed: 0, turns: [0; MAX_SPEED] }, pips: 0, die: Die::None, value: 0 };
            MANEUVERS],
        count: 0,
    };

    fn add(&mut self, worth: f64, choice: Choice) {
        if self.count < MANEUVERS {
            (self.worths[self.count], self.choices[self.count]) = (worth, choice);
            self.count += 1;
        }
    }

    /// Takes out the choice of greatest worth, the first of equals.
    fn take_best(&mut self) -> Option<(f64, Choice)> {
        let worths = &mut self.worths[..self.count];
        let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = worths.iter().position(|worth| *worth == most && most > f64::NEG_INFINITY)?;
        worths[best] = f64::NEG_INFINITY;
        Some((most, self.choices[best]))
    }
}

/// Where a maneuver ends, its turns made: the end of its course without the course.
fn end_of(space: &Space, from: Pose, maneuver: &Maneuver) -> Pose {
    maneuver.hinges().iter().fold(from, |here, clicks| {
        let ahead = Pose { at: here.at + space.direction(here.heading), ..here };
        if *clicks == 0 { ahead } else { space.turned(ahead, *clicks) }
    })
}

/// What a ship's move is weighed by.
struct Helm {
    bearings: [Bearing; BEARINGS],
    count: usize,
    /// Where goals will be at the ship's next turn: high value assets, then own companies adrift.
    calls: [Point; CALLS],
    call_count: usize,
    /// The first of own companies adrift among them.
    adrift_from: usize,
    /// From where to where each band reaches.
    bands: [(f64, f64); BANDS],
    /// Own companies adrift that the ship could fetch and launch anew, as a mask.
    adrift: u64,
    /// Units that the ship makes straight on.
    usual: f64,
    /// The chance that no die of its next turn takes so many units off that.
    fails: [f64; 7],
    /// Worth of having the declared target in band at the end of the move.
    pending: f64,
    size: f64,
}

impl<D: Dice> View<'_, D> {
    /// Attack and movement, of whatever is in control.
    pub(super) fn proceed(&self) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let asset = self.state.asset(turn.asset);
        if asset.is_company() {
            return self.fly(turn);
        }
        if ship_can_attack(self.battle, self.state, turn)
            && let Some((worth, die)) = self.best_die(turn)
            && (worth > 0.0 || turn.moved)
        {
            return Some(Action::Attack { die, target: turn.target });
        }
        if turn.moved {
            return Some(Action::Finish);
        }
        self.steer(turn)
    }

    /// The die of the attack that is worth most.
    fn best_die(&self, turn: &Turn) -> Option<(f64, Die)> {
        let mut best: Option<(f64, Die)> = None;
        for die in worth_giving(turn, Colour::Red) {
            let pips = turn.hand().value(Colour::Red, die);
            let worth = self.attack_of(turn, pips) - self.cost_before_move(turn, die);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, die));
            }
        }
        best
    }

    /// Worth of the declared attack with a die that lies.
    fn attack_of(&self, turn: &Turn, pips: u8) -> f64 {
        let Target::Asset(target) = turn.target else { return 0.0 };
        let Mark { spot, defense, life, .. } = Mark::new(self.state.asset(target));
        let at = self.situation(turn.asset, self.state.asset(turn.asset).pose, target, turn.band);
        self.harm(target, self.odds.pips(pips, spot, defense, at, life))
    }

    fn steer(&self, turn: &Turn) -> Option<Action> {
        let helm = self.helm(turn);
        let mut purse = [(0u8, Die::None); PURSE];
        let mut dice = 1;
        for die in worth_giving(turn, Colour::Green).take(PURSE - 1) {
            purse[dice] = (turn.hand().value(Colour::Green, die), die);
            dice += 1;
        }
        let purse = &purse[..dice];
        let budget = purse.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let pose = self.state.asset(turn.asset).pose;
        let is_near = self.nearness(self.room_ahead(pose)) > 0.25;
        let most = if is_near { AT_THE_EDGE } else { MOST_PIPS };
        let mut choices = Choices::NONE;
        Maneuvers::new(self.battle, self.state, turn.asset, budget).each_within(most, |maneuver, pips| {
            // The cheapest die that pays, as the rules' net has it.
            let cheapest = purse.iter().filter(|(value, _)| *value >= pips).min_by_key(|(value, _)| *value);
            let Some((value, die)) = cheapest.copied() else { return };
            let end = end_of(&self.battle.space, pose, &maneuver);
            let worth = self.roughly(turn, &helm, end) - self.cost_of(turn, die);
            choices.add(worth, Choice { maneuver, pips, die, value });
        });
        self.best_closely(turn, &helm, choices)
    }

    /// The best of some choices, those of the best rough worth looked at closely.
    fn best_closely(&self, turn: &Turn, helm: &Helm, mut choices: Choices) -> Option<Action> {
        let pose = self.state.asset(turn.asset).pose;
        let mut found: Option<(f64, Choice)> = None;
        for looked_at in 0..CLOSELY {
            let Some((rough, choice)) = choices.take_best() else { break };
            if looked_at >= AT_LEAST && found.as_ref().is_some_and(|(worth, _)| *worth >= rough) {
                break;
            }
            let course = self.battle.space.course(pose, &choice.maneuver);
            let worth = rough + self.closely(turn, helm, &choice, &course);
            if found.as_ref().is_none_or(|(most, _)| worth > *most) {
                found = Some((worth, choice));
            }
        }
        found.map(|(_, choice)| Action::Sail { die: choice.die, maneuver: choice.maneuver })
    }

    /// What enemies' ships and own weapons promise, once for all maneuvers.
    fn helm(&self, turn: &Turn) -> Helm {
        let asset = self.state.asset(turn.asset);
        let none = Bearing { at: Point::ORIGIN, size: 0.0, mine: [0.0; BANDS], theirs: [0.0; BANDS] };
        let (size, ranges) = (self.battle.space.half_sizes(asset.body).0, &self.battle.rules.ranges);
        let mut helm = Helm {
            bearings: [none; BEARINGS],
            count: 0,
            calls: [Point::ORIGIN; CALLS],
            call_count: 0,
            adrift_from: 0,
            bands: Band::ALL.map(|(band, _)| (band.beyond(ranges), band.farthest(ranges))),
            adrift: if serves(asset) { self.adrift() } else { 0 },
            usual: f64::from(base_speed(self.battle, asset)),
            fails: fails(asset),
            pending: 0.0,
            size,
        };
        self.call(&mut helm);
        let own = Mark::new(asset);
        let ships = self.foes() & self.state.ships();
        for foe in numbers_in(ships).take(BEARINGS) {
            let to = self.state.asset(foe);
            helm.bearings[helm.count] = none;
            let bearing = &mut helm.bearings[helm.count];
            (bearing.at, bearing.size) = (to.pose.at, self.battle.space.half_sizes(to.body).0);
            let mark = Mark::new(to);
            for band in [Band::PointDefense, Band::Assault, Band::Support] {
                let at = Situation::of(band, mark.kind, Behind::Nothing);
                if let Some(dice) = self.arms(asset, band) {
                    let harm = self.odds.strike(dice, 0, mark.defense, at, mark.life);
                    bearing.mine[band as usize] = self.tactics.bear * self.harm(foe, harm);
                }
                if let Some(dice) = self.arms(to, band) {
                    let harm = self.odds.strike(dice, own.spot, own.defense, at, own.life);
                    bearing.theirs[band as usize] = self.tactics.danger * self.own_harm(asset, harm);
                }
            }
            // Who neither harms nor is harmed bears on nothing.
            let bears = bearing.mine.iter().chain(&bearing.theirs).any(|worth| *worth != 0.0);
            helm.count += usize::from(bears);
        }
        if !turn.attacked && turn.target != Target::Nothing {
            let pips = worth_giving(turn, Colour::Red).map(|die| turn.hand().value(Colour::Red, die)).max();
            helm.pending = pips.map_or(0.0, |pips| self.attack_of(turn, pips));
        }
        helm
    }

    /// Worth of the end of a course by distances of centres alone.
    fn roughly(&self, turn: &Turn, helm: &Helm, end: Pose) -> f64 {
        let value = self.value(self.me);
        if !self.battle.space.on_table(end.at) {
            return -self.ruin();
        }
        let room = self.room_ahead(end);
        let mut worth = -self.tactics.edge * value * self.nearness(room);
        if room < helm.usual {
            worth -= self.ruin() * helm.fails[(helm.usual - room).ceil().min(6.0) as usize];
        }
        let mut bears: f64 = 0.0;
        for bearing in &helm.bearings[..helm.count] {
            let gap = bearing.at.distance(end.at) - bearing.size - helm.size;
            let mut feared: f64 = 0.0;
            for band in [Band::PointDefense, Band::Assault, Band::Support] {
                if bearing.mine[band as usize] <= bears && bearing.theirs[band as usize] <= feared {
                    continue;
                }
                let (beyond, farthest) = helm.bands[band as usize];
                let out = (beyond - gap).max(gap - farthest).max(0.0);
                let fit = (1.0 - out / FADING).max(FAINT * (1.0 - out / FAR_OFF)).max(0.0);
                bears = bears.max(bearing.mine[band as usize] * fit);
                feared = feared.max(bearing.theirs[band as usize] * fit);
            }
            worth -= feared;
        }
        worth += bears;
        if helm.pending > 0.0
            && let Some(target) = turn.target.asset()
        {
            let out = self.out_of_band(self.state.asset(turn.asset), end, self.state.asset(target), turn.band);
            worth += helm.pending * (1.0 - out).max(0.0);
        }
        worth - self.tactics.advance * value * self.to_next_call(helm, end)
    }

    /// How near the edge is with so much room ahead, 0 to 1.
    pub(super) fn nearness(&self, room: f64) -> f64 {
        let safe = SAFE_MOVES * f64::from(self.battle.rules.movement.speed.max(1));
        let near = (1.0 - room / safe).max(0.0);
        near * near
    }

    /// Where high value assets of others will be at the ship's next turn, and own companies adrift.
    fn call(&self, helm: &mut Helm) {
        let (half, hvas) = (self.battle.space.half(), self.state.hvas() & self.state.standing());
        let others = numbers_in(hvas & !self.state.of(self.me));
        for thing in others.chain(numbers_in(helm.adrift)).take(CALLS) {
            let asset = self.state.asset(thing);
            let moves = if asset.is_hva() { 1.0 + f64::from(u8::from(!self.state.has_acted(thing))) } else { 0.0 };
            let way = self.battle.space.direction(asset.pose.heading) * f64::from(base_speed(self.battle, asset));
            let at = asset.pose.at + way * moves;
            helm.calls[helm.call_count] = Point::new(at.x.clamp(-half, half), at.y.clamp(-half, half));
            helm.call_count += 1;
            helm.adrift_from += usize::from(asset.is_hva());
        }
    }

    /// Units to the nearest goal, straight on from the end of a move.
    fn to_next_call(&self, helm: &Helm, end: Pose) -> f64 {
        let ahead = end.at + self.battle.space.direction(end.heading) * helm.usual;
        let nearest = |calls: &[Point]| {
            let least = calls.iter().map(|at| at.distance_squared(ahead)).fold(f64::INFINITY, f64::min);
            least.sqrt()
        };
        let (hvas, adrift) = helm.calls[..helm.call_count].split_at(helm.adrift_from);
        let least = nearest(hvas).min(nearest(adrift) - SOONER);
        if least.is_finite() { least } else { 0.0 }
    }

    /// What a course comes to beyond its rough worth: what is run into, high value assets, the target in band.
    fn closely(&self, turn: &Turn, helm: &Helm, choice: &Choice, course: &Course) -> f64 {
        let asset = self.state.asset(turn.asset);
        let (space, end) = (&self.battle.space, course.end());
        let mut worth = 0.0;
        if helm.pending > 0.0 {
            let target = self.state.asset(turn.target.asset().unwrap_or(0));
            let out = self.out_of_band(asset, end, target, turn.band);
            let there = in_band(self.battle, self.state, turn.asset, end, turn.target, turn.band);
            worth += helm.pending * (f64::from(u8::from(there)) - (1.0 - out).max(0.0));
        }
        if space.leaves(asset.body, course).is_some() {
            worth -= self.ruin();
        }
        for hva in numbers_in(self.state.hvas() & self.state.standing()) {
            let reach = self.battle.rules.ranges.point_defense;
            if space.within((asset.body, end), self.state.placed(hva), reach) {
                worth += self.beside(turn.asset, hva);
            }
        }
        let rescue = self.battle.rules.fuel.rescue;
        for company in numbers_in(helm.adrift) {
            let placed = self.state.placed(company);
            if space.passes_within(asset.body, course, placed, rescue) {
                worth += self.tactics.rescue * self.value(self.me);
            }
        }
        let mut pips = choice.value.saturating_sub(choice.pips);
        let far = course.length() + space.reach(asset.body);
        for thing in numbers_in(self.state.solid() & !(1 << turn.asset)) {
            let placed = self.state.placed(thing);
            let near = far + space.reach(placed.0);
            if asset.pose.at.distance_squared(placed.1.at) > near * near {
                continue;
            }
            let ends = course.length() > 0.0 && space.touches((asset.body, end), placed);
            if ends {
                worth += self.collision(turn.asset, thing, choice.maneuver.speed);
            } else if thing >= DEBRIS && space.contact(asset.body, course, placed).is_some() {
                match pips {
                    0 => worth += self.collision(turn.asset, thing, choice.maneuver.speed),
                    _ => pips -= 1,
                }
            }
        }
        worth
    }

    /// Worth of what a ship runs into if nothing steers it.
    pub(super) fn straight_ahead(&self, ship: u8) -> f64 {
        let (asset, space) = (self.state.asset(ship), &self.battle.space);
        let speed = base_speed(self.battle, asset);
        let course = space.course(asset.pose, &Maneuver::straight(speed));
        let far = course.length() + space.reach(asset.body);
        let meets = |thing: &u8| {
            let placed = self.state.placed(*thing);
            let near = far + space.reach(placed.0);
            asset.pose.at.distance_squared(placed.1.at) <= near * near
                && (space.touches((asset.body, course.end()), placed)
                    || (*thing >= DEBRIS && space.contact(asset.body, &course, placed).is_some()))
        };
        let things = numbers_in(self.state.solid() & !(1 << ship)).filter(meets);
        things.map(|thing| self.collision(ship, thing, speed)).sum()
    }

    /// Worth of a collision for whoever rams.
    fn collision(&self, rammer: u8, target: u8, speed: u8) -> f64 {
        let own = self.state.asset(rammer);
        if target >= DEBRIS {
            let [hits, _] = self.odds.ram(speed, (own.hit_points(), 1));
            return -self.own_harm(own, hits);
        }
        let other = self.state.asset(target);
        let [on_own, on_other] = self.odds.ram(speed, (own.hit_points(), other.hit_points()));
        let cost = self.own_harm(own, on_own);
        if other.is_hva() {
            return -cost;
        }
        if other.side() == self.me {
            return -cost - self.own_harm(other, on_other);
        }
        self.harm(target, on_other) - cost
    }

    /// Worth of ramming what is met.
    pub(super) fn ramming(&self) -> f64 {
        let Some(sail) = self.state.sail else { return -1.0 };
        let mine = |asset: u8| self.state.asset(asset).side() == self.me;
        let (rammer, target) = match mine(sail.asset) {
            true => (sail.asset, sail.meets),
            false => (sail.meets, sail.asset),
        };
        if mine(target) || !mine(rammer) {
            return -1.0;
        }
        self.collision(rammer, target, sail.maneuver.speed) - self.tactics.ram * self.value(self.me)
    }

    /// Worth of a nudge: others off the table or toward its edge, own ships away from it.
    pub(super) fn nudging(&self, to: Pose) -> f64 {
        let ships = numbers_in(self.state.ships());
        let near = |ship: u8| self.state.asset(ship).pose.at.distance_squared(to.at);
        let Some(ship) = ships.min_by(|a, b| near(*a).total_cmp(&near(*b))) else { return 0.0 };
        let asset = self.state.asset(ship);
        let sign = if asset.side() == self.me { 1.0 } else { -1.0 };
        let off = if self.battle.space.is_off((asset.body, to)) { self.value(asset.side()) } else { 0.0 };
        let gained = self.room_ahead(to).min(8.0) - self.room_ahead(asset.pose).min(8.0);
        sign * (0.05 * gained - 10.0 * off)
    }
}

/// The chance that no whites, and no green of a frigate, show so many pips.
fn fails(ship: &Asset) -> [f64; 7] {
    let dice = ship.whites + u8::from(ship.body == Body::Frigate);
    std::array::from_fn(|pips| {
        let lower = pips.saturating_sub(1) as f64 / 6.0;
        (0..dice).fold(1.0, |all, _| all * lower)
    })
}
