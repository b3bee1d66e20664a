//! Attacks; and the actions of a hangar: repair, fuel and launches.

use super::super::dice::{BattleDice, Purpose, throw};
use super::super::event::{Event, Strike};
use super::super::legal::attack::{band_of_company, chart, cover_of, reads_dogfight_table};
use super::super::state::{Blow, Colour, CoverBy, Die, Life, Parts, Stage, Target, Turn, Victim, Wound};
use super::super::{
    super::attack::Band, super::ship::System, super::space::Pose, Battle, action::Decision, candidates::is_choice,
    legal::places::ship_at,
};
use super::Play;
use crate::{battle_rules::Spared, ids::AssetId};
use hitchart_dice::plan::{Cover, FaceCounts};
use hitchart_mobile_frame::{dice::roll_d6, geometry::Point};
use hitchart_play::Observer;

// An attack: its die, the answer of the target, the spot, the cover, and the damage dice.

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Declares the attack with a die. A target without a defense answers first ("Combat Order"; I45).
    pub(crate) fn declare_attack(&mut self, die: Die, target: Target) {
        let turn = *self.state.turn_mut();
        let band = match target {
            Target::Asset(other) if self.state.asset(turn.asset).is_company() => {
                band_of_company(self.battle, self.state, turn.asset, other).unwrap_or(Band::Dogfight)
            }
            _ => turn.band,
        };
        let turn = self.state.turn_mut();
        turn.spend(Colour::Red, die);
        (turn.attack_die, turn.target, turn.band) = (die, target, band);
        (turn.attacked, turn.stage, turn.with_spot, turn.blow) = (true, Stage::Attack, false, Blow::NONE);
        let (asset, value) = (turn.asset, turn.hand().value(Colour::Red, die));
        self.tell(|| Event::AttackDeclared { asset, target, band, die, value });
    }

    /// Waits for the target's defense: a target that has not acted takes the first part of its turn.
    pub(crate) fn attack_step(&mut self) {
        let turn = *self.state.turn_mut();
        self.state.turn_mut().stage = Stage::UseSpot;
        if let Target::Asset(other) = turn.target {
            let asset = self.state.asset(other);
            if asset.stands() && asset.defense.is_none() && !self.state.has_acted(other) {
                self.begin_turn(other, Some(turn.asset));
            }
        }
    }

    /// Asks about adding the spot, if there is one.
    pub(crate) fn use_spot_step(&mut self) {
        let turn = *self.state.turn_mut();
        match turn.target.asset().map_or(0, |target| self.state.asset(target).spotted()) {
            0 => self.use_spot(false),
            _ => self.ask_side(Decision::UseSpot),
        }
    }

    /// Adds the spot or not, and finds the cover of the target.
    pub(crate) fn use_spot(&mut self, with_spot: bool) {
        let turn = *self.state.turn_mut();
        let cover = cover_of(self.battle, self.state, turn.asset, turn.target, turn.band);
        let before = self.rules().cover.spared == Spared::BeforeRoll;
        let asks = with_spot && before && is_harmed(self.battle, cover);
        let turn = self.state.turn_mut();
        (turn.with_spot, turn.blow.cover) = (with_spot, cover);
        turn.stage = if asks { Stage::Spare } else { Stage::Resolve };
    }

    /// Asks about sparing the cover of the target (I41).
    pub(crate) fn spare_step(&mut self) {
        self.ask_side(Decision::Spare);
    }

    /// Spares the cover of the target, or not. After the roll the hits then take effect.
    pub(crate) fn spare(&mut self, spared: bool) {
        let turn = self.state.turn_mut();
        turn.blow.spared = spared;
        match self.rules().cover.spared {
            Spared::BeforeRoll => self.state.turn_mut().stage = Stage::Resolve,
            Spared::AfterRoll => {
                let Turn { asset, blow, .. } = *self.state.turn_mut();
                if spared {
                    self.tell(|| Event::Spared { asset, cover: blow.cover, hits: blow.on_cover });
                }
                self.land();
            }
        }
    }

    /// Rolls the damage dice.
    pub(crate) fn resolve_step(&mut self) {
        let mut strike = self.strike();
        let (counts, cover) = self.roll_damage(&mut strike);
        (strike.on_cover, strike.on_target) = match cover {
            // Cover that does not run out absorbs every hit that cover can absorb, and spared cover takes no damage
            // (I39, I42).
            Cover::Immune => {
                let chart = self.chart_of(&strike);
                (counts.resolve(&chart, Cover::Hits(u8::MAX)).0, counts.resolve(&chart, Cover::Immune).1)
            }
            cover => counts.resolve(&self.chart_of(&strike), cover),
        };
        let harmed = is_harmed(self.battle, strike.cover) && strike.on_cover > 0;
        let turn = self.state.turn_mut();
        (turn.blow.on_cover, turn.blow.on_target) = (strike.on_cover, strike.on_target);
        let asks = harmed && turn.with_spot && self.rules().cover.spared == Spared::AfterRoll;
        self.tell(|| Event::Attacked(strike));
        match asks {
            true => self.state.turn_mut().stage = Stage::Spare,
            false => self.land(),
        }
    }

    fn chart_of(&self, strike: &Strike) -> hitchart_dice::plan::HitChart {
        let on_company = strike.target.asset().is_some_and(|target| self.state.asset(target).is_company());
        let covered = strike.cover != CoverBy::Nothing;
        chart(self.battle, (self.state.asset(strike.asset), strike.band), on_company, covered)
    }

    fn roll_damage(&self, strike: &mut Strike) -> (FaceCounts, Cover) {
        let chart = self.chart_of(strike);
        let throw = throw(self.state, Purpose::Damage, strike.asset);
        let mut counts = FaceCounts::default();
        let count = |face| counts.add(face, &chart);
        strike.faces = roll_d6(&self.battle.dice, throw, strike.dice, O::WANTS_FACES, count);
        (counts, self.battle.cover_of_plan(self.state, strike.cover))
    }

    /// Returns the attack of the turn in control, before its damage dice.
    fn strike(&mut self) -> Strike {
        let turn = *self.state.turn_mut();
        let (spot, spotted_by) = self.take_spots(&turn);
        let defense = turn.target.asset().and_then(|target| self.state.asset(target).defense).unwrap_or(0);
        let attack = turn.hand().value(Colour::Red, turn.attack_die);
        Strike {
            asset: turn.asset,
            target: turn.target,
            band: turn.band,
            dogfight: reads_dogfight_table(self.battle, self.state.asset(turn.asset), turn.band),
            die: turn.attack_die,
            attack,
            spot,
            spotted_by,
            defense,
            dice: (attack + spot).saturating_sub(defense),
            cover: turn.blow.cover,
            spared: turn.blow.spared,
            faces: Vec::new(),
            on_cover: 0,
            on_target: 0,
        }
    }

    /// Removes used spots from their target, including the yellow ace's, and returns their sum and the assets that
    /// placed them (I62).
    fn take_spots(&mut self, turn: &Turn) -> (u8, [AssetId; 2]) {
        let Target::Asset(target) = turn.target else { return (0, [turn.asset; 2]) };
        if !turn.with_spot {
            return (0, [turn.asset; 2]);
        }
        let target = self.state.asset_mut(target);
        let spots = [target.spot.take(), target.ace_spot.take()];
        let value = spots.iter().flatten().map(|spot| spot.value).sum();
        (value, spots.map(|spot| spot.map_or(turn.asset, |spot| spot.by)))
    }

    /// Applies the hits of an attack: to the target, and to the cover unless it is spared.
    fn land(&mut self) {
        let turn = self.state.turn_mut();
        turn.stage = Stage::Proceed;
        let Turn { asset, target, blow, .. } = *turn;
        let wound = |hit: AssetId, hits: u8| Wound { victim: Victim::Asset(hit), hits, by: Some(asset) };
        match target {
            Target::Asset(hit) => self.wound(wound(hit, blow.on_target)),
            Target::Debris(piece) => self.hit_debris(piece, blow.on_target),
            Target::Nothing => {}
        }
        if blow.spared {
            return;
        }
        match blow.cover {
            CoverBy::Asset(covering) if self.rules().cover.ships_take => self.wound(wound(covering, blow.on_cover)),
            CoverBy::Debris(piece) => self.hit_debris(piece, blow.on_cover),
            _ => {}
        }
    }

    /// Adds hits to debris, and removes it after enough of them (I40).
    fn hit_debris(&mut self, piece: u8, hits: u8) {
        if hits == 0 || !self.state.debris_left >> piece & 1 == 1 {
            return;
        }
        let debris = &mut self.state.debris[usize::from(piece)];
        debris.hits = debris.hits.saturating_add(hits);
        let taken = debris.hits;
        self.tell(|| Event::DebrisHit { piece, hits });
        if taken >= self.rules().cover.debris_hits {
            self.destroy_debris(piece);
        }
    }

    /// Removes a piece of debris from the table.
    pub(crate) fn destroy_debris(&mut self, piece: u8) {
        self.state.debris_left &= !(1 << piece);
        self.tell(|| Event::DebrisDestroyed { piece });
    }
}

