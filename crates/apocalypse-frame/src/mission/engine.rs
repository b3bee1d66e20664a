//! The state machine: from one decision to the next.

use super::super::encounter::Ending;
use super::action::{Action, Decision};
use super::dice::{Dice, Purpose, throw};
use super::event::Event;
use super::play::Play;
use super::state::{Phase, State};
use super::{ACES, Mission, candidates, setup};
use hitchart_play::{Game, Observer, Scores};

impl<D: Dice> Game for Mission<D> {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> State {
        let mut state = setup::fresh(self, key);
        let mut play = Play { mission: self, state: &mut state, watch };
        play.begin_battle();
        play.advance();
        state
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        state.asked.map(Decision::player)
    }

    fn candidates(&self, state: &State, into: &mut Vec<Action>) {
        candidates::all(self, state, into);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, watch: &mut O) {
        let mut play = Play { mission: self, state, watch };
        play.carry_out(*action);
        play.advance();
    }

    /// Scores a victory as 1000 for the Aces, and a defeat as 1000 for the game master. The Aces add their remaining
    /// Vigor, Tension and Ammo, and the game master the Vigor of the enemies on the field, each at most 999.
    fn scores(&self, state: &State) -> Scores {
        let won = i32::from(state.ending == Some(Ending::Victory)) * 1000;
        let lost = i32::from(state.ending == Some(Ending::Defeat)) * 1000;
        let left: i32 = (state.aces.iter().filter(|ace| ace.is_on_map()))
            .map(|ace| i32::from(ace.vigor) + i32::from(ace.tension) + i32::from(ace.ammo))
            .sum();
        let enemies = state.marks.up.iter().map(|enemy| i32::from(state.enemy(enemy).vigor));
        let scores = [won + left.min(999), lost + enemies.sum::<i32>().min(999)];
        let mut by_player = [0; 2];
        by_player[ACES] = scores[0];
        by_player[1 - ACES] = scores[1];
        Scores::new(by_player.into_iter())
    }

    fn rekey(&self, state: &mut State, key: u64) {
        state.key = key;
        state.throw = throw(state, Purpose::Renamed, state.turn.ace);
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Runs until a decision is due or the mission is over.
    fn advance(&mut self) {
        while self.state.asked.is_none() && self.state.phase != Phase::Over {
            let nobody = self.state.on_map.is_empty() || self.state.marks.all_gone();
            if nobody && self.battle_has_ended() {
                continue;
            }
            match self.state.phase {
                Phase::Aces => self.next_ace(),
                Phase::Turn => self.turn_step(),
                Phase::Primes => self.prime_step(),
                Phase::Activations => self.activation_step(),
                Phase::End => self.end_of_gm_turn(),
                Phase::Over => {}
            }
        }
    }

    fn carry_out(&mut self, action: Action) {
        let asked = self.state.asked.take();
        match action {
            Action::Begin(ace) => self.begin_turn(ace),
            Action::Move(to) => self.move_on_foot(to, false),
            Action::Sprint(to) => self.move_on_foot(to, true),
            Action::Climb(to) => self.climb(to),
            Action::Attack { armament, target } => self.attack(armament, target),
            Action::Swap(armament) => self.swap(armament),
            Action::Extra => self.extra_action(),
            Action::Use { item, way, target, to } => self.use_item(item, way, target, to),
            Action::EndTurn => self.end_turn(),
            Action::Keep => self.keep(),
            Action::Reroll => self.reroll(),
            Action::Pick(enemy) => self.pick(enemy),
            Action::Fire => self.state.turn.aim.left = 0,
            Action::Choose(target) => self.choose(target),
            Action::Step(to) => self.step(asked, to),
            Action::Shove(to) => self.shove(to),
            Action::Skip => self.skip(asked),
            Action::Damage(of) => self.damage_to(of),
            Action::Activate(enemy) => self.activate(enemy),
            _ => self.enemy_action(asked, action),
        }
    }
}
