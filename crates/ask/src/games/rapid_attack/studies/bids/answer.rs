//! The answer of a study of bids between two players: tables, figures, and a summary with a verdict on the advice of
//! the rulebook.

use super::grid::{Built, Grid, by_points};
use super::replies::{BidChances, Fair, Replies, Reply, fair};
use hitchart_lab::builds::Meetings;
use hitchart_lab::metagame::{self, RESAMPLES, analyse_repeated};
use hitchart_lab::study::Answer;
use hitchart_rapid_attack::{bidding::Limits, ruleset::Ruleset};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, dyadic};

// Tables and figures.

/// Returns the complete answer for a grid.
pub(crate) fn answer(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset, seed: u64) -> Answer {
    let met = grid.meetings();
    let matrix = met.matrix(name, "companies");
    let map = map(name, &matrix);
    let mut answer = Answer {
        tables: vec![
            met.best(name),
            fair_bids(name, grid),
            matrix.clone(),
            points(name, grid, limits, rules),
            built(name, grid),
        ],
        figures: vec![(map, matrix)],
        warnings: Vec::new(),
        json: serde_json::to_value(grid).ok(),
        ..Answer::default()
    };
    summarise(&mut answer, grid, &met);
    answer.tables.extend(Advice::of(grid, &met).map(|advice| advice.table(name)));
    if let Ok(analysis) = analyse_repeated(&met.results(), Some(&met.open()), seed, RESAMPLES) {
        answer.extend(metagame::answer(&analysis, name));
    }
    answer
}

/// Returns the chances of all bids as a map.
fn map(name: &str, matrix: &Table) -> Figure {
    Figure::new(
        format!("{name}-map"),
        "Chance to win by bid",
        format!(
            "Share of points of each bid, in rows, against each other, in columns; a line marks a share of one half, the \
             fair bid. The numbers are in {}.",
            matrix.name
        ),
        FigureKind::divided_map(
            ["own_bid", "other_bid", "points_share"],
            "Share of points of the bid in the row; the line is the fair bid",
            0.5,
        ),
    )
}

/// Returns the replies to one of the bids of a grid.
pub(crate) fn answer_to(name: &str, grid: &Grid, against: usize) -> Answer {
    let met = grid.meetings();
    let of = |(own, share): (usize, Estimate)| {
        let loadouts = grid.best_company(&met, own).map(|company| company.loadouts.clone()).unwrap_or_default();
        Reply { own, share, loadouts }
    };
    let replies = Replies {
        players: 2,
        bids: &grid.bids,
        against,
        best: met.best_answer(against),
        answers: met.answers(against).into_iter().map(of).collect(),
        chances: grid.against(),
        games: met.games(),
    };
    replies.answer(name)
}

pub(super) fn fair_of(all: &BidChances<'_>, against: &[usize]) -> Vec<(usize, Fair)> {
    against.iter().flat_map(|other| fair(all, *other).into_iter().map(move |fair| (*other, fair))).collect()
}

/// Returns the table of fair bids: the numbers of systems that make the odds even.
fn fair_bids(name: &str, grid: &Grid) -> Table {
    fair_table(name, &grid.against(), &(0..grid.bids.len()).collect::<Vec<_>>())
}

/// Returns the table of fair bids against some of the bids.
pub(super) fn fair_table(name: &str, all: &BidChances<'_>, against: &[usize]) -> Table {
    let rows = fair_of(all, against);
    let note = "The number of systems that makes the odds even, by number of frames: where a line through the shares of the bids \
                with as many frames crosses an even share, with Fieller's interval. Empty if the line crosses outside of the bids \
                that were played, or if there are too few games. With as many frames as the other bid, the same bid is even.";
    Table::new(format!("{name}-fair"), "The fair bid: systems for even odds", note)
        .text("other_bid", "Against", rows.iter().map(|(other, _)| all.bids[*other].label()))
        .count("frames", "Frames", rows.iter().map(|(_, fair)| u64::from(fair.frames)))
        .number("fair_systems", "Fair systems", 1, rows.iter().map(|(_, fair)| fair.systems))
        .interval("fair_systems_interval", "95% interval", 1, rows.iter().map(|(_, fair)| fair.interval))
        .number("per_system", "Share of points per system", 3, rows.iter().map(|(_, fair)| fair.slope))
}

