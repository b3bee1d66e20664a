use super::super::catalogue::book;
use super::super::encounter::MissionPlan;
use super::super::mission::{KeyedDice, Mission, State};
use super::super::players::Random;
use super::super::rules_files::standard;
use super::super::squad::stock;
use super::super::studies::ground::built_in;
use super::*;
use hitchart_play::play;
use std::collections::BTreeSet;

fn mission(encounter: &str, frames: &[&str]) -> Mission<KeyedDice> {
    let rules = standard();
    let aces = frames.iter().map(|name| stock(book().frame(name).unwrap(), &rules)).collect();
    Mission::new(rules, aces, MissionPlan::single(built_in(encounter, book()).unwrap()), KeyedDice)
}

fn recorded(mission: &Mission<KeyedDice>, key: u64) -> (Record, State) {
    let mut record = Record::default();
    let state = play(mission, key, &mut [Random::new(), Random::new()], &mut record);
    (record, state)
}

/// Checks counts that must add up, and counts that the last state shows too.
fn consistent(record: &Record, state: &State) {
    let whole = |metric| record.whole(metric);
    let pilots = |metric| (0..record.aces).map(|ace| record.pilot(ace, metric)).sum::<u32>();
    assert_eq!(whole(Whole::Removed), whole(Whole::ByArmaments) + whole(Whole::BySystems) + whole(Whole::ByElse));
    assert_eq!(whole(Whole::Attacks), whole(Whole::Failures) + whole(Whole::Mixed) + whole(Whole::Full));
    for (all, each) in [
        (Whole::VigorLeft, Pilot::Vigor),
        (Whole::TensionLeft, Pilot::Tension),
        (Whole::AmmoLeft, Pilot::Ammo),
        (Whole::FrameDamage, Pilot::Damage),
        (Whole::Dealt, Pilot::Dealt),
        (Whole::Taken, Pilot::Taken),
        (Whole::Attacks, Pilot::Attacks),
        (Whole::Systems, Pilot::Systems),
        (Whole::Consequences, Pilot::Provoked),
    ] {
        assert_eq!(whole(all), pilots(each), "{}", Whole::ALL[all as usize].name);
    }
    let tools = |of: fn(Work) -> u16| {
        let all = (0..record.aces).flat_map(|ace| (0..TOOLS).map(move |tool| (ace, tool)));
        all.map(|(ace, tool)| u32::from(of(record.tool(ace, tool)))).sum::<u32>()
    };
    assert_eq!(tools(|work| work.harm), whole(Whole::Dealt));
    assert_eq!(tools(|work| work.removed), whole(Whole::ByArmaments) + whole(Whole::BySystems));
    assert_eq!(tools(|work| work.uses), whole(Whole::Attacks) + whole(Whole::Systems));
    let vigor: u32 = state.aces.iter().filter(|ace| ace.is_on_map()).map(|ace| u32::from(ace.vigor)).sum();
    assert_eq!((whole(Whole::VigorLeft), whole(Whole::Materials)), (vigor, u32::from(state.materials)));
    let turns = |of| (1..=MAX_ACES).map(|aces| record.turns().of(aces, of)).sum::<u32>();
    assert!(turns(Per::Activations) <= whole(Whole::Activations) && turns(Per::Attacks) == whole(Whole::Activated));
    assert!(turns(Per::Harm) <= whole(Whole::Taken) && whole(Whole::Activated) <= whole(Whole::GmAttacks));
    assert!(whole(Whole::IntoHazards) <= whole(Whole::EnemyMoves));
    assert!(whole(Whole::Answers) <= whole(Whole::Consequences));
    assert!(whole(Whole::Rounds) >= 1 && whole(Whole::Battles) == 1);
}

