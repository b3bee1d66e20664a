//! Records of missions: an observer's counts in one mission.

#[cfg(test)]
mod game_masters;

use crate::encounter::{Ending, MAX_ACES, MAX_BATTLES};
use crate::ids::{AceId, ArmId, Combatant};
use crate::mission::event::{Moving, Reason, RollOf, Source};
use crate::mission::state::{AceState, Phase, State};
use crate::mission::{Event, KeyedDice, Mission};
use crate::{ace::MAX_ITEMS, attack::Outcome, ids::MAX_ARMAMENTS};
use hitchart_play::{Observer, metrics};

/// Number of rounds with separate counts; later rounds count with the last.
pub const ROUNDS: usize = 64;
/// Number of tools with which an Ace can harm: armaments, their backups, systems.
pub const TOOLS: usize = 2 * MAX_ARMAMENTS + MAX_ITEMS;

/// Work of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Attacks, or uses of a system.
    pub uses: u16,
    /// Harm that reached enemies.
    pub harm: u16,
    /// Enemies taken out for good.
    pub removed: u16,
}

/// Counts of one mission. The record lives on the stack and observes without allocation.
#[derive(Clone, Copy, Debug)]
pub struct MissionRecord {
    aces: usize,
    whole: [u32; Whole::ALL.len()],
    pilots: [[u32; Pilot::ALL.len()]; MAX_ACES],
    tools: [[Work; TOOLS]; MAX_ACES],
    turns: GmTurns,
    /// For each battle, the last round with a GM turn that reached its changes; 0 if there is none.
    lasted: [u8; MAX_BATTLES],
    /// Result of the last attack roll.
    last: Whole,
}

impl Default for MissionRecord {
    fn default() -> MissionRecord {
        MissionRecord {
            aces: 0,
            whole: [0; Whole::ALL.len()],
            pilots: [[0; Pilot::ALL.len()]; MAX_ACES],
            tools: [[Work::default(); TOOLS]; MAX_ACES],
            turns: GmTurns::default(),
            lasted: [0; MAX_BATTLES],
            last: Whole::Failures,
        }
    }
}

impl MissionRecord {
    /// Returns a metric of the mission.
    pub fn whole(&self, metric: Whole) -> u32 {
        self.whole[metric as usize]
    }

    /// Returns all metrics of the mission.
    pub fn wholes(&self) -> &[u32] {
        &self.whole
    }

    /// Returns a metric of an Ace.
    pub fn pilot(&self, ace: usize, metric: Pilot) -> u32 {
        self.pilots[ace][metric as usize]
    }

    /// Returns all metrics of an Ace.
    pub fn pilots(&self, ace: usize) -> &[u32] {
        &self.pilots[ace]
    }

    /// Returns the work of the tools of an Ace: armaments, then backups from [`MAX_ARMAMENTS`] on, then systems.
    pub fn tools(&self, ace: usize) -> &[Work; TOOLS] {
        &self.tools[ace]
    }

    /// Returns, for each battle, the last round with a GM turn that reached its changes; 0 if there is none.
    pub fn lasted(&self) -> &[u8; MAX_BATTLES] {
        &self.lasted
    }

    /// Returns the counts of the game master's turns.
    pub fn turns(&self) -> &GmTurns {
        &self.turns
    }

