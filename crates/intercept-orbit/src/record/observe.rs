//! Observer that turns events into counts.

use super::{CoverHit, Hit, Record, Side, Whole, strike};
use crate::battle::state::{CoverBy, Life, Loss, Phase, Target};
use crate::battle::{Battle, Event, KeyedDice, State, Strike};
use crate::ids::AssetId;
use hitchart_mobile_frame::{PlayerId, record::Attack};
use hitchart_play::{Game, Observer, Scores};

// For one kind of dice, so that this crate compiles it.
impl Observer<Battle<KeyedDice>> for Record {
    fn see(&mut self, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
        count(self, battle, state, event);
    }
}

/// Counts an event; `state` is the state right after it.
fn count(record: &mut Record, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
    match event {
        Event::RoundBegan { round, .. } => begin_round(record, battle, state, *round),
        Event::TurnBegan { asset, attacked_by } => record.begin_turn(side(state, *asset), attacked_by.is_some()),
        Event::Passed { .. } => record.add(Whole::Passes, 1),
        Event::Declared { target, .. } => record.add(Whole::Named, (*target != Target::Nothing).into()),
        Event::AttackForgone { .. } => record.add(Whole::Forgone, 1),
        Event::Attacked(strike) => struck(record, battle, state, strike),
        Event::Spared { cover, hits, .. } => {
            record.add(Whole::SpotsSparing, 1);
            if takes_harm(battle, *cover) {
                record.whole[Whole::ToCover as usize] -= u32::from(*hits);
            }
        }
        Event::DebrisHit { hits, .. } => record.add(Whole::DebrisHits, (*hits).into()),
        Event::DebrisDestroyed { .. } => record.add(Whole::DebrisDestroyed, 1),
        Event::Repaired { .. } => record.add(Whole::ShipRepairs, 1),
        Event::SetOut { maneuver, pips, .. } => {
            let clicks = maneuver.hinges().iter().map(|clicks| u32::from(clicks.unsigned_abs())).sum();
            record.add(Whole::Clicks, clicks);
            record.add(Whole::Pips, (*pips).into());
        }
        Event::Avoided { pips, .. } => record.add(Whole::Pips, (*pips).into()),
        Event::Collided { rammer, target, chosen, on_rammer, on_target, .. } => {
            record.add(Whole::Collisions, 1);
            // High value assets and debris take no damage (I53).
            let damage = |thing: AssetId, hits: u8| {
                let takes = state.assets().get(thing.index()).is_some_and(|asset| !asset.is_hva());
                if takes { u32::from(hits) } else { 0 }
            };
            record.add(Whole::CollisionDamage, damage(*rammer, *on_rammer) + damage(*target, *on_target));
            if *chosen {
                record.add(Whole::Rams, 1);
                record.add_to(side(state, *rammer), Side::Rams, 1);
            }
        }
        Event::Spotted { replaced, .. } => {
            record.add(Whole::Spots, 1);
            record.add(Whole::Respots, replaced.is_some().into());
        }
        Event::Lost { loss, .. } => record.add(kind_of(*loss), 1),
        Event::Dodged { .. } => record.add(Whole::Dodges, 1),
        Event::Destroyed { asset, by } => destroyed(record, state, *asset, *by),
        Event::Left { .. } => {
            record.add(Whole::Edge, 1);
            follow_losses(record, state);
        }
        Event::LostAboard { .. } => {
            record.add(Whole::Aboard, 1);
            follow_losses(record, state);
        }
        Event::Ticked { by: Some(player), .. } => record.tick(*player),
        Event::Held { .. } => record.add(Whole::Holds, 1),
        Event::Dropped { .. } => record.add(Whole::Dropped, 1),
        Event::Over { scores } => end_battle(record, state, &scores[..usize::from(state.player_count)]),
        _ => count_holding(record, battle, state, event),
    }
}

/// Counts events of fuel, boarding, changes of hands, and ends of turns and rounds.
fn count_holding(record: &mut Record, battle: &Battle<KeyedDice>, state: &State, event: &Event) {
    match event {
        Event::Mended { .. } => record.add(Whole::CompanyRepairs, 1),
        Event::Launched { asset, by, .. } => {
            record.add(Whole::Launches, 1);
            record.add_to(side(state, *by), Side::Launches, 1);
            record.add(Whole::Refuelled, u32::from(record.own.adrift.has(*asset)));
            record.own.adrift.remove(*asset);
        }
        Event::Drifted { asset } => {
            record.add(Whole::Adrift, 1);
            record.add_to(state.asset(*asset).owner, Side::Adrift, 1);
            record.own.adrift.insert(*asset);
        }
        Event::PickedUp { asset, by, .. } => {
            let own = side(state, *by) == state.asset(*asset).owner;
            record.add(if own { Whole::Rescued } else { Whole::CapturedAdrift }, 1);
        }
        Event::Taken { asset, from, to } => taken(record, state, *asset, *from, *to),
        Event::Reverted { .. } => record.add(Whole::Reversions, 1),
        Event::Boarded { .. } => record.add(Whole::Boardings, 1),
        Event::Aided { .. } => record.add(Whole::Aids, 1),
        Event::BoardingHit { damage, .. } => record.add(Whole::BoardingDamage, (*damage).into()),
        Event::TurnEnded { unused, .. } => {
            record.add(Whole::UnusedWhites, unused.whites.into());
            record.add(Whole::UnusedBlacks, unused.blacks.into());
            record.add(Whole::UnusedColours, unused.colours.into());
            record.follow_lead(&battle.scores(state));
        }
        _ => {}
    }
}

