//! Counting of events.

use super::super::ace::MAX_ARMAMENTS;
use super::super::attack::Outcome;
use super::super::encounter::Ending;
use super::super::ids::{AceId, ArmId, Who};
use super::super::mission::event::{Moving, Reason, RollOf, Source};
use super::super::mission::state::{AceState, Phase, State};
use super::super::mission::{Dice, Event, Mission};
use super::{Per, Pilot, Record, Whole};
use hitchart_play::Observer;

/// Returns the Ace and the index of the tool behind some Harm; splash counts with its armament.
fn tool(source: Source) -> Option<(AceId, usize)> {
    match source {
        Source::Armament { ace, armament } | Source::Splash { ace, armament } => Some((ace, armament.index())),
        Source::Item { ace, item } | Source::Mortar { ace, item } => Some((ace, 2 * MAX_ARMAMENTS + item.index())),
        Source::EnemyAttack { .. }
        | Source::EnemySplash { .. }
        | Source::Hazard
        | Source::Bombardment
        | Source::Lightning
        | Source::ReactiveGas
        | Source::PitchedFirefight => None,
    }
}

impl Record {
    #[inline]
    fn count(&mut self, metric: Whole, by: u32) {
        self.whole[metric as usize] += by;
    }

    #[inline]
    fn count_of(&mut self, ace: AceId, metric: Pilot, by: u32) {
        self.pilots[ace.index()][metric as usize] += by;
    }

    fn attacked(&mut self, ace: AceId, armament: ArmId, again: bool, outcome: Outcome) {
        let result = match outcome {
            Outcome::Failure => Whole::Failures,
            Outcome::Mixed => Whole::Mixed,
            Outcome::Full => Whole::Full,
        };
        if again {
            self.count(Whole::Rerolls, 1);
            // The rerolled result no longer counts.
            self.whole[self.last as usize] -= 1;
        } else {
            self.count(Whole::Attacks, 1);
            self.count_of(ace, Pilot::Attacks, 1);
            if let Some(work) = self.tools[ace.index()].get_mut(armament.index()) {
                work.uses += 1;
            }
        }
        self.count(result, 1);
        self.last = result;
    }

    fn harmed(&mut self, who: Who, source: Source, through: u8, shielded: bool) {
        let through = u32::from(through);
        self.count(Whole::Shielded, u32::from(shielded));
        match who {
            Who::Ace(ace) => {
                self.turns.count(Per::Harm, through);
                self.count(Whole::Taken, through);
                self.count_of(ace, Pilot::Taken, through);
            }
            Who::Enemy(_) => {
                if let Some((ace, tool)) = tool(source) {
                    self.count(Whole::Dealt, through);
                    self.count_of(ace, Pilot::Dealt, through);
                    self.tools[ace.index()][tool].harm += through as u16;
                }
            }
        }
    }

    fn taken_out(&mut self, source: Source, for_good: bool) {
        if !for_good {
            return self.count(Whole::Downed, 1);
        }
        self.count(Whole::Removed, 1);
        let Some((ace, tool)) = tool(source) else { return self.count(Whole::ByElse, 1) };
        self.count(if tool < 2 * MAX_ARMAMENTS { Whole::ByArmaments } else { Whole::BySystems }, 1);
        self.count_of(ace, Pilot::Removed, 1);
        self.tools[ace.index()][tool].removed += 1;
    }

    /// Counts the state at the end.
    fn ended(&mut self, state: &State, aces: usize, ending: Ending) {
        self.aces = aces;
        self.count(Whole::Victory, u32::from(ending == Ending::Victory));
        self.count(Whole::Materials, u32::from(state.materials));
        let standing = state.aces.iter().any(AceState::is_on_map);
        self.count(Whole::OutOfTime, u32::from(ending == Ending::Defeat && standing));
        let untouched = self.whole(Whole::FrameDamage) == 0;
        self.count(Whole::Untouched, u32::from(untouched));
        for (ace, frame) in state.numbered().take(aces) {
            self.left(ace, frame);
        }
    }

    fn left(&mut self, ace: AceId, frame: &AceState) {
        if !frame.is_on_map() {
            return self.count_of(ace, Pilot::Out, 1);
        }
        for (whole, pilot, left) in [
            (Whole::VigorLeft, Pilot::Vigor, frame.vigor),
            (Whole::TensionLeft, Pilot::Tension, frame.tension),
            (Whole::AmmoLeft, Pilot::Ammo, frame.ammo),
        ] {
            self.count(whole, u32::from(left));
            self.count_of(ace, pilot, u32::from(left));
        }
    }
}

impl<D: Dice> Observer<Mission<D>> for Record {
    #[inline]
    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        match *event {
            Event::BattleBegan { .. } => self.count(Whole::Battles, 1),
            Event::RoundBegan { .. } => self.count(Whole::Rounds, 1),
            Event::Rolled { ace, of: RollOf::Attack { armament, .. }, again, outcome, .. } => {
                self.attacked(ace, armament, again, outcome);
            }
            Event::Used { ace, item, .. } => {
                self.count(Whole::Systems, 1);
                self.count_of(ace, Pilot::Systems, 1);
                self.tools[ace.index()][2 * MAX_ARMAMENTS + item.index()].uses += 1;
            }
            Event::Changed { why: Reason::ExtraAction, .. } => self.count(Whole::Extra, 1),
            Event::Moved { who: Who::Ace(_), how, .. } if how != Moving::Forced => self.count(Whole::Moves, 1),
            Event::Harmed { who, source, through, shielded, .. } => self.harmed(who, source, through, shielded),
            Event::TakenOut { source, for_good, .. } => self.taken_out(source, for_good),
            Event::AceDown { ace, ejected, .. } => {
                self.count(Whole::FrameDamage, 1);
                self.count(Whole::Ejected, u32::from(ejected));
                self.count_of(ace, Pilot::Damage, 1);
            }
            Event::AceLost { .. } => self.count(Whole::Lost, 1),
            Event::Provoked { ace, void: false, .. } => {
                self.count(Whole::Consequences, 1);
                self.count_of(ace, Pilot::Provoked, 1);
            }
            Event::EnemyAttacked { answer, .. } => {
                self.count(if answer { Whole::Answers } else { Whole::GmAttacks }, 1);
                if !answer && state.phase == Phase::Activations {
                    self.count(Whole::Activated, 1);
                    self.turns.count(Per::Attacks, 1);
                }
            }
            Event::GmTurnBegan { activations } => self.turns.begin(activations),
            Event::Activated { .. } => {
                self.count(Whole::Activations, 1);
                let fresh = state.marks.up - state.marks.attacked - mission.stunned(state);
                let could = !fresh.is_empty() && state.exposed().next().is_some();
                self.turns.count(Per::Activations, u32::from(could));
            }
            Event::RoundEnded { .. } | Event::BattleEnded { .. } => {
                self.turns.end();
                if state.phase == Phase::End {
                    self.lasted[usize::from(state.battle)] = state.round;
                }
            }
            Event::Moved { who: Who::Enemy(_), from, to, how } if !matches!(how, Moving::Forced | Moving::Carried) => {
                self.count(Whole::EnemyMoves, 1);
                let (before, after) = (state.hazards().has(from), state.hazards().has(to));
                self.count(Whole::IntoHazards, u32::from(after && !before));
            }
            Event::Reinforced { .. } => self.count(Whole::Reinforced, 1),
            Event::Dropped { .. } => self.count(Whole::Drops, 1),
            Event::MissionEnded { ending } => self.ended(state, mission.aces.len(), ending),
            _ => {}
        }
    }
}