/// Returns true if the cover takes damage from the hits that it absorbs (I39, I40, I42).
fn is_harmed<D>(battle: &Battle<D>, cover: CoverBy) -> bool {
    match cover {
        CoverBy::Nothing | CoverBy::Screen => false,
        CoverBy::Debris(_) => true,
        CoverBy::Asset(_) => battle.rules.cover.ships_take,
    }
}

// Repair, fuel and launches ("Launch, Fueling, and Repairing Mobile Frames"; I15 to I21, I60).

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Asks for the next action of the hangar, as long as there is one.
    pub(crate) fn launch_step(&mut self) {
        let carrier = self.state.turn_mut().asset;
        let works = self.state.asset(carrier).systems.count(System::Catapult) > 0;
        match works && is_choice(self.battle, self.state, Decision::Launch) {
            true => self.ask_side(Decision::Launch),
            false => self.state.turn_mut().stage = Stage::Spot,
        }
    }

    /// Repairs a company with a die, up to as many systems and whites as the die shows (I21).
    pub(crate) fn mend(&mut self, company: AssetId, die: Die, parts: Parts, whites: u8) {
        let turn = self.state.turn_mut();
        let (by, value) = (turn.asset, turn.hand().value(Colour::Yellow, die));
        turn.spend(Colour::Green, die);
        let asset = self.state.asset_mut(company);
        asset.parts = Parts(asset.parts.0 | parts.0);
        asset.whites += whites;
        self.tell(|| Event::Mended { asset: company, by, die, value, parts, whites });
    }

    /// Launches a company. A die sets its fuel; without a die it keeps its fuel. It acts this round if it has not acted
    /// yet (I18).
    pub(crate) fn launch(&mut self, company: AssetId, die: Die) {
        let turn = self.state.turn_mut();
        let (by, value) = (turn.asset, turn.hand().value(Colour::Yellow, die));
        turn.spend(Colour::Green, die);
        turn.launches += 1;
        (turn.launching, turn.stage) = (company, Stage::Place);
        self.state.set_life(company, Life::Standing);
        let asset = self.state.asset_mut(company);
        asset.carried_by = None;
        if die != Die::None {
            asset.fuel = value;
        }
        let fuel = asset.fuel;
        self.look_beside(company);
        self.tell(|| Event::Launched { asset: company, by, die, fuel });
    }

    /// Places the launched company on the table.
    pub(crate) fn place_launched(&mut self, at: Point) {
        let turn = self.state.turn_mut();
        let company = turn.launching;
        turn.stage = Stage::Launch;
        let on = ship_at(self.battle, self.state, at);
        self.state.asset_mut(company).on = on;
        self.put(company, Pose { at, heading: 0 });
        self.tell(|| Event::CompanyPlaced { asset: company, at, on });
        self.look_at_hvas();
    }
}
