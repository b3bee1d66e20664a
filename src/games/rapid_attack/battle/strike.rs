//! An attack: its die, the answer, the spot, the cover, the damage dice.

use super::super::attack::Shelter;
use super::super::battle_rules::CoverChoice;
use super::super::loadout::Range;
use super::super::ruleset::ChartName;
use super::Battle;
use super::action::Decision;
use super::dice::{Dice, Purpose, throw};
use super::engine::Play;
use super::event::{Event, Strike};
use super::state::{Colour, CoverBy, Die, Stage, State, Target, Turn, Wound, numbers_in};
use crate::plan::{Cover, CoverOrder, HitChart};
use crate::play::Observer;

/// Sides of damage dice.
const DAMAGE_SIDES: u8 = 6;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Declares the attack with a die. Whoever has no defense yet answers first (R13).
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

    /// Asks whether to add the spot, where there is one (R20).
    pub fn use_spot_step(&mut self) {
        match spot_on(self.state, self.state.turn_in_control().map_or(Target::Nothing, |turn| turn.target)) {
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

    /// Finds what covers the target; where terrain and a frame do, the rules or the defender choose (R31).
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

    /// Takes what covers the target for this attack.
    pub fn choose_cover(&mut self, cover: CoverBy) {
        let turn = self.state.turn_mut();
        (turn.cover, turn.stage) = (cover, Stage::Resolve);
    }

    /// Rolls the damage dice and hands out what they do.
    pub fn resolve_step(&mut self) {
        let mut strike = self.strike();
        let chart = self.rules().charts.chart(strike.chart);
        let cover = cover_of_plan(self.battle, self.state, strike.cover);
        strike.cover_hits = cover.hits();
        let mut throw = throw(self.state, Purpose::Damage, strike.unit);
        let mut counts = FaceCounts::default();
        for _ in 0..strike.dice {
            let face = self.battle.dice.die(&mut throw, DAMAGE_SIDES);
            counts.add(face, &chart);
            if O::WANTS_FACES {
                strike.faces.push(face);
            }
        }
        (strike.on_cover, strike.on_target) = counts.resolve(&chart, cover);
        self.land(strike);
    }

    /// The attack of the turn in control, before its damage dice.
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

    /// Hands out the damage of an attack: to cover, to a covering frame, to the target.
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

/// Value of the spot on a target; 0 for none.
pub fn spot_on(state: &State, target: Target) -> u8 {
    let spot = match target {
        Target::Nothing => None,
        Target::Frame(unit) => state.unit(unit).spot,
        Target::Piece(piece) => state.piece_spots[usize::from(piece)],
    };
    spot.map_or(0, |spot| spot.value)
}

/// What covers a frame against another: terrain (or height), and a frame.
pub fn covers<D>(battle: &Battle<D>, state: &State, attacker: u8, target: u8, range: Range) -> (CoverBy, CoverBy) {
    if range == Range::HandToHand {
        return (CoverBy::Nothing, CoverBy::Nothing);
    }
    let (from, at) = (state.unit(attacker), state.unit(target));
    let terrain = terrain_cover(battle, state, (at.at, at.near, at.elevation), (from.at, from.elevation));
    let below = from.elevation > at.elevation;
    let below = below && battle.rules.options.height_covers;
    let frame = if below { None } else { battle.frame_covering(state, target, attacker, from.at) };
    (terrain, frame.map_or(CoverBy::Nothing, CoverBy::Frame))
}

/// Whether anything covers a frame against another; the nearest piece is not looked for.
pub fn is_covered<D>(battle: &Battle<D>, state: &State, attacker: u8, target: u8, range: Range) -> bool {
    let (from, at) = (state.unit(attacker), state.unit(target));
    if range == Range::HandToHand {
        return false;
    }
    let by_height = battle.rules.options.height_covers && from.elevation != at.elevation;
    match by_height {
        true => at.elevation > from.elevation,
        false => {
            battle.pieces_covering(state, at.at, at.near, from.at) != 0
                || battle.frame_covering(state, target, attacker, from.at).is_some()
        }
    }
}

/// What terrain or height covers a place against another; places are position and elevation (R47, R48).
pub fn terrain_cover<D>(
    battle: &Battle<D>,
    state: &State,
    (at, near, elevation): (crate::geometry::Point, u64, u8),
    (from, from_elevation): (crate::geometry::Point, u8),
) -> CoverBy {
    match elevation.cmp(&from_elevation) {
        std::cmp::Ordering::Greater if battle.rules.options.height_covers => CoverBy::Height,
        std::cmp::Ordering::Less if battle.rules.options.height_covers => CoverBy::Nothing,
        _ => match battle.pieces_covering(state, at, near, from) {
            0 => CoverBy::Nothing,
            mask if battle.rules.shelter.pieces_in_turn => CoverBy::Pieces(mask),
            mask => CoverBy::Pieces(battle.field(state).nearest(at, mask).map_or(mask, |piece| 1 << piece)),
        },
    }
}

/// Hits that a piece can still take until it is no cover any more, be it for its height (R33).
pub fn piece_hits_left<D>(battle: &Battle<D>, state: &State, piece: u8) -> u8 {
    let (field, taken) = (battle.field(state), state.piece_hits[usize::from(piece)]);
    let left = field.pieces()[usize::from(piece)].hits.saturating_sub(taken);
    let is_cover = |more: &u8| field.is_cover(piece.into(), taken + more);
    (0..left).take_while(is_cover).count() as u8
}

/// Cover as the plan of an attack knows it.
pub fn cover_of_plan<D>(battle: &Battle<D>, state: &State, cover: CoverBy) -> Cover {
    match cover {
        CoverBy::Nothing => Cover::None,
        CoverBy::Height => Cover::Immune,
        CoverBy::Pieces(mask) => {
            let hits =
                numbers_in(mask).fold(0u8, |sum, piece| sum.saturating_add(piece_hits_left(battle, state, piece)));
            Cover::Hits(hits)
        }
        CoverBy::Frame(unit) => {
            let whites = super::turn::whites_to_lose(battle, state, unit);
            let unit = state.unit(unit);
            // Checked at the moment of damage (R37).
            let frame = super::super::frame::Frame { loadout: unit.loadout, whites: unit.whites };
            match Shelter::behind(&frame, &battle.rules) {
                Shelter::ImmuneFrame => Cover::Immune,
                _ => Cover::Hits(whites + unit.loadout.systems() as u8),
            }
        }
    }
}

/// The chart of a turn's attack.
fn chart_of(turn: &Turn) -> ChartName {
    match (turn.target, turn.range, turn.cover) {
        (Target::Piece(_), ..) => ChartName::Terrain,
        (_, Range::HandToHand, _) => ChartName::HandToHand,
        (.., CoverBy::Nothing) => ChartName::Open,
        (.., CoverBy::Frame(_)) => ChartName::FrameCover,
        (.., CoverBy::Pieces(_) | CoverBy::Height) => ChartName::Cover,
    }
}

/// Damage dice by what they do on a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaceCounts {
    /// Dice that hit cover and are lost behind it.
    cover: u8,
    /// Dice that hit cover and go through once it is ruined.
    through: u8,
    /// Dice that always hit the target.
    target: u8,
}

impl FaceCounts {
    /// Counts a face.
    #[inline]
    pub fn add(&mut self, face: u8, chart: &HitChart) {
        let target = face >= chart.target;
        let through = face >= chart.blow_through;
        self.target += u8::from(target);
        self.through += u8::from(through && !target);
        self.cover += u8::from(face >= chart.cover && !through);
    }

    /// Hits spent on cover, and on the target (S01, S02, S45).
    pub fn resolve(&self, chart: &HitChart, cover: Cover) -> (u8, u8) {
        let hits = match cover {
            Cover::None | Cover::Hits(0) => return (0, self.target + self.through),
            Cover::Immune => return (0, self.target),
            Cover::Hits(hits) => hits,
        };
        let both = self.cover + self.through;
        let on_cover = both.min(hits);
        let past = match chart.order {
            CoverOrder::Static => 0,
            // The 4s meet the cover first; 5s beyond what it still takes go through.
            CoverOrder::LowFirst => self.through.saturating_sub(hits.saturating_sub(self.cover)),
            CoverOrder::HighFirst => self.through.saturating_sub(hits),
        };
        (on_cover, self.target + past)
    }
}
