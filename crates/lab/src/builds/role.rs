//! The best part for a role: for one place of an otherwise equal build.

use super::optimise::best_json;
use super::phase::{Phase, by_points};
use super::tables::{gain as signed, share, undecided};
use super::workshop::{Built, Enters};
use crate::racing::{Difference, Margins, Race};
use crate::runner::Wanted;
use crate::study::{Answer, Counted, Estimates};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, capitalised, counted, grouped};
use hitchart_stats::LEVEL;
use std::sync::Arc;

/// Maximum number of rows of the race that the table shows.
const TOLD: usize = 12;

/// A place of a build, and the builds with each part that may fill it.
#[derive(Clone, Debug)]
pub struct Role<B> {
    pub own: B,
    pub place: usize,
    pub builds: Vec<B>,
}

/// Progress of the race for a role.
struct Raced {
    race: Race,
    /// Games of the best build on fresh seeds, and of the unchanged build on the same.
    tested: Option<(Margins, Margins)>,
    next: Vec<Wanted>,
}

/// Numbers of games of the race and of the test, and the seed.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    pub pairs: u64,
    pub test_pairs: u64,
    pub seed: u64,
}

/// The study: its name, and its setting.
type Of<'a, W> = (&'a str, &'a W);

impl<B: Built + Clone> Role<B> {
    fn raced<W: Enters<Build = B>>(
        &self,
        (name, setting): Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        counted: &Counted,
    ) -> Raced {
        let phase = |what: &str, builds: Vec<B>, pairs: u64, beside: Option<B>| Phase {
            setting,
            field,
            name: format!("{name}/{what}"),
            builds,
            pairs,
            left: 1,
            beside,
        };
        let all = phase(W::WORDS.part[2], self.builds.clone(), games.pairs, None);
        let run = all.run(counted, by_points);
        let mut raced = Raced { next: all.wants(&run, games.seed), race: run.race, tested: None };
        if raced.race.next.is_none() {
            let best = self.builds[raced.race.standings[0].arm].clone();
            let test = phase("test", vec![best], games.test_pairs, Some(self.own.clone()));
            let run = test.run(counted, by_points);
            raced.next = test.wants(&run, games.seed);
            let fresh = run.race.standings.into_iter().next();
            raced.tested = fresh.filter(|_| run.race.next.is_none()).map(|fresh| (fresh.margins, run.beside));
        }
        raced
    }

    /// Returns the games to play next.
    pub fn wants<W: Enters<Build = B>>(
        &self,
        of: Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        counted: &Counted,
    ) -> Vec<Wanted> {
        self.raced(of, field, games, counted).next
    }

    /// Returns the answer; `against` describes the opponents and the setting.
    pub fn answer<W: Enters<Build = B>>(
        &self,
        of: Of<'_, W>,
        field: &Arc<W::Field>,
        games: Games,
        (counted, against): (&Counted, &str),
    ) -> Answer {
        let raced = self.raced(of, field, games, counted);
        let Some((fresh, own)) = &raced.tested else { return Answer::default() };
        let winner = &raced.race.standings[0];
        let (build, gain) = (&self.builds[winner.arm], fresh.more_than(own, LEVEL));
        let both = (&winner.margins, fresh);
        let mut answer = Answer {
            said: vec![self.said::<W>(build, fresh, &gain)],
            tables: vec![self.best::<W>(of.0, build, both, &gain, against), self.table::<W>(of.0, &raced.race)],
            json: Some(best_json(build, &winner.margins, fresh)),
            ..Answer::default()
        };
        self.numbers(&mut answer, build, both, &gain);
        answer
    }

    fn told(&self, build: &B) -> String {
        build.standing(self.place)
    }

    fn said<W: Enters<Build = B>>(&self, build: &B, fresh: &Margins, gain: &Difference) -> String {
        let words = W::WORDS;
        format!(
            "The best of {} {} {} is {}. With it the {} scores {} of the points, {} compared with {}.",
            counted(self.builds.len() as u64, words.part[2]),
            words.place,
            self.place + 1,
            self.told(build),
            words.build[0],
            share(&fresh.points()),
            signed(&gain.points),
            self.told(&self.own),
        )
    }

    /// Fills in the numbers behind the answer, and the sentence on what is undecided.
    fn numbers(&self, answer: &mut Answer, build: &B, (raw, fresh): (&Margins, &Margins), gain: &Difference) {
        let points = fresh.points();
        answer.said.push(format!(
            "Both were measured on new dice, over {} games each. In the race that chose it, its share of points was {:.1} points higher.",
            grouped(fresh.games()),
            (raw.points().point - points.point) * 100.0
        ));
        answer.numbers = vec![
            KeyNumber::new(format!("Share of points with {}", self.told(build)), share(&points)),
            KeyNumber::new(format!("Gain over {}", self.told(&self.own)), signed(&gain.points)),
        ];
        answer.undecided = undecided("the gain", &gain.points);
    }

    fn best<W: Enters<Build = B>>(
        &self,
        name: &str,
        build: &B,
        (raw, fresh): (&Margins, &Margins),
        gain: &Difference,
        against: &str,
    ) -> Table {
        let words = W::WORDS;
        let note = format!(
            "{} {} of {}, with as many systems as {}. Measured on new dice; the gain is over the unchanged {}, on common random \
             numbers. {against}.",
            capitalised(words.place),
            self.place + 1,
            self.own.told(),
            self.told(&self.own),
            words.build[0]
        );
        let points = fresh.points();
        Table::new(format!("{name}-best"), format!("The best {}", words.part[0]), note)
            .text(words.part[0], words.part[1], [self.told(build)])
            .estimates(["points_share", "points_share_interval"], "Share of points", 4, [points])
            .estimates(["gain", "gain_interval"], "Gain in share of points", 4, [gain.points])
            .number("raw_points", "Share in the race", 4, [raw.points().point])
            .number("optimism", "Overstated", 4, [raw.points().point - points.point])
            .count("n", "Games", [points.n])
    }

    fn table<W: Enters<Build = B>>(&self, name: &str, race: &Race) -> Table {
        let note = "Those that went furthest in the race, the best first. Their shares are too high, because they are the best of many.";
        let rows: Vec<_> = race.standings.iter().take(TOLD).collect();
        let [column, heading, _] = W::WORDS.part;
        Table::new(format!("{name}-race"), "The race", note)
            .text(column, heading, rows.iter().map(|standing| self.told(&self.builds[standing.arm])))
            .count("heats", "Heats", rows.iter().map(|standing| standing.heats as u64))
            .estimates(
                ["points_share", "points_share_interval"],
                "Share of points",
                4,
                rows.iter().map(|standing| standing.margins.points()),
            )
            .count("n", "Games", rows.iter().map(|standing| standing.margins.games()))
    }
}