    /// Returns a hash of everything counted in the mission with this number.
    pub fn signature(&self, game: u64) -> u64 {
        let pilots = self.pilots[..self.aces].iter().flatten();
        let tools = self.tools[..self.aces].iter().flatten();
        let tools = tools.flat_map(|work| [work.uses, work.harm, work.removed]).map(u32::from);
        let turns = self.turns.counts();
        let counts = self.whole.iter().chain(pilots).copied().chain(tools).chain(turns);
        counts.fold(game ^ 0xcbf2_9ce4_8422_2325, |hash, count| {
            (hash.rotate_left(23) ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}

metrics! {
    /// Metrics of a whole mission.
    Whole {
        Victory "victory" "Victory" Share "1 if the Aces won the last battle"
        OutOfTime "out_of_time" "Out of time" Share "1 if the mission was lost with an Ace on the map: by the limit of rounds, or by an end that the encounter defines"
        Battles "battles" "Battles" AtLeastOne("battles") "battles begun"
        Rounds "rounds" "Rounds" AtLeastOne("rounds") "rounds begun, over all battles"
        VigorLeft "vigor_left" "Vigor left" Several("Vigor") "Vigor of the Aces on the map at the end"
        TensionLeft "tension_left" "Tension left" Several("Tension") "Tension of the Aces on the map at the end"
        AmmoLeft "ammo_left" "Ammo left" Several("Ammo") "Ammo of the Aces on the map at the end"
        FrameDamage "frame_damage" "Frame damage" Single("times") "times that an Ace lost all Vigor"
        Ejected "ejected" "Ejections" Single("times") "times that an Ace ejected"
        Lost "lost" "Frames lost" Single("frames") "frames lost in a last stand"
        Untouched "undamaged" "Undamaged" Share "1 if no frame was damaged"
        Removed "removed" "Enemies removed" Several("enemies") "enemies removed for good; each part of a colossus counts"
        Downed "primes_downed" "Primes out for a time" Several("times") "times that a Prime was out until the next GM turn"
        ByArmaments "removed_by_armaments" "Removed by armaments" Several("enemies") "the part of `removed` by attacks, Splash included"
        BySystems "removed_by_systems" "Removed by systems" Several("enemies") "the part of `removed` by systems"
        ByElse "removed_otherwise" "Removed otherwise" Several("enemies") "the part of `removed` by hazards, bombardments and the like"
        Attacks "attacks" "Attacks" Several("attacks") "attacks of Aces"
        Failures "failures" "Failures" Several("attacks") "attacks with a failure as the last roll"
        Mixed "mixed" "Mixed results" Several("attacks") "attacks with a success and a consequence as the last roll"
        Full "full" "Full results" Several("attacks") "attacks with a success without a consequence as the last roll"
        Rerolls "rerolls" "Rerolls" Several("rolls") "rerolls of attacks, paid with Tension"
        Extra "extra_actions" "Extra actions" Several("actions") "actions bought with Tension"
        Systems "systems_used" "Systems used" Several("uses") "uses of systems"
        Moves "moves" "Moves" Several("moves") "movements of Aces, without forced ones"
        Consequences "consequences" "Consequences" Several("consequences") "consequences provoked while an Ace was left to suffer them"
        Answers "answers" "Attacks in answer" Several("attacks") "attacks of enemies in answer to a consequence"
        GmAttacks "gm_attacks" "Attacks in GM turns" Several("attacks") "attacks of enemies in GM turns"
        Activations "activations" "Activations" Several("activations") "activations of enemies in GM turns"
        Activated "attacks_activated" "Attacks in activations" Several("attacks") "the part of `gm_attacks` by activated enemies, without those of restored Primes"
        EnemyMoves "enemy_moves" "Moves of enemies" Several("moves") "movements of enemies, without forced ones; a colossus counts as one"
        IntoHazards "into_hazards" "Moves into hazards" Several("moves") "the part of `enemy_moves` from a hex without a hazard to a hex with one"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm that the Aces caused and that reached enemies"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces"
        Shielded "shielded" "Harm shielded" Several("times") "times that a Shield of either side absorbed all Harm"
        Materials "materials" "Materials" Several("Materials") "Materials from drops"
        Drops "drops" "Drops" Several("drops") "drops rolled"
        Reinforced "reinforced" "Reinforcements" Several("enemies") "enemies that arrived during a battle"
    }
}

metrics! {
    /// Metrics of each Ace of a mission.
    Pilot {
        Vigor "vigor_left" "Vigor left" Several("Vigor") "Vigor at the end, on the map"
        Tension "tension_left" "Tension left" Several("Tension") "Tension at the end, on the map"
        Ammo "ammo_left" "Ammo left" Several("Ammo") "Ammo at the end, on the map"
        Damage "frame_damage" "Frame damage" Single("times") "times that it lost all Vigor"
        Out "out" "Out of battle" Share "1 if the Ace was off the map at the end"
        Removed "removed" "Enemies removed" Several("enemies") "enemies that it removed for good"
        Dealt "harm_dealt" "Harm dealt" Several("Harm") "Harm that it caused and that reached enemies"
        Taken "harm_taken" "Harm taken" Several("Harm") "Harm that reached it"
        Attacks "attacks" "Attacks" Several("attacks") "attacks of the Ace"
        Systems "systems_used" "Systems used" Several("uses") "uses of the Ace's systems"
        Provoked "consequences" "Consequences" Several("consequences") "consequences that it provoked while an Ace was left to suffer them"
    }
}

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

impl MissionRecord {
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

    fn harmed(&mut self, who: Combatant, source: Source, through: u8, shielded: bool) {
        let through = u32::from(through);
        self.count(Whole::Shielded, u32::from(shielded));
        match who {
            Combatant::Ace(ace) => {
                self.turns.count(TurnCount::Harm, through);
                self.count(Whole::Taken, through);
                self.count_of(ace, Pilot::Taken, through);
            }
            Combatant::Enemy(_) => {
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

// For one kind of dice, so that this crate compiles it.
impl Observer<Mission<KeyedDice>> for MissionRecord {
    fn see(&mut self, mission: &Mission<KeyedDice>, state: &State, event: &Event) {
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
            Event::Moved { who: Combatant::Ace(_), how, .. } if how != Moving::Forced => self.count(Whole::Moves, 1),
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
                    self.turns.count(TurnCount::Attacks, 1);
                }
            }
            Event::GmTurnBegan { activations } => self.turns.begin(activations),
            Event::Activated { .. } => {
                self.count(Whole::Activations, 1);
                let fresh = state.marks.up - state.marks.attacked - mission.stunned(state);
                let could = !fresh.is_empty() && state.exposed().next().is_some();
                self.turns.count(TurnCount::Activations, u32::from(could));
            }
            Event::RoundEnded { .. } | Event::BattleEnded { .. } => {
                self.turns.end();
                if state.phase == Phase::End {
                    self.lasted[usize::from(state.battle)] = state.round;
                }
            }
            Event::Moved { who: Combatant::Enemy(_), from, to, how }
                if !matches!(how, Moving::Forced | Moving::Carried) =>
            {
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

/// Counts of GM turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCount {
    /// GM turns.
    Turns,
    /// Activations of enemies that could bring an attack: an Ace could be harmed, and an enemy had not attacked yet.
    Activations,
    /// Attacks of enemies activated.
    Attacks,
    /// Harm that reached Aces, from the first activation to the end of the turn.
    Harm,
}

/// Number of these counts.
pub const COUNTED: usize = TurnCount::Harm as usize + 1;

/// GM turns of one mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurns {
    /// Counts by the number of Aces that count, from 1.
    by: [[u32; COUNTED]; MAX_ACES],
    /// Aces that count in the current turn; 0 between turns.
    open: u8,
}

impl GmTurns {
    /// Begins a GM turn with this number of activations.
    fn begin(&mut self, activations: u8) {
        self.open = activations;
        self.count(TurnCount::Turns, 1);
    }

    /// Ends the GM turn.
    fn end(&mut self) {
        self.open = 0;
    }

    /// Adds to a count of the current turn, if there is one.
    fn count(&mut self, what: TurnCount, by: u32) {
        if let Some(row) = usize::from(self.open).checked_sub(1).and_then(|row| self.by.get_mut(row)) {
            row[what as usize] += by;
        }
    }

    /// Returns a count of the turns of `aces` Aces, from 1.
    pub fn of(&self, aces: usize, what: TurnCount) -> u32 {
        self.by[aces - 1][what as usize]
    }

    /// Returns all counts.
    fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.by.iter().flatten().copied()
    }

    /// Returns all counts by the number of Aces that count, from 1.
    pub fn rows(&self) -> &[[u32; COUNTED]; MAX_ACES] {
        &self.by
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::book;
    use crate::encounter::MissionPlan;
    use crate::encounter::ground::built_in;
    use crate::mission::{KeyedDice, Mission, State};
    use crate::players::Random;
    use crate::rules_files::standard;
    use crate::squad::stock;
    use hitchart_play::play;
    use std::collections::BTreeSet;

    fn mission(encounter: &str, frames: &[&str]) -> Mission<KeyedDice> {
        let rules = standard();
        let aces = frames.iter().map(|name| stock(book().frame(name).unwrap(), &rules)).collect();
        Mission::new(rules, aces, MissionPlan::single(built_in(encounter, book()).unwrap()), KeyedDice)
    }

    fn recorded(mission: &Mission<KeyedDice>, key: u64) -> (MissionRecord, State) {
        let mut record = MissionRecord::default();
        let state = play(mission, key, &mut [Random::new(), Random::new()], &mut record);
        (record, state)
    }

    /// Checks counts that must add up, and counts that the last state shows too.
    fn consistent(record: &MissionRecord, state: &State) {
        let whole = |metric| record.whole(metric);
        let pilots = |metric| (0..record.aces).map(|ace| record.pilot(ace, metric)).sum::<u32>();
        assert_eq!(whole(Whole::Removed), whole(Whole::ByArmaments) + whole(Whole::BySystems) + whole(Whole::ByElse));
        assert_eq!(whole(Whole::Attacks), whole(Whole::Failures) + whole(Whole::Mixed) + whole(Whole::Full));
        for (all, each) in [
            (Whole::VigorLeft, Pilot::Vigor),
            (Whole::TensionLeft, Pilot::Tension),
            (Whole::AmmoLeft, Pilot::Ammo),
            (Whole::FrameDamage, Pilot::Damage),
            (Whole::Dealt, Pilot::Dealt),
            (Whole::Taken, Pilot::Taken),
            (Whole::Attacks, Pilot::Attacks),
            (Whole::Systems, Pilot::Systems),
            (Whole::Consequences, Pilot::Provoked),
        ] {
            assert_eq!(whole(all), pilots(each), "{}", Whole::ALL[all as usize].name);
        }
        let tools = |of: fn(Work) -> u16| {
            let all = (0..record.aces).flat_map(|ace| (0..TOOLS).map(move |tool| (ace, tool)));
            all.map(|(ace, tool)| u32::from(of(record.tools(ace)[tool]))).sum::<u32>()
        };
        assert_eq!(tools(|work| work.harm), whole(Whole::Dealt));
        assert_eq!(tools(|work| work.removed), whole(Whole::ByArmaments) + whole(Whole::BySystems));
        assert_eq!(tools(|work| work.uses), whole(Whole::Attacks) + whole(Whole::Systems));
        let vigor: u32 = state.aces.iter().filter(|ace| ace.is_on_map()).map(|ace| u32::from(ace.vigor)).sum();
        assert_eq!((whole(Whole::VigorLeft), whole(Whole::Materials)), (vigor, u32::from(state.materials)));
        let turns = |of| (1..=MAX_ACES).map(|aces| record.turns().of(aces, of)).sum::<u32>();
        assert!(
            turns(TurnCount::Activations) <= whole(Whole::Activations)
                && turns(TurnCount::Attacks) == whole(Whole::Activated)
        );
        assert!(turns(TurnCount::Harm) <= whole(Whole::Taken) && whole(Whole::Activated) <= whole(Whole::GmAttacks));
        assert!(whole(Whole::IntoHazards) <= whole(Whole::EnemyMoves));
        assert!(whole(Whole::Answers) <= whole(Whole::Consequences));
        assert!(whole(Whole::Rounds) >= 1 && whole(Whole::Battles) == 1);
    }

    #[test]
    fn counts_add_up() {
        for (encounter, frames) in [
            ("patrol", &["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"][..]),
            ("hunting-party", &["M2-ARCHER", "L2-BRAWLER", "H2-LANCER"]),
            ("consul", &["M3-SENTINEL", "L3-GLADIATOR", "H3-ANGLER"]),
            ("pack", &["M1-SOLDIER"]),
            ("centurion", &["L3-GLADIATOR", "L2-BRAWLER"]),
        ] {
            let mission = mission(encounter, frames);
            for key in 0..40 {
                let (record, state) = recorded(&mission, key);
                consistent(&record, &state);
            }
        }
    }

    #[test]
    fn names_are_unlike_and_on_the_page() {
        let page = include_str!("../../../../docs/apocalypse-frame.md");
        for metrics in [Whole::ALL, Pilot::ALL] {
            let names: BTreeSet<&str> = metrics.iter().map(|metric| metric.name).collect();
            assert_eq!(names.len(), metrics.len());
            for metric in metrics {
                let row = format!("| `{}` | {} | {} |", metric.name, metric.unit.name(), metric.how);
                assert!(page.contains(&row), "docs/apocalypse-frame.md has no row {row}");
            }
        }
    }

    #[test]
    fn turns_count_from_their_begin_to_their_end() {
        let mut turns = GmTurns::default();
        turns.count(TurnCount::Harm, 9);
        turns.begin(2);
        turns.count(TurnCount::Harm, 3);
        turns.end();
        turns.count(TurnCount::Harm, 9);
        assert_eq!((turns.of(2, TurnCount::Turns), turns.of(2, TurnCount::Harm)), (1, 3));
        assert_eq!((1..=MAX_ACES).map(|aces| turns.of(aces, TurnCount::Harm)).sum::<u32>(), 3);
    }
}
