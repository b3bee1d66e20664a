//! `bids`: compares numbers of ships, companies and systems, first by points, then by games between fleets that are
//! built for them.

use super::{Checker, optimise::Yard, raw::RawBids};
use crate::games::intercept_orbit::design::{FleetBid, FleetSpace, Size, why_none};
use hitchart_config::words::capitalised;
use hitchart_config::{At, InputError, some_of};
use hitchart_intercept_orbit::bidding::{Seat, ppa, standings};
use hitchart_intercept_orbit::fleet::{Fleet, limits};
use hitchart_intercept_orbit::{fleet, ruleset::Ruleset, ship::Class};
use hitchart_lab::builds::{
    BuildSetting, DescribedSetting, Drafts, Meetings, REPEATS, REPEATS_ALLOWED, Sizes, number, pairs,
};
use hitchart_lab::metagame::{RESAMPLES, analyse_repeated};
use hitchart_lab::study::{Answer, PlayedBy, Run, RunCounts, Study, Written};
use hitchart_lab::{metagame, runner::Job};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, order::largest_first};
use serde_json::json;
use std::sync::Arc;

/// Default number of games to build the fleets of each bid, in all.
const BUILD_GAMES: u64 = 6_000;
/// Default number of games of each pair of bids.
const GAMES: u64 = 300;
/// Maximum number of bids in a study.
const MAX_BIDS: usize = 40;
/// Maximum number of companies of the default bids.
const USUAL_COMPANIES: u8 = 4;

/// A study of bids against each other.
#[derive(Clone, Debug)]
struct BidsStudy {
    bids: Vec<FleetBid>,
    sizes: Sizes<Yard>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (name, kind) = (written.name.clone(), written.kind.clone());
    let raw: RawBids = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    yard.space = yard.space.splitting(raw.split);
    let bids = match &raw.bids {
        None => usual(&yard.space),
        Some(written) => typed(checker, written)?,
    };
    let allowed = (*REPEATS_ALLOWED.start(), *REPEATS_ALLOWED.end());
    let sizes = Sizes {
        spaces: bids.iter().map(|bid| (bid.to_string(), yard.space.of_bid(*bid))).collect(),
        repeats: number(checker.file, &raw.fleets, "fleets", allowed, REPEATS as u64)? as usize,
        build_pairs: pairs(checker.file, &raw.build_games, "build_games", BUILD_GAMES)?,
        pairs: pairs(checker.file, &raw.games, "games", GAMES)?,
        seed: checker.seed,
        setting: yard,
        drafts: Drafts::default(),
    };
    match sizes.unbuilt(&name).map(|place| bids[place]) {
        None => Ok(Arc::new(BidsStudy { bids, sizes })),
        Some(bid) => {
            let (span, rules) = (raw.bids.map_or(kind, |bids| bids.span), &checker.common.rules);
            let space = sizes.setting.space.of_bid(bid);
            let (least, most) = limits(2, raw.size == Size::Major, rules);
            let [capital, frigate] = Class::ALL.map(|(class, ..)| class.systems(rules));
            let help = format!(
                "a fleet has {least} to {most} ships and companies; capital ships have {capital} systems, frigates {frigate}"
            );
            let problem = why_none(&space).unwrap_or_else(|| format!("no fleet of the bid {bid} was found"));
            Err(InputError::at(checker.file, span, problem).with_help(Some(help)))
        }
    }
}

/// Reads bids as written, each once.
fn typed(checker: &Checker<'_>, written: &At<Vec<At<String>>>) -> Result<Vec<FleetBid>, InputError> {
    let mut bids = Vec::new();
    for text in some_of(checker.file, written, "bid", MAX_BIDS)? {
        let bid = parse(&text.value).ok_or_else(|| {
            let form = format!("`{}` is no bid; write ships, companies and systems, such as 3+3/11", text.value.trim());
            InputError::at(checker.file, text.span.clone(), form)
        })?;
        if !bids.contains(&bid) {
            bids.push(bid);
        }
    }
    Ok(bids)
}

fn parse(text: &str) -> Option<FleetBid> {
    let (assets, systems) = text.split_once('/')?;
    let (ships, companies) = assets.split_once('+')?;
    let [ships, companies] = [ships, companies].map(|number| number.trim().parse().ok());
    Some(FleetBid { ships: ships?, companies: companies?, systems: systems.trim().parse().ok()? })
}

