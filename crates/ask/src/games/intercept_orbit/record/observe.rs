//! Observer that turns events into counts.

use super::{CoverHit, Hit, Record, Side, Whole, strike};
use crate::games::mobile_frame::Attack;
use hitchart_intercept_orbit::battle::state::{CoverBy, Life, Loss, Phase, Target};
use hitchart_intercept_orbit::battle::{Battle, Event, State, Strike};
use hitchart_intercept_orbit::ids::AssetId;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Observer, Scores};

impl<D> Observer<Battle<D>> for Record
where
    Battle<D>: Game<State = State, Event = Event>,
{
    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.count(battle, state, event);
    }
}

impl Record {
    /// Counts an event; `state` is the state right after it.
    fn count<D>(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        match event {
            Event::RoundBegan { round, .. } => self.begin_round(state, *round),
            Event::TurnBegan { asset, attacked_by } => self.begin_turn(side(state, *asset), attacked_by.is_some()),
            Event::Passed { .. } => self.add(Whole::Passes, 1),
            Event::Declared { target, .. } => self.add(Whole::Named, (*target != Target::Nothing).into()),
            Event::AttackForgone { .. } => self.add(Whole::Forgone, 1),
            Event::Attacked(strike) => self.strike(battle, state, strike),
            Event::Spared { cover, hits, .. } => {
                self.add(Whole::SpotsSparing, 1);
                if takes_harm(battle, *cover) {
                    self.whole[Whole::ToCover as usize] -= u32::from(*hits);
                }
            }
            Event::DebrisHit { hits, .. } => self.add(Whole::DebrisHits, (*hits).into()),
            Event::DebrisDestroyed { .. } => self.add(Whole::DebrisDestroyed, 1),
            Event::Repaired { .. } => self.add(Whole::ShipRepairs, 1),
            Event::SetOut { maneuver, pips, .. } => {
                let clicks = maneuver.hinges().iter().map(|clicks| u32::from(clicks.unsigned_abs())).sum();
                self.add(Whole::Clicks, clicks);
                self.add(Whole::Pips, (*pips).into());
            }
            Event::Avoided { pips, .. } => self.add(Whole::Pips, (*pips).into()),
            Event::Collided { rammer, target, chosen, on_rammer, on_target, .. } => {
                self.add(Whole::Collisions, 1);
                // High value assets and debris take no damage (I53).
                let damage = |thing: AssetId, hits: u8| {
                    let takes = state.assets().get(thing.index()).is_some_and(|asset| !asset.is_hva());
                    if takes { u32::from(hits) } else { 0 }
                };
                self.add(Whole::CollisionDamage, damage(*rammer, *on_rammer) + damage(*target, *on_target));
                if *chosen {
                    self.add(Whole::Rams, 1);
                    self.add_to(side(state, *rammer), Side::Rams, 1);
                }
            }
            Event::Spotted { replaced, .. } => {
                self.add(Whole::Spots, 1);
                self.add(Whole::Respots, replaced.is_some().into());
            }
            Event::Lost { loss, .. } => self.add(kind_of(*loss), 1),
            Event::Dodged { .. } => self.add(Whole::Dodges, 1),
            Event::Destroyed { asset, by } => self.destroyed(state, *asset, *by),
            Event::Left { .. } => {
                self.add(Whole::Edge, 1);
                self.follow_losses(state);
            }
            Event::LostAboard { .. } => {
                self.add(Whole::Aboard, 1);
                self.follow_losses(state);
            }
            Event::Ticked { by: Some(player), .. } => self.tick(*player),
            Event::Held { .. } => self.add(Whole::Holds, 1),
            Event::Dropped { .. } => self.add(Whole::Dropped, 1),
            Event::Over { scores } => self.end_battle(state, &scores[..usize::from(state.player_count)]),
            _ => self.count_holding(state, event),
        }
    }

    /// Counts events of fuel, boarding, changes of hands, and ends of turns and rounds.
    fn count_holding(&mut self, state: &State, event: &Event) {
        match event {
            Event::Mended { .. } => self.add(Whole::CompanyRepairs, 1),
            Event::Launched { asset, by, .. } => {
                self.add(Whole::Launches, 1);
                self.add_to(side(state, *by), Side::Launches, 1);
                self.add(Whole::Refuelled, u32::from(self.own.adrift.has(*asset)));
                self.own.adrift.remove(*asset);
            }
            Event::Drifted { asset } => {
                self.add(Whole::Adrift, 1);
                self.add_to(state.asset(*asset).owner, Side::Adrift, 1);
                self.own.adrift.insert(*asset);
            }
            Event::PickedUp { asset, by, .. } => {
                let own = side(state, *by) == state.asset(*asset).owner;
                self.add(if own { Whole::Rescued } else { Whole::CapturedAdrift }, 1);
            }
            Event::Taken { asset, from, to } => self.taken(state, *asset, *from, *to),
            Event::Reverted { .. } => self.add(Whole::Reversions, 1),
            Event::Boarded { .. } => self.add(Whole::Boardings, 1),
            Event::Aided { .. } => self.add(Whole::Aids, 1),
            Event::BoardingHit { damage, .. } => self.add(Whole::BoardingDamage, (*damage).into()),
            Event::TurnEnded { unused, .. } => {
                self.add(Whole::UnusedWhites, unused.whites.into());
                self.add(Whole::UnusedBlacks, unused.blacks.into());
                self.add(Whole::UnusedColours, unused.colours.into());
                self.follow_lead(&scores_of(state));
            }
            _ => {}
        }
    }

    fn add(&mut self, metric: Whole, count: u32) {
        self.whole[metric as usize] += count;
    }