/// Begins a round. The previous round, which includes its clock, fuel and boarding, ends here.
fn begin_round(record: &mut Record, battle: &Battle<KeyedDice>, state: &State, round: u8) {
    record.whole[Whole::Rounds as usize] = round.into();
    let scores = battle.scores(state);
    if round > 1 { record.end_round(&scores, round - 1) } else { record.begin(&scores) }
}

fn struck(record: &mut Record, battle: &Battle<KeyedDice>, state: &State, struck: &Strike) {
    let target = struck.target.asset();
    record.attack(&Attack {
        kind: strike(struck.band, target_of(state, struck.target), shelter_of(struck.cover)),
        attacker: side(state, struck.asset),
        target: target.map(|target| side(state, target)),
        dice: struck.dice,
        hits: struck.on_target,
        on_cover: struck.on_cover,
    });
    record.add(Whole::SpotsUsed, (struck.spot > 0).into());
    let absorbed = u32::from(struck.on_cover);
    match struck.cover {
        // If a spot spares the cover after the roll, an event takes this count back (I41).
        cover if takes_harm(battle, cover) && !struck.spared => record.add(Whole::ToCover, absorbed),
        CoverBy::Screen => record.add(Whole::Screened, absorbed),
        _ => {}
    }
    record.add(Whole::SpotsSparing, struck.spared.into());
    let Some(target) = target else { return };
    let hits = u32::from(struck.on_target);
    let bands = [Whole::Dogfight, Whole::PointDefense, Whole::Assault, Whole::Support];
    record.add(bands[struck.band as usize], hits);
    record.add(if state.asset(target).is_ship() { Whole::ToShips } else { Whole::ToCompanies }, hits);
}

fn destroyed(record: &mut Record, state: &State, asset: AssetId, by: Option<AssetId>) {
    let boarding = matches!(state.phase, Phase::Ending(_));
    if state.asset(asset).is_ship() {
        record.add(Whole::Ships, 1);
    } else {
        record.add(Whole::Companies, 1);
        record.add(Whole::CompaniesByFire, (by.is_some() && !boarding).into());
        record.add(Whole::CompaniesBoarding, boarding.into());
    }
    follow_losses(record, state);
}

/// Counts tactical assets that have left the battle since the last call.
fn follow_losses(record: &mut Record, state: &State) {
    for asset in AssetId::first(state.tactical_count.into()) {
        let is_gone = matches!(state.asset(asset).life(), Life::Destroyed | Life::Lost);
        if is_gone && !record.own.gone.has(asset) {
            record.own.gone.insert(asset);
            record.lose(state.round);
            record.add_to(state.asset(asset).owner, Side::TacticalLost, 1);
        }
    }
}

fn taken(record: &mut Record, state: &State, asset: AssetId, from: PlayerId, to: PlayerId) {
    if state.asset(asset).is_hva() {
        record.add(Whole::HvasTaken, 1);
        return record.add_to(to, Side::HvasTaken, 1);
    }
    record.add(Whole::Captures, 1);
    record.add_to(to, Side::Captures, 1);
    record.add_to(from, Side::LostToCapture, 1);
}

fn end_battle(record: &mut Record, state: &State, scores: &[i32]) {
    let scores = Scores::new(scores.iter().copied());
    record.end_round(&scores, state.round);
    follow_losses(record, state);
    record.end(&scores, &state.seats);
    for player in 0..scores.as_slice().len() {
        let held = |what: fn(&crate::battle::state::Asset) -> bool| {
            let own = state.of(PlayerId::new(player as u8)).iter().map(|asset| state.asset(asset));
            own.filter(|asset| what(asset) && matches!(asset.life(), Life::Standing | Life::Docked)).count() as i32
        };
        let (ships, companies) = (held(|asset| asset.is_ship()), held(|asset| asset.is_company()));
        record.add(Whole::AssetsLeft, (ships + companies) as u32);
        record.add(Whole::Eliminated, (ships + companies == 0).into());
        let side = &mut record.sides[player];
        side[Side::ShipsLeft as usize] = ships;
        side[Side::CompaniesLeft as usize] = companies;
        side[Side::HvasHeld as usize] = held(|asset| asset.is_hva());
    }
}

/// Returns true if the cover is an asset that takes the hits that it absorbs (I39).
fn takes_harm(battle: &Battle<KeyedDice>, cover: CoverBy) -> bool {
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
