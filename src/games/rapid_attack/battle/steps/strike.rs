//! An attack: attack die, answer, spot, cover, damage dice.

use super::super::Battle;
use super::super::action::Decision;
use super::super::cover::{cover_of_plan, covers, piece_hits_left};
use super::super::dice::{Dice, Purpose, throw};
use super::super::event::{Event, Strike};
use super::super::state::{Colour, CoverBy, Die, Stage, Target, Turn, Wound};
use super::play::Play;
use crate::games::rapid_attack::battle_rules::CoverChoice;
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::ruleset::ChartName;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Declares the attack with a die. A target without a defense answers first (R13).
    pub fn declare_attack(&mut self, die: Die) {
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
    pub fn attack_step(&mut self) {
        let turn = *self.state.turn_mut();
        if self.call_up(turn.target, turn.unit) {
            return;
        }
        let asked_before = self.rules().turn.spot_before_defense;
        self.state.turn_mut().stage = if asked_before { Stage::ChooseCover } else { Stage::UseSpot };
    }

    /// Asks whether to add the spot, if there is a spot (R20).
    pub fn use_spot_step(&mut self) {
        match self.state.spot_on(self.state.turn_in_control().map_or(Target::Nothing, |turn| turn.target)) {
            0 => self.use_spot(false),
            _ => self.ask_owner(Decision::UseSpot),
        }
    }

    /// Adds the spot, or leaves it.
    pub fn use_spot(&mut self, with_spot: bool) {
        let before_defense = self.rules().turn.spot_before_defense;
        let turn = self.state.turn_mut();
        turn.with_spot = with_spot;
        turn.stage = if before_defense { Stage::Attack } else { Stage::ChooseCover };
    }

    /// Finds the cover of the target; between terrain and a frame the rules or the defender choose (R31).
    pub fn choose_cover_step(&mut self) {
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
    pub fn choose_cover(&mut self, cover: CoverBy) {
        let turn = self.state.turn_mut();
        (turn.cover, turn.stage) = (cover, Stage::Resolve);
    }

    /// Rolls the damage dice and applies the damage.
    pub fn resolve_step(&mut self) {
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
    fn take_spot(&mut self, turn: &Turn) -> (u8, u8) {
        let slot = match turn.target {
            _ if !turn.with_spot => return (0, turn.unit),
            Target::Frame(unit) => &mut self.state.unit_mut(unit).spot,
            Target::Piece(piece) => &mut self.state.piece_spots[usize::from(piece)],
            Target::Nothing => return (0, turn.unit),
        };
        slot.take().map_or((0, turn.unit), |spot| (spot.value, spot.by))
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
