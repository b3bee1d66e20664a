//! Setup of battles, transitions between them, rounds, and drops ("GM Turn", A51, A52).

use super::super::encounter::{Ending, MAX_ACES, MAX_COLOSSI, MAX_ENEMIES, Placed};
use super::super::ids::{AceId, AceSet, ArmSet, AttackSet, EnemyId, EnemySet, HexId, HexSet};
use super::super::ruleset::Sharing;
use super::engine::{MissionDice, Purpose, throw};
use super::event::{DieOf, Drop, Event, Resource};
use super::state::{AceState, Enemy, GmTurn, Life, MAX_MORTARS, Marks, Mortar, Phase, State, Turn};
use super::{Mission, action::Decision, engine::Play, kit::KindKit};
use hitchart_dice::Throw;
use hitchart_play::Observer;

/// Returns a mission before its first battle.
pub(super) fn fresh<D>(mission: &Mission<D>, key: u64) -> State {
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
        drops: [0; 7],
        last_due: AceSet::EMPTY,
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

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Places all units on the field of the next battle (A10).
    pub(super) fn begin_battle(&mut self) {
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
    pub(super) fn put(&mut self, placed: &Placed) -> Option<EnemyId> {
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
    pub(super) fn battle_has_ended(&mut self) -> bool {
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
    pub(super) fn finish_battle(&mut self, ending: Ending) {
        for ace in std::mem::take(&mut self.state.last_due).iter() {
            self.last_damage(ace, true);
        }
        if ending == Ending::Victory {
            self.roll_drops();
            self.share_the_rest();
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

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Begins a round: effects of the last round end (A20, A21), and mortar rounds fall (A36).
    pub(super) fn begin_round(&mut self) {
        let state = &mut *self.state;
        state.round += 1;
        state.acted = AceSet::EMPTY;
        state.phase = Phase::Aces;
        let marks = &mut state.marks;
        for set in [&mut marks.held, &mut marks.emp, &mut marks.painted, &mut marks.distracted] {
            *set = EnemySet::EMPTY;
        }
        for enemy in (marks.up | marks.down).iter() {
            let enemy = &mut state.enemies[enemy.index()];
            (enemy.fired, enemy.flashed_by) = (AttackSet::EMPTY, AceSet::EMPTY);
            (enemy.moves, enemy.hexes) = (0, 0);
        }
        let forgets = !self.mission.rules.armaments.spin_up_lasts;
        for frame in &mut state.aces[..self.mission.aces.len()] {
            (frame.fleeting, frame.plate, frame.chaff, frame.aim) = (0, 0, 0, 0);
            (frame.protected, frame.encouraged, frame.paralleled) = (false, false, false);
            (frame.moves, frame.hexes) = (0, 0);
            (frame.fired, frame.hot, frame.invigorating) = Default::default();
            (frame.used, frame.held_out) = Default::default();
            if forgets {
                frame.last_fired = ArmSet::EMPTY;
            }
        }
        if self.mission.rules.armaments.incendiary_goes {
            state.fires = HexSet::EMPTY;
        }
        let round = state.round;
        self.tell(|| Event::RoundBegan { round });
        if self.state.mortar_count > 0 {
            self.state.throw = throw(self.state, Purpose::RoundStart, None);
            self.mortars_fall();
        }
    }

    /// Asks for the next Ace, if there is a choice.
    pub(super) fn next_ace(&mut self) {
        let left = self.state.on_map - self.state.acted;
        if left.is_empty() {
            self.begin_gm_turn();
        } else if let Some(only) = left.only() {
            self.begin_turn(only);
        } else {
            self.ask(Decision::NextAce);
        }
    }

    /// Ends the round, and at the limit of rounds the battle.
    pub(super) fn end_round(&mut self) {
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        let encounter = self.mission.encounter(self.state);
        if round >= encounter.rounds {
            return self.finish_battle(encounter.at_limit);
        }
        self.begin_round();
    }

    /// Removes an Ace after its last stand ("Frame Damage").
    pub(super) fn leave_last_stand(&mut self) {
        let Some(ace) = self.state.turn.ace else { return };
        if self.state.ace(ace).life == Life::LastStand {
            let frame = self.state.ace_mut(ace);
            (frame.life, frame.at) = (Life::Lost, None);
            (frame.vigor, frame.tension, frame.ammo) = (0, 0, 0);
            self.state.on_map.remove(ace);
            self.tell(|| Event::AceLost { ace });
        }
    }

    /// Rolls for every enemy removed since the last call and distributes the drops.
    pub(super) fn roll_drops(&mut self) {
        let due = std::mem::take(&mut self.state.drops_due);
        let mut again = self.rerolls();
        for _ in 0..due {
            let mut face = self.d6(DieOf::Drop { again: false });
            if again > 0 && self.is_worth_another(face) {
                again -= 1;
                face = self.d6(DieOf::Drop { again: true });
            }
            match self.rules().drops.sharing {
                Sharing::Choice => self.state.drops[usize::from(face)] += 1,
                _ => self.give_drop(face, None),
            }
        }
    }

    /// Shares the drops that are rolled, and then ends the round; the Aces choose who gets one if several lack it.
    pub(super) fn share_step(&mut self) {
        let Some(face) = self.next_drop() else { return self.end_round() };
        match self.mission.resource_of(face).filter(|_| !self.is_nothing(face)) {
            Some(resource) if self.mission.lacking(self.state, resource).count() > 1 => {
                self.ask(Decision::Share { resource });
            }
            _ => self.share(None),
        }
    }

    /// Shares the drops of a battle that is over, without choices.
    fn share_the_rest(&mut self) {
        while self.next_drop().is_some() {
            self.share(None);
        }
    }

    fn next_drop(&self) -> Option<u8> {
        (1..=6).find(|face| self.state.drops[usize::from(*face)] > 0)
    }

    /// Gives the next drop to an Ace, or to the one that the default gives it to.
    pub(super) fn share(&mut self, to: Option<AceId>) {
        if let Some(face) = self.next_drop() {
            self.state.drops[usize::from(face)] -= 1;
            self.give_drop(face, to);
        }
    }

    /// Returns the number of drops that may be rerolled: one for each Ace with Exceptional Perseverance.
    fn rerolls(&self) -> u8 {
        let aces = self.mission.aces.iter().zip(&self.state.aces);
        aces.filter(|(ace, state)| ace.rerolls_a_drop && state.is_on_map()).count() as u8
    }

    /// Returns true if a drop is rerolled: it does not help while an Ace needs help.
    fn is_worth_another(&self, face: u8) -> bool {
        let helpless = self.is_nothing(face) || face <= self.rules().drops.materials_to;
        let lacks = |resource| self.mission.taker(self.state, resource).is_some();
        helpless && (lacks(Resource::Vigor) || lacks(Resource::Tension))
    }

    fn is_nothing(&self, face: u8) -> bool {
        self.state.everywhere.low_oxygen && face % 2 == 1
    }

    fn give_drop(&mut self, face: u8, to: Option<AceId>) {
        let drop = match self.mission.resource_of(face) {
            _ if self.is_nothing(face) => Drop::None,
            None => {
                self.state.materials += 1;
                Drop::Materials
            }
            Some(resource) => {
                let to = to.or_else(|| self.mission.taker(self.state, resource));
                let ace = to.map(|ace| self.state.ace_mut(ace));
                match resource {
                    Resource::Vigor => {
                        ace.into_iter().for_each(|ace| ace.vigor += 1);
                        Drop::Vigor { to }
                    }
                    _ => {
                        ace.into_iter().for_each(|ace| ace.tension += 1);
                        Drop::Tension { to }
                    }
                }
            }
        };
        self.tell(|| Event::Dropped { drop, face });
    }
}

impl<D> Mission<D> {
    /// Returns the resource of a drop with this face; `None` for Materials.
    fn resource_of(&self, face: u8) -> Option<Resource> {
        let rules = &self.rules.drops;
        let resource = if face <= rules.tension_to { Resource::Tension } else { Resource::Vigor };
        (face > rules.materials_to).then_some(resource)
    }

    /// Lists the Aces that lack a resource.
    pub fn lacking<'s>(&self, state: &'s State, resource: Resource) -> impl Iterator<Item = AceId> + use<'s, D> {
        let lacks = move |(_, ace): &(AceId, &AceState)| {
            let (level, most) = ace.level(resource);
            ace.life == Life::Ready && level < most
        };
        state.numbered().filter(lacks).map(|(ace, _)| ace)
    }

    /// Returns the Ace that gets a point of a resource without a choice (A52), the first of equals; `None` if all are full.
    pub fn taker(&self, state: &State, resource: Resource) -> Option<AceId> {
        let level = |ace: &AceId| state.ace(*ace).level(resource);
        let lacking = self.lacking(state, resource);
        match self.rules.drops.sharing {
            // Fractions over a common denominator of 2^16, finer than the difference of any two.
            Sharing::LowestFraction | Sharing::Choice => lacking.min_by_key(|ace| (level(ace).0 << 16) / level(ace).1),
            Sharing::MostMissing => lacking.min_by_key(|ace| u32::MAX - (level(ace).1 - level(ace).0)),
        }
    }
}
