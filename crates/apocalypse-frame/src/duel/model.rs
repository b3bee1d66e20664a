//! The two sides of a duel as numbers, and the rules as steps from state to state.

use super::super::attack::{Blow, Guard, Through};
use super::super::catalogue::entries::{EnemyKind, Rank, Trait};
use super::super::catalogue::tag::{Band, Tag};
use super::super::ids::{AttackId, AttackSet};
use super::super::mission::kit::{AceKit, KindKit};
use super::super::ruleset::{HeldEnemies, Ruleset};
use super::super::{ace::Ace, catalogue::Catalogue, catalogue::numbers::Number, odds::single::behind};
use super::state::{End, Enemy, Frame, Rolled, Stage, State};
use hitchart_config::{InputError, same_name};
use hitchart_dice::exact::rounds::{Branch, COUNTS, DRAW, Rounds, Turn};

/// Counts of a duel: rounds, Harm to the enemy, Harm to the Ace, and lost duels.
pub(super) const ROUNDS: usize = 0;
pub(super) const DEALT: usize = 1;
pub(super) const TAKEN: usize = 2;
pub(super) const BROKEN: usize = 3;

/// Rounds that one Harm to the Ace outweighs if the chance to win is the same.
const ROUNDS_FOR_A_HARM: f64 = 100.0;

/// Largest distance in hexes of a duel.
pub(super) const FARTHEST: u8 = Band::Far.hexes();

/// An enemy with its carried attacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent<'r> {
    /// Kind of the enemy.
    pub kind: &'r EnemyKind,
    /// Carried attacks.
    pub attacks: AttackSet,
}

impl<'r> Opponent<'r> {
    /// Returns the opponents of a kind: one for each attack, if the kind carries only one of them.
    pub fn all(kind: &'r EnemyKind) -> Vec<Opponent<'r>> {
        match kind.written.picks_one {
            false => vec![Opponent { kind, attacks: kind.carried() }],
            true => {
                let each = AttackId::first(kind.attacks.len());
                each.map(|attack| Opponent { kind, attacks: AttackSet::of(attack) }).collect()
            }
        }
    }

    /// Returns the opponents with a name: those of a kind, or one with its attack, such as `Irregular (Salvaged Turret)`.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown, or with the parts if it is a colossus.
    pub fn named(name: &str, catalogue: &'r Catalogue) -> Result<Vec<Opponent<'r>>, InputError> {
        let all = catalogue.enemies.iter().flat_map(Opponent::all);
        let mut with_attack = all.filter(|opponent| same_name(&opponent.name(), name));
        match with_attack.next() {
            Some(opponent) => Ok(vec![opponent]),
            None => Ok(Opponent::all(catalogue.single(name)?)),
        }
    }

    /// Returns the name of the kind, with the attack if the kind carries only one: `Irregular (Salvaged Turret)`.
    pub fn name(&self) -> String {
        let attack = self.attacks.only().filter(|_| self.kind.written.picks_one);
        match attack.and_then(|attack| self.kind.attacks.get(attack.index())) {
            Some(attack) => format!("{} ({})", self.kind.name, attack.name),
            None => self.kind.name.clone(),
        }
    }
}

/// A duel of an Ace and an enemy.
#[derive(Clone, Debug)]
pub(super) struct Model<'r> {
    pub rules: &'r Ruleset,
    pub kit: AceKit,
    /// Maximum Vigor and Tension of the Ace.
    pub most: (u8, u8),
    pub reroll_dice: u8,
    /// Vigor and Tension that the Ace regains at the end of a round.
    pub regained: (u8, u8),
    pub kind: KindKit,
    pub attacks: AttackSet,
    pub tracks: Tracks,
}

/// Parts of a state that the sides read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracks {
    /// An armament has Spin Up.
    pub last: bool,
    /// Bits of the armaments with Charge.
    pub fired: u8,
    /// Most movements of the Ace that matter: 2 for Mobile, 1 for Stationary.
    pub moves: u8,
    /// Most movements of the enemy that matter.
    pub enemy_moves: u8,
    /// Bits of the enemy's attacks with Charge.
    pub enemy_fired: u8,
    /// A movement within a band matters to the enemy.
    pub enemy_circles: bool,
}

