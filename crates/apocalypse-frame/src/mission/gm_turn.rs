//! The GM turn: restored Primes, activations, Moves other than attacks, colossi ("GM Turn", "Moves", "Colossus"; A65,
//! A66).

use super::super::ids::{AceSet, Combatant, EnemyId, EnemySet, HexId};
use super::super::ruleset::{ColossusMoves, Sharing};
use super::super::{catalogue::entries::Build, catalogue::entries::Rank, encounter::Placed};
use super::action::{Action, Decision, Protection};
use super::candidates::{self, activations};
use super::engine::{MissionDice, Purpose, throw};
use super::event::{Event, Moving, Reason, Resource, Stance};
use super::state::{GmTurn, Life, Phase, State};
use super::{Mission, engine::Play, reach::is_open};
use hitchart_play::Observer;

impl<D> Mission<D> {
    /// Returns the activations of the GM turn: one for each Ace that counts (A40).
    pub fn activations(&self, state: &State) -> u8 {
        let counts = |life: Life| match life {
            Life::Ready | Life::LastStand => true,
            Life::Down => self.rules.gm.downed_aces_count,
            _ => false,
        };
        state.aces.iter().filter(|ace| counts(ace.life)).count() as u8
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Ends the Aces' turn and its effects, and restores Primes (A54, A55).
    pub(super) fn begin_gm_turn(&mut self) {
        self.state.throw = throw(self.state, Purpose::GmTurn, None);
        let marks = &mut self.state.marks;
        (marks.activated, marks.attacked) = (EnemySet::EMPTY, EnemySet::EMPTY);
        // Effects taken as an answer last until the end of the following Aces' turn.
        marks.enduring = std::mem::take(&mut marks.enduring_on);
        let stays = std::mem::take(&mut marks.granted_on);
        for enemy in ((marks.up | marks.down) - stays).iter() {
            self.state.enemies[enemy.index()].granted = 0;
        }
        let restored = self.state.marks.down;
        for enemy in restored.iter() {
            self.restore(enemy);
        }
        self.state.gm = GmTurn { restored, ..GmTurn::default() };
        self.state.phase = Phase::Primes;
    }

    fn restore(&mut self, enemy: EnemyId) {
        let kind = *self.mission.kind(self.state, enemy);
        let marks = &mut self.state.marks;
        // One after the other: a Prime that still waits to be restored counts as down, not as gone.
        marks.down -= EnemySet::of(enemy);
        marks.up.insert(enemy);
        marks.clear_effects(enemy);
        let prime = self.state.enemy_mut(enemy);
        prime.vigor = prime.max_vigor;
        // Armor that a change removed is restored too, Armor that a change added stays (A55).
        prime.armor = prime.armor.max(kind.armor);
        prime.shields = kind.shields;
        prime.flashed_by = AceSet::EMPTY;
        prime.restorations -= 1;
        let left = prime.restorations;
        self.tell(|| Event::Restored { enemy, left });
    }

    /// Plays the free Moves of Primes, then begins the activations.
    pub(super) fn prime_step(&mut self) {
        if self.active_enemy_moves() {
            return self.ask(Decision::Restored);
        }
        let waiting = self.state.gm.restored & self.state.marks.up;
        if let Some(enemy) = waiting.lowest() {
            self.state.gm.restored = waiting - EnemySet::of(enemy);
            (self.state.gm.enemy, self.state.gm.moves) = (Some(enemy), 1);
            return;
        }
        // A free attack does not prevent a Prime from attacking again (A54).
        self.state.marks.attacked = EnemySet::EMPTY;
        let activations = self.mission.activations(self.state);
        self.state.gm = GmTurn { activations, ..GmTurn::default() };
        self.state.phase = Phase::Activations;
        self.tell(|| Event::GmTurnBegan { activations });
        self.lightning();
    }

    /// Returns true if the active enemy is still on the field with moves left.
    fn active_enemy_moves(&self) -> bool {
        let gm = &self.state.gm;
        gm.moves > 0 && gm.enemy.is_some_and(|enemy| self.state.marks.up.has(enemy))
    }

    /// Plays the next move of the active enemy, or the next activation.
    pub(super) fn activation_step(&mut self) {
        if self.active_enemy_moves() {
            return self.ask(Decision::EnemyMove);
        }
        let may = self.state.gm.activations > 0;
        let ready = if may { activations(self.mission, self.state) } else { EnemySet::EMPTY };
        if ready.is_empty() {
            self.state.phase = Phase::End;
        } else if let Some(only) = ready.only() {
            self.activate(only);
        } else {
            self.ask(Decision::Activate);
        }
    }

    /// Activates an enemy (A41).
    pub(super) fn activate(&mut self, enemy: EnemyId) {
        let rules = &self.rules().gm;
        let first = !self.state.marks.activated.has(enemy);
        let moves = if first { rules.first_moves } else { rules.later_moves };
        self.state.marks.activated.insert(enemy);
        let gm = &mut self.state.gm;
        (gm.activations, gm.enemy, gm.moves) = (gm.activations - 1, Some(enemy), moves);
        self.tell(|| Event::Activated { enemy, moves });
    }

    /// Carries out a move of an enemy: as an answer, for free, or in an activation.
    pub(super) fn enemy_action(&mut self, asked: Option<Decision>, action: Action) {
        let answer = asked == Some(Decision::Answer);
        if answer {
            self.state.turn.due.answered();
        } else {
            let desperate = candidates::is_desperate_of_colossus(self.mission, self.state, action);
            let gm = &mut self.state.gm;
            gm.moves = if action == Action::Hold { 0 } else { gm.moves - 1 };
            gm.taken += u8::from(action != Action::Hold);
            gm.desperate += u8::from(desperate);
        }
        match action {
            Action::EnemyMove { enemy, to } | Action::EnemySprint { enemy, to } => {
                self.move_enemy(enemy, to, matches!(action, Action::EnemySprint { .. }));
            }
            Action::EnemyAttack { enemy, attack, ace, before, after } => {
                self.enemy_attack(enemy, attack, ace, (before, after), answer);
            }
            Action::Hold => {
                let enemy = if answer { None } else { self.state.gm.enemy };
                self.tell(|| Event::Held { enemy });
            }
            _ => self.stance(action),
        }
    }

    /// Ends the GM turn: hazards and bombardments, the change of the situation, build traits, drops.
    pub(super) fn end_of_gm_turn(&mut self) {
        self.hazards_harm_enemies();
        self.bombardments_fall();
        match self.state.last_due.is_empty() {
            true => self.rest_of_gm_turn(),
            false => self.state.phase = Phase::Rest,
        }
    }

    /// Changes the situation, and rolls drops.
    pub(super) fn rest_of_gm_turn(&mut self) {
        if self.changes_come() || self.battle_has_ended() {
            return;
        }
        self.build_traits();
        self.roll_drops();
        match self.rules().drops.sharing {
            Sharing::Choice => self.state.phase = Phase::Drops,
            _ => self.end_round(),
        }
    }

    /// Applies build traits, before drops (A53).
    fn build_traits(&mut self) {
        for ace in self.mission.ace_ids() {
            let works = match self.state.ace(ace).life {
                Life::Ready | Life::LastStand => true,
                Life::Down => self.rules().drops.build_while_down,
                _ => false,
            };
            if works {
                let build: Build = self.mission.ace(ace).build;
                let (vigor, tension) = self.rules().catalogue.regained(build);
                self.regain(ace, Resource::Vigor, vigor, Reason::Build);
                self.regain(ace, Resource::Tension, tension, Reason::Build);
            }
        }
    }
}

/// Temporary Shields that the Shield move gives.
pub(super) const GRANTED_SHIELDS: u8 = 2;
/// Armor below which Endure has an effect: for enemies, and for Primes.
const ENDURED: (u8, u8) = (1, 2);

impl<D> Mission<D> {
    /// Returns true if Endure has an effect on an enemy.
    #[inline]
    pub fn can_endure(&self, state: &State, enemy: EnemyId) -> bool {
        let most = if self.kind(state, enemy).rank == Rank::Prime { ENDURED.1 } else { ENDURED.0 };
        (!state.marks.enduring.has(enemy)) & (state.enemy(enemy).armor < most)
    }