#[test]
fn counts_add_up() {
    for (encounter, frames) in [
        ("patrol", &["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"][..]),
        ("hunting-party", &["M2-ARCHER", "L2-BRAWLER", "H2-LANCER"]),
        ("consul", &["M3-SENTINEL", "L3-GLADIATOR", "H3-ANGLER"]),
        ("pack", &["M1-SOLDIER"]),
        ("centurion", &["L3-GLADIATOR", "L2-BRAWLER"]),
    ] {
        let mission = mission(encounter, frames);
        for key in 0..40 {
            let (record, state) = recorded(&mission, key);
            consistent(&record, &state);
        }
    }
}

#[test]
fn a_tally_of_blocks_is_the_tally_of_all() {
    let mission = mission("patrol", &["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"]);
    let records: Vec<Record> = (0..30).map(|key| recorded(&mission, key).0).collect();
    let both = Compared { sets: vec![vec![0, 1]], rungs: vec![[0, 1]] };
    let tally = |games: std::ops::Range<usize>| {
        let mut tally = Tally::new([3, 3].into_iter(), &both);
        for game in games {
            tally.add(game as u64, &[records[game], records[(game + 1) % 30]], &both);
        }
        tally
    };
    let (all, mut parts) = (tally(0..30), tally(0..11));
    parts.merge(&tally(11..30));
    assert_eq!(all, parts);
    let fits = |games: u64, aces: &[usize], of: &Compared| all.fits(games, aces.iter().copied(), of);
    assert!(fits(30, &[3, 3], &both) && !fits(40, &[3, 3], &both));
    assert!(!fits(29, &[3, 3], &both) && !fits(30, &[3], &both) && !fits(30, &[3, 2], &both));
    let others = [
        Compared::default(),
        Compared { sets: vec![vec![0]], ..both.clone() },
        Compared { rungs: Vec::new(), ..both.clone() },
    ];
    assert!(others.iter().all(|other| !fits(30, &[3, 3], other)));
    // The second cell is the first one mission later: the sums are equal, and only paired missions decide.
    let decided = all.rungs[0].decided().unwrap();
    assert!(decided > 0 && decided <= 30, "{:?}", all.rungs);
    // The first cell has no difference from itself. The second is the first one mission later, so that the sums agree
    // but the squares are not 0.
    assert!(all.cells[0].differences.squares.iter().all(|square| *square == 0));
    assert_eq!(all.cells[1].differences.total, vec![0; Whole::ALL.len()]);
    assert!(all.cells[1].differences.squares[Whole::Rounds as usize] > 0);
}

#[test]
fn names_are_unlike_and_on_the_page() {
    let page = include_str!("../../../../docs/apocalypse-frame.md");
    for metrics in [Whole::ALL, Pilot::ALL] {
        let names: BTreeSet<&str> = metrics.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), metrics.len());
        for metric in metrics {
            let row = format!("| `{}` | {} | {} |", metric.name, metric.unit.name(), metric.how);
            assert!(page.contains(&row), "docs/apocalypse-frame.md has no row {row}");
        }
    }
}

/// Two missions with turns of two Aces: one with 2 activations and 2 attacks, one with 4 and 1. By hand the share is a
/// half, and the residuals are 1 and -1, of 3 activations on average.
#[test]
fn attacks_an_activation_have_the_spread_of_a_ratio() {
    let mut sums = GmTurns::sums();
    for (activations, attacks) in [(2, 2), (4, 1)] {
        let mut turns = GmTurns::default();
        turns.begin(2);
        turns.count(Per::Activations, activations);
        turns.count(Per::Attacks, attacks);
        turns.end();
        turns.count(Per::Attacks, 9);
        turns.add_to(&mut sums);
    }
    assert!(GmTurns::ratios(&sums[0], 2).is_none() && GmTurns::fit(&sums, hitchart_lab::study::Observations::of(2)));
    let [activations, _, attacks] = GmTurns::ratios(&sums[1], 2).unwrap();
    assert!((activations.point - 3.0).abs() < 1e-12 && (attacks.point - 0.5).abs() < 1e-12);
    let by_hand = (2.0f64).sqrt() / (2.0f64).sqrt() / 3.0;
    assert!((attacks.standard_error - by_hand).abs() < 1e-12, "{}", attacks.standard_error);
}
