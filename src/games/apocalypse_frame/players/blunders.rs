//! Counts of choices that bring nothing, by which players are held to bounds.

use super::super::ids::{EnemyId, EnemySet, HexId, Who};
use super::super::mission::action::ACES;
use super::super::mission::event::{Moving, Source};
use super::super::mission::reach::is_open;
use super::super::mission::state::Phase;
use super::super::mission::{Decision, Event, candidates};
use super::reach::comes_to;
use super::tests::{HARD, SHIELD, SWORD, Table, mission, player};
use super::{Action, Player, Side, State, greedy};
use crate::games::apocalypse_frame::encounter::MAX_ENEMIES;
use crate::play::{Game, Observer, Policy};

/// Enemies on open ground, fewer than would keep three Aces from shots that no enemy answers.
const PLAIN: &str = "map = { hexagon = 4 }\naces = ['-3,0', '-3,1', '-2,-1']\n\
    enemies = [{ kind = 'Decanus', at = ['2,0', '2,-1'] }, { kind = 'Centurion', at = '3,-1' }, \
    { kind = 'Velite', at = ['3,-2', '1,1'] }]";
/// Enemies that stand together.
const CROWDS: &str = "map = { hexagon = 4 }\naces = ['-3,0', '-3,1', '-2,-1']\n\
    enemies = [{ kind = 'Legionnaire', at = ['2,0', '2,0', '2,0', '3,-1', '3,-1', '3,-1'] }, \
    { kind = 'Decanus', at = ['2,0', '3,-1', '3,-2'] }]";

/// Choices of both sides in some missions.
#[derive(Clone, Debug)]
struct Blunders {
    /// Rounds that mortars fired, and the Vigor that they took.
    rounds: u32,
    round_harm: u32,
    /// Turns of Aces that ended with enemies on the field, and those of them that ended with an action left although a
    /// Move leads out of reach of all enemies that threaten the Ace, no farther from its own targets.
    turns: u32,
    unused: u32,
    /// Activations; those without an attack although the enemy could have made one; those that changed nothing.
    activations: u32,
    missed: u32,
    held: u32,
    /// The activation under way: whether its enemy can attack, and whether it did, or did anything.
    open: Option<(bool, bool, bool)>,
    vigor: [u8; MAX_ENEMIES],
}

impl Blunders {
    fn new() -> Blunders {
        let (rounds, round_harm, turns, unused, activations, missed, held) = (0, 0, 0, 0, 0, 0, 0);
        let vigor = [0; MAX_ENEMIES];
        Blunders { rounds, round_harm, turns, unused, activations, missed, held, open: None, vigor }
    }

    fn close(&mut self) {
        let Some((could, attacked, acted)) = self.open.take() else { return };
        self.activations += 1;
        self.missed += u32::from(could && !attacked);
        self.held += u32::from(!acted);
    }

    /// Counts a turn that ends.
    fn end_turn(&mut self, mission: &Table, state: &State) {
        self.turns += 1;
        let ace = state.turn.acting();
        let (at, map) = (state.ace(ace).hex(), &mission.encounter(state).map);
        if state.turn.actions == 0 || mission.legs_dice(state, ace).is_some() || threats(mission, state, at).is_empty()
        {
            return;
        }
        let gap = |at: HexId| greedy::gap(mission, state, ace, at);
        let better = |to: &HexId| {
            let free = is_open(state, *to) && !state.hazards().has(*to);
            free && threats(mission, state, *to).is_empty() && gap(*to) <= gap(at)
        };
        self.unused += u32::from(map.around(at).iter().any(better));
    }
}

/// Enemies that can attack an Ace at a hex in the GM turn.
fn threats(mission: &Table, state: &State, at: HexId) -> EnemySet {
    let comes = |enemy: &EnemyId| {
        let attacks = &mission.kind(state, *enemy).attacks;
        let steps = mission.range(state, state.enemy(*enemy).at, at);
        let moves = mission.may_move(state, *enemy);
        state.enemy(*enemy).attacks.iter().any(|attack| comes_to(moves, attacks[attack.index()].with_step, steps))
    };
    state.marks.up.iter().filter(comes).collect()
}

/// Returns true if an enemy reaches an Ace from where it is and has not attacked yet.
fn can_attack(mission: &Table, state: &State, enemy: EnemyId) -> bool {
    let attacks = &mission.kind(state, enemy).attacks;
    let usable = candidates::usable(mission, state, enemy, false);
    let reaches = |at: HexId| {
        let steps = mission.range(state, state.enemy(enemy).at, at);
        usable.iter().any(|attack| attacks[attack.index()].bands.reaches(steps))
    };
    !state.marks.attacked.has(enemy) && state.exposed().any(|(_, frame)| reaches(frame.hex()))
}

