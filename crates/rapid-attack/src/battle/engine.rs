//! The state machine from one decision to the next, and battles of built-in companies on built-in battlefields.

use super::action::{Action, Decision};
use super::state::{Phase, Stage, State};
use super::steps::{Play, fresh};
use super::{Battle, KeyedDice, battlefield_rules, candidates};
use super::{dice::BattleDice, event::Event};
use crate::battlefield::{battlefields, named};
use crate::bidding::Size;
use crate::{muster::built_in_companies, ruleset::Ruleset};
use hitchart_config::InputError;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Observer, Scores, Watch};

// The state machine.

impl<D: BattleDice> Game for Battle<D> {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> State {
        let mut state = fresh(self, key);
        D::play_on(self, &mut state, None, Watch::of(watch));
        state
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        state.asked.map(|asked| asked.player.index())
    }

    fn candidates(&self, state: &State, into: &mut Vec<Action>) {
        D::candidates(self, state, into);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &Action, watch: &mut O) {
        D::play_on(self, state, Some(*action), Watch::of(watch));
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new(state.players().iter().map(super::state::PlayerAssets::score))
    }

    fn rekey(&self, state: &mut State, key: u64) {
        state.key = key;
    }
}

/// Begins the battle or carries out an action, and plays up to the next decision.
pub(crate) fn run<D: BattleDice, O: Observer<Battle<D>>>(
    battle: &Battle<D>,
    state: &mut State,
    action: Option<Action>,
    watch: &mut O,
) {
    let mut play = Play { battle, state, watch };
    match action {
        None => play.compare_companies(),
        Some(action) => play.carry_out(action),
    }
    play.advance();
}

hitchart_play::compile_engine!(KeyedDice, Battle<KeyedDice>, run, candidates::all);

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Runs until a decision is due or the battle is over.
    pub(super) fn advance(&mut self) {
        while self.state.asked.is_none() && self.state.phase != Phase::Over {
            if self.state.wound_count > 0 {
                self.wound_step();
            } else {
                self.phase_step();
            }
        }
    }

    fn phase_step(&mut self) {
        match self.state.phase {
            Phase::Tie { chooser, .. } => self.ask(chooser, Decision::BreakTie),
            Phase::Fielding(step) => self.fielding_step(step),
            Phase::Round => match self.state.turn_in_control().map(|turn| turn.stage) {
                None => self.order_step(),
                Some(stage) => self.turn_step(stage),
            },
            Phase::Clock { place } => self.clock_step(place),
            Phase::Objective { place, pips } => self.objective_step(place, pips),
            Phase::Over => {}
        }
    }

    fn turn_step(&mut self, stage: Stage) {
        if self.turn_has_ended_early() {
            self.state.turn_mut().stage = Stage::Done;
            return self.end_turn();
        }
        match stage {
            Stage::Declare => self.ask_owner(Decision::Declare),
            Stage::Defend => self.ask_owner(Decision::Defend),
            Stage::Commit => self.ask_owner(Decision::Commit),
            Stage::Waiting => unreachable!("a waiting turn is not in control"),
            Stage::Proceed => self.proceed_step(),
            Stage::Attack => self.attack_step(),
            Stage::UseSpot => self.use_spot_step(),
            Stage::ChooseCover => self.choose_cover_step(),
            Stage::Resolve => self.resolve_step(),
            Stage::Spot => self.spot_step(),
            Stage::Done => self.end_turn(),
        }
    }

    fn carry_out(&mut self, action: Action) {
        let asked = self.state.asked.take();
        match action {
            Action::AddFrame | Action::RemoveFrame(_) | Action::Defer => self.break_tie(action),
            Action::PlaceStation(at) => self.place_station(at),
            Action::PlaceFrame { unit, at } => self.place_frame(unit, at),
            Action::Pass => self.pass(),
            Action::Activate(unit) => self.begin_turn(unit, None),
            Action::Jettison(kind) => self.jettison(kind),
            Action::Declare { target, range, rockets } => self.declare(target, range, rockets),
            Action::Defend(die) => self.defend(die),
            Action::Commit { movement, attack, spot } => self.commit(movement, attack, spot),
            Action::Move { die, path } => self.move_along(die, path),
            Action::Rename(target) => self.rename(target),
            Action::Attack(die) => self.declare_attack(die),
            Action::Finish => self.finish(),
            Action::UseSpot(with_spot) => self.use_spot(with_spot),
            Action::Cover(cover) => self.choose_cover(cover),
            Action::LoseSystem(kind) => self.lose_system(kind),
            Action::LoseWhite => self.lose_white(),
            Action::Dodge(to) => self.dodge(to),
            Action::Spot { die, target } => self.spot(die, target),
            Action::NoSpot => self.state.turn_mut().stage = Stage::Done,
            Action::Tick => self.tick(asked.map_or_else(PlayerId::default, |asked| asked.player)),
            Action::Hold => self.hold(asked.map_or_else(PlayerId::default, |asked| asked.player)),
            Action::MoveObjective(to) => self.move_objective(asked.map(|asked| asked.player), to),
        }
    }
}

