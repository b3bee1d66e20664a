//! Damage: losses of frames, abandoned stations, destruction, failing cover, and falls.

use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::{Dice, Purpose, numbered_throw};
use super::super::event::Event;
use super::super::legal::losses::{can_dodge, may_lose_white};
use super::super::state::{Life, MAX_WOUNDS, Wound};
use super::super::whites::whites_to_lose;
use super::play::Play;
use crate::games::rapid_attack::loadout::Kind;
use crate::games::rapid_attack::ruleset::ChartName;
use crate::geometry::Point;
use hitchart_dice::Throw;
use hitchart_dice::plan::{Cover, FaceCounts, HitChart};
use hitchart_play::Observer;

/// Sides of damage dice.
const DAMAGE_SIDES: u8 = 6;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Rolls damage dice. Returns their counts by effect on a chart, and their faces if the observer wants them.
    #[inline]
    pub fn roll_damage(&self, mut throw: Throw, dice: u8, chart: &HitChart) -> (FaceCounts, Vec<u8>) {
        let mut counts = FaceCounts::default();
        let mut faces = Vec::new();
        for _ in 0..dice {
            let face = self.battle.dice.die(&mut throw, DAMAGE_SIDES);
            counts.add(face, chart);
            if O::WANTS_FACES {
                faces.push(face);
            }
        }
        (counts, faces)
    }

    /// Adds damage that waits to be taken.
    pub fn wound(&mut self, wound: Wound) {
        if wound.hits > 0 && self.state.unit(wound.unit).stands() && usize::from(self.state.wound_count) < MAX_WOUNDS {
            self.state.wounds[usize::from(self.state.wound_count)] = wound;
            self.state.wound_count += 1;
        }
    }

    fn last_wound(&mut self) -> &mut Wound {
        &mut self.state.wounds[usize::from(self.state.wound_count) - 1]
    }

    /// Takes the next point of damage, or asks the owner for the loss.
    pub fn wound_step(&mut self) {
        let wound = *self.last_wound();
        if wound.hits == 0 || !self.state.unit(wound.unit).stands() {
            self.state.wound_count -= 1;
            return;
        }
        let (owner, loadout) = (self.state.unit(wound.unit).owner, self.state.unit(wound.unit).loadout);
        if can_dodge(self.battle, self.state, &wound) {
            return self.ask(owner, Decision::Lose);
        }
        let mut kinds = loadout.kinds();
        match (kinds.next(), kinds.next()) {
            (None, _) => self.lose_white(),
            (Some(only), None) if !may_lose_white(self.battle, self.state, wound.unit) => self.lose_system(only),
            _ => self.ask(owner, Decision::Lose),
        }
    }

    /// Takes one point of damage. A station is abandoned before anything is lost, or not at all (R28).
    fn take_hit(&mut self) -> Wound {
        let every = self.rules().stations.dodge_every_damage;
        let wound = self.last_wound();
        wound.hits -= 1;
        wound.dodgeable &= every;
        *wound
    }

    /// Gives up a system of the wounded frame (R38).
    pub fn lose_system(&mut self, kind: Kind) {
        let wound = self.take_hit();
        let unit = self.state.unit_mut(wound.unit);
        unit.loadout = unit.loadout.minus(kind).unwrap_or(unit.loadout);
        self.tell(|| Event::SystemLost { unit: wound.unit, kind });
        self.after_loss(wound);
    }

    /// Gives up a white of the wounded frame; a frame without whites is destroyed.
    pub fn lose_white(&mut self) {
        let wound = self.take_hit();
        let unit = self.state.unit_mut(wound.unit);
        unit.whites = unit.whites.saturating_sub(1);
        self.tell(|| Event::WhiteLost { unit: wound.unit });
        self.after_loss(wound);
    }

    /// Destroys the frame if it has nothing left. A turn keeps the dice it rolled; other effects of lost systems last
    /// for the turn only if the rules allow it (S15).
    fn after_loss(&mut self, wound: Wound) {
        if whites_to_lose(self.battle, self.state, wound.unit) == 0 {
            return self.destroy(wound.unit, wound.by);
        }
        if self.rules().turn.capabilities_persist {
            return;
        }
        let unit = *self.state.unit(wound.unit);
        let crosses = self.battle.crosses_cover(&unit);
        for turn in [&mut self.state.turn, &mut self.state.answer].into_iter().flatten() {
            if turn.unit == wound.unit {
                turn.comms = turn.comms.min(unit.loadout.count(Kind::Comms));
                turn.greens = turn.greens.min(unit.greens());
                turn.crosses &= crosses;
            }
        }
    }

    /// Destroys a frame; scores and stations follow at once.
    fn destroy(&mut self, unit: u8, by: Option<u8>) {
        let left = self.state.stations_beside(unit);
        self.state.set_life(unit, Life::Destroyed);
        let gone = self.state.unit_mut(unit);
        gone.spot = None;
        let (owner, acted) = (usize::from(gone.owner), gone.acted);
        gone.acted = true;
        self.state.players[owner].frames -= 1;
        self.state.players[owner].to_act -= u8::from(!acted);
        self.tell(|| Event::Destroyed { unit, by });
        self.look_at_stations(left);
    }

    /// Moves a frame off its station instead of taking a point of damage (S16, R27, R28).
    pub fn dodge(&mut self, to: Point) {
        let unit = self.take_hit().unit;
        let from = self.state.unit(unit).at;
        let stations = self.battle.put_frame(self.state, unit, to);
        self.tell(|| Event::Dodged { unit, from, to });
        self.look_at_stations(stations);
    }

    /// Damages a piece of terrain. When the piece stops being cover, frames on it fall (R33, R47).
    pub fn damage_piece(&mut self, piece: u8, hits: u8) {
        let index = usize::from(piece);
        let field = self.battle.field(self.state);
        let is_roof = field.roofs() & 1 << piece != 0 && field.is_cover(index, self.state.piece_hits[index]);
        if hits == 0 || (self.state.standing & (1 << piece) == 0 && !is_roof) {
            return;
        }
        let taken = self.state.piece_hits[index].saturating_add(hits);
        self.state.piece_hits[index] = taken;
        let left = field.pieces()[index].hits.saturating_sub(taken);
        let gone = !field.is_cover(index, taken);
        if gone {
            self.state.standing &= !(1 << piece);
        }
        self.tell(|| Event::CoverHit { piece, hits, left });
        if gone {
            self.tell(|| Event::CoverDestroyed { piece });
        }
        if self.rules().options.climbing {
            self.drop_frames();
        }
    }

    /// Drops the frames with lost or lower footing: damage dice by the height, on the hand-to-hand chart, without
    /// defense (R47).
    fn drop_frames(&mut self) {
        for unit in 0..self.state.unit_count {
            let (stands, at, was) = {
                let unit = self.state.unit(unit);
                (unit.stands(), unit.at, unit.elevation)
            };
            let now = self.battle.elevation_at(self.state, at);
            if !stands || now >= was {
                continue;
            }
            self.state.unit_mut(unit).elevation = now;
            // The remaining footing may be too low to count as elevation.
            let footing = self.battle.footing_at(self.state, at, u64::MAX);
            self.fall(unit, was.saturating_sub(footing));
        }
    }

    fn fall(&mut self, unit: u8, bricks: u8) {
        let dice = bricks / self.rules().options.bricks_per_fall_die;
        let chart = self.rules().charts.chart(ChartName::HandToHand);
        let throw = numbered_throw(self.state, Purpose::Fall);
        let (counts, faces) = self.roll_damage(throw, dice, &chart);
        let (_, hits) = counts.resolve(&chart, Cover::None);
        self.tell(|| Event::Fell { unit, bricks, dice, hits, faces });
        self.wound(Wound { unit, hits, dodgeable: false, by: None });
    }
}
