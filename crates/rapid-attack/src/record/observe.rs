//! Counts from events.

use super::{Record, Side, Whole, strike};
use crate::battle::state::{Colour, CoverBy, Die, Station, Target};
use crate::battle::{Battle, Event, KeyedDice, State, Strike};
use crate::{battle::range_band::CLOSE, battle_rules::Dodge, ids::UnitId};
use hitchart_mobile_frame::{PlayerId, geometry::Point, record::Attack};
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
        Event::TurnBegan { unit, attacked_by } => record.begin_turn(owner(state, *unit), attacked_by.is_some()),
        Event::Passed { .. } => record.add(Whole::Passes, 1),
        Event::Moved { .. } => record.add(Whole::Moves, 1),
        Event::AttackForgone { unit } => {
            record.add(Whole::Forgone, 1);
            record.add(Whole::ForgoneNearOthers, others_in_range(battle, state, *unit).into());
        }
        Event::AttackDeclared { .. } => fire_rockets(record, battle, state),
        Event::Attacked(strike) => struck(record, state, strike),
        Event::CoverHit { hits, .. } => record.add(Whole::CoverHits, (*hits).into()),
        Event::CoverDestroyed { .. } => record.add(Whole::CoverDestroyed, 1),
        Event::SystemLost { .. } => record.add(Whole::Systems, 1),
        Event::WhiteLost { .. } => record.add(Whole::Whites, 1),
        Event::Defended { die, value, .. } => {
            record.add(Whole::BluesUnused, wastes_blue(state, *die, *value).into());
        }
        Event::Dodged { from, to, .. } => {
            record.add(Whole::Dodges, 1);
            record.add(Whole::ShortDodges, is_short(battle, state, *from, *to).into());
        }
        Event::Fell { .. } => record.add(Whole::Falls, 1),
        Event::Destroyed { unit, by } => destroyed(record, state, *unit, *by),
        Event::StationTaken { to, .. } => station(record, *to),
        Event::Jettisoned { .. } => record.add(Whole::Jettisoned, 1),
        Event::Declared { target, rockets, .. } => {
            record.add(Whole::Named, (*target != Target::Nothing).into());
            record.add(Whole::Rockets, (*rockets).into());
            if !battle.rules.turn.rockets_spent_on_attack {
                record.add(Whole::RocketsUnused, (*rockets).into());
            }
        }
        Event::Spotted { unit, value, replaced, .. } => {
            record.add(Whole::Spots, 1);
            record.add(Whole::SpotValues, (*value).into());
            record.add(Whole::Respots, replaced.is_some().into());
            record.add_to(owner(state, *unit), Side::Spots, 1);
        }
        Event::TurnEnded { unit, unused } => {
            record.add(Whole::UnusedWhites, unused.whites.into());
            record.add(Whole::UnusedColours, unused.colours.into());
            record.add(Whole::InCover, is_in_cover(battle, state, *unit).into());
            record.add_to(owner(state, *unit), Side::Unused, unused.whites.into());
            record.follow_lead(&battle.scores(state));
        }
        Event::RoundEnded { round } => record.end_round(&battle.scores(state), *round),
        Event::Ticked { by: Some(player), .. } => record.tick(*player),
        Event::Held { .. } => record.add(Whole::Holds, 1),
        Event::FrameAdded { .. } | Event::FrameWithdrawn { .. } => record.add(Whole::TieBroken, 1),
        Event::Blocked => record.add(Whole::Blocked, 1),
        Event::Over { scores } => end_battle(record, state, &scores[..usize::from(state.player_count)]),
        _ => {}
    }
}

/// Records the turn in which a metric happens for the first time. Until the end of the game the number is one too
/// high, because 0 means not yet.
fn once(record: &mut Record, metric: Whole) {
    let now = record.whole(Whole::Turns) + 1;
    let noted = &mut record.whole[metric as usize];
    if *noted == 0 {
        *noted = now;
    }
}

fn begin_round(record: &mut Record, battle: &Battle<KeyedDice>, state: &State, round: u8) {
    record.whole[Whole::Rounds as usize] = round.into();
    if round == 1 {
        record.begin(&battle.scores(state));
    }
}

/// Counts rockets as used when their attack is made. Rockets that are gone once rolled count as unused until then.
fn fire_rockets(record: &mut Record, battle: &Battle<KeyedDice>, state: &State) {
    if !battle.rules.turn.rockets_spent_on_attack {
        let fired = state.turn_in_control().map_or(0, |turn| turn.rockets);
        record.whole[Whole::RocketsUnused as usize] -= u32::from(fired);
    }
}

fn struck(record: &mut Record, state: &State, struck: &Strike) {
    let attacker = owner(state, struck.unit);
    record.attack(&Attack {
        kind: strike(struck.range, struck.chart),
        attacker,
        target: struck.target.frame().map(|target| owner(state, target)),
        dice: struck.dice,
        hits: struck.on_target,
        on_cover: struck.on_cover,
    });
    if matches!(struck.cover, CoverBy::Frame(_)) {
        record.add(Whole::ScreenDamage, struck.on_cover.into());
    }
    if struck.spot > 0 {
        spot_used(record, state, struck, attacker);
    }
    if struck.target.frame().is_some() {
        once(record, Whole::FirstAttack);
        let ranges = [Whole::HandToHand, Whole::Direct, Whole::Artillery];
        record.add(ranges[struck.range as usize], struck.on_target.into());
    }
}

