//! Collision dice and their effects ("Collision dice"; I53 to I55).

use super::super::super::battle_rules::HitDebris;
use super::super::super::space::{Pose, TOUCH};
use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::{D6, Dice, Purpose, numbered_throw};
use super::super::event::Event;
use super::super::state::{Collision, CollisionStage, DEBRIS, MAX_CHAIN, Victim, Wound, numbers_in};
use super::play::Play;
use hitchart_play::Observer;

/// Step by which a turned ship gives way to the other ship, in ruler units; `MOST_WAYS` is the most steps.
const GIVING_WAY: f64 = 0.05;
const MOST_WAYS: usize = 40;

/// Returns the asset that is turned in a collision, the asset that turns it, and the most clicks.
pub fn being_turned(collision: &Collision) -> (u8, u8, u8) {
    // The stage is already that of the next question.
    match collision.stage {
        CollisionStage::TurnRammer => (collision.target, collision.rammer, collision.on_target),
        _ => (collision.rammer, collision.target, collision.on_rammer),
    }
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins a collision of two things; `chosen` is true if a player chose it.
    pub fn begin_collision(&mut self, (rammer, target): (u8, u8), dice: u8, chosen: bool) {
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
    pub fn collision_step(&mut self) {
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
        let mut throw = numbered_throw(self.state, Purpose::Collision);
        let (mut on_rammer, mut on_target) = (0, 0);
        let mut faces = Vec::new();
        for _ in 0..dice {
            let face = self.battle.dice.die(&mut throw, D6);
            on_rammer += u8::from(face <= rules.rammer);
            on_target += u8::from(face >= rules.target);
            if O::WANTS_FACES {
                faces.push(face);
            }
        }
        let collision = self.collision_mut();
        (collision.on_rammer, collision.on_target) = (on_rammer, on_target);
        collision.stage = if target < DEBRIS { CollisionStage::TurnTarget } else { CollisionStage::Done };
        self.tell(|| Event::Collided { rammer, target, chosen, dice, faces, on_rammer, on_target });
        if target < DEBRIS {
            self.wound(Wound { victim: Victim::Asset(target), hits: on_target, by: Some(rammer) });
        } else {
            self.ask_about_debris(rammer, target - DEBRIS);
        }
        let by = (target < DEBRIS).then_some(target);
        self.wound(Wound { victim: Victim::Asset(rammer), hits: on_rammer, by });
    }

    /// Asks the player of one asset for the clicks by which the other is turned, if both still stand.
    fn ask_to_turn(&mut self, by: u8, other: u8, hits: u8) {
        let both = 1u64 << by | 1 << other;
        if hits > 0 && self.state.standing & both == both {
            self.ask(self.state.asset(by).side(), Decision::Turn);
        }
    }

    /// Turns the other asset of a collision click by click, as long as there is room; it gives way to the asset that it
    /// touches. If it would run into a third asset, the two collide, with the clicks that are left as dice (I54).
    pub fn turn_other(&mut self, player: u8, clicks: i8) {
        let (turned, partner, _) = being_turned(self.collision_mut());
        let side = clicks.signum();
        let mut made = 0;
        let mut hits = None;
        while made < clicks.abs() {
            let to = self.battle.space.turned(self.state.asset(turned).pose, side);
            let Some(to) = self.give_way(turned, partner, to) else { break };
            let body = self.state.asset(turned).body;
            let others = self.state.solid() & !(1 << turned) & !(1 << partner);
            let meets = |thing: &u8| self.battle.space.overlaps((body, to), self.state.placed(*thing));
            if let Some(thing) = numbers_in(others).find(meets) {
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
        if let Some(thing) = hits.filter(|thing| *thing < DEBRIS)
            && self.state.chain < self.rules().collisions.chain
        {
            self.state.chain += 1;
            self.begin_collision((turned, thing), left, false);
        }
    }

    /// Returns a pose next to the asset that it collided with; `None` if there is no such pose on the table.
    fn give_way(&self, turned: u8, partner: u8, mut to: Pose) -> Option<Pose> {
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

    fn ask_about_debris(&mut self, rammer: u8, piece: u8) {
        match self.rules().collisions.debris {
            HitDebris::Removed => self.destroy_debris(piece),
            HitDebris::Chosen => self.ask(self.state.asset(rammer).side(), Decision::Debris),
        }
    }

    /// Returns the piece of debris of the current collision.
    fn hit_piece(&mut self) -> u8 {
        self.collision_mut().target - DEBRIS
    }

    /// Removes debris that was hit (I55).
    pub fn remove_hit_debris(&mut self) {
        let piece = self.hit_piece();
        self.destroy_debris(piece);
    }

    /// Moves debris that was hit (I55).
    pub fn move_hit_debris(&mut self, to: crate::geometry::Point) {
        let piece = self.hit_piece();
        self.state.debris[usize::from(piece)].at = to;
        self.tell(|| Event::DebrisMoved { piece, to });
    }
}