/// Returns a table of the effects of the rules before the first die is thrown.
fn points(name: &str, grid: &Grid, limits: &Limits, rules: &Ruleset) -> Table {
    let places = 0..grid.bids.len();
    let rows: Vec<_> = places
        .clone()
        .flat_map(|own| places.clone().map(move |other| (own, other)))
        .map(|(own, other)| (own, other, by_points(grid, (own, other), limits, rules)))
        .collect();
    let lead = |value: Option<i64>| value.map(|value| value as f64);
    let note = "Exact, from the rules alone: the starting score minus the opponent's, and the seat. If the bids tie for defense: \
                the lead after a full frame is added, and after one is removed (S22, R03, R04).";
    Table::new(format!("{name}-points"), "Bids by points", note)
        .text("own_bid", "Bid", rows.iter().map(|(own, ..)| grid.bids[*own].label()))
        .text("other_bid", "Against", rows.iter().map(|(_, other, _)| grid.bids[*other].label()))
        .whole("starting_lead", "Lead at the start", rows.iter().map(|(.., by)| by.lead))
        .text("seat", "Seat", rows.iter().map(|(.., by)| by.seat))
        .number("lead_added", "Lead with a frame more", 0, rows.iter().map(|(.., by)| lead(by.added)))
        .number("lead_removed", "Lead with a frame less", 0, rows.iter().map(|(.., by)| lead(by.removed)))
}

/// Returns the companies built for each bid.
fn built(name: &str, grid: &Grid) -> Table {
    built_of(name, &grid.bids, &format!("{} on {}, all played by {}", grid.size.name(), grid.battlefield, grid.policy))
}

/// Returns a table of companies built for bids, with a description of the setting in the note.
pub(super) fn built_of(name: &str, bids: &[Built], told: &str) -> Table {
    let note = format!(
        "Companies found by independent searches, one in each repetition. {}.",
        hitchart_config::words::capitalised(told)
    );
    let rows: Vec<_> = bids
        .iter()
        .flat_map(|built| (1_u64..).zip(&built.companies).map(move |(number, company)| (built, number, company)))
        .collect();
    Table::new(format!("{name}-built"), "Companies built for the bids", note)
        .text("own_bid", "Bid", rows.iter().map(|(built, ..)| built.label()))
        .count("repetition", "Repetition", rows.iter().map(|(_, number, _)| *number))
        .text("loadouts", "Loadouts", rows.iter().map(|(.., company)| company.loadouts.join(", ")))
}

// The summary: the best bids, and the verdict on the advice.

/// An even share of the points.
const EVEN: f64 = 0.5;
/// Level of each of the two intervals of the verdict, so that both hold together at 95%.
const PART: f64 = 0.975;

/// Adds the bids that do best against all others, and the verdict on the advice on sizes.
pub(crate) fn summarise(answer: &mut Answer, grid: &Grid, met: &Meetings) {
    met.summarise(answer, "bids", "companies");
    answer.said.extend(Advice::of(grid, met).map(|advice| advice.sentence()));
}

/// The advice to bid very slightly smaller than the opponent, or much larger (claim S01).
struct Advice {
    slightly_smaller: Estimate,
    much_larger: Estimate,
}

/// Range of fewer systems that counts as slightly smaller, and least number of more systems that counts as much larger.
const SLIGHTLY: (i32, i32) = (1, 2);
const MUCH: i32 = 6;