    /// Returns true if Shield has an effect on an enemy.
    #[inline]
    pub fn can_shield(&self, state: &State, enemy: EnemyId) -> bool {
        let (this, own) = (state.enemy(enemy), self.kind(state, enemy).shields);
        if own >= GRANTED_SHIELDS { this.shields < own } else { this.shields.max(this.granted) < GRANTED_SHIELDS }
    }

    /// Returns true if Purge has an effect on an enemy.
    #[inline]
    pub fn can_purge(&self, state: &State, enemy: EnemyId) -> bool {
        let marks = &state.marks;
        let marked = (marks.held | marks.emp | marks.painted | marks.distracted).has(enemy);
        (self.kind(state, enemy).rank == Rank::Prime) & (marked | !state.enemy(enemy).flashed_by.is_empty())
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Carries out a move other than an attack or movement.
    pub(super) fn stance(&mut self, action: Action) {
        let (enemy, stance) = match action {
            Action::Reinvigorate(enemy) => {
                let this = self.state.enemy_mut(enemy);
                this.vigor = (this.vigor + 1).min(this.max_vigor);
                (enemy, Stance::Reinvigorate)
            }
            Action::Endure(enemy) => {
                self.endure(enemy);
                (enemy, Stance::Endure)
            }
            Action::Shield(enemy) => {
                self.shield_enemy(enemy);
                (enemy, Stance::Shield)
            }
            Action::Protect { enemy, other, with } => {
                match with {
                    Protection::Armor => self.endure(other),
                    Protection::Shields => self.shield_enemy(other),
                }
                (enemy, Stance::Protect { other, with })
            }
            Action::Reinforce { kind, at, .. } => return self.reinforce(kind, at),
            Action::Purge(enemy) => {
                self.purge(enemy);
                (enemy, Stance::Purge)
            }
            _ => return,
        };
        self.tell(|| Event::Stanced { enemy, stance });
    }

    /// Gives 1 Armor until the end of the next Aces' turn, not of a current one.
    fn endure(&mut self, enemy: EnemyId) {
        let answers = self.state.phase == Phase::Turn;
        let marks = &mut self.state.marks;
        marks.enduring.insert(enemy);
        marks.enduring_on |= EnemySet::of_if(enemy, answers);
    }

    fn shield_enemy(&mut self, enemy: EnemyId) {
        let own = self.mission.kind(self.state, enemy).shields;
        let this = self.state.enemy_mut(enemy);
        if own >= GRANTED_SHIELDS {
            this.shields = own;
        } else {
            this.granted = GRANTED_SHIELDS;
            self.state.marks.granted_on |= EnemySet::of_if(enemy, self.state.phase == Phase::Turn);
        }
    }

    fn purge(&mut self, enemy: EnemyId) {
        self.state.marks.clear_effects(enemy);
        self.state.enemy_mut(enemy).flashed_by = AceSet::EMPTY;
    }

    /// Calls a Standard enemy with 1 Vigor.
    fn reinforce(&mut self, kind: u8, at: HexId) {
        let attacks = self.mission.encounter(self.state).kinds[usize::from(kind)].carried();
        let placed = Placed { kind, at, vigor: 1, attacks, colossus: None, infantry: false };
        if let Some(enemy) = self.put(&placed) {
            self.tell(|| Event::Reinforced { enemy, kind, at });
        }
    }
}

impl<D> Mission<D> {
    /// Returns true if the Moves of an enemy move a whole colossus (A65).
    #[inline]
    pub fn carries(&self, state: &State, enemy: EnemyId) -> bool {
        self.kind(state, enemy).rank == Rank::Part && self.rules.colossi.moves == ColossusMoves::Whole
    }