// Battles of built-in companies.

impl Battle<KeyedDice> {
    /// Creates a battle between built-in companies on a built-in battlefield; the seed draws the layouts.
    ///
    /// # Errors
    /// Fails on unknown names (the message suggests the nearest), and on companies that may not meet in a battle of
    /// this size.
    pub fn built_in(
        companies: &[&str],
        battlefield: &str,
        size: Size,
        rules: &Ruleset,
        seed: u64,
    ) -> Result<Battle<KeyedDice>, InputError> {
        let companies = built_in_companies(companies, size, rules)?;
        let layout = named(battlefield).map_err(InputError::plain)?;
        let fields = battlefields(&layout, &battlefield_rules(rules), seed).map_err(InputError::plain)?;
        Battle::of_companies(rules, size, companies, fields, KeyedDice).map_err(InputError::plain)
    }
}

#[cfg(test)]
mod tests {
    use super::super::SetupError;
    use super::*;
    use crate::muster::{Color, FightingCompany};
    use crate::rules_files::rulebook;

    fn battle(companies: &[&str], battlefield: &str) -> Result<Battle<KeyedDice>, String> {
        let battle = Battle::built_in(companies, battlefield, Size::Skirmish, &rulebook(), 1);
        battle.map_err(|error| error.to_string())
    }

    #[test]
    fn companies_that_meet_themselves_are_told_apart() {
        let battle = battle(&["mirror-five", "mirror-five"], "duel").unwrap();
        let [first, second] = &battle.companies[..] else { panic!("two companies") };
        assert!(first.name != second.name && first.color != second.color);
        assert_eq!(battle.fields.len(), 16);
    }

    #[test]
    fn companies_that_may_not_meet_are_refused() {
        let rules = rulebook();
        let layout = named("duel").unwrap();
        let fields = || battlefields(&layout, &battlefield_rules(&rules), 1).unwrap();
        let company = |name: &str, frames: usize, taken: &[Color]| {
            let mut company = FightingCompany::new(name, &vec!["RdYBG"; frames], &rules).unwrap();
            company.share_out(rules.rockets.per_company, &rules);
            FightingCompany { color: Color::free(taken), ..company }
        };
        let of = |frames: &[usize]| {
            let mut companies: Vec<FightingCompany> = Vec::new();
            for (number, frames) in frames.iter().enumerate() {
                let taken: Vec<Color> = companies.iter().map(|other| other.color).collect();
                companies.push(company(&format!("Company {number}"), *frames, &taken));
            }
            companies
        };
        let between = |frames: &[usize]| Battle::of_companies(&rules, Size::Skirmish, of(frames), fields(), KeyedDice);
        assert_eq!(between(&[4, 5]).unwrap().companies.len(), 2);
        for frames in [&[4][..], &[4; 6], &[4, 10], &[4, 0]] {
            assert!(matches!(between(frames), Err(SetupError::Companies(_))), "{frames:?}");
        }
        let none = Battle::of_companies(&rules, Size::Skirmish, of(&[4, 4]), Vec::new(), KeyedDice);
        assert_eq!(none.unwrap_err(), SetupError::NoLayout);
    }

    #[test]
    fn mistakes_are_told_without_a_place() {
        for (companies, battlefield, says) in [
            (&["miror-five", "scouts"][..], "duel", "did you mean `mirror-five`?"),
            (&["scouts", "scouts"], "dual", "duel"),
            (&["scouts"], "duel", "2 to 5 players"),
            (&["balanced-seven", "scouts"], "duel", "7"),
        ] {
            let message = battle(companies, battlefield).unwrap_err();
            assert!(message.contains(says) && !message.contains("-->"), "{message}");
        }
    }
}
