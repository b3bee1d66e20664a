//! Movement of ships and high value assets, and collisions on their way.

use super::super::super::space::{Course, Maneuver, Pose, TOUCH};
use super::super::dice::{BattleDice, Purpose, numbered_throw};
use super::super::legal::places::{clear_stop, deciders, green_ace_on, pips};
use super::super::state::{Collision, CollisionStage, Colour, Die, MAX_CHAIN, Sail, Stage, State, Victim, Wound};
use super::super::{super::battle_rules::HitDebris, Battle, action::Decision, event::Event};
use super::Play;
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, dice::roll_d6};
use hitchart_play::Observer;

// Movement, meetings and passing ("Ramming, Collisions, and Passing"; I52, I55).

/// First thing that a moving asset meets, and the distance to it.
struct Meeting {
    thing: AssetId,
    at: f64,
    /// True if the asset would end its move in touch with the thing.
    ends_there: bool,
}

/// Returns the first solid thing that a course meets, except for things that the asset was allowed to pass.
fn first_met<D>(battle: &Battle<D>, state: &State, sail: &Sail, course: &Course) -> Option<Meeting> {
    let body = state.asset(sail.asset).body;
    let (end, length) = (course.end(), course.length());
    let (middle, half) = course.about();
    let own = half + battle.space.reach(body) + TOUCH;
    let others = state.solid() - AssetSet::of(sail.asset) - sail.passed;
    let mut first: Option<Meeting> = None;
    for thing in others.iter() {
        let placed = state.placed(thing);
        let far = own + battle.space.reach(placed.0);
        if middle.distance_squared(placed.1.at) > far * far {
            continue;
        }
        // A ship that does not move may end next to a thing that it touched before, without a new collision.
        let ends_there = length > 0.0 && battle.space.touches((body, end), placed);
        let met = battle.space.contact(body, course, placed).or(ends_there.then_some(length));
        if let Some(at) = met
            && first.as_ref().is_none_or(|first| at < first.at)
        {
            first = Some(Meeting { thing, at, ends_there });
        }
    }
    first
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Starts the move of a ship or high value asset.
    pub(crate) fn set_out(&mut self, die: Die, maneuver: Maneuver) {
        let turn = self.state.turn_mut();
        let (asset, value) = (turn.asset, turn.hand().value(Colour::Green, die));
        turn.spend(Colour::Green, die);
        (turn.moved, turn.stage) = (true, Stage::Sail);
        let cost = pips(self.battle, self.state.asset(asset), &maneuver).unwrap_or(0);
        let from = self.state.asset(asset).pose;
        self.state.sail = Some(Sail {
            asset,
            from,
            maneuver,
            pips: value.saturating_sub(cost),
            passed: AssetSet::EMPTY,
            meets: AssetId::default(),
            meets_at: 0.0,
            asked: false,
        });
        self.state.chain = 0;
        self.state.asset_mut(asset).speed = maneuver.speed;
        self.tell(|| Event::SetOut { asset, die, value, from, maneuver, pips: cost });
    }

    /// Returns the course of the moving asset.
    fn course(&self, sail: &Sail) -> Course {
        self.battle.space.course(sail.from, &sail.maneuver)
    }

    /// Sails on to the end, or to the next thing met.
    pub(crate) fn sail_step(&mut self) {
        let Some(sail) = self.state.sail else { return };
        let course = self.course(&sail);
        let met = first_met(self.battle, self.state, &sail, &course);
        let body = self.state.asset(sail.asset).body;
        if let Some(leaves) = self.battle.space.leaves(body, &course)
            && met.as_ref().is_none_or(|met| leaves < met.at)
        {
            return self.reach_edge(&sail, &course, leaves);
        }
        let Some(met) = met else {
            return self.come_to_rest(&course, course.length());
        };
        if let Some(sail) = &mut self.state.sail {
            (sail.meets, sail.meets_at) = (met.thing, met.at);
        }
        match met.thing.is_debris() {
            true => self.meet_debris(&sail, &course, met.ends_there),
            false => self.meet_asset(&sail, &course, &met),
        }
    }

    fn meet_debris(&mut self, sail: &Sail, course: &Course, ends_there: bool) {
        let ace = green_ace_on(self.state, sail.asset).filter(|_| self.state.asset(sail.asset).is_ship());
        let side = self.state.asset(sail.asset).side();
        match ace {
            _ if ends_there => self.collide(course, (sail.asset, self.meets()), false),
            Some(ace) => self.ask(self.state.asset(ace).side(), Decision::Avoid),
            None if sail.pips > 0 => self.ask(side, Decision::Avoid),
            None => self.collide(course, (sail.asset, self.meets()), false),
        }
    }

    fn meets(&self) -> AssetId {
        self.state.sail.map_or(AssetId::default(), |sail| sail.meets)
    }

    fn meet_asset(&mut self, sail: &Sail, course: &Course, met: &Meeting) {
        let is_hva = self.state.asset(sail.asset).is_hva();
        if met.ends_there {
            // A high value asset stops before it overlaps another asset; a ship collides with that asset.
            return match is_hva {
                true => {
                    let (at, _) = self.stopped(sail, course, met.at);
                    self.come_to_rest(course, at);
                }
                false => self.collide(course, (sail.asset, met.thing), false),
            };
        }
        let deciders = deciders(self.state, sail.asset, met.thing);
        let next = if sail.asked { deciders.second } else { deciders.first };
        match next {
            Some((player, _)) => self.ask(player, Decision::Ram),
            None => self.pass_by(),
        }
    }

    /// Carries out the choice of a player to ram with a ship that meets another, or not (I52).
    pub(crate) fn ram(&mut self, player: PlayerId, rams: bool) {
        let Some(sail) = self.state.sail else { return };
        let deciders = deciders(self.state, sail.asset, sail.meets);
        let decider = if sail.asked { deciders.second } else { deciders.first };
        let ship = decider.map_or(sail.asset, |(_, ship)| ship);
        debug_assert!(decider.is_none_or(|(asked, _)| asked == player));
        if rams {
            let other = if ship == sail.asset { sail.meets } else { sail.asset };
            return self.collide(&self.course(&sail), (ship, other), true);
        }
        match &mut self.state.sail {
            Some(sail) if !sail.asked && deciders.second.is_some() => sail.asked = true,
            _ => self.pass_by(),
        }
    }

    /// Lets the moving asset pass the thing that it met.
    fn pass_by(&mut self) {
        if let Some(sail) = &mut self.state.sail {
            sail.passed.insert(sail.meets);
            sail.asked = false;
            let (asset, other) = (sail.asset, sail.meets);
            self.tell(|| Event::Passing { asset, other });
        }
    }

    /// Passes debris, for a pip or by the choice of a green ace; otherwise the ship runs into it.
    pub(crate) fn avoid(&mut self, avoided: bool) {
        let Some(sail) = self.state.sail else { return };
        if !avoided {
            return self.collide(&self.course(&sail), (sail.asset, sail.meets), false);
        }
        let by_ace = self.state.asset(sail.asset).is_ship() && green_ace_on(self.state, sail.asset).is_some();
        let cost = u8::from(!by_ace);
        if let Some(sail) = &mut self.state.sail {
            sail.passed.insert(sail.meets);
            sail.pips -= cost.min(sail.pips);
        }
        self.tell(|| Event::Avoided { asset: sail.asset, piece: sail.meets.debris().unwrap_or_default(), pips: cost });
    }

    /// Returns the distance at which the moving asset can stop, and the thing with which it collides instead
    /// ([`clear_stop`]).
    pub(crate) fn stopped(&self, sail: &Sail, course: &Course, after: f64) -> (f64, Option<AssetId>) {
        let body = self.state.asset(sail.asset).body;
        clear_stop(self.battle, self.state, (body, sail.passed), course, after)
    }

    /// Stops the moving asset where it meets another, and begins their collision; `chosen` is true if a player chose
    /// it.
    fn collide(&mut self, course: &Course, (rammer, target): (AssetId, AssetId), chosen: bool) {
        let Some(sail) = self.state.sail else { return };
        let (at, passed) = self.stopped(&sail, course, sail.meets_at);
        self.come_to_rest(course, at);
        match passed {
            None => self.begin_collision((rammer, target), sail.maneuver.speed, chosen),
            Some(_) if self.state.asset(sail.asset).is_hva() => {}
            Some(passed) => self.begin_collision((sail.asset, passed), sail.maneuver.speed, false),
        }
    }

    /// Ends the move after a part of the course.
    pub(crate) fn come_to_rest(&mut self, course: &Course, after: f64) {
        let Some(sail) = self.state.sail else { return };
        let to = if after >= course.length() && !self.meets_at_end(&sail, course) {
            course.end()
        } else {
            self.battle.space.pose_on(course, after)
        };
        self.find_companies_met(&sail, course, after);
        self.settle(sail.asset, to);
        self.state.turn_mut().stage = Stage::Company;
        self.tell(|| Event::Sailed { asset: sail.asset, distance: after.clamp(0.0, course.length()), to });
        self.look_at_hvas();
    }

    /// Returns true if the last turn of a course is left out, because the asset would run into the thing that it met.
    fn meets_at_end(&self, sail: &Sail, course: &Course) -> bool {
        let body = self.state.asset(sail.asset).body;
        sail.meets_at >= course.length()
            && course.length() > 0.0
            && !sail.passed.has(sail.meets)
            && sail.meets != sail.asset
            && (sail.meets.is_debris() || self.state.standing.has(sail.meets))
            && self.battle.space.overlaps((body, course.end()), self.state.placed(sail.meets))
    }

    /// Moves an asset to its new pose, and the companies on it with it.
    pub(crate) fn settle(&mut self, asset: AssetId, to: Pose) {
        match self.state.asset(asset).is_ship() {
            true => self.move_ship(asset, to),
            false => self.put(asset, to),
        }
    }
}

