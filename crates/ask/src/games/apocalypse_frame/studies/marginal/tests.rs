//! Tests of successive halving against all changes with equally many missions.

use super::super::tests::{counted, scenario};
use crate::{games::apocalypse_frame::tally::Tally, scenario::Scenario};
use hitchart_apocalypse_frame::record::Whole;
use hitchart_lab::study::{Changes, NamedStudy};
use hitchart_report::table::Values;

const CHANGES: &str = "[[study]]\nkind = \"marginal\"\nname = \"m\"\naces = [\"M1\"]\ngames = 6\n\
                       policies = [\"random\", \"random\"]";

/// Plays all changes with `games` missions each.
fn equally_long(games: u64) -> Tally {
    let mut all: Scenario = scenario(CHANGES);
    let changes = Changes { games: Some(games), ..Changes::default() };
    let asked = all.studies[0].method.games().unwrap().changed(&changes).unwrap();
    all.studies[0] = NamedStudy { method: asked, ..all.studies[0].clone() };
    counted(&all, 2).of("m").unwrap()
}

/// Returns the larger distance from the first cell of Harm taken and missions won, in standard deviations of all
/// missions of the first heat.
fn far(tally: &Tally, first: &Tally, cell: usize) -> f64 {
    let in_spreads = |which: Whole| {
        let i = which as usize;
        let sum: i64 = first.cells.iter().map(|cell| cell.metrics.total[i]).sum();
        let squares: u64 = first.cells.iter().map(|cell| cell.metrics.squares[i]).sum();
        let n = (first.games * first.cells.len() as u64) as f64;
        let spread = ((squares as f64 - (sum as f64).powi(2) / n) / (n - 1.0)).max(0.0).sqrt();
        let more = tally.cells[cell].metrics.total[i] - tally.cells[0].metrics.total[i];
        if spread > 0.0 { more.abs() as f64 / tally.games as f64 / spread } else { 0.0 }
    };
    in_spreads(Whole::Taken).max(in_spreads(Whole::Victory))
}

/// Returns the missions of every change after the race, by halving results with equally many missions.
fn halved(heats: &[u64]) -> Vec<u64> {
    let first = equally_long(heats[0]);
    let mut left: Vec<usize> = (1..first.cells.len()).collect();
    let mut played = vec![0; first.cells.len()];
    for (heat, games) in heats.iter().enumerate() {
        left.iter().for_each(|cell| played[*cell] = *games);
        let tally = equally_long(*games);
        let far = |cell: usize| far(&tally, &first, cell);
        // Of equal changes the earlier stays; sums in another order may be rounded differently.
        left.sort_by(|a, b| if (far(*a) - far(*b)).abs() < 1e-12 { a.cmp(b) } else { far(*b).total_cmp(&far(*a)) });
        left.truncate(if heat + 1 == heats.len() { left.len() } else { left.len().div_ceil(2) });
    }
    played
}

/// Each heat drops the changes that seem to make no difference. The remaining changes have the same missions as without
/// a race: the same numbers give the same dice.
#[test]
fn changes_are_halved_by_what_was_seen() {
    let scenario = scenario(CHANGES);
    let counted = counted(&scenario, 2);
    let heats: Vec<Tally> = (0..).map_while(|heat| counted.of(&format!("m/change/{heat}"))).collect();
    assert!(heats.len() > 2 && heats.len() == counted.0.len(), "{} heats", heats.len());
    let ends: Vec<u64> = (1..=heats.len()).map(|many| heats[..many].iter().map(|heat| heat.games).sum()).collect();
    let all = equally_long(ends[ends.len() - 1]);
    for (halvings, heat) in heats.iter().enumerate() {
        assert_eq!(heat.cells.len() - 1, (all.cells.len() - 1).div_ceil(1 << halvings));
    }

    let mut sums = Tally::default();
    heats.iter().for_each(|heat| sums.merge(&heat.alone(0)));
    assert_eq!(sums.cells[0], all.cells[0], "the unchanged team plays in every heat");

    let answer = scenario.studies[0].method.answer("m", &counted);
    let table = answer.tables.iter().find(|table| table.name == "m-changes").unwrap();
    let (Values::Text(labels), Values::Count(n)) =
        (&table.column("change").unwrap().values, &table.column("n").unwrap().values)
    else {
        panic!("columns of other types")
    };
    let mut told: Vec<(String, u64)> =
        labels.iter().cloned().zip(n.iter().map(|n| n.unwrap_or_default() as u64)).collect();
    let rows = scenario.studies[0].method.games().unwrap().grouped().unwrap().quantities;
    let labels = rows.into_iter().step_by(Whole::ALL.len()).map(|quantity| quantity.of);
    let mut expected: Vec<(String, u64)> = labels.zip(halved(&ends)).skip(1).collect();
    told.sort();
    expected.sort();
    assert_eq!(told, expected);
}

/// Harm falls also if an Ace is beaten sooner: a change that is called helpful wins more missions, by its whole interval.
#[test]
fn a_helpful_change_wins_more_missions() {
    for (aces, encounter) in [("\"M1\"", "siege"), ("\"H1\", \"L2\"", "patrol")] {
        let text = format!(
            "[[study]]\nkind = \"marginal\"\nname = \"m\"\naces = [{aces}]\ngames = 10\nencounter = \"{encounter}\"\n\
             changes = [\"attributes\", \"armaments\"]\npolicies = [\"greedy\", \"greedy\"]"
        );
        let scenario = scenario(&text);
        let answer = scenario.studies[0].method.answer("m", &counted(&scenario, 2));
        let table = answer.tables.iter().find(|table| table.name == "m-changes").unwrap();
        let Values::Text(labels) = &table.column("change").unwrap().values else { panic!("no text") };
        let victory = |label: &str| {
            let row = labels.iter().position(|known| known == label).unwrap();
            table.intervals("victory_change_interval")[row].unwrap()
        };
        let first = &answer.said[0];
        let named = first.split(": ").nth(1).unwrap().split(". It changes").next().unwrap();
        let (low, high) = victory(named);
        match first.starts_with("The most helpful") {
            true => assert!(low > 0.0, "{first}"),
            false => assert!(high >= 0.0, "{first}"),
        }
        let whose = if aces.contains(',') { "The team unchanged wins" } else { "M1-SOLDIER unchanged wins" };
        assert!(answer.said.iter().any(|said| said.contains(whose)), "{:?}", answer.said);
    }
}
