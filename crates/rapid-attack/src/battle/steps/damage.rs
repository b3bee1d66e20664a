//! Attacks and their damage.
//!
//! An attack has an attack die, an answer, a spot, cover and damage dice. Damage causes losses of frames, abandoned
//! stations, destruction, failing cover, and falls.

use super::Play;
use crate::battle::dice::{BattleDice, Purpose, numbered_throw, throw, whites_to_lose};
use crate::battle::event::{Event, Strike};
use crate::battle::legal::{can_dodge, may_lose_white};
use crate::battle::measure::{cover_of_plan, covers, piece_hits_left};
use crate::battle::state::{Colour, CoverBy, Die, Life, MAX_WOUNDS, Stage, Target, Turn, Wound};
use crate::loadout::{Range, SystemKind};
use crate::{battle::Battle, battle::action::Decision, battle_rules::CoverChoice, ids::UnitId, ruleset::ChartName};
use hitchart_dice::Throw;
use hitchart_dice::plan::{Cover, FaceCounts, HitChart};
use hitchart_mobile_frame::{dice::roll_d6, geometry::Point};
use hitchart_play::Observer;

// Attacks.

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Declares the attack with a die. A target without a defense answers first (R13).
    pub(crate) fn declare_attack(&mut self, die: Die) {
        if self.rules().turn.rockets_spent_on_attack {
            self.spend_rockets();
        }
        let first = if self.rules().turn.spot_before_defense { Stage::UseSpot } else { Stage::Attack };
        let turn = self.state.turn_mut();
        turn.spend(Colour::Red, die);
        (turn.attack_die, turn.attacked, turn.stage, turn.with_spot) = (die, true, first, false);
        let (unit, target, value) = (turn.unit, turn.target, turn.hand().value(Colour::Red, die));
        self.tell(|| Event::AttackDeclared { unit, target, die, value });
    }

    /// Waits for the target's defense.
    #[inline]
    pub(crate) fn attack_step(&mut self) {
        let turn = *self.state.turn_mut();
        if self.call_up(turn.target, turn.unit) {
            return;
        }
        let asked_before = self.rules().turn.spot_before_defense;
        self.state.turn_mut().stage = if asked_before { Stage::ChooseCover } else { Stage::UseSpot };
    }

    /// Asks whether to add the spot, if there is a spot (R20).
    #[inline]
    pub(crate) fn use_spot_step(&mut self) {
        match self.state.spot_on(self.state.turn_in_control().map_or(Target::Nothing, |turn| turn.target)) {
            0 => self.use_spot(false),
            _ => self.ask_owner(Decision::UseSpot),
        }
    }

    /// Adds the spot, or leaves it.
    #[inline]
    pub(crate) fn use_spot(&mut self, with_spot: bool) {
        let before_defense = self.rules().turn.spot_before_defense;
        let turn = self.state.turn_mut();
        turn.with_spot = with_spot;
        turn.stage = if before_defense { Stage::Attack } else { Stage::ChooseCover };
    }

    /// Finds the cover of the target; between terrain and a frame the rules or the defender choose (R31).
    pub(crate) fn choose_cover_step(&mut self) {
        let turn = *self.state.turn_mut();
        let Target::Frame(target) = turn.target else { return self.choose_cover(CoverBy::Nothing) };
        let (terrain, frame) = covers(self.battle, self.state, turn.unit, target, turn.range);
        let both = terrain != CoverBy::Nothing && frame != CoverBy::Nothing;
        match self.rules().shelter.prefer {
            CoverChoice::Defender if both => {
                let owner = self.state.unit(target).owner;
                self.ask(owner, Decision::ChooseCover);
            }
            CoverChoice::Frame if frame != CoverBy::Nothing => self.choose_cover(frame),
            _ if terrain != CoverBy::Nothing => self.choose_cover(terrain),
            _ => self.choose_cover(frame),
        }
    }

    /// Sets the cover of the target for this attack.
    #[inline]
    pub(crate) fn choose_cover(&mut self, cover: CoverBy) {
        let turn = self.state.turn_mut();
        (turn.cover, turn.stage) = (cover, Stage::Resolve);
    }

    /// Rolls the damage dice and applies the damage.
    pub(crate) fn resolve_step(&mut self) {
        let mut strike = self.strike();
        let chart = self.rules().charts.chart(strike.chart);
        let cover = cover_of_plan(self.battle, self.state, strike.cover);
        strike.cover_hits = cover.hits();
        let throw = throw(self.state, Purpose::Damage, strike.unit);
        let (counts, faces) = self.roll_damage(throw, strike.dice, &chart);
        strike.faces = faces;
        (strike.on_cover, strike.on_target) = counts.resolve(&chart, cover);
        self.land(strike);
    }

    /// Returns the attack of the turn in control, before its damage dice.
    fn strike(&mut self) -> Strike {
        let turn = *self.state.turn_mut();
        let (spot, spotted_by) = self.take_spot(&turn);
        let defense = match turn.target {
            Target::Frame(unit) => self.state.unit(unit).defense.unwrap_or(0),
            _ => 0,
        };
        let attack = turn.hand().value(Colour::Red, turn.attack_die);
        Strike {
            unit: turn.unit,
            target: turn.target,
            range: turn.range,
            die: turn.attack_die,
            attack,
            spot,
            spotted_by,
            defense,
            dice: (attack + spot).saturating_sub(defense),
            chart: chart_of(&turn),
            cover: turn.cover,
            cover_hits: 0,
            faces: Vec::new(),
            on_cover: 0,
            on_target: 0,
        }
    }

    /// Takes a used spot off its target, whether or not the attack will hit (R22).
    fn take_spot(&mut self, turn: &Turn) -> (u8, Option<UnitId>) {
        let slot = match turn.target {
            _ if !turn.with_spot => return (0, None),
            Target::Frame(unit) => &mut self.state.unit_mut(unit).spot,
            Target::Piece(piece) => &mut self.state.piece_spots[usize::from(piece)],
            Target::Nothing => return (0, None),
        };
        slot.take().map_or((0, None), |spot| (spot.value, Some(spot.by)))
    }

    /// Applies the damage of an attack to the target, and to cover or a covering frame.
    fn land(&mut self, strike: Strike) {
        self.state.turn_mut().stage = Stage::Proceed;
        let (unit, target, cover, on_cover, on_target) =
            (strike.unit, strike.target, strike.cover, strike.on_cover, strike.on_target);
        self.tell(|| Event::Attacked(strike));
        let dodgeable = self.rules().stations.covering_frames_dodge;
        let wound = |unit_hit, hits, dodgeable| Wound { unit: unit_hit, hits, dodgeable, by: Some(unit) };
        match target {
            Target::Frame(hit) => self.wound(wound(hit, on_target, true)),
            Target::Piece(piece) => self.damage_piece(piece, on_target),
            Target::Nothing => {}
        }
        match cover {
            CoverBy::Frame(covering) => self.wound(wound(covering, on_cover, dodgeable)),
            CoverBy::Pieces(mask) if on_cover > 0 => self.damage_pieces(target, mask, on_cover),
            _ => {}
        }
    }

    /// Spends hits on the pieces that cover a frame, the nearest first (R32).
    fn damage_pieces(&mut self, target: Target, mut mask: u64, mut hits: u8) {
        let Target::Frame(unit) = target else { return };
        let at = self.state.unit(unit).at;
        while hits > 0 {
            let field = self.battle.field(self.state);
            let Some(piece) = field.nearest(at, mask) else { return };
            let taken = hits.min(piece_hits_left(self.battle, self.state, piece as u8));
            self.damage_piece(piece as u8, taken);
            mask &= !(1 << piece);
            hits -= taken;
        }
    }
}

