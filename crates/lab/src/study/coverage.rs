//! Coverage of intervals: games of a known distribution, added to tallies and read as estimates, 2,000 times each. With
//! 2,000 seeds a coverage of 0.95 has a standard error of about 0.005.

use super::{
    Looks, Metric, MetricUnit, Observations, POINTS, Ratio, Sums, count, difference, mean, metric, shared, won,
};
use hitchart_dice::Throw;
use hitchart_stats::{Bounds, Estimate, LEVEL, mean as mean_of_counts, normal_quantile};

const SEEDS: u64 = 2000;

/// Draws a number between 0 and 1.
pub fn chance(dice: &mut Throw) -> f64 {
    dice.below(1 << 30) as f64 / f64::from(1 << 30)
}

/// Draws true with a probability.
pub fn yes(dice: &mut Throw, probability: f64) -> bool {
    chance(dice) < probability
}

/// Draws the number of successes in `of` trials.
pub fn some(dice: &mut Throw, of: u64, probability: f64) -> i64 {
    (0..of).filter(|_| yes(dice, probability)).count() as i64
}

/// Draws a Poisson number with a small mean.
pub fn events(dice: &mut Throw, mean: f64) -> i64 {
    let (mut left, mut number) = (chance(dice), 0);
    let mut mass = (-mean).exp();
    while left > mass && number < 60 {
        left -= mass;
        number += 1;
        mass *= mean / number as f64;
    }
    number
}

/// A test case: a quantity, its games, and the true value.
pub struct Case {
    /// Name of the quantity.
    pub what: &'static str,
    /// Description of its games.
    pub games: &'static str,
    /// Number of games.
    pub n: u64,
    /// True if the interval may be wider than necessary: after several looks, or if fewer than ten events of the rarer kind
    /// are expected. Exact coverage is then impossible: the number of
    /// events is a small integer, and unseen events must be allowed for. An interval may then be wider than necessary,
    /// never narrower.
    pub rare: bool,
    /// True value of the quantity.
    pub truth: f64,
    /// Estimate from games that are drawn at random.
    pub estimate: Drawn,
}

/// Function that draws games and returns an estimate.
pub(super) type Drawn = Box<dyn Fn(&mut Throw) -> Estimate>;

/// Draws groups of games, and sums one number over them.
fn sums(size: u64, groups: u64, dice: &mut Throw, group: impl Fn(&mut Throw) -> Vec<i64>) -> (Sums, Observations) {
    let mut sums = Sums::new(1);
    for _ in 0..groups {
        group(dice).into_iter().for_each(|value| sums.add(std::iter::once(value)));
        sums.close(true);
    }
    (sums, Observations { games: size * groups, size, whole: groups })
}

fn known(unit: MetricUnit) -> Metric {
    Metric { name: "some", title: "", unit, how: "" }
}

/// Returns the estimate of a metric from games that `group` draws, group by group.
fn of_groups(
    unit: MetricUnit,
    (size, groups): (u64, u64),
    group: impl Fn(&mut Throw) -> Vec<i64> + Copy + 'static,
) -> Drawn {
    Box::new(move |dice| {
        let (sums, of) = sums(size, groups, dice, group);
        metric(&known(unit), &sums, 0, of)
    })
}

/// Draws a pair of games between equal policies, as (won, tied) for the first. Both games are the same, so the first
/// policy wins exactly one of them, or both are tied.
fn equal_pair(dice: &mut Throw, tie: f64) -> [(bool, bool); 2] {
    let (tied, first) = (yes(dice, tie), yes(dice, 0.6));
    [(!tied && first, tied), (!tied && !first, tied)]
}

/// Draws a pair of games between unlike policies with common dice: seats and skill both matter.
fn unlike_pair(dice: &mut Throw, better: f64, tie: f64) -> [(bool, bool); 2] {
    let luck = 0.3 * (chance(dice) - 0.5);
    [luck, -luck].map(|luck| {
        let tied = yes(dice, tie);
        (!tied && yes(dice, better + luck), tied)
    })
}

