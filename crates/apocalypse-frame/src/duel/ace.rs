//! The Ace's turn in a duel: actions, Tension, rolls ("Ace Turn").

use super::super::attack::{Outcome, Shot, ShotInputs, by_resources};
use super::super::catalogue::tag::{Band, Tag, Tags};
use super::super::{catalogue::entries::Trait, catalogue::numbers::Number, odds::roll::rolls};
use super::model::{BROKEN, FARTHEST, Model, TAKEN};
use super::state::{Attack, End, Frame, Rolled, Stage, State};
use hitchart_config::words::counted;
use hitchart_dice::exact::rounds::{Branch, COUNTS};

/// A choice of the Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Attacks with an armament, by index.
    Attack(u8),
    /// Moves to a band, by its distance.
    Move(u8),
    /// Buys an action for 1 Tension.
    Buy,
    /// Ends the turn.
    End,
    /// Keeps a roll.
    Keep,
    /// Rerolls for 1 Tension.
    Reroll,
}

impl Model<'_> {
    pub(super) fn tags(&self, armament: u8) -> Tags {
        self.kit.arms[usize::from(armament)].armament.tags
    }

    /// Returns the name of a choice, such as `Plasma Blade` or `move to Near`.
    pub(super) fn name_of(&self, choice: Choice) -> String {
        match choice {
            Choice::Attack(armament) => self.kit.arms[usize::from(armament)].armament.name.clone(),
            Choice::Move(band) => format!("move to {}", Band::of(band).map_or("", Band::name)),
            Choice::Buy => format!("buy an action for {}", counted(1, "Tension")),
            Choice::End => "end the turn".to_owned(),
            Choice::Keep => "keep".to_owned(),
            Choice::Reroll => "reroll".to_owned(),
        }
    }

    /// Returns the choices of the Ace with their steps.
    pub(super) fn choices(&self, state: &State) -> Vec<(Choice, Branch<State>)> {
        match state.stage {
            Stage::Rolled(attack, rolled) => self.after_roll(state, attack, rolled),
            _ => self.actions(state),
        }
    }

    fn actions(&self, state: &State) -> Vec<(Choice, Branch<State>)> {
        let (frame, rules) = (&state.ace, &self.rules.turn);
        let mut choices = Vec::new();
        if frame.actions > 0 {
            if state.enemy.vigor > 0 {
                let armed = self
                    .kit
                    .slots()
                    .map(|slot| slot.number())
                    .filter(|armament| self.kit.arms[usize::from(*armament)].bands.reaches(state.band));
                choices.extend(armed.map(|arm| (Choice::Attack(arm), Branch::choice(self.attack(*state, arm)))));
            }
            let bands = Self::bands(state.band, self.tracks.moves == 2);
            choices.extend(bands.map(|to| (Choice::Move(to), Branch::choice(self.moved(*state, to)))));
        }
        let asks = frame.actions == 0 || self.kit.impulsive;
        if asks && frame.tension > 0 && frame.bought < rules.extra_actions {
            choices.push((Choice::Buy, Branch::choice(self.bought(*state))));
        }
        choices.push((Choice::End, self.turn_ended(*state)));
        choices
    }

    fn moved(&self, mut state: State, to: u8) -> State {
        let frame = &mut state.ace;
        (frame.actions, frame.moves) = (frame.actions - 1, (frame.moves + 1).min(self.tracks.moves));
        State { band: to, ..state }
    }

    /// Returns the state with one more action (A08).
    fn bought(&self, mut state: State) -> State {
        let frame = &mut state.ace;
        (frame.tension, frame.actions) = (frame.tension - 1, frame.actions + 1);
        frame.bought += u8::from(self.rules.turn.extra_actions < self.most.1);
        state
    }

    /// Returns the declaration of an attack.
    fn attack(&self, mut state: State, armament: u8) -> State {
        let shot = self.shot(&state, armament);
        let (frame, bit) = (&mut state.ace, 1 << armament);
        (frame.actions, frame.distracted) = (frame.actions - 1, false);
        frame.fired |= bit & self.tracks.fired;
        frame.last = if self.tracks.last { armament + 1 } else { 0 };
        state.at(Stage::Roll(Attack { armament, shot, rerolls: 0 }))
    }

    fn shot(&self, state: &State, armament: u8) -> Shot {
        let (frame, arm) = (&state.ace, &self.kit.arms[usize::from(armament)].armament);
        let inputs = ShotInputs {
            in_force: self.in_force(frame, state.band, armament),
            dice: -i8::from(frame.distracted),
            harm: 0,
            feed_motors: self.kit.number(Trait::TripledFeedMotors, Number::Harm),
        };
        Shot::of(arm, &inputs)
    }

    /// Returns the tags with a condition that holds.
    fn in_force(&self, frame: &Frame, band: u8, armament: u8) -> Tags {
        let holding = [
            (Tag::Charge, frame.fired & 1 << armament == 0),
            (Tag::Stationary, frame.moves == 0),
            (Tag::Mobile, frame.moves >= 2),
            (Tag::SpinUp, frame.last == armament + 1),
            (Tag::Scoped, band == FARTHEST),
            (Tag::Sighted, band == 0),
        ];
        let constant = by_resources(frame.vigor, self.most.0, frame.tension, self.most.1);
        holding.iter().filter(|(_, holds)| *holds).fold(constant, |tags, (tag, _)| tags.with(*tag))
    }

    /// Returns all rolls of an attack that differ in effect.
    pub(super) fn rolls(&self, state: &State, attack: Attack) -> Vec<Branch<State>> {
        let (rules, shot) = (&self.rules.rolls, attack.shot);
        let extra = if attack.rerolls > 0 { self.reroll_dice as i8 } else { 0 };
        let safe = self.kit.number(Trait::HairpinControls, Number::Face);
        let mut found: Vec<(Rolled, f64)> = Vec::new();
        for (roll, chance) in rolls(shot.dice + extra, rules) {
            let rolled = Rolled {
                harm: shot.blow(roll, rules).harm,
                succeeds: roll.outcome(rules) != Outcome::Failure,
                provokes: roll.outcome(rules) != Outcome::Full,
                is_safe: self.kit.has(Trait::HairpinControls) && roll.is(safe, rules),
            };
            match found.iter_mut().find(|(known, _)| *known == rolled) {
                Some((_, sum)) => *sum += chance,
                None => found.push((rolled, chance)),
            }
        }
        let may_reroll = state.ace.tension > 0 && attack.rerolls < self.rules.turn.rerolls;
        let armament = attack.armament;
        let stage = |rolled| if may_reroll { Stage::Rolled(attack, rolled) } else { Stage::Hit { armament, rolled } };
        let step = |(rolled, chance)| Branch { to: state.at(stage(rolled)), chance, counts: [0; COUNTS] };
        found.into_iter().map(step).collect()
    }

    fn after_roll(&self, state: &State, attack: Attack, rolled: Rolled) -> Vec<(Choice, Branch<State>)> {
        let mut again = *state;
        again.ace.tension -= 1;
        let is_limited = self.rules.turn.rerolls < self.most.1;
        let next = if is_limited { attack.rerolls + 1 } else { u8::from(self.reroll_dice > 0) };
        let again = again.at(Stage::Roll(Attack { rerolls: next, ..attack }));
        vec![
            (Choice::Keep, Branch::choice(state.at(Stage::Hit { armament: attack.armament, rolled }))),
            (Choice::Reroll, Branch::choice(again)),
        ]
    }

    /// Returns the end of the Ace's turn: drones, the hazard, and the beginning of the GM turn.
    fn turn_ended(&self, mut state: State) -> Branch<State> {
        let drones = self.kit.number(Trait::SupportDrones, Number::Vigor);
        self.regain(&mut state.ace, (drones, 0));
        let mut counts = [0; COUNTS];
        if state.enemy.burns && state.band == 0 {
            counts[TAKEN] = self.rules.fields.hazard_harm.min(state.ace.vigor);
            state.ace.vigor -= counts[TAKEN];
            if state.ace.vigor == 0 {
                counts[BROKEN] = 1;
                return Branch { to: State::over(End::Broken), chance: 1.0, counts };
            }
        }
        let frame = &mut state.ace;
        *frame = Frame {
            vigor: frame.vigor,
            tension: frame.tension,
            last: frame.last,
            distracted_next: frame.distracted_next,
            ..Frame::default()
        };
        Branch { to: self.gm_turn(state), chance: 1.0, counts }
    }
}
