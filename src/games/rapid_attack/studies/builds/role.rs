//! The best loadout for a role: for one frame of a company that is otherwise the same.

use super::optimise::best_json;
use super::setting::Setting;
use super::sitting::Field;
use crate::builds::{Built, Phase, by_points, share, signed};
use crate::games::rapid_attack::design::{Build, Space, told};
use crate::games::rapid_attack::loadout::Loadout;
use crate::racing::{Difference, Margins, Race};
use crate::runner::Wanted;
use crate::stats::LEVEL;
use crate::study::{Answer, Counted, Estimates};
use crate::table::{Table, counted, grouped};
use std::sync::Arc;

/// Rows of the race that are told.
const TOLD: usize = 12;

/// A frame of a company, and everything that may stand there.
#[derive(Clone, Debug)]
pub struct Role {
    own: Build,
    /// Its place among the frames.
    frame: usize,
    builds: Vec<Build>,
}

/// How far the race for a role has come.
struct Raced {
    race: Race,
    /// The best one's games on fresh dice, and those of the company as it is on the same.
    tested: Option<(Margins, Margins)>,
    next: Vec<Wanted>,
}

/// What the race is run with.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    pub pairs: u64,
    pub test_pairs: u64,
    pub seed: u64,
}

impl Role {
    /// Every loadout of as many systems as the frame has, with its rockets, that has what the space asks for.
    pub fn of(own: Build, frame: usize, space: &Space) -> Role {
        let old = own.frames[frame];
        // What is banned and asked for is so of this frame; the others are what they are.
        let legal = Space::of(Arc::clone(&space.rules), space.size, space.players, space.limits);
        let fits = |loadout: &Loadout| {
            loadout.systems() == old.systems() && space.required.iter().all(|token| loadout.has(token))
        };
        let put = |loadout: Loadout| {
            let mut build = own.clone();
            build.frames[frame] = loadout.with_rockets(old.rockets());
            build
        };
        let builds = space.loadouts().into_iter().filter(fits).map(put).filter(|build| legal.allows(build)).collect();
        Role { own, frame, builds }
    }

    /// Loadouts that race.
    pub fn len(&self) -> usize {
        self.builds.len()
    }

    fn raced(&self, (name, setting): (&str, &Setting), field: &Arc<Field>, games: Games, counted: &Counted) -> Raced {
        let phase = |what: &str, builds: Vec<Build>, pairs: u64, beside: Option<Build>| Phase {
            setting,
            field,
            name: format!("{name}/{what}"),
            builds,
            pairs,
            left: 1,
            beside,
        };
        let loadouts = phase("loadouts", self.builds.clone(), games.pairs, None);
        let run = loadouts.run(counted, by_points);
        let mut raced = Raced { next: loadouts.wants(&run, games.seed), race: run.race, tested: None };
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

    /// What is to be played next.
    pub fn wants(&self, of: (&str, &Setting), field: &Arc<Field>, games: Games, counted: &Counted) -> Vec<Wanted> {
        self.raced(of, field, games, counted).next
    }

    /// The answer; `against` says whom the company meets and where.
    pub fn answer(
        &self,
        of: (&str, &Setting),
        field: &Arc<Field>,
        games: Games,
        (counted, against): (&Counted, &str),
    ) -> Answer {
        let raced = self.raced(of, field, games, counted);
        let Some((fresh, own)) = &raced.tested else { return Answer::default() };
        let winner = &raced.race.standings[0];
        let (build, gain) = (&self.builds[winner.arm], fresh.more_than(own, LEVEL));
        Answer {
            said: vec![self.said(build, &winner.margins, fresh, &gain)],
            tables: vec![
                self.best(of.0, build, (&winner.margins, fresh), &gain, against),
                self.table(of.0, &raced.race),
            ],
            json: Some(best_json(build, &winner.margins, fresh)),
            ..Answer::default()
        }
    }

    fn told(&self, build: &Build) -> String {
        told(&build.frames[self.frame])
    }

    fn said(&self, build: &Build, raw: &Margins, fresh: &Margins, gain: &Difference) -> String {
        let luck = raw.points().point - fresh.points().point;
        format!(
            "Of {} the best in frame {} is {}: with it the company takes {} of the points over {} fresh games, {} more than with \
             {} on the same dice; the race that chose it said {:.3}, an optimism of {luck:+.3}.",
            counted(self.builds.len() as u64, "loadouts"),
            self.frame + 1,
            self.told(build),
            share(&fresh.points()),
            grouped(fresh.games()),
            signed(&gain.points),
            self.told(&self.own),
            raw.points().point,
        )
    }

    fn best(
        &self,
        name: &str,
        build: &Build,
        (raw, fresh): (&Margins, &Margins),
        gain: &Difference,
        against: &str,
    ) -> Table {
        let note = format!(
            "In frame {} of {}, of as many systems as {} has. On dice that no race has seen; the gain is over the company as it \
             is, on the same dice. {against}.",
            self.frame + 1,
            self.own.told(),
            self.told(&self.own)
        );
        let points = fresh.points();
        Table::new(format!("{name}-best"), "The best loadout", note)
            .text("loadout", "Loadout", [self.told(build)])
            .estimates(["points_share", "points_share_interval"], "Share of points", 4, [points])
            .estimates(["gain", "gain_interval"], "Gain in points", 4, [gain.points])
            .number("raw_points", "Raw", 4, [raw.points().point])
            .number("optimism", "Optimism", 4, [raw.points().point - points.point])
            .count("n", "N", [points.n])
    }

    fn table(&self, name: &str, race: &Race) -> Table {
        let note =
            "Those that went furthest in the race, the best first; each is one of the best of many, and so too good.";
        let rows: Vec<_> = race.standings.iter().take(TOLD).collect();
        Table::new(format!("{name}-race"), "The race", note)
            .text("loadout", "Loadout", rows.iter().map(|standing| self.told(&self.builds[standing.arm])))
            .count("heats", "Heats", rows.iter().map(|standing| standing.heats as u64))
            .estimates(
                ["points_share", "points_share_interval"],
                "Share of points",
                4,
                rows.iter().map(|standing| standing.margins.points()),
            )
            .count("n", "N", rows.iter().map(|standing| standing.margins.games()))
    }
}
