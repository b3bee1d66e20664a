//! Setup of battles, and transitions between them.

use super::super::encounter::{Ending, MAX_ACES, MAX_COLOSSI, MAX_ENEMIES, Placed};
use super::super::ids::{AceSet, EnemyId, EnemySet, HexId, HexSet};
use super::dice::Dice;
use super::event::Event;
use super::play::Play;
use super::state::{AceState, Enemy, GmTurn, Life, MAX_MORTARS, Marks, Mortar, Phase, State, Turn};
use super::{Mission, kit::KindKit};
use hitchart_dice::Throw;
use hitchart_play::Observer;

/// Returns a mission before its first battle.
pub fn fresh<D>(mission: &Mission<D>, key: u64) -> State {
    let mut aces = [AceState { life: Life::Absent, ..AceState::default() }; MAX_ACES];
    for (state, ace) in aces.iter_mut().zip(&mission.aces) {
        *state = AceState {
            at: Some(HexId::default()),
            life: Life::Ready,
            max_vigor: ace.vigor,
            vigor: ace.vigor,
            max_tension: ace.tension,
            tension: ace.tension,
            ammo: ace.ammo,
            ..AceState::default()
        };
    }
    let encounter = &mission.plan.battles[0].encounter;
    State {
        key,
        throw: Throw::new(key),
        battle: 0,
        round: 0,
        phase: Phase::Aces,
        asked: None,
        aces,
        enemies: [Enemy::default(); MAX_ENEMIES],
        marks: Marks::default(),
        parts: [(0, 0); MAX_COLOSSI],
        on_map: AceSet::EMPTY,
        acted: AceSet::EMPTY,
        turn: Turn::default(),
        gm: GmTurn::default(),
        fields: encounter.fields,
        fires: HexSet::EMPTY,
        everywhere: encounter.everywhere,
        mortars: [Mortar::default(); MAX_MORTARS],
        mortar_count: 0,
        situations: 0,
        drops_due: 0,
        materials: 0,
        ending: None,
    }
}

/// Returns an enemy in its starting state.
pub(super) fn enemy(placed: &Placed, kind: &KindKit) -> Enemy {
    Enemy {
        kind: placed.kind,
        at: placed.at,
        vigor: placed.vigor,
        max_vigor: placed.vigor,
        armor: kind.armor,
        shields: kind.shields,
        restorations: kind.restorations,
        attacks: placed.attacks,
        colossus: placed.colossus,
        ..Enemy::default()
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Places all units on the field of the next battle (A10).
    pub fn begin_battle(&mut self) {
        let mission = self.mission;
        let battle = &mission.plan.battles[usize::from(self.state.battle)];
        for (number, ace) in mission.aces.iter().enumerate() {
            let frame = &mut self.state.aces[number];
            let back = frame.life != Life::Ejected || battle.repairs;
            if frame.life == Life::Lost || !back {
                continue;
            }
            if frame.life == Life::Ejected {
                frame.life = Life::Ready;
                frame.vigor = frame.max_vigor;
            }
            refit(frame, mission.rules.resources.vigor_refilled);
            frame.tension = frame.max_tension.saturating_sub(mission.rules.resources.tension_start_below);
            if battle.cache {
                frame.ammo = frame.ammo.max(ace.ammo);
            }
            let starts = &battle.encounter.starts;
            frame.at = starts.get(number).or(starts.last()).copied();
        }
        self.state.on_map = self.state.numbered().filter(|(_, ace)| ace.is_on_map()).map(|(ace, _)| ace).collect();
        self.state.fields = battle.encounter.fields;
        self.state.everywhere = battle.encounter.everywhere;
        (self.state.fires, self.state.mortar_count, self.state.round) = (HexSet::EMPTY, 0, 0);
        (self.state.marks, self.state.turn, self.state.gm) = (Marks::default(), Turn::default(), GmTurn::default());
        (self.state.parts, self.state.situations) = ([(0, 0); MAX_COLOSSI], 0);
        for placed in &battle.encounter.enemies {
            self.put(placed);
        }
        let number = self.state.battle;
        self.tell(|| Event::BattleBegan { battle: number });
        self.begin_round();
    }

    /// Places an enemy on the field, if there is room; returns its number.
    pub fn put(&mut self, placed: &Placed) -> Option<EnemyId> {
        let present = self.state.marks.up | self.state.marks.down;
        let slot = EnemyId::first(MAX_ENEMIES).find(|slot| !present.has(*slot))?;
        let kind = &self.mission.kinds[usize::from(self.state.battle)][usize::from(placed.kind)];
        *self.state.enemy_mut(slot) = enemy(placed, kind);
        if let Some(colossus) = placed.colossus {
            let (left, had) = &mut self.state.parts[colossus.index()];
            // Parts that arrive later do not count for the half that makes a colossus desperate ("Colossus").
            (*left, *had) = (*left + 1, *had + u8::from(self.state.round == 0));
        }
        let marks = &mut self.state.marks;
        marks.up.insert(slot);
        marks.clear_effects(slot);
        for set in [&mut marks.enduring, &mut marks.activated, &mut marks.attacked] {
            set.remove(slot);
        }
        for set in [&mut marks.enduring_on, &mut marks.granted_on, &mut marks.infantry] {
            set.remove(slot);
        }
        marks.infantry |= EnemySet::of_if(slot, placed.infantry);
        Some(slot)
    }

    /// Ends the battle if one side is gone; returns true if it ended.
    #[cold]
    pub fn battle_has_ended(&mut self) -> bool {
        let state = &self.state;
        if state.on_map.is_empty() {
            self.finish_battle(Ending::Defeat);
            return true;
        }
        // The target of a last attack may still answer it (A04).
        let pending = state.phase == Phase::Turn && (state.turn.due.answer.is_some() || state.turn.due.shove.is_some());
        if state.marks.all_gone() && !pending && !self.more_will_come() {
            self.finish_battle(Ending::Victory);
            return true;
        }
        false
    }

    fn more_will_come(&self) -> bool {
        let encounter = self.mission.encounter(self.state);
        encounter.until_last_wave && self.reinforcements_to_come()
    }

    /// Ends the battle. After a victory, drops of the last enemies are still rolled, for their materials.
    pub fn finish_battle(&mut self, ending: Ending) {
        if ending == Ending::Victory {
            self.roll_drops();
        }
        if self.state.phase == Phase::Turn {
            self.leave_last_stand();
        }
        self.state.drops_due = 0;
        self.state.asked = None;
        let battle = self.state.battle;
        self.tell(|| Event::BattleEnded { battle, ending });
        let last = usize::from(battle) + 1 == self.mission.plan.battles.len();
        if ending == Ending::Victory && !last {
            self.state.battle += 1;
            return self.begin_battle();
        }
        self.state.phase = Phase::Over;
        self.state.ending = Some(ending);
        self.tell(|| Event::MissionEnded { ending });
    }
}

/// Resets everything that lasts no longer than a battle.
fn refit(frame: &mut AceState, vigor: bool) {
    let AceState { life, max_vigor, max_tension, tension, ammo, damage, damage_faces, .. } = *frame;
    let AceState { superstructure, legs, sensors, rolled_items, backups, replaced, .. } = *frame;
    let full = vigor && life != Life::Down;
    *frame = AceState {
        life,
        vigor: if full { max_vigor } else { frame.vigor },
        max_vigor,
        tension,
        max_tension,
        ammo,
        damage,
        damage_faces,
        superstructure,
        legs,
        sensors,
        rolled_items,
        backups,
        replaced,
        ..AceState::default()
    };
}