/// Returns the chart of a turn's attack.
fn chart_of(turn: &Turn) -> ChartName {
    match (turn.target, turn.range, turn.cover) {
        (Target::Piece(_), ..) => ChartName::Terrain,
        (_, Range::HandToHand, _) => ChartName::HandToHand,
        (.., CoverBy::Nothing) => ChartName::Open,
        (.., CoverBy::Frame(_)) => ChartName::FrameCover,
        (.., CoverBy::Pieces(_) | CoverBy::Height) => ChartName::Cover,
    }
}

// Damage.

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Rolls damage dice. Returns their counts by effect on a chart, and their faces if the observer wants them.
    #[inline]
    pub(crate) fn roll_damage(&self, throw: Throw, dice: u8, chart: &HitChart) -> (FaceCounts, Vec<u8>) {
        let mut counts = FaceCounts::default();
        let faces = roll_d6(&self.battle.dice, throw, dice, O::WANTS_FACES, |face| counts.add(face, chart));
        (counts, faces)
    }

    /// Adds damage that waits to be taken.
    #[inline]
    pub(crate) fn wound(&mut self, wound: Wound) {
        if wound.hits > 0 && self.state.unit(wound.unit).stands() && usize::from(self.state.wound_count) < MAX_WOUNDS {
            self.state.wounds[usize::from(self.state.wound_count)] = wound;
            self.state.wound_count += 1;
        }
    }

    fn last_wound(&mut self) -> &mut Wound {
        &mut self.state.wounds[usize::from(self.state.wound_count) - 1]
    }

    /// Takes the next point of damage, or asks the owner for the loss.
    pub(crate) fn wound_step(&mut self) {
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
    #[inline]
    pub(crate) fn lose_system(&mut self, kind: SystemKind) {
        let wound = self.take_hit();
        let unit = self.state.unit_mut(wound.unit);
        unit.loadout = unit.loadout.minus(kind).unwrap_or(unit.loadout);
        self.tell(|| Event::SystemLost { unit: wound.unit, kind });
        self.after_loss(wound);
    }

    /// Gives up a white of the wounded frame; a frame without whites is destroyed.
    #[inline]
    pub(crate) fn lose_white(&mut self) {
        let wound = self.take_hit();
        let unit = self.state.unit_mut(wound.unit);
        unit.whites = unit.whites.saturating_sub(1);
        let left = unit.whites;
        self.tell(|| Event::WhiteLost { unit: wound.unit, left });
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
                turn.comms = turn.comms.min(unit.loadout.count(SystemKind::Comms));
                turn.greens = turn.greens.min(unit.greens());
                turn.crosses &= crosses;
            }
        }
    }

    /// Destroys a frame; scores and stations follow at once.
    fn destroy(&mut self, unit: UnitId, by: Option<UnitId>) {
        let left = self.state.stations_beside(unit);
        self.state.set_life(unit, Life::Destroyed);
        let gone = self.state.unit_mut(unit);
        gone.spot = None;
        let (owner, acted) = (gone.owner.index(), gone.acted);
        gone.acted = true;
        self.state.players[owner].frames -= 1;
        self.state.players[owner].to_act -= u8::from(!acted);
        self.tell(|| Event::Destroyed { unit, by });
        self.look_at_stations(left);
    }

    /// Moves a frame off its station instead of taking a point of damage (S16, R27, R28).
    #[inline]
    pub(crate) fn dodge(&mut self, to: Point) {
        let unit = self.take_hit().unit;
        let from = self.state.unit(unit).at;
        let stations = self.battle.put_frame(self.state, unit, to);
        self.tell(|| Event::Dodged { unit, from, to });
        self.look_at_stations(stations);
    }

    /// Damages a piece of terrain. When the piece stops being cover, frames on it fall (R33, R47).
    pub(crate) fn damage_piece(&mut self, piece: u8, hits: u8) {
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
        for unit in self.state.unit_ids() {
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

    fn fall(&mut self, unit: UnitId, bricks: u8) {
        let dice = bricks / self.rules().options.bricks_per_fall_die;
        let chart = self.rules().charts.chart(ChartName::HandToHand);
        let throw = numbered_throw(self.state, Purpose::Fall);
        let (counts, faces) = self.roll_damage(throw, dice, &chart);
        let (_, hits) = counts.resolve(&chart, Cover::None);
        self.tell(|| Event::Fell { unit, bricks, dice, hits, faces });
        self.wound(Wound { unit, hits, dodgeable: false, by: None });
    }
}
