//! Movement of a colossus, and restoration of its parts ("Colossus"; A65, A66).

use super::super::catalogue::enemy::Rank;
use super::super::ids::{EnemyId, EnemySet, HexId, Who};
use super::super::ruleset::ColossusMoves;
use super::Mission;
use super::dice::Dice;
use super::event::{Event, Moving};
use super::play::Play;
use super::reach::is_open;
use super::state::State;
use hitchart_play::Observer;

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

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Moves the other parts by the same step.
    pub fn carry_along(&mut self, enemy: EnemyId, from: HexId, to: HexId) {
        let mission = self.mission;
        let step = mission.step_between(self.state, from, to);
        for part in (mission.parts_beside(self.state, enemy) - EnemySet::of(enemy)).iter() {
            let at = self.state.enemy(part).at;
            if let Some(to) = mission.shifted(self.state, at, step) {
                self.go(part, at, to);
                self.tell(|| Event::Moved { who: Who::Enemy(part), from: at, to, how: Moving::Carried });
            }
        }
    }
}