fn cases() -> Vec<Case> {
    let int = |value: bool| i64::from(value);
    let mut cases = Vec::new();
    let mut case = |what: &'static str, games: &'static str, n: u64, rare: bool, truth: f64, estimate: Drawn| {
        cases.push(Case { what, games, n, rare, truth, estimate });
    };
    // Shares of games with independent dice.
    for (p, n, rare) in [(0.5, 80, false), (0.15, 80, false), (0.8, 400, false), (0.01, 80, true), (0.002, 80, true)] {
        let name = match (p, rare) {
            (0.5, _) => "wins",
            (_, true) => "ties, rare",
            _ => "ties",
        };
        case(name, "plain seats", n, rare, p, Box::new(move |dice| won(some(dice, n, p).unsigned_abs(), n).share));
    }
    for (games, n) in [(80, 40), (400, 200)] {
        let company = move |dice: &mut Throw| equal_pair(dice, 0.1).map(|(won, _)| won).into_iter();
        // A company wins or loses both games of a pair, because both are the same game.
        let same = move |dice: &mut Throw| {
            let won = int(company(dice).next().unwrap_or(false));
            vec![won, won]
        };
        case(
            "wins of a company",
            "swapped, equal policies",
            games,
            false,
            0.54,
            of_groups(MetricUnit::Share, (2, n), same),
        );
        let tied = move |dice: &mut Throw| equal_pair(dice, 0.15).map(|(_, tied)| int(tied)).to_vec();
        case("ties", "swapped, equal policies", games, false, 0.15, of_groups(MetricUnit::Share, (2, n), tied));
        let policy = move |dice: &mut Throw| equal_pair(dice, 0.15).map(|(won, _)| int(won)).to_vec();
        case(
            "wins of a policy",
            "swapped, equal policies",
            games,
            n < 100,
            0.425,
            of_groups(MetricUnit::Share, (2, n), policy),
        );
        let policy = move |dice: &mut Throw| unlike_pair(dice, 0.7, 0.05).map(|(won, _)| int(won)).to_vec();
        case(
            "wins of a policy",
            "swapped, unlike policies",
            games,
            false,
            0.665,
            of_groups(MetricUnit::Share, (2, n), policy),
        );
        let tied = move |dice: &mut Throw| unlike_pair(dice, 0.7, 0.1).map(|(_, tied)| int(tied)).to_vec();
        case("ties", "swapped, unlike policies", games, false, 0.1, of_groups(MetricUnit::Share, (2, n), tied));
        let points = move |dice: &mut Throw| {
            let half = unlike_pair(dice, 0.6, 0.1).map(|(won, tied)| 2 * int(won) + int(tied));
            vec![half[0], half[1]]
        };
        case(
            "points of a policy",
            "swapped, unlike policies",
            games,
            false,
            0.59,
            Box::new(move |dice| {
                let (sums, of) = sums(2, n, dice, points);
                mean(&sums, 0, of, 2, &Bounds::SHARE)
            }),
        );
    }
    case(
        "ties, rare",
        "swapped, equal policies",
        80,
        true,
        0.02,
        of_groups(MetricUnit::Share, (2, 40), move |dice| equal_pair(dice, 0.02).map(|(_, tied)| int(tied)).to_vec()),
    );
    case(
        "wins of a policy, few ties",
        "swapped, equal policies",
        80,
        true,
        0.49,
        of_groups(MetricUnit::Share, (2, 40), move |dice| equal_pair(dice, 0.02).map(|(won, _)| int(won)).to_vec()),
    );
    // Four players: seats and dice change a policy's probability to win.
    case(
        "wins of a policy",
        "swapped, four players",
        160,
        false,
        0.3,
        of_groups(MetricUnit::Share, (4, 40), move |dice| {
            let luck = 0.2 * (chance(dice) - 0.5);
            [luck, -luck, luck, -luck].map(|luck| int(yes(dice, 0.3 + luck))).to_vec()
        }),
    );
    case(
        "wins of two of a name",
        "swapped, four players",
        160,
        false,
        0.3,
        Box::new(move |dice| {
            let (sums, of) = sums(4, 40, dice, move |dice| {
                let luck = 0.2 * (chance(dice) - 0.5);
                [luck, -luck, luck, -luck].map(|luck| int(yes(dice, 0.6 + luck))).to_vec()
            });
            shared(&sums, 0, 2, of).share
        }),
    );
    // Ratios: share of games that the leader of a round wins; not all games have a leader.
    for (size, groups, games) in
        [(1, 80, "plain seats"), (2, 40, "swapped, equal policies"), (2, 200, "swapped, equal policies")]
    {
        case(
            "leader wins",
            games,
            size * groups,
            groups == 40,
            0.7,
            Box::new(move |dice| {
                let mut ratio = Ratio::new(size);
                for _ in 0..groups {
                    let (leads, wins) = (yes(dice, 0.6), yes(dice, 0.7));
                    (0..size).filter(|_| leads).for_each(|_| ratio.add(wins));
                    ratio.close(true);
                }
                ratio.share(Observations { games: size * groups, size, whole: groups }).share
            }),
        );
    }
    case(
        "leader wins",
        "swapped, unlike policies",
        80,
        false,
        0.7,
        Box::new(move |dice| {
            let mut ratio = Ratio::new(2);
            for _ in 0..40 {
                let luck = 0.4 * (chance(dice) - 0.5);
                for luck in [luck, -luck] {
                    if yes(dice, 0.7) {
                        ratio.add(yes(dice, 0.7 + luck));
                    }
                }
                ratio.close(true);
            }
            ratio.share(Observations { games: 80, size: 2, whole: 40 }).share
        }),
    );
    // Counts.
    for (size, groups, games) in [(1, 40, "plain seats"), (2, 40, "swapped, equal policies")] {
        let n = size * groups;
        let twice = move |value: i64| vec![value; size as usize];
        case(
            "damage, mean 12",
            games,
            n,
            false,
            12.0,
            of_groups(MetricUnit::Several("hits"), (size, groups), move |dice| twice(some(dice, 24, 0.5))),
        );
        case(
            "frames lost, mean 2",
            games,
            n,
            false,
            2.0,
            of_groups(MetricUnit::Single("frames"), (size, groups), move |dice| twice(some(dice, 8, 0.25))),
        );
        case(
            "captures, mean 0.4",
            games,
            n,
            false,
            0.4,
            of_groups(MetricUnit::Single("stations"), (size, groups), move |dice| twice(events(dice, 0.4))),
        );
        case(
            "falls, mean 0.02",
            games,
            n,
            true,
            0.02,
            of_groups(MetricUnit::Single("falls"), (size, groups), move |dice| twice(events(dice, 0.02))),
        );
        case(
            "falls, mean 0.05",
            games,
            n,
            true,
            0.05,
            of_groups(MetricUnit::Single("falls"), (size, groups), move |dice| twice(events(dice, 0.05))),
        );
        case(
            "hits by threes, mean 0.15",
            games,
            n,
            true,
            0.15,
            of_groups(MetricUnit::Several("hits"), (size, groups), move |dice| {
                twice((0..events(dice, 0.075)).map(|_| 1 + some(dice, 2, 0.5)).sum())
            }),
        );
        case(
            "rounds, 6 but for one in 50",
            games,
            n,
            true,
            5.98,
            of_groups(MetricUnit::Single("rounds"), (size, groups), move |dice| twice(6 - int(yes(dice, 0.02)))),
        );
        case(
            "rounds, 6 but for one in 20",
            games,
            n,
            true,
            5.925,
            of_groups(MetricUnit::Single("rounds"), (size, groups), move |dice| {
                twice(6 - int(yes(dice, 0.05)) * (1 + int(yes(dice, 0.5))))
            }),
        );
        case(
            "score, mean -3",
            games,
            n,
            false,
            -3.0,
            of_groups(MetricUnit::Points, (size, groups), move |dice| twice(5 * some(dice, 6, 0.4) - 15)),
        );
        case(
            "margin, mean 6",
            games,
            n,
            false,
            6.0,
            of_groups(MetricUnit::Points, (size, groups), move |dice| twice(5 * events(dice, 1.2))),
        );
    }
    case(
        "lead",
        "swapped, unlike policies",
        80,
        false,
        2.0,
        Box::new(move |dice| {
            let (sums, of) = sums(2, 40, dice, |dice| vec![5 * (some(dice, 6, 0.5) - some(dice, 6, 0.5)) + 2, 2]);
            mean(&sums, 0, of, 1, &POINTS)
        }),
    );
    // Counts that rarely jump by several.
    for (usual, jump, what) in
        [(5, -3, "clock held, 5 but 2 for one in 50"), (0, 4, "clock held, 0 but 4 for one in 50")]
    {
        for n in [40, 80, 400] {
            let draw = move |dice: &mut Throw| vec![usual + jump * int(yes(dice, 0.02))];
            let truth = usual as f64 + 0.02 * jump as f64;
            case(what, "plain seats", n, true, truth, of_groups(MetricUnit::Several("decisions"), (1, n), draw));
        }
    }
    // Missions with common random numbers.
    for (better, worse, rare) in [(0.15, 0.10, false), (0.02, 0.0, true), (0.03, 0.03, true)] {
        let draw = move |dice: &mut Throw| {
            let luck = chance(dice);
            vec![i64::from(luck < better) - i64::from(luck > 1.0 - worse)]
        };
        case(
            "difference in missions won",
            "common dice",
            100,
            rare,
            better - worse,
            Box::new(move |dice| {
                let (sums, of) = sums(1, 100, dice, draw);
                difference(&known(MetricUnit::Share), &sums, 0, of, LEVEL).0
            }),
        );
    }
    case(
        "difference in Vigor left",
        "common dice",
        100,
        false,
        0.5,
        Box::new(move |dice| {
            let (sums, of) = sums(1, 100, dice, |dice| vec![some(dice, 9, 0.5) - some(dice, 8, 0.5)]);
            difference(&known(MetricUnit::Several("Vigor")), &sums, 0, of, LEVEL).0
        }),
    );
    case(
        "uses of a tool, mean 1",
        "missions",
        100,
        false,
        1.0,
        Box::new(move |dice| {
            let (sums, of) = sums(1, 100, dice, |dice| vec![2 * some(dice, 2, 0.25)]);
            count(&sums, 0, MetricUnit::Single("uses"), of)
        }),
    );
    // Simulated attacks: the mean of a tally, and the share that stands.
    for (p, rare) in [(0.4, false), (0.001, true)] {
        case(
            "mean damage",
            "simulated attacks",
            2000,
            rare,
            3.0 * p,
            Box::new(move |dice| {
                let mut counts = [0; 7];
                for _ in 0..2000 {
                    counts[if yes(dice, p) { 1 + some(dice, 4, 0.5) as usize } else { 0 }] += 1;
                }
                mean_of_counts(&counts, LEVEL)
            }),
        );
    }
    for (p, rare) in [(0.3, false), (0.0008, true)] {
        case(
            "stands after so many",
            "simulated attacks",
            2000,
            rare,
            p,
            Box::new(move |dice| won(some(dice, 2000, p).unsigned_abs(), 2000).share),
        );
    }
    for p in [0.5, 0.9, 0.98] {
        case("wins, stopped at a width", "a coin", STOPPED, true, p, Box::new(move |dice| stopped(p, dice)));
    }
    cases
}

