//! The engine of a mission: the state machine from one decision to the next, the context of its steps, and its dice.

use super::super::{encounter::Ending, ids::AceId, ruleset::Ruleset};
use super::action::{Action, Decision};
use super::event::{DieOf, Event};
use super::state::{Phase, State};
use super::{ACES, Mission, candidates, setup};
pub use hitchart_dice::KeyedDice;
use hitchart_dice::{Stream, Throw};
use hitchart_play::{Engine, Game, Observer, Scores, Watch};

impl<D: MissionDice> Game for Mission<D> {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> State {
        let mut state = setup::fresh(self, key);
        D::play_on(self, &mut state, None, Watch::of(watch));
        state
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        state.asked.map(Decision::player)
    }

    fn candidates(&self, state: &State, into: &mut Vec<Action>) {
        D::candidates(self, state, into);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, watch: &mut O) {
        D::play_on(self, state, Some(*action), Watch::of(watch));
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

/// Dice that a mission is played with.
pub trait MissionDice: hitchart_dice::Dice + Engine<Mission<Self>> {}

impl<D: hitchart_dice::Dice + Engine<Mission<D>>> MissionDice for D {}

/// Begins the mission or carries out an action, and plays up to the next decision.
pub(crate) fn run<D: MissionDice, O: Observer<Mission<D>>>(
    mission: &Mission<D>,
    state: &mut State,
    action: Option<Action>,
    watch: &mut O,
) {
    let mut play = Play { mission, state, watch };
    match action {
        None => play.begin_battle(),
        Some(action) => play.carry_out(action),
    }
    play.advance();
}

hitchart_play::compile_engine!(KeyedDice, Mission<KeyedDice>, run, candidates::all);

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Runs until a decision is due or the mission is over.
    pub(super) fn advance(&mut self) {
        while self.state.asked.is_none() && self.state.phase != Phase::Over {
            if let Some(ace) = self.state.last_due.lowest() {
                self.ask(Decision::LastDamage { ace });
                continue;
            }
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
                Phase::Rest => self.rest_of_gm_turn(),
                Phase::Drops => self.share_step(),
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
            Action::Eject | Action::LastStand => self.choose_last(asked, action == Action::Eject),
            Action::Give(ace) => self.share(Some(ace)),
            Action::Activate(enemy) => self.activate(enemy),
            _ => self.enemy_action(asked, action),
        }
    }
}

// The context of every step.

/// A mission under way, with its observer.
pub(super) struct Play<'a, D, O> {
    pub mission: &'a Mission<D>,
    pub state: &'a mut State,
    pub watch: &'a mut O,
}

impl<'a, D: MissionDice, O: Observer<Mission<D>>> Play<'a, D, O> {
    #[inline]
    pub(super) fn rules(&self) -> &'a Ruleset {
        &self.mission.rules
    }

    /// Sends an event to the observer, if it listens.
    #[inline]
    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if O::WATCHES {
            self.watch.see(self.mission, self.state, &event());
        }
    }

    /// Makes a decision due.
    #[inline]
    pub(super) fn ask(&mut self, what: Decision) {
        self.state.asked = Some(what);
    }

    /// Rolls a single six-sided die and reports it.
    pub(super) fn d6(&mut self, of: DieOf) -> u8 {
        let face = self.mission.dice.die(&mut self.state.throw, 6);
        self.tell(|| Event::DieRolled { of, face });
        face
    }
}

// Dice, and the names of their random streams.

/// Stands for no Ace in the names of streams.
const NOBODY: u64 = 255;

/// Purpose of dice. The number is part of the stream's name, so it must never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    AceTurn = 1,
    GmTurn = 2,
    RoundStart = 3,
    /// Dice after a look-ahead has renamed the streams.
    Renamed = 5,
    /// The change of the situation.
    Situation = 6,
}

/// Returns the dice of a purpose in a round, for an Ace or for none. Common random numbers depend on this name.
pub(crate) fn throw(state: &State, purpose: Purpose, ace: Option<AceId>) -> Throw {
    let ace = ace.map_or(NOBODY, |ace| u64::from(ace.number()));
    let stream = u64::from(state.battle) << 16 | u64::from(state.round) << 8 | ace;
    Throw::new(Stream { seed: state.key, job: purpose as u64, stream }.key())
}
