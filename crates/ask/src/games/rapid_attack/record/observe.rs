//! Counts from events.

use super::{Record, Side, Whole, strike};
use crate::games::mobile_frame::Attack;
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::{Game, Observer, Scores};
use hitchart_rapid_attack::battle::range_band::CLOSE;
use hitchart_rapid_attack::battle::state::{Colour, CoverBy, Die, Station, Target};
use hitchart_rapid_attack::battle::{Battle, Event, State, Strike};
use hitchart_rapid_attack::battle_rules::Dodge;
use hitchart_rapid_attack::ids::UnitId;

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
            Event::TurnBegan { unit, attacked_by } => self.begin_turn(owner(state, *unit), attacked_by.is_some()),
            Event::Passed { .. } => self.add(Whole::Passes, 1),
            Event::Moved { .. } => self.add(Whole::Moves, 1),
            Event::AttackForgone { unit } => {
                self.add(Whole::Forgone, 1);
                self.add(Whole::ForgoneNearOthers, others_in_range(battle, state, *unit).into());
            }
            Event::AttackDeclared { .. } => self.fire_rockets(battle, state),
            Event::Attacked(strike) => self.strike(state, strike),
            Event::CoverHit { hits, .. } => self.add(Whole::CoverHits, (*hits).into()),
            Event::CoverDestroyed { .. } => self.add(Whole::CoverDestroyed, 1),
            Event::SystemLost { .. } => self.add(Whole::Systems, 1),
            Event::WhiteLost { .. } => self.add(Whole::Whites, 1),
            Event::Defended { die, value, .. } => {
                self.add(Whole::BluesUnused, wastes_blue(state, *die, *value).into());
            }
            Event::Dodged { from, to, .. } => {
                self.add(Whole::Dodges, 1);
                self.add(Whole::ShortDodges, is_short(battle, state, *from, *to).into());
            }
            Event::Fell { .. } => self.add(Whole::Falls, 1),
            Event::Destroyed { unit, by } => self.destroyed(state, *unit, *by),
            Event::StationTaken { to, .. } => self.station(*to),
            Event::Jettisoned { .. } => self.add(Whole::Jettisoned, 1),
            Event::Declared { target, rockets, .. } => {
                self.add(Whole::Named, (*target != Target::Nothing).into());
                self.add(Whole::Rockets, (*rockets).into());
                if !battle.rules.turn.rockets_spent_on_attack {
                    self.add(Whole::RocketsUnused, (*rockets).into());
                }
            }
            Event::Spotted { unit, value, replaced, .. } => {
                self.add(Whole::Spots, 1);
                self.add(Whole::SpotValues, (*value).into());
                self.add(Whole::Respots, replaced.is_some().into());
                self.add_to(owner(state, *unit), Side::Spots, 1);
            }
            Event::TurnEnded { unit, unused } => {
                self.add(Whole::UnusedWhites, unused.whites.into());
                self.add(Whole::UnusedColours, unused.colours.into());
                self.add(Whole::InCover, is_in_cover(battle, state, *unit).into());
                self.add_to(owner(state, *unit), Side::Unused, unused.whites.into());
                self.follow_lead(&scores_of(state));
            }
            Event::RoundEnded { round } => self.end_round(&scores_of(state), *round),
            Event::Ticked { by: Some(player), .. } => self.tick(*player),
            Event::Held { .. } => self.add(Whole::Holds, 1),
            Event::FrameAdded { .. } | Event::FrameWithdrawn { .. } => self.add(Whole::TieBroken, 1),
            Event::Blocked => self.add(Whole::Blocked, 1),
            Event::Over { scores } => self.end_battle(state, &scores[..usize::from(state.player_count)]),
            _ => {}
        }
    }

    fn add(&mut self, metric: Whole, count: u32) {
        self.whole[metric as usize] += count;
    }

    fn add_to(&mut self, player: PlayerId, metric: Side, count: i32) {
        self.sides[player.index()][metric as usize] += count;
    }

    /// Records the turn in which a metric happens for the first time. Until the end of the game the number is one too
    /// high, because 0 means not yet.
    fn once(&mut self, metric: Whole) {
        let now = self.whole(Whole::Turns) + 1;
        let noted = &mut self.whole[metric as usize];
        if *noted == 0 {
            *noted = now;
        }
    }

    fn begin_round(&mut self, state: &State, round: u8) {
        self.whole[Whole::Rounds as usize] = round.into();
        if round == 1 {
            self.begin(&scores_of(state));
        }
    }

    /// Counts rockets as used when their attack is made. Rockets that are gone once rolled count as unused until then.
    fn fire_rockets<D>(&mut self, battle: &Battle<D>, state: &State) {
        if !battle.rules.turn.rockets_spent_on_attack {
            let fired = state.turn_in_control().map_or(0, |turn| turn.rockets);
            self.whole[Whole::RocketsUnused as usize] -= u32::from(fired);
        }
    }

    fn strike(&mut self, state: &State, struck: &Strike) {
        let attacker = owner(state, struck.unit);
        self.attack(&Attack {
            kind: strike(struck.range, struck.chart),
            attacker,
            target: struck.target.frame().map(|target| owner(state, target)),
            dice: struck.dice,
            hits: struck.on_target,
            on_cover: struck.on_cover,
        });
        if matches!(struck.cover, CoverBy::Frame(_)) {
            self.add(Whole::ScreenDamage, struck.on_cover.into());
        }
        if struck.spot > 0 {
            self.spot_used(state, struck, attacker);
        }
        if struck.target.frame().is_some() {
            self.once(Whole::FirstAttack);
            let ranges = [Whole::HandToHand, Whole::Direct, Whole::Artillery];
            self.add(ranges[struck.range as usize], struck.on_target.into());
        }
    }

    fn spot_used(&mut self, state: &State, struck: &Strike, attacker: PlayerId) {
        let Some(by) = struck.spotted_by else { return };
        let spotter = owner(state, by);
        let whose = match (by == struck.unit, spotter == attacker) {
            (true, _) => Whole::OwnSpots,
            (false, true) => Whole::FriendSpots,
            (false, false) => Whole::RivalSpots,
        };
        self.add(Whole::SpotsUsed, 1);
        self.add(whose, 1);
        self.add_to(attacker, Side::SpotsUsed, 1);
        self.add_to(spotter, Side::SpotsGiven, (spotter != attacker).into());
    }

    fn destroyed(&mut self, state: &State, unit: UnitId, by: Option<UnitId>) {
        let loser = owner(state, unit);
        self.add(Whole::Frames, 1);
        self.add_to(loser, Side::FramesLost, 1);
        self.lose(state.round);
        if let Some(winner) = by.map(|by| owner(state, by)).filter(|winner| *winner != loser) {
            self.add_to(winner, Side::Kills, 1);
        }
    }

    fn station(&mut self, to: Option<PlayerId>) {
        match to {
            None => self.add(Whole::Abandoned, 1),
            Some(player) => {
                self.once(Whole::FirstCapture);
                self.add(Whole::Captures, 1);
                self.add_to(player, Side::Captures, 1);
            }
        }
    }

    fn end_battle(&mut self, state: &State, scores: &[i32]) {
        let scores = Scores::new(scores.iter().copied());
        self.follow_scores(&scores, state.round);
        self.end(&scores, &state.seats);
        self.add(Whole::ByClock, (state.clock == 0).into());
        let after = self.whole(Whole::Turns) + 1;
        for metric in [Whole::FirstAttack, Whole::FirstCapture] {
            let noted = &mut self.whole[metric as usize];
            *noted = noted.checked_sub(1).unwrap_or(after);
        }
        for (i, player) in state.players().iter().enumerate() {
            let gone = u32::from(player.frames == 0);
            self.add(Whole::FramesLeft, player.frames.into());
            self.add(Whole::Held, player.stations.into());
            self.add(Whole::Eliminated, gone);
            self.add(Whole::WonWithoutFrames, gone * u32::from(scores.winner() == Some(i)));
            let side = &mut self.sides[i];
            side[Side::FramesLeft as usize] = player.frames.into();
            side[Side::Held as usize] = player.stations.into();
            side[Side::Eliminated as usize] = gone as i32;
        }
    }
}

/// Returns true if an enemy other than its target is in the range that a frame declared.
fn others_in_range<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> bool {
    let Some(turn) = state.turn_in_control() else { return false };
    let unit = state.unit(unit);
    let others = state.enemies(unit.owner).map(Target::Frame).filter(|other| *other != turn.target);
    unit.stands() && others.into_iter().any(|other| battle.can_attack(state, other, turn.range, unit.at))
}

/// Returns true if a frame stands, and terrain covers it against the nearest enemy (R30).
fn is_in_cover<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> bool {
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
fn is_short<D>(battle: &Battle<D>, state: &State, from: Point, to: Point) -> bool {
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

fn scores_of(state: &State) -> Scores {
    Scores::new(state.players().iter().map(|player| player.score()))
}