impl Tracks {
    fn of(kit: &AceKit, kind: &KindKit, attacks: AttackSet) -> Tracks {
        let arms = || kit.slots().map(|slot| kit.arms[slot.own().index()].armament.tags);
        let enemy = || attacks.iter().map(|attack| kind.attacks[attack.index()].tags);
        let moves = |mobile: bool, stationary: bool| if mobile { 2 } else { u8::from(stationary) };
        let any = |tag| arms().any(|tags| tags.has(tag));
        let enemy_any = |tag| enemy().any(|tags| tags.has(tag));
        let fired = arms().enumerate().filter(|(_, tags)| tags.has(Tag::Charge));
        let enemy_fired = attacks.iter().filter(|attack| kind.attacks[attack.index()].tags.has(Tag::Charge));
        Tracks {
            last: any(Tag::SpinUp),
            fired: fired.fold(0, |bits, (armament, _)| bits | 1 << armament),
            moves: moves(any(Tag::Mobile), any(Tag::Stationary)),
            enemy_moves: moves(enemy_any(Tag::Mobile), enemy_any(Tag::Stationary)),
            enemy_fired: enemy_fired.collect::<AttackSet>().bits(),
            enemy_circles: enemy_any(Tag::Mobile) || any(Tag::Incendiary),
        }
    }
}

impl<'r> Model<'r> {
    pub(super) fn new(ace: &Ace, opponent: &Opponent<'_>, rules: &'r Ruleset) -> Model<'r> {
        let (kit, kind) = (AceKit::new(ace), KindKit::new(opponent.kind, rules));
        let tracks = Tracks::of(&kit, &kind, opponent.attacks);
        Model {
            rules,
            most: (ace.vigor, ace.tension),
            reroll_dice: ace.reroll_dice,
            regained: rules.catalogue.regained(ace.build),
            attacks: opponent.attacks,
            kit,
            kind,
            tracks,
        }
    }

    /// Returns the beginning of the first round from a band (A10).
    pub(super) fn start(&self, band: Band) -> State {
        let tension = self.most.1.saturating_sub(self.rules.resources.tension_start_below);
        State {
            stage: Stage::Begin,
            band: band.hexes(),
            ace: Frame { vigor: self.most.0, tension, ..Frame::default() },
            enemy: Enemy {
                vigor: self.kind.vigor,
                shields: self.kind.shields,
                restorations: self.kind.restorations,
                ..Enemy::default()
            },
        }
    }

    /// Returns the bands of a movement, each one hex away or, if circling matters, in the same band.
    pub(super) fn bands(from: u8, circles: bool) -> impl Iterator<Item = u8> {
        (from.saturating_sub(1)..=(from + 1).min(FARTHEST)).filter(move |to| *to != from || circles && from > 0)
    }

    /// Returns the reductions of the enemy.
    fn guard(&self, enemy: &Enemy) -> Guard {
        let stack = self.rules.harm.shields_stack;
        let shields = if stack { enemy.shields + enemy.granted } else { enemy.shields.max(enemy.granted) };
        Guard { less: 0, armor: self.kind.armor + u8::from(enemy.enduring > 0), shields }
    }

    /// Returns the ways in which the Harm of a roll meets the enemy.
    pub(super) fn hits(&self, state: &State, armament: u8, rolled: Rolled) -> Vec<Branch<State>> {
        let blow = Blow::of_attack(rolled.harm, self.tags(armament));
        let ends = behind(blow, self.guard(&state.enemy), self.rules);
        let step = |(through, chance): (Through, f64)| {
            let mut counts = [0; COUNTS];
            counts[DEALT] = through.harm.min(state.enemy.vigor);
            Branch { to: self.hit(*state, armament, rolled, through), chance, counts }
        };
        ends.into_iter().map(step).collect()
    }

    /// Returns the state after Harm to the enemy, with the consequence of the roll due.
    fn hit(&self, mut state: State, armament: u8, rolled: Rolled, through: Through) -> State {
        let (tags, enemy) = (self.tags(armament), &mut state.enemy);
        if through.shielded {
            let worn = if enemy.granted >= enemy.shields { &mut enemy.granted } else { &mut enemy.shields };
            *worn = worn.saturating_sub(1);
            enemy.granted_on &= enemy.granted > 0;
        }
        enemy.vigor = enemy.vigor.saturating_sub(through.harm);
        if through.harm > 0 {
            enemy.distracted |= tags.has(Tag::Distracting);
            enemy.held |= self.suppresses();
        }
        enemy.burns |= rolled.succeeds && tags.has(Tag::Incendiary);
        if enemy.vigor == 0 {
            self.reward(&mut state, armament);
        }
        self.provoke(state, rolled)
    }

    /// Applies Hot and Invigorating.
    fn reward(&self, state: &mut State, armament: u8) {
        let armament = &self.kit.arms[usize::from(armament)].armament;
        let gain = |tag, number| if armament.tags.has(tag) { armament.numbers.get(tag, number) } else { 0 };
        let (vigor, tension) = (gain(Tag::Invigorating, Number::Vigor), gain(Tag::Hot, Number::Tension));
        self.regain(&mut state.ace, (vigor, tension));
    }

    /// Adds Vigor and Tension to the Ace, up to the maximum (A09).
    pub(super) fn regain(&self, ace: &mut Frame, (vigor, tension): (u8, u8)) {
        ace.vigor = (ace.vigor + vigor).min(self.most.0);
        ace.tension = (ace.tension + tension).min(self.most.1);
    }

    fn suppresses(&self) -> bool {
        self.kit.has(Trait::SuppressionTargeting)
            && match self.rules.traits.suppression {
                HeldEnemies::NonColossus => self.kind.rank != Rank::Part,
                HeldEnemies::Standard => self.kind.rank == Rank::Standard,
            }
    }

    /// Returns the state after a roll has taken effect: an answer, or the next action.
    fn provoke(&self, mut state: State, rolled: Rolled) -> State {
        let mut harmless = false;
        if rolled.is_safe && !state.ace.hairpin {
            state.ace.hairpin = true;
            harmless = true;
        }
        state.stage = Stage::Answer { harmless };
        if rolled.provokes && !self.answers(&state).is_empty() {
            return state;
        }
        self.next_action(state)
    }

    /// Returns the state in which the Ace acts next.
    pub(super) fn next_action(&self, state: State) -> State {
        if state.is_removed() { State::over(End::Won) } else { state.at(Stage::Act) }
    }

    fn rounds(state: State) -> Branch<State> {
        let mut counts = [0; COUNTS];
        counts[ROUNDS] = 1;
        Branch { to: state, chance: 1.0, counts }
    }

    fn begun(&self, mut state: State) -> State {
        let frame = &mut state.ace;
        frame.actions = self.rules.turn.actions;
        (frame.distracted, frame.distracted_next) = (frame.distracted_next, false);
        state.at(Stage::Act)
    }
}

