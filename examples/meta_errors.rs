//! Error rates of `hitchart meta`: intervals that miss and verdicts that are false, by simulation of games with known
//! chances.
//!
//!     cargo run --release --example meta_errors
//!     cargo run --release --example meta_errors -- 300
//!
//! Each row is a kind of field; a number of fields of each kind are played and analysed. True ratings are those that
//! infinitely many games would give. The true equilibrium is that of the true chances; if all mixtures are equilibria,
//! it is the uniform one.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::{Stream, Throw, job_id};
use hitchart_lab::metagame::{
    Analysis, DominationVerdict, Fit, PairCell, PairTally, Quantity, Results, Square, analyse, effective,
};
use std::error::Error;

/// Fields of each kind, by default, and resamples of each field.
const FIELDS: u64 = 20;
const RESAMPLES: usize = 200;

/// A kind of field: the chances of the games of a pair, and its most even equilibrium.
struct Kind {
    name: &'static str,
    /// Chance that the first of a pair wins a game that is not a tie.
    win: Box<dyn Fn(usize, usize) -> f64>,
    tied: f64,
    /// Observations of a pair: one game, or two games that share six in ten of their dice.
    observations: u64,
    paired: bool,
    equilibrium: Vec<f64>,
}

fn ladder(step: f64) -> Box<dyn Fn(usize, usize) -> f64> {
    Box::new(move |i, j| 1.0 / (1.0 + (step * (i as f64 - j as f64)).exp()))
}