// Collision dice and their effects ("Collision dice"; I53 to I55).

/// Step by which a turned ship gives way to the other ship, in ruler units; `MOST_WAYS` is the most steps.
const GIVING_WAY: f64 = 0.05;
const MOST_WAYS: usize = 40;

/// Returns the asset that is turned in a collision, the asset that turns it, and the most clicks.
pub(crate) fn being_turned(collision: &Collision) -> (AssetId, AssetId, u8) {
    // The stage is already that of the next question.
    match collision.stage {
        CollisionStage::TurnRammer => (collision.target, collision.rammer, collision.on_target),
        _ => (collision.rammer, collision.target, collision.on_rammer),
    }
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins a collision of two things; `chosen` is true if a player chose it.
    pub(crate) fn begin_collision(&mut self, (rammer, target): (AssetId, AssetId), dice: u8, chosen: bool) {
        if usize::from(self.state.collision_count) < MAX_CHAIN {
            let stage = CollisionStage::Roll;
            self.state.collisions[usize::from(self.state.collision_count)] =
                Collision { rammer, target, dice, chosen, stage, on_rammer: 0, on_target: 0 };
            self.state.collision_count += 1;
        }
    }

    fn collision_mut(&mut self) -> &mut Collision {
        &mut self.state.collisions[usize::from(self.state.collision_count) - 1]
    }

    /// Continues the latest collision: the dice, then the rammer's player turns the target, then the target's player
    /// turns the rammer.
    pub(crate) fn collision_step(&mut self) {
        let collision = *self.collision_mut();
        match collision.stage {
            CollisionStage::Roll => self.roll_collision(),
            CollisionStage::TurnTarget => {
                self.collision_mut().stage = CollisionStage::TurnRammer;
                self.ask_to_turn(collision.rammer, collision.target, collision.on_target);
            }
            CollisionStage::TurnRammer => {
                self.collision_mut().stage = CollisionStage::Done;
                self.ask_to_turn(collision.target, collision.rammer, collision.on_rammer);
            }
            CollisionStage::Done => self.state.collision_count -= 1,
        }
    }

    fn roll_collision(&mut self) {
        let Collision { rammer, target, dice, chosen, .. } = *self.collision_mut();
        let rules = &self.rules().collisions;
        let throw = numbered_throw(self.state, Purpose::Collision);
        let (mut on_rammer, mut on_target) = (0, 0);
        let faces = roll_d6(&self.battle.dice, throw, dice, O::WANTS_FACES, |face| {
            on_rammer += u8::from(face <= rules.rammer);
            on_target += u8::from(face >= rules.target);
        });
        let collision = self.collision_mut();
        (collision.on_rammer, collision.on_target) = (on_rammer, on_target);
        collision.stage = if target.is_debris() { CollisionStage::Done } else { CollisionStage::TurnTarget };
        self.tell(|| Event::Collided { rammer, target, chosen, dice, faces, on_rammer, on_target });
        match target.debris() {
            None => self.wound(Wound { victim: Victim::Asset(target), hits: on_target, by: Some(rammer) }),
            Some(piece) => self.ask_about_debris(rammer, piece),
        }
        let by = Some(target).filter(|target| !target.is_debris());
        self.wound(Wound { victim: Victim::Asset(rammer), hits: on_rammer, by });
    }

    /// Asks the player of one asset for the clicks by which the other is turned, if both still stand.
    fn ask_to_turn(&mut self, by: AssetId, other: AssetId, hits: u8) {
        if hits > 0 && self.state.standing.has(by) && self.state.standing.has(other) {
            self.ask(self.state.asset(by).side(), Decision::Turn);
        }
    }

    /// Turns the other asset of a collision click by click, as long as there is room; it gives way to the asset that it
    /// touches. If it would run into a third asset, the two collide, with the clicks that are left as dice (I54).
    pub(crate) fn turn_other(&mut self, player: PlayerId, clicks: i8) {
        let (turned, partner, _) = being_turned(self.collision_mut());
        let side = clicks.signum();
        let mut made = 0;
        let mut hits = None;
        while made < clicks.abs() {
            let to = self.battle.space.turned(self.state.asset(turned).pose, side);
            let Some(to) = self.give_way(turned, partner, to) else { break };
            let body = self.state.asset(turned).body;
            let others = self.state.solid() - AssetSet::of(turned) - AssetSet::of(partner);
            let meets = |thing: &AssetId| self.battle.space.overlaps((body, to), self.state.placed(*thing));
            if let Some(thing) = others.iter().find(meets) {
                hits = Some(thing);
                break;
            }
            self.settle(turned, to);
            made += 1;
        }
        if made > 0 {
            let to = self.state.asset(turned).pose;
            self.tell(|| Event::Turned { asset: turned, by: player, clicks: side * made, to });
            self.look_at_hvas();
        }
        let left = (clicks.abs() - made) as u8;
        if let Some(thing) = hits.filter(|thing| !thing.is_debris())
            && self.state.chain < self.rules().collisions.chain
        {
            self.state.chain += 1;
            self.begin_collision((turned, thing), left, false);
        }
    }

    /// Returns a pose next to the asset that it collided with; `None` if there is no such pose on the table.
    fn give_way(&self, turned: AssetId, partner: AssetId, mut to: Pose) -> Option<Pose> {
        let (space, body, other) = (&self.battle.space, self.state.asset(turned).body, self.state.placed(partner));
        let away = (to.at - other.1.at).unit().unwrap_or_else(|| space.direction(to.heading));
        for _ in 0..MOST_WAYS {
            if !space.overlaps((body, to), other) {
                return (!space.is_off((body, to))).then_some(to);
            }
            to.at = to.at + away * (GIVING_WAY + TOUCH);
        }
        None
    }

    fn ask_about_debris(&mut self, rammer: AssetId, piece: u8) {
        match self.rules().collisions.debris {
            HitDebris::Removed => self.destroy_debris(piece),
            HitDebris::Chosen => self.ask(self.state.asset(rammer).side(), Decision::Debris),
        }
    }

    /// Returns the piece of debris of the current collision.
    fn hit_piece(&mut self) -> u8 {
        self.collision_mut().target.debris().unwrap_or_default()
    }

    /// Removes debris that was hit (I55).
    pub(crate) fn remove_hit_debris(&mut self) {
        let piece = self.hit_piece();
        self.destroy_debris(piece);
    }

    /// Moves debris that was hit (I55).
    pub(crate) fn move_hit_debris(&mut self, to: hitchart_mobile_frame::geometry::Point) {
        let piece = self.hit_piece();
        self.state.debris[usize::from(piece)].at = to;
        self.tell(|| Event::DebrisMoved { piece, to });
    }
}