impl Advice {
    /// Estimates shares of points by difference in systems; `None` with too few pairs. Pairs that share a bid are
    /// correlated, because the same companies play in all of them.
    fn of(grid: &Grid, met: &Meetings) -> Option<Advice> {
        let shares = |fits: &dyn Fn(i32) -> bool| {
            let (mut shares, mut games) = (Vec::new(), 0);
            for (own, mine) in grid.bids.iter().enumerate() {
                for (other, theirs) in grid.bids.iter().enumerate() {
                    let is_met = own != other && fits(i32::from(mine.systems) - i32::from(theirs.systems));
                    if let Some(share) = is_met.then(|| met.share(own, other)).flatten() {
                        shares.push(([own, other], share.point));
                        games += share.n;
                    }
                }
            }
            let mean = || dyadic(&shares, PART);
            let within = |(low, high): (f64, f64)| (low.max(0.0), high.min(1.0));
            (shares.len() > 2).then(mean).map(|mean| Estimate { interval: within(mean.interval), n: games, ..mean })
        };
        Some(Advice {
            slightly_smaller: shares(&|more| (SLIGHTLY.0..=SLIGHTLY.1).contains(&-more))?,
            much_larger: shares(&|more| more >= MUCH)?,
        })
    }

    fn table(&self, name: &str) -> Table {
        let note = "Mean shares of points over pairs of bids, which vary together if they share a bid. Both intervals hold \
                    together at 95%.";
        Table::new(format!("{name}-advice"), "Slightly smaller bids, and much larger ones", note)
            .text("other_bid", "Bid", ["slightly smaller", "much larger"])
            .estimate("points_share", "Share of points", 3, [self.slightly_smaller, self.much_larger])
            .count("games", "Games", [self.slightly_smaller.n, self.much_larger.n])
    }

    fn sentence(&self) -> String {
        let told = |estimate: &Estimate| estimate.percent();
        let pays = |estimate: &Estimate| match estimate.interval {
            (low, _) if low > EVEN => Some(true),
            (_, high) if high < EVEN => Some(false),
            _ => None,
        };
        let verdict = match (pays(&self.slightly_smaller), pays(&self.much_larger)) {
            (Some(true), Some(true)) => "upheld",
            (Some(false), _) | (_, Some(false)) => "refuted",
            _ => "undecided",
        };
        format!(
            "The advice to bid very slightly smaller or much larger (claim S01) is {verdict}: bids of {} to {} systems less win {} of \
             the points, bids of {MUCH} or more systems more win {}. Both intervals hold together.",
            SLIGHTLY.0,
            SLIGHTLY.1,
            told(&self.slightly_smaller),
            told(&self.much_larger)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::studies::bids::Saved;
    use hitchart_lab::builds::MatchupCounts;
    use hitchart_lab::study::Duel;

    /// The verdict on claim S01 depends on the games: it is upheld as they were played, and refuted with all results
    /// reversed.
    #[test]
    fn the_advice_is_judged_by_the_games() {
        let grid = Saved::built_in().unwrap().grid;
        let verdict = |grid: &Grid| Advice::of(grid, &grid.meetings()).unwrap().sentence();
        assert!(verdict(&grid).contains("is upheld"), "{}", verdict(&grid));
        let page = include_str!("../../../../../../../docs/bids.md");
        assert!(page.contains("claim S01") && page.contains("upheld"), "docs/bids.md: {}", verdict(&grid));
        let turned = |met: &MatchupCounts| {
            MatchupCounts::of(met.first, met.second, met.repeats.iter().map(|duel| duel.turned()).collect())
        };
        let backwards = Grid { met: grid.met.iter().map(turned).collect(), ..grid.clone() };
        assert!(verdict(&backwards).contains("is refuted"));
        let even = Duel { ties: 20, half_points: [0, 0, 10, 0, 0], ..Duel::default() };
        let all = |met: &MatchupCounts| MatchupCounts::of(met.first, met.second, vec![even; met.repeats.len()]);
        let all_even = Grid { met: grid.met.iter().map(all).collect(), ..grid };
        assert!(verdict(&all_even).contains("is undecided"), "{}", verdict(&all_even));
    }
}
