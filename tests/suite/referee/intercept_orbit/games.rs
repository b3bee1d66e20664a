//! The battles that the referee judges: every built-in ruleset, every switch in several battles, two to four players.

use super::super::replays::Replay;
use hitchart::games::intercept_orbit::replay::Log;
use hitchart_intercept_orbit::battle::{Action, Battle, BattleDice, KeyedDice, State, candidates};
use hitchart_intercept_orbit::battle_rules::{HitDebris, LaborFrames, Spared, TableShape, TurnedHvas};
use hitchart_intercept_orbit::fleet::Fleet;
use hitchart_intercept_orbit::players::PolicySpec;
use hitchart_intercept_orbit::ruleset::{GreenMoves, RedHits, Ruleset, load};
use hitchart_lab::replay::jsonl;
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::{Policy, play};
use rayon::prelude::*;
use std::sync::LazyLock;

const FLEETS: [&str; 7] = [
    "C:RpRaBK F:RaBK F:RpYY; ace=red",
    "C:RaRaKK C:RpRpBB F:YYRs; ace=blue",
    "F:RpKB C:RaRp/aYK F:RsRsY; ace=green",
    "C:KKRpY F:RaBB F:Rp/sYY; ace=yellow",
    "C:KKRpB F:RpRpY F:RaYB; ace=green",
    "C:RaRaRpY F:RsRsB F:RaKB C:BBYRs; ace=red",
    "C:RaRaKK F:RpBK F:RaYB F:YYRs; ace=blue",
];

/// Fleets that meet, as indices into the list above.
const MEETINGS: [&[usize]; 8] = [&[0, 1], &[2, 3], &[4, 0], &[1, 4], &[0, 2, 3], &[4, 1, 2], &[0, 1, 3, 4], &[6, 6]];

/// A change of the rules.
type Change = fn(&mut Ruleset);

/// Switches, each as a change of the standard rules.
const CHANGES: [(&str, Change); 25] = [
    ("as it is", |_| {}),
    ("inclusive bands", |rules| rules.ranges.exclusive = false),
    ("deadly", |rules| {
        (rules.charts.assault.hits, rules.charts.support.hits, rules.charts.point_defense.hits) = (1, 1, 1);
        (rules.charts.dogfight_company, rules.charts.dogfight_ship) = (1, 1);
    }),
    ("no blow-through", |rules| (rules.cover.blow_through, rules.cover.debris_hits) = (false, 2)),
    ("tough debris", |rules| (rules.cover.debris_hits, rules.cover.reach) = (4, 6.0)),
    ("companies cover", |rules| (rules.cover.companies_cover, rules.cover.ships_take) = (true, false)),
    ("spared before the roll", |rules| rules.cover.spared = Spared::BeforeRoll),
    ("no screens", |rules| (rules.cover.screen_from, rules.aces.blue_covers_others) = (7, false)),
    ("whites do not return", |rules| (rules.repair.whites_count, rules.repair.whites_return) = (false, false)),
    ("easy repair", |rules| rules.repair.face = 2),
    ("launch within eight", |rules| (rules.launch.reach, rules.launch.onto_enemies) = (8.0, false)),
    ("docked stay out", |rules| (rules.launch.docked_board, rules.captured.companies_stay) = (false, false)),
    ("thirsty", |rules| (rules.fuel.per_round, rules.fuel.per_dodge) = (2, 2)),
    ("dodges for all", |rules| (rules.fuel.dodge_needs_green, rules.fuel.per_dodge) = (false, 1)),
    ("clicks cost a pip each", |rules| (rules.movement.clicks_share_a_pip, rules.movement.capital_clicks) = (false, 2)),
    ("carried speed", |rules| rules.movement.carries_speed = true),
    ("debris is removed", |rules| (rules.collisions.debris, rules.collisions.chain) = (HitDebris::Removed, 0)),
    ("hard collisions", |rules| (rules.collisions.rammer, rules.collisions.target) = (4, 2)),
    ("small round table", |rules| (rules.table.across, rules.table.shape) = (26.0, TableShape::Circle)),
    ("turned to the centre", |rules| rules.edge.hvas = TurnedHvas::Centre),
    ("steered high value assets", |rules| rules.hvas.whites = 1),
    ("reds hold", |rules| (rules.boarding.reds_hold, rules.boarding.first) = (true, false)),
    ("easy boarding", |rules| (rules.boarding.threshold, rules.boarding.aid) = (1, false)),
    ("captures last", |rules| {
        (rules.captured.reverts, rules.captured.end_costs_captor, rules.boarding.threshold) = (false, false, 2);
        rules.captured.owner_gives_whites = false;
    }),
    ("frames fight", |rules| {
        (rules.turn.dogfight, rules.aces.red_hits, rules.aces.green_moves) =
            (LaborFrames::Any, RedHits::Band, GreenMoves::Own);
    }),
];

/// A player that draws some candidates and takes the one with the largest effect; with one draw it is a random player.
struct Eager {
    state: u64,
    draws: usize,
}

impl Eager {
    fn below(&mut self, below: usize) -> usize {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below.max(1) as u64) as usize
    }
}