fn kinds() -> Vec<Kind> {
    let kind =
        |name, win, tied, observations, equilibrium| Kind { name, win, tied, observations, paired: false, equilibrium };
    let alike = || Box::new(|_: usize, _: usize| 0.5) as Box<dyn Fn(usize, usize) -> f64>;
    let stakes = || {
        let win = |i: usize, j: usize| [[0.5, 0.9, 0.35], [0.1, 0.5, 0.7], [0.65, 0.3, 0.5]][i][j];
        Box::new(win) as Box<dyn Fn(usize, usize) -> f64>
    };
    let even = |n: usize| vec![1.0 / n as f64; n];
    let first = |n: usize| (0..n).map(|i| if i == 0 { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let unequal = || [2.0, 1.5, 4.0].map(|part| part / 7.5).to_vec();
    let groups = Box::new(|i: usize, j: usize| if (i < 3) == (j < 3) { 0.5 } else { 0.65 });
    vec![
        kind("6 alike, 20 games a pair", alike(), 0.1, 20, even(6)),
        kind("6 alike, 200 games a pair", alike(), 0.1, 200, even(6)),
        Kind { paired: true, ..kind("6 alike, 100 pairs of games", alike(), 0.1, 100, even(6)) },
        kind("12 alike, 3 games a pair", alike(), 0.0, 3, even(12)),
        kind(
            "rock, paper, scissors at 70%, 50 games",
            Box::new(|i, j| if j - i == 1 { 0.7 } else { 0.3 }),
            0.0,
            50,
            even(3),
        ),
        kind("the same with unequal stakes, 50 games", stakes(), 0.0, 50, unequal()),
        kind("the same with unequal stakes, 500 games", stakes(), 0.0, 500, unequal()),
        kind("ladder of 6, 87 Elo a step, 50 games", ladder(0.5), 0.1, 50, first(6)),
        kind("ladder of 6, 17 Elo a step, 50 games", ladder(0.1), 0.1, 50, first(6)),
        Kind { paired: true, ..kind("ladder of 6, 174 Elo a step, 50 pairs", ladder(1.0), 0.1, 50, first(6)) },
        kind("ladder of 12, 35 Elo a step, 5 games", ladder(0.2), 0.0, 5, first(12)),
        kind("2 alike, 6 games", alike(), 0.0, 6, even(2)),
        kind("2 alike, 40 games, nine of ten tied", alike(), 0.9, 40, even(2)),
        kind("2, one at 85%, 20 games", Box::new(|_, _| 0.85), 0.0, 20, first(2)),
        kind("2, one at 95%, 10 games", Box::new(|_, _| 0.95), 0.0, 10, first(2)),
        kind("ladder of 6, 174 Elo a step, 10 games", ladder(1.0), 0.0, 10, first(6)),
        kind("3 alike above 3 alike, 100 games", groups, 0.0, 100, [[1.0 / 3.0; 3], [0.0; 3]].concat()),
    ]
}

/// Plays the games of a field.
fn played(kind: &Kind, seed: u64) -> Results {
    let n = kind.equilibrium.len();
    let mut throw = Throw::new(Stream { seed, job: job_id(kind.name), stream: 0 }.key());
    let mut unit = || throw.below(1 << 53) as f64 / (1u64 << 53) as f64;
    let mut results = Results::new((0..n).map(|i| format!("e{i:02}")).collect());
    for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
        let mut cell = PairCell::default();
        for _ in 0..kind.observations {
            let mut outcome = [0; 3];
            let shared = unit();
            for game in 0..1 + usize::from(kind.paired) {
                let die = if game == 0 || unit() < 0.6 { shared } else { unit() };
                outcome[if unit() < kind.tied { 1 } else { usize::from(die >= (kind.win)(i, j)) * 2 }] += 1;
            }
            cell.add(outcome, 1);
        }
        results.add(i, j, &cell);
    }
    results
}

/// Results that infinitely many games would give.
struct Truth {
    logits: Vec<f64>,
    regret: Vec<f64>,
    effective: f64,
    dominated: Vec<bool>,
}

impl Truth {
    fn of(kind: &Kind) -> Truth {
        let n = kind.equilibrium.len();
        let win = |i: usize, j: usize| if i < j { (kind.win)(i, j) } else { 1.0 - (kind.win)(j, i) };
        let payoffs = Square::from_fn(n, |i, j| if i == j { 0.0 } else { (win(i, j) - 0.5) * (1.0 - kind.tied) });
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let games: Vec<PairTally> = pairs
            .map(|(first, second)| {
                let (wins, losses) = (win(first, second), win(second, first));
                PairTally {
                    first,
                    second,
                    wins: wins * (1.0 - kind.tied),
                    ties: kind.tied,
                    losses: losses * (1.0 - kind.tied),
                }
            })
            .collect();
        let over = |k: usize, i: usize| (0..n).all(|j| payoffs.at(k, j) > payoffs.at(i, j) + 1e-9);
        Truth {
            logits: Fit::of(n, &games).logits,
            regret: payoffs.mixed(&kind.equilibrium),
            effective: effective(&kind.equilibrium),
            dominated: (0..n).map(|i| (0..n).any(|k| k != i && over(k, i))).collect(),
        }
    }
}

/// Shares of errors: of ratings, shares, regrets and verdicts on entrants; of effective choices and of cycles on
/// fields.
#[derive(Default)]
struct Wrong([f64; 6]);

impl Wrong {
    fn add(&mut self, kind: &Kind, truth: &Truth, analysis: &Analysis) {
        let hit = |quantity: &Quantity, value: f64| {
            let (low, high) = quantity.interval;
            (low - 1e-4..=high + 1e-4).contains(&value)
        };
        let n = analysis.names.len() as f64;
        for (at, name) in analysis.names.iter().enumerate() {
            let i: usize = name[1..].parse().unwrap_or_default();
            let false_verdict = match analysis.domination[at].verdict {
                DominationVerdict::Yes => !truth.dominated[i],
                DominationVerdict::No => truth.dominated[i],
                DominationVerdict::Undecided => false,
            };
            let wrong = [
                !hit(&analysis.ratings[at], truth.logits[i]),
                !hit(&analysis.equilibrium[at], kind.equilibrium[i]),
                !hit(&analysis.regret[at], truth.regret[i]),
                false_verdict,
            ];
            self.0.iter_mut().zip(wrong).for_each(|(sum, wrong)| *sum += f64::from(u8::from(wrong)) / n);
        }
        self.0[4] += f64::from(u8::from(!hit(&analysis.effective, truth.effective)));
        self.0[5] += f64::from(u8::from(analysis.cyclic.p <= 0.05));
    }
}

/// Means over fields: effective choices, as measured, and as equal entrants would show; cyclic share, and by chance.
#[derive(Default)]
struct Means([f64; 5]);

impl Means {
    fn add(&mut self, analysis: &Analysis) {
        let cyclic = &analysis.cyclic;
        let all = [
            analysis.effective.point,
            analysis.as_measured,
            analysis.equals.unwrap_or_default(),
            cyclic.share.point,
            cyclic.by_chance.unwrap_or_default(),
        ];
        self.0.iter_mut().zip(all).for_each(|(sum, one)| *sum += one);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let fields = std::env::args().nth(1).map_or(Ok(FIELDS), |fields| fields.parse())?;
    println!("N = {fields} fields of each kind, seeds from 0; how often a 95% interval misses or a verdict is false\n");
    println!("{:42} rating  share  regret  dominated  effective  cycles found", "");
    let mut all = Vec::new();
    for kind in kinds() {
        let truth = Truth::of(&kind);
        let (mut wrong, mut means) = (Wrong::default(), Means::default());
        for seed in 0..fields {
            let analysis = analyse(&played(&kind, seed), seed, RESAMPLES)?;
            wrong.add(&kind, &truth, &analysis);
            means.add(&analysis);
        }
        all.push((kind.name, truth.effective, means.0.map(|sum| sum / fields as f64)));
        let [rating, share, regret, dominated, effective, cycles] = wrong.0.map(|sum| 100.0 * sum / fields as f64);
        println!(
            "{:42} {rating:5.1}% {share:5.1}%  {regret:5.1}%  {dominated:8.2}%  {effective:8.1}%  {cycles:11.1}%",
            kind.name
        );
    }
    println!("\nMeans: effective choices, true and told, as measured and of equals; cyclic share, and by chance\n");
    for (name, truth, [effective, measured, equals, cyclic, chance]) in all {
        println!("| {name} | {truth:.2} | {effective:.2} | {measured:.2} | {equals:.2} | {cyclic:.2} | {chance:.2} |");
    }
    Ok(())
}