/// Returns the default bids: every number of tactical assets with up to four companies, at most two per ship, and half
/// of the ships frigates.
fn usual(space: &FleetSpace) -> Vec<FleetBid> {
    let [capital, frigate] = Class::ALL.map(|(class, ..)| u16::from(class.systems(&space.rules)));
    let (least, most) = limits(space.players, space.size == Size::Major, &space.rules);
    let bid = |assets: u8, companies: u8| {
        let ships = assets.checked_sub(companies).filter(|ships| *ships > 0 && companies <= 2 * ships)?;
        let frigates = u16::from(ships / 2);
        Some(FleetBid { ships, companies, systems: frigates * frigate + (u16::from(ships) - frigates) * capital })
    };
    (least..=most)
        .flat_map(|assets| (0..=USUAL_COMPANIES).filter_map(move |companies| bid(assets, companies)))
        .collect()
}

impl Study for BidsStudy {
    fn players(&self) -> Vec<PlayedBy> {
        self.sizes.setting.players()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        self.sizes.next_jobs(run.name, counted)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let met = self.sizes.met(name, counted);
        met.map_or_else(Answer::default, |(repeats, met)| self.answer_of(name, &repeats, &met))
    }
}

impl BidsStudy {
    fn answer_of(&self, name: &str, repeats: &[Vec<Fleet>], met: &Meetings) -> Answer {
        let (matrix, steps) = (met.matrix(name, "fleets"), self.steps(name, met));
        let mut answer = Answer {
            figures: vec![(met.map(name, &matrix), matrix.clone())],
            tables: vec![met.best(name), matrix, self.points(name), self.built(name, repeats, met)],
            warnings: Vec::new(),
            json: Some(json!({
                "bids": self.bids.iter().enumerate().map(|(place, bid)| json!({
                    "bid": bid.to_string(),
                    "fleets": repeats.iter().map(|fleets| fleets[place].to_string()).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
                "met": met.met,
            })),
            ..Answer::default()
        };
        met.summarise(&mut answer, "bids (ships + companies / systems)", "fleets");
        if let Some((figure, table)) = steps {
            answer.figures.insert(0, (figure, table.clone()));
            answer.tables.insert(0, table);
        }
        if let Ok(analysis) = analyse_repeated(&met.results(), Some(&met.open()), self.sizes.seed, RESAMPLES) {
            answer.extend(metagame::answer(&analysis, name));
        }
        answer
    }

    /// Returns the value of one more ship, company or system: games between bids that differ by that alone. `None` if
    /// no two bids do.
    fn steps(&self, name: &str, met: &Meetings) -> Option<(Figure, Table)> {
        let places = || 0..self.bids.len();
        let pairs = places().flat_map(|own| places().map(move |other| (own, other)));
        let mut rows: Vec<(&str, usize, usize, i64, Estimate)> = pairs
            .filter_map(|(own, other)| {
                let more = more(&self.bids[own], &self.bids[other], self.rules())?;
                Some((more, own, other, self.lead([own, other]).0, met.share(own, other)?))
            })
            .collect();
        largest_first(&mut rows, |row| row.4.point);
        let note = format!(
            "Two bids that differ by one thing: the share of points of the larger bid, with fleets built for both. One more ship \
             is a capital ship or a frigate; one more company is a catapult in place of another system. High value assets are \
             no part of a bid: all players have equally many. {}",
            met.holds("fleets")
        );
        let table = Table::new(format!("{name}-steps"), "The worth of one more ship, company or system", note)
            .text("step", "One more", rows.iter().map(|(more, own, ..)| format!("{more}: {}", self.bids[*own])))
            .text("other_bid", "Against", rows.iter().map(|(_, _, other, ..)| self.bids[*other].to_string()))
            .whole("starting_lead", "Lead at the start", rows.iter().map(|(.., lead, _)| *lead))
            .estimate("points_share", "Share of points", 3, rows.iter().map(|row| row.4))
            .count("n", "Games", rows.iter().map(|row| row.4.n));
        let figure = Figure::new(
            format!("{name}-steps"),
            table.title.clone(),
            format!("Share of points with one more, with intervals; the numbers are in {}.", table.name),
            FigureKind::ranking(
                ["step", "points_share"],
                "Share of points against the bid with one less, 95% intervals",
                Some(0.5),
            ),
        );
        (!rows.is_empty()).then_some((figure, table))
    }

    fn rules(&self) -> &Ruleset {
        &self.sizes.setting.space.rules
    }

    /// Returns the starting score minus the opponent's, exactly, and the seat unless a roll decides it (I09 to I11).
    fn lead(&self, bids: [usize; 2]) -> (i64, &'static str) {
        let rules = self.rules();
        let bids = bids.map(|place| {
            let FleetBid { ships, companies, systems } = self.bids[place];
            fleet::Bid { ships, companies, systems, hvas: rules.fleet.hvas[0] }
        });
        let standings = standings(&bids, &ppa(&bids, &rules.bidding), &[0, 1]);
        let seat = if standings[0].tied { "rolled for" } else { Seat::name(standings[0].seat) };
        (i64::from(standings[0].score) - i64::from(standings[1].score), seat)
    }

    /// Returns the table of bids by points, which follow from the rules alone.
    fn points(&self, name: &str) -> Table {
        let places = || 0..self.bids.len();
        let pairs = || places().flat_map(move |own| places().map(move |other| [own, other]));
        let rows: Vec<_> = pairs().map(|two| (two, self.lead(two))).collect();
        let note = "Exact, from the rules alone: the starting score minus the opponent's, and the seat (I09 to I11).";
        Table::new(format!("{name}-points"), "Bids by points", note)
            .text("own_bid", "Bid", rows.iter().map(|([own, _], _)| self.bids[*own].to_string()))
            .text("other_bid", "Against", rows.iter().map(|([_, other], _)| self.bids[*other].to_string()))
            .whole("starting_lead", "Lead at the start", rows.iter().map(|(_, (lead, _))| *lead))
            .text("seat", "Seat", rows.iter().map(|(_, (_, seat))| *seat))
    }

    /// Returns the table of the fleets that were built for each bid.
    fn built(&self, name: &str, repeats: &[Vec<Fleet>], met: &Meetings) -> Table {
        let note = format!(
            "Fleets found by independent searches, one in each repetition. The mean share is that of all fleets of \
             the bid against the fleets of all other bids. {}.",
            capitalised(&self.sizes.setting.describe())
        );
        let rows: Vec<(usize, usize)> =
            (0..self.bids.len()).flat_map(|bid| (0..repeats.len()).map(move |repeat| (bid, repeat))).collect();
        let means: Vec<_> = (0..self.bids.len()).map(|own| met.mean(own)).collect();
        let means: Vec<_> = rows.iter().map(|(bid, _)| means[*bid]).collect();
        Table::new(format!("{name}-built"), "Fleets built for the bids", note)
            .text("own_bid", "Bid", rows.iter().map(|(bid, _)| self.bids[*bid].to_string()))
            .count("repetition", "Repetition", rows.iter().map(|(_, repeat)| 1 + *repeat as u64))
            .text("notation", "Ships and ace", rows.iter().map(|(bid, repeat)| repeats[*repeat][*bid].to_string()))
            .estimate("mean_points", "Mean share of points", 3, means.iter().copied())
            .count("n", "Games", means.iter().map(|mean| mean.map(|mean| mean.n)))
    }
}

/// Returns the one thing that a bid has more of than another; `None` if they differ in another way.
fn more(own: &FleetBid, other: &FleetBid, rules: &Ruleset) -> Option<&'static str> {
    let [capital, frigate] = Class::ALL.map(|(class, ..)| u16::from(class.systems(rules)));
    let (ships, companies) =
        (i16::from(own.ships) - i16::from(other.ships), i16::from(own.companies) - i16::from(other.companies));
    let systems = own.systems.checked_sub(other.systems)?;
    match (ships, companies) {
        (1, 0) if systems == capital => Some("a capital ship"),
        (1, 0) if systems == frigate => Some("a frigate"),
        (0, 1) if systems == 0 => Some("a company"),
        (0, 0) if systems == 1 => Some("a system"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_intercept_orbit::ruleset::standard;
    use hitchart_lab::builds::BuildSpace;

    #[test]
    fn bids_are_parsed_and_differ_by_one_thing() {
        let bid = |text: &str| parse(text).unwrap();
        assert_eq!(bid(" 3+3/11 ").to_string(), "3+3/11");
        assert!(["3/11", "3+3", "a+3/4", "3+3/", "3+-1/4"].iter().all(|text| parse(text).is_none()));
        let more = |own: &str, other: &str| more(&bid(own), &bid(other), &standard());
        assert_eq!(more("4+3/15", "3+3/11"), Some("a capital ship"));
        assert_eq!(more("4+3/14", "3+3/11"), Some("a frigate"));
        assert_eq!(more("3+3/11", "3+2/11"), Some("a company"));
        assert_eq!(more("3+3/11", "3+3/10"), Some("a system"));
        assert_eq!(more("4+2/15", "3+3/11"), None);
        assert_eq!(more("3+2/11", "3+3/11"), None);
    }

    #[test]
    fn usual_bids_are_legal() {
        let space = FleetSpace::of(Arc::new(standard()), Size::Battle, 2);
        let bids = usual(&space);
        assert_eq!(bids.len(), 14);
        assert_eq!(bids[0].to_string(), "5+0/18");
        let mut throw = hitchart_dice::Throw::new(1);
        for bid in bids {
            let found = space.of_bid(bid).drawn(&mut |below| throw.below(below));
            assert!(found.is_some(), "{bid}");
        }
    }
}