    /// Returns the parts on the field of an enemy's colossus.
    pub fn parts_beside(&self, state: &State, enemy: EnemyId) -> EnemySet {
        let colossus = state.enemy(enemy).colossus;
        state.marks.up.iter().filter(|part| colossus.is_some() && state.enemy(*part).colossus == colossus).collect()
    }

    /// Returns the hex at an offset from a hex; `None` off the map.
    pub fn shifted(&self, state: &State, from: HexId, (q, r): (i8, i8)) -> Option<HexId> {
        let map = &self.encounter(state).map;
        let place = map.place(from);
        map.at((place.0 + q, place.1 + r))
    }

    /// Returns the offset between two hexes.
    pub fn step_between(&self, state: &State, from: HexId, to: HexId) -> (i8, i8) {
        let map = &self.encounter(state).map;
        let (from, to) = (map.place(from), map.place(to));
        (to.0 - from.0, to.1 - from.1)
    }

    /// Returns true if all parts of a colossus have room for the step that takes one part to a hex.
    pub fn has_room(&self, state: &State, enemy: EnemyId, to: HexId) -> bool {
        let step = self.step_between(state, state.enemy(enemy).at, to);
        let free = |part| self.shifted(state, state.enemy(part).at, step).is_some_and(|to| is_open(state, to));
        self.parts_beside(state, enemy).iter().all(free)
    }

    /// Returns the hexes to which a part's Move can take it with its colossus, each with true for a Sprint. A Sprint
    /// needs all Aces beyond Far of every part (A59).
    pub fn carried_ways<'a>(&'a self, state: &'a State, enemy: EnemyId) -> impl Iterator<Item = (HexId, bool)> + 'a {
        let (map, at) = (&self.encounter(state).map, state.enemy(enemy).at);
        let near = |part: EnemyId| {
            let row = map.row(state.enemy(part).at);
            state.aces.iter().any(|ace| row.to(ace.at) <= 2)
        };
        let alone = !self.parts_beside(state, enemy).iter().any(near);
        let beyond = if alone { map.beyond(at) } else { &[] };
        let moves = map.around(at).iter().map(|to| (*to, false));
        moves.chain(beyond.iter().map(|to| (*to, true))).filter(move |(to, _)| self.has_room(state, enemy, *to))
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Moves the other parts by the same step.
    pub(super) fn carry_along(&mut self, enemy: EnemyId, from: HexId, to: HexId) {
        let mission = self.mission;
        let step = mission.step_between(self.state, from, to);
        for part in (mission.parts_beside(self.state, enemy) - EnemySet::of(enemy)).iter() {
            let at = self.state.enemy(part).at;
            if let Some(to) = mission.shifted(self.state, at, step) {
                self.go(part, at, to);
                self.tell(|| Event::Moved { who: Combatant::Enemy(part), from: at, to, how: Moving::Carried });
            }
        }
    }
}