impl Rounds for Model<'_> {
    /// The chance of frame damage.
    const CHANCES: usize = COUNTS - BROKEN;

    type State = State;

    fn turn(&self, state: &State) -> Turn<State> {
        match state.stage {
            Stage::Over(End::Won) => Turn::Over(1.0),
            Stage::Over(End::Broken) => Turn::Over(0.0),
            Stage::Over(End::Both) => Turn::Over(DRAW),
            Stage::Begin => Turn::Chance(vec![Self::rounds(self.begun(*state))]),
            Stage::Roll(attack) => Turn::Chance(self.rolls(state, attack)),
            Stage::Hit { armament, rolled } => Turn::Chance(self.hits(state, armament, rolled)),
            Stage::Act | Stage::Rolled(..) => {
                Turn::First(self.choices(state).into_iter().map(|(_, step)| step).collect())
            }
            Stage::Answer { .. } => Turn::Second(self.answers(state).into_iter().map(|(_, step)| step).collect()),
            Stage::Restored | Stage::Moves(_) => {
                Turn::Second(self.moves(state).into_iter().map(|(_, step)| step).collect())
            }
        }
    }

    fn begins_round(&self, state: &State) -> bool {
        state.stage == Stage::Begin
    }

    fn preference(&self, counts: &[f64; COUNTS]) -> f64 {
        -counts[TAKEN] - counts[ROUNDS] / ROUNDS_FOR_A_HARM
    }
}