/// Maximum number of games of the cases that stop at a width.
const STOPPED: u64 = 2222;

/// Plays games until the share won is within 3 points at the level of the look, as `--precision 0.03` does.
fn stopped(p: f64, dice: &mut Throw) -> Estimate {
    let looks = Looks::at(STOPPED, 1);
    let (mut wins, mut played) = (0, 0);
    for look in 0..looks.count() {
        wins += some(dice, looks.end(look) - played, p).unsigned_abs();
        played = looks.end(look);
        let width = won(wins, played).width() / 2.0;
        if width * normal_quantile(looks.level(look, 1.0 - LEVEL)) / normal_quantile(LEVEL) <= 0.03 {
            break;
        }
    }
    won(wins, played).share
}

/// Returns the coverage of a case, and asserts that every interval has a positive width and contains its point.
fn coverage(case: &Case) -> f64 {
    let holds = |seed: u64| {
        let estimate = (case.estimate)(&mut Throw::new(seed.wrapping_mul(0xd134_2543_de82_ef95)));
        let (low, high) = estimate.interval;
        assert!(low < high && (low..=high).contains(&estimate.point), "{}: {estimate:?}", case.what);
        (low - 1e-9..=high + 1e-9).contains(&case.truth)
    };
    (1..=SEEDS).filter(|seed| holds(*seed)).count() as f64 / SEEDS as f64
}

#[test]
fn intervals_hold_what_they_claim_and_the_page_says_so() {
    claimed(&cases());
}

/// Asserts that all cases have the claimed coverage, and that the page has their rows.
pub fn claimed(cases: &[Case]) {
    let page = include_str!("../../../../docs/methods/statistics.md");
    let mut missing = String::new();
    let mut wrong = String::new();
    for case in cases {
        let covered = coverage(case);
        // The looks of a run share its level, so an interval of the last look is wider than one without looks.
        let claim = match case.rare {
            true if case.n == STOPPED => "looks",
            true => "rare",
            false => "",
        };
        let row = format!("| {} | {} | {} | {covered:.3} | {claim} |\n", case.what, case.games, case.n);
        if !(0.93..=if case.rare { 1.0 } else { 0.97 }).contains(&covered) {
            wrong += &row;
        }
        if !page.contains(&row) {
            missing += &row;
        }
    }
    assert!(wrong.is_empty(), "coverage:\n{wrong}");
    assert!(missing.is_empty(), "docs/methods/statistics.md should have:\n{missing}");
}