    fn add_to(&mut self, player: PlayerId, metric: Side, count: i32) {
        self.sides[player.index()][metric as usize] += count;
    }

    /// Begins a round. The previous round, which includes its clock, fuel and boarding, ends here.
    fn begin_round(&mut self, state: &State, round: u8) {
        self.whole[Whole::Rounds as usize] = round.into();
        let scores = scores_of(state);
        if round > 1 { self.end_round(&scores, round - 1) } else { self.begin(&scores) }
    }

    fn strike<D>(&mut self, battle: &Battle<D>, state: &State, struck: &Strike) {
        let target = struck.target.asset();
        self.attack(&Attack {
            kind: strike(struck.band, target_of(state, struck.target), shelter_of(struck.cover)),
            attacker: side(state, struck.asset),
            target: target.map(|target| side(state, target)),
            dice: struck.dice,
            hits: struck.on_target,
            on_cover: struck.on_cover,
        });
        self.add(Whole::SpotsUsed, (struck.spot > 0).into());
        let absorbed = u32::from(struck.on_cover);
        match struck.cover {
            // If a spot spares the cover after the roll, an event takes this count back (I41).
            cover if takes_harm(battle, cover) && !struck.spared => self.add(Whole::ToCover, absorbed),
            CoverBy::Screen => self.add(Whole::Screened, absorbed),
            _ => {}
        }
        self.add(Whole::SpotsSparing, struck.spared.into());
        let Some(target) = target else { return };
        let hits = u32::from(struck.on_target);
        let bands = [Whole::Dogfight, Whole::PointDefense, Whole::Assault, Whole::Support];
        self.add(bands[struck.band as usize], hits);
        self.add(if state.asset(target).is_ship() { Whole::ToShips } else { Whole::ToCompanies }, hits);
    }

    fn destroyed(&mut self, state: &State, asset: AssetId, by: Option<AssetId>) {
        let boarding = matches!(state.phase, Phase::Ending(_));
        if state.asset(asset).is_ship() {
            self.add(Whole::Ships, 1);
        } else {
            self.add(Whole::Companies, 1);
            self.add(Whole::CompaniesByFire, (by.is_some() && !boarding).into());
            self.add(Whole::CompaniesBoarding, boarding.into());
        }
        self.follow_losses(state);
    }

    /// Counts tactical assets that have left the battle since the last call.
    fn follow_losses(&mut self, state: &State) {
        for asset in AssetId::first(state.tactical_count.into()) {
            let is_gone = matches!(state.asset(asset).life(), Life::Destroyed | Life::Lost);
            if is_gone && !self.own.gone.has(asset) {
                self.own.gone.insert(asset);
                self.lose(state.round);
                self.add_to(state.asset(asset).owner, Side::TacticalLost, 1);
            }
        }
    }

    fn taken(&mut self, state: &State, asset: AssetId, from: PlayerId, to: PlayerId) {
        if state.asset(asset).is_hva() {
            self.add(Whole::HvasTaken, 1);
            return self.add_to(to, Side::HvasTaken, 1);
        }
        self.add(Whole::Captures, 1);
        self.add_to(to, Side::Captures, 1);
        self.add_to(from, Side::LostToCapture, 1);
    }

    fn end_battle(&mut self, state: &State, scores: &[i32]) {
        let scores = Scores::new(scores.iter().copied());
        self.end_round(&scores, state.round);
        self.follow_losses(state);
        self.end(&scores, &state.seats);
        for player in 0..scores.as_slice().len() {
            let held = |what: fn(&hitchart_intercept_orbit::battle::state::Asset) -> bool| {
                let own = state.of(PlayerId::new(player as u8)).iter().map(|asset| state.asset(asset));
                own.filter(|asset| what(asset) && matches!(asset.life(), Life::Standing | Life::Docked)).count() as i32
            };
            let (ships, companies) = (held(|asset| asset.is_ship()), held(|asset| asset.is_company()));
            self.add(Whole::AssetsLeft, (ships + companies) as u32);
            self.add(Whole::Eliminated, (ships + companies == 0).into());
            let side = &mut self.sides[player];
            side[Side::ShipsLeft as usize] = ships;
            side[Side::CompaniesLeft as usize] = companies;
            side[Side::HvasHeld as usize] = held(|asset| asset.is_hva());
        }
    }
}

/// Returns true if the cover is an asset that takes the hits that it absorbs (I39).
fn takes_harm<D>(battle: &Battle<D>, cover: CoverBy) -> bool {
    matches!(cover, CoverBy::Asset(_)) && battle.rules.cover.ships_take
}

fn kind_of(loss: Loss) -> Whole {
    match loss {
        Loss::System(_) | Loss::Part(_) => Whole::Systems,
        Loss::White => Whole::Whites,
        Loss::Ace => Whole::Aces,
    }
}

fn target_of(state: &State, target: Target) -> Hit {
    match target {
        Target::Asset(asset) if state.asset(asset).is_ship() => Hit::Ship,
        Target::Asset(_) => Hit::Company,
        Target::Debris(_) | Target::Nothing => Hit::Debris,
    }
}

fn shelter_of(cover: CoverBy) -> CoverHit {
    match cover {
        CoverBy::Nothing => CoverHit::Open,
        CoverBy::Debris(_) | CoverBy::Asset(_) => CoverHit::Cover,
        CoverBy::Screen => CoverHit::Screen,
    }
}

/// Returns the player who controls an asset.
fn side(state: &State, asset: AssetId) -> PlayerId {
    state.asset(asset).side()
}

fn scores_of(state: &State) -> Scores {
    Scores::new(state.player_ids().map(|player| state.score(player)))
}