fn spot_used(record: &mut Record, state: &State, struck: &Strike, attacker: PlayerId) {
    let Some(by) = struck.spotted_by else { return };
    let spotter = owner(state, by);
    let whose = match (by == struck.unit, spotter == attacker) {
        (true, _) => Whole::OwnSpots,
        (false, true) => Whole::FriendSpots,
        (false, false) => Whole::RivalSpots,
    };
    record.add(Whole::SpotsUsed, 1);
    record.add(whose, 1);
    record.add_to(attacker, Side::SpotsUsed, 1);
    record.add_to(spotter, Side::SpotsGiven, (spotter != attacker).into());
}

fn destroyed(record: &mut Record, state: &State, unit: UnitId, by: Option<UnitId>) {
    let loser = owner(state, unit);
    record.add(Whole::Frames, 1);
    record.add_to(loser, Side::FramesLost, 1);
    record.lose(state.round);
    if let Some(winner) = by.map(|by| owner(state, by)).filter(|winner| *winner != loser) {
        record.add_to(winner, Side::Kills, 1);
    }
}

fn station(record: &mut Record, to: Option<PlayerId>) {
    match to {
        None => record.add(Whole::Abandoned, 1),
        Some(player) => {
            once(record, Whole::FirstCapture);
            record.add(Whole::Captures, 1);
            record.add_to(player, Side::Captures, 1);
        }
    }
}

fn end_battle(record: &mut Record, state: &State, scores: &[i32]) {
    let scores = Scores::new(scores.iter().copied());
    record.follow_scores(&scores, state.round);
    record.end(&scores, &state.seats);
    record.add(Whole::ByClock, (state.clock == 0).into());
    let after = record.whole(Whole::Turns) + 1;
    for metric in [Whole::FirstAttack, Whole::FirstCapture] {
        let noted = &mut record.whole[metric as usize];
        *noted = noted.checked_sub(1).unwrap_or(after);
    }
    for (i, player) in state.players().iter().enumerate() {
        let gone = u32::from(player.frames == 0);
        record.add(Whole::FramesLeft, player.frames.into());
        record.add(Whole::Held, player.stations.into());
        record.add(Whole::Eliminated, gone);
        record.add(Whole::WonWithoutFrames, gone * u32::from(scores.winner() == Some(i)));
        let side = &mut record.sides[i];
        side[Side::FramesLeft as usize] = player.frames.into();
        side[Side::Held as usize] = player.stations.into();
        side[Side::Eliminated as usize] = gone as i32;
    }
}

/// Returns true if an enemy other than its target is in the range that a frame declared.
fn others_in_range(battle: &Battle<KeyedDice>, state: &State, unit: UnitId) -> bool {
    let Some(turn) = state.turn_in_control() else { return false };
    let unit = state.unit(unit);
    let others = state.enemies(unit.owner).map(Target::Frame).filter(|other| *other != turn.target);
    unit.stands() && others.into_iter().any(|other| battle.can_attack(state, other, turn.range, unit.at))
}

/// Returns true if a frame stands, and terrain covers it against the nearest enemy (R30).
fn is_in_cover(battle: &Battle<KeyedDice>, state: &State, unit: UnitId) -> bool {
    let unit = state.unit(unit);
    let gap = |enemy: &UnitId| state.unit(*enemy).at.distance_squared(unit.at);
    let nearest = state.enemies(unit.owner).min_by(|a, b| gap(a).total_cmp(&gap(b)));
    let covered = |enemy: UnitId| battle.pieces_covering(state, unit.at, unit.near, state.unit(enemy).at) != 0;
    unit.stands() && nearest.is_some_and(covered)
}

/// Returns true if a defense leaves a blue die that is at least as good: blues have no other use.
fn wastes_blue(state: &State, die: Die, value: u8) -> bool {
    let blue = state.turn_in_control().map_or(0, |turn| turn.hand().value(Colour::Blue, Die::Own));
    die != Die::Own && blue > 0 && value <= blue
}

/// Returns true if a step leaves none of the stations near its start. The step must end a unit farther from one of
/// them, or out of its reach, depending on the rules (S16).
fn is_short(battle: &Battle<KeyedDice>, state: &State, from: Point, to: Point) -> bool {
    let leaves = |station: &Station| match battle.rules.stations.dodge {
        Dodge::JustOutside => !battle.reaches_station(to, station),
        Dodge::OneUnit | Dodge::Off => {
            battle.from_station(to, station) - battle.from_station(from, station) >= 1.0 - CLOSE
        }
    };
    let mut beside = state.stations().iter().filter(|station| battle.reaches_station(from, station));
    !beside.any(leaves)
}

fn owner(state: &State, unit: UnitId) -> PlayerId {
    state.unit(unit).owner
}