fn worth(action: &Action) -> u8 {
    match action {
        Action::Attack { .. } | Action::Launch { .. } | Action::PickUp(true) => 5,
        Action::Declare { .. } | Action::Activate(_) | Action::Ram(true) | Action::Aid(Some(_)) => 4,
        Action::Fly { .. }
        | Action::Sail { .. }
        | Action::Mend { .. }
        | Action::Spot { .. }
        | Action::UseSpot(true) => 3,
        Action::Repair { .. } | Action::Dodge(_) | Action::Nudge { .. } | Action::Turn(_) | Action::Cling(true) => 2,
        Action::Finish | Action::NoLaunch | Action::NoSpot | Action::Pass | Action::Hold => 0,
        _ => 1,
    }
}

impl<D: BattleDice> Policy<Battle<D>> for Eager {
    fn begin(&mut self, key: u64) {
        self.state = key;
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let draws: Vec<Action> = (0..self.draws)
            .map(|_| {
                candidates::any(battle, state, |below| self.below(below))
                    .unwrap_or_else(|| panic!("{:?} has no candidate", state.asked))
            })
            .collect();
        draws.into_iter().rev().max_by_key(worth).expect("a draw")
    }
}

/// Returns the replay of a battle between players, each made for its seat.
fn replay<P: Policy<Battle<KeyedDice>>>(
    rules: &Ruleset,
    fleets: &[usize],
    player: impl Fn(usize) -> P,
    key: u64,
) -> String {
    let fleets: Vec<Fleet> = fleets.iter().map(|fleet| Fleet::parse(FLEETS[*fleet], rules).unwrap()).collect();
    let battle = Battle::new(rules.clone(), fleets, false, KeyedDice).unwrap();
    let mut players: Vec<P> = (0..battle.fleets.len()).map(player).collect();
    let mut log = Log::default();
    play(&battle, key, &mut players, &mut log);
    jsonl(&log.header(ReplayOrigin::default(), &[]).unwrap(), log.lines())
}

/// A battle of a list: its name, and the lines of its replay.
pub(crate) struct Played {
    pub name: String,
    pub jsonl: String,
}

impl Played {
    /// Returns the header and the lines.
    pub(crate) fn parse(&self) -> Replay {
        let mut lines = self.jsonl.lines().map(|line| serde_json::from_str(line).unwrap());
        Replay { header: lines.next().unwrap(), lines: lines.collect() }
    }
}

/// Battles of random and eager players: each switch in eight meetings, and 24 battles of each built-in ruleset. They
/// are played once for all tests.
pub(crate) static REPLAYS: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let standard = load("intercept-orbit").unwrap();
    let changed = CHANGES.iter().enumerate().map(move |(i, (name, change))| {
        let mut rules = standard.clone();
        change(&mut rules);
        hitchart_config::rules::check(&rules).unwrap_or_else(|error| panic!("{name}: {error}"));
        (i, (*name).to_owned(), rules)
    });
    let built_in = ["intercept-orbit", "community-2014"].into_iter().zip(CHANGES.len()..);
    let built_in = built_in.flat_map(|(name, i)| [(i, name), (i + 2, name), (i + 4, name)]);
    let built_in = built_in.map(|(i, name)| (i, name.to_owned(), load(name).unwrap()));
    let all: Vec<(usize, String, Ruleset)> = changed.chain(built_in).collect();
    let met = |(i, name, rules): &(usize, String, Ruleset), j: usize| {
        let draws: &[usize] = [&[1, 6][..], &[1], &[6], &[20, 3]][(i + j) % 4];
        let eager = |player: usize| Eager { state: 0, draws: draws[player % draws.len()] };
        let jsonl = replay(rules, MEETINGS[j], eager, (i * MEETINGS.len() + j) as u64);
        Played { name: format!("{name} {j}"), jsonl }
    };
    all.par_iter().flat_map_iter(|rules| (0..MEETINGS.len()).map(move |j| met(rules, j))).collect()
});

/// Policies at the table in the battles of the program's players.
const TABLES: [&[&str]; 4] =
    [&["tactician", "greedy"], &["tactician"], &["greedy", "random"], &["random", "tactician"]];

/// Battles of the program's players: both built-in rulesets, and some of the switches, in eight meetings.
pub(crate) static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let standard = load("intercept-orbit").unwrap();
    let changed =
        CHANGES.iter().filter(|(name, _)| ["deadly", "easy boarding", "steered high value assets"].contains(name));
    let changed = changed.map(move |(name, change)| {
        let mut rules = standard.clone();
        change(&mut rules);
        ((*name).to_owned(), rules)
    });
    let built_in = ["intercept-orbit", "community-2014"].map(|name| (name.to_owned(), load(name).unwrap()));
    let all: Vec<(String, Ruleset)> = built_in.into_iter().chain(changed).collect();
    let met = |i: usize, (name, rules): &(String, Ruleset), j: usize| {
        let table = TABLES[(i + j) % TABLES.len()];
        let player = |player: usize| PolicySpec::named(table[player % table.len()]).unwrap().build();
        let jsonl = replay(rules, MEETINGS[j], player, (i * MEETINGS.len() + j) as u64);
        Played { name: format!("{name} {j}, {}", table.join(" and ")), jsonl }
    };
    all.par_iter().enumerate().flat_map_iter(|(i, rules)| (0..MEETINGS.len()).map(move |j| met(i, rules, j))).collect()
});
