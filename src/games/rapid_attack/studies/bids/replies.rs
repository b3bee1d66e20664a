//! The best replies to one bid, as summary, tables, a figure and JSON, for two players or more.

use super::fair::{Against, fair};
use super::grid::Built;
use super::tables::{fair_of, fair_table};
use hitchart_lab::study::{Answer, Estimates};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::{Table, grouped, number_within, percent, percent_within};
use hitchart_stats::Estimate;
use serde_json::{Value, json};

/// Number of replies among the key numbers.
const NUMBERS: usize = 5;

/// A reply to a bid.
pub struct Reply {
    /// Place of the reply among the bids.
    pub own: usize,
    /// Share of the points with two players, of the victories with more.
    pub share: Estimate,
    /// Loadouts of the reply's best company.
    pub loadouts: Vec<String>,
}

/// All replies to a bid that all other players make.
pub struct Replies<'a> {
    pub players: usize,
    pub bids: &'a [Built],
    /// Place of the bid that is answered.
    pub against: usize,
    /// The best reply. The interval allows for the choice among several bids.
    pub best: Option<(usize, Estimate)>,
    /// Replies from the best to the worst.
    pub answers: Vec<Reply>,
    pub chances: Against<'a>,
    pub games: u64,
}

impl Replies<'_> {
    fn label(&self, own: usize) -> String {
        self.bids[own].label()
    }

    /// Returns the name of the shares: points with two players, victories with more.
    fn what(&self) -> &'static str {
        if self.players == 2 { "points" } else { "victories" }
    }

    fn companies(&self) -> usize {
        self.bids.first().map_or(0, |built| built.companies.len())
    }

    /// Returns the complete answer.
    pub fn answer(&self, name: &str) -> Answer {
        let table = self.table(name);
        let mut answer = Answer {
            figures: vec![(self.figure(name, &table), table.clone())],
            tables: vec![fair_table(name, &self.chances, &[self.against]), table],
            json: Some(self.json()),
            ..Answer::default()
        };
        self.summarise(&mut answer);
        answer
    }

    fn summarise(&self, answer: &mut Answer) {
        let (against, what) = (self.label(self.against), self.what());
        let even = percent(self.even());
        if let Some((best, share)) = &self.best {
            let share = percent_within(share.point, share.interval);
            let (whom, beside) = match self.players {
                2 => (against.clone(), String::new()),
                n => (format!("{} opponents who all bid {against}", n - 1), format!(", where {even} is even")),
            };
            let bid = self.label(*best);
            answer.said.push(format!(
                "Against {whom}, bid {bid}: it wins {share} of the {what}{beside}; the interval includes the search for companies."
            ));
            answer.line = format!(
                "Against {whom} bid {bid}: {share} of the {what} ({} companies a bid, {} games)",
                self.companies(),
                grouped(self.games)
            );
            answer.undecided = self.undecided(*best, share_of(&self.best));
        }
        answer.said.push(self.fair());
        answer.said.push(format!(
            "{} companies were built independently for each bid; {} games between them were played.",
            self.companies(),
            grouped(self.games)
        ));
        let number = |reply: &Reply| {
            let share = percent_within(reply.share.point, reply.share.interval);
            KeyNumber::new(format!("Bid {}, share of the {what}", self.label(reply.own)), share)
        };
        answer.numbers = self.answers.iter().take(NUMBERS).map(number).collect();
    }

    /// Lists the numbers of systems that make the odds even.
    fn fair(&self) -> String {
        let of = |fair: &super::fair::Fair| {
            let systems = number_within(fair.systems?, fair.interval?);
            Some(format!("{systems} with {} frames", fair.frames))
        };
        let all: Vec<String> = fair(&self.chances, self.against).iter().filter_map(of).collect();
        match all.is_empty() {
            true => "These games do not show how many systems would make the odds even.".to_owned(),
            false => format!("For even odds you need this many systems: {}.", all.join("; ")),
        }
    }

    /// Lists the bids that may be as good as the best.
    fn undecided(&self, best: usize, (low, _): (f64, f64)) -> String {
        let near = self.answers.iter().filter(|reply| reply.own != best && reply.share.interval.1 >= low);
        let near: Vec<String> = near.map(|reply| self.label(reply.own)).collect();
        match near.is_empty() {
            true => String::new(),
            false => format!(
                "Undecided: {} may be as good. More companies for each bid and more games would decide it.",
                near.join(", ")
            ),
        }
    }

    fn even(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// Returns the names of the columns of shares.
    fn columns(&self) -> [&'static str; 2] {
        if self.players == 2 {
            ["points_share", "points_share_interval"]
        } else {
            ["victory_share", "victory_share_interval"]
        }
    }

    fn table(&self, name: &str) -> Table {
        let others = if self.players == 2 { "" } else { " All other players make this bid." };
        let note = format!(
            "Answers to {}.{others} The intervals include the dice and the search for companies: {} companies were built \
             independently for each bid. Loadouts: the most successful of these companies.",
            self.label(self.against),
            self.companies()
        );
        let heading = format!("Share of {}", self.what());
        Table::new(format!("{name}-answers"), "Answers, the best first", note)
            .text("own_bid", "Bid", self.answers.iter().map(|reply| self.label(reply.own)))
            .estimates(self.columns(), &heading, 3, self.answers.iter().map(|reply| reply.share))
            .count("n", "Games", self.answers.iter().map(|reply| reply.share.n))
            .text("loadouts", "Loadouts", self.answers.iter().map(|reply| reply.loadouts.join(", ")))
    }

    fn figure(&self, name: &str, table: &Table) -> Figure {
        let [value, interval] = self.columns().map(str::to_owned);
        Figure {
            name: format!("{name}-answers"),
            title: format!("Answers to {}", self.label(self.against)),
            alt: format!(
                "Share of {} of every bid against it, with intervals; the numbers are in {}.",
                self.what(),
                table.name
            ),
            kind: Kind::Ranking {
                label: "own_bid".to_owned(),
                value,
                interval,
                value_title: format!("Share of {}, 95% intervals", self.what()),
                reference: Some(self.even()),
            },
        }
    }

    fn json(&self) -> Value {
        let answers = self.answers.iter().map(|reply| {
            let Estimate { point, interval: (low, high), n, .. } = reply.share;
            json!({
                "bid": self.label(reply.own),
                self.what(): { "point": point, "interval": [low, high], "n": n },
                "frames": reply.loadouts,
            })
        });
        let fair = fair_of(&self.chances, &[self.against]).into_iter().map(|(_, fair)| {
            json!({
                "frames": fair.frames,
                "systems": fair.systems,
                "interval": fair.interval.map(|(low, high)| [low, high]),
            })
        });
        json!({
            "against": self.label(self.against),
            "players": self.players,
            "answers": answers.collect::<Vec<_>>(),
            "companies": self.companies(),
            "games": self.games,
            "fair": fair.collect::<Vec<_>>(),
        })
    }
}

/// Returns the interval of the best reply.
fn share_of(best: &Option<(usize, Estimate)>) -> (f64, f64) {
    best.as_ref().map_or((0.0, 1.0), |(_, share)| share.interval)
}