impl Observer<Table> for Blunders {
    fn see(&mut self, mission: &Table, state: &State, event: &Event) {
        let active = state.phase == Phase::Activations;
        match *event {
            Event::MortarFired { .. } => self.rounds += 1,
            Event::Harmed { who: Who::Enemy(enemy), source: Source::Mortar { .. }, through, .. } => {
                self.round_harm += u32::from(through.min(self.vigor[enemy.index()]));
            }
            Event::Activated { enemy, .. } => {
                self.close();
                self.open = Some((can_attack(mission, state, enemy), false, false));
            }
            Event::EnemyAttacked { answer: false, .. } if active => {
                self.open.iter_mut().for_each(|open| (open.1, open.2) = (true, true));
            }
            Event::Moved { who: Who::Enemy(_), how: Moving::Move | Moving::Sprint, .. } | Event::Stanced { .. }
                if active =>
            {
                self.open.iter_mut().for_each(|open| open.2 = true);
            }
            Event::RoundEnded { .. } | Event::BattleEnded { .. } => self.close(),
            _ => {}
        }
        for enemy in state.marks.up.iter() {
            self.vigor[enemy.index()] = state.enemy(enemy).vigor;
        }
    }
}

/// Plays missions and counts.
fn count(mission: &Table, [aces, gm]: [&str; 2], blunders: &mut Blunders) {
    let mut players: [Player; 2] = [player(Side::Aces, aces), player(Side::Gm, gm)];
    for key in 0..60 {
        players.iter_mut().for_each(|player| Policy::<Table>::begin(player, key));
        let mut state = mission.start(key, blunders);
        while let Some(seat) = mission.to_decide(&state) {
            let action = players[seat].decide(mission, &state);
            let ends = seat == ACES && action == Action::EndTurn && state.asked == Some(Decision::Act);
            if ends && !state.marks.up.is_empty() {
                blunders.end_turn(mission, &state);
            }
            mission.apply(&mut state, &action, blunders);
        }
        blunders.close();
    }
}

/// Harm per Ammo of Arc Mortars, against all tempers of the game master.
#[test]
fn mortars_are_fired_where_they_hit() {
    for (policy, least) in [("tactician", 1.5), ("greedy", 0.8)] {
        let mut blunders = Blunders::new();
        for encounter in [CROWDS, HARD] {
            for gm in ["greedy", "ruthless"] {
                count(&mission(&["H2", "M1"], encounter), [policy, gm], &mut blunders);
            }
        }
        let share = f64::from(blunders.round_harm) / f64::from(blunders.rounds.max(1));
        assert!(blunders.rounds > 30, "{policy}: {} rounds", blunders.rounds);
        assert!(share >= least, "{policy}: {share} Harm per Ammo, {} rounds", blunders.rounds);
    }
}

/// A turn does not end with an action left while a Move leads out of danger at no cost.
#[test]
fn no_turn_ends_in_danger_that_a_move_leads_out_of() {
    let mut blunders = Blunders::new();
    for (team, encounter) in [(SWORD, PLAIN), (SHIELD, PLAIN), (SWORD, CROWDS), (["M2", "H2", "L2"], PLAIN)] {
        count(&mission(&team, encounter), ["tactician", "greedy"], &mut blunders);
    }
    assert!(blunders.turns > 500, "{} turns", blunders.turns);
    assert_eq!(blunders.unused, 0, "of {} turns", blunders.turns);
}

/// Of the activations of a game master few have no attack although the enemy could have made one, and few change nothing.
#[test]
fn activations_are_seldom_wasted() {
    for gm in ["greedy", "ruthless"] {
        let mut blunders = Blunders::new();
        for (team, encounter) in [(SWORD, HARD), (SHIELD, PLAIN), (["M2", "H2", "L2"], CROWDS)] {
            count(&mission(&team, encounter), ["tactician", gm], &mut blunders);
        }
        assert!(blunders.activations > 500, "{gm}: {} activations", blunders.activations);
        assert!(50 * blunders.missed <= blunders.activations, "{gm}: {blunders:?}");
        assert!(50 * blunders.held <= blunders.activations, "{gm}: {blunders:?}");
    }
}
