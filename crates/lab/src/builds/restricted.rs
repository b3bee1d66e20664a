//! Restricted play: a build without a part, an action or a rule is compared with the full build on common random
//! numbers (A. Jaffe and others, 2012, Evaluating Competitive Game Balance with Restricted Play, AIIDE).

use super::field::{Phase, Run as Raced, by_points};
use super::space::{BuildSetting, RestrictedSetting};
use super::tables::{rows_by, undecided};
use super::{changed_pairs, held};
use crate::runner::Job;
use crate::study::{self, Answer, MeetingTable, PlayedBy, Run, RunCounts, Study, rivals};
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted as number_of, verb};
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, p_value};
use hitchart_stats::{Estimate, LEVEL, benjamini_hochberg, order::smallest_first};
use serde_json::Value;
use std::sync::Arc;

/// A build, and an optional restriction of its play.
#[derive(Clone, Debug)]
struct Variant<W: RestrictedSetting> {
    build: W::Build,
    bar: Option<W::Bar>,
}

/// Setting of games between builds with restrictions.
#[derive(Clone, Debug)]
struct Restricting<W>(W);

impl<W: RestrictedSetting> BuildSetting for Restricting<W> {
    type Build = Variant<W>;
    type Field = W::Field;

    fn key(variant: &Variant<W>) -> String {
        let without = variant.bar.map_or_else(String::new, |bar| format!(" {}", W::without(bar)));
        format!("{}{without}", W::key(&variant.build))
    }

    fn table(&self, variant: &Variant<W>, field: &Arc<W::Field>) -> MeetingTable {
        self.0.table_without(&variant.build, variant.bar, field)
    }

    fn effort(&self, field: &W::Field) -> f64 {
        self.0.effort(field)
    }
}

/// A restriction.
#[derive(Clone, Debug)]
struct Restriction<W: RestrictedSetting> {
    label: String,
    /// Kind of the restricted thing, in words.
    sort: &'static str,
    left: Variant<W>,
}

/// A build with one restriction after the other.
#[derive(Clone, Debug)]
pub struct Restricted<W: RestrictedSetting> {
    setting: Restricting<W>,
    /// Name of the build.
    name: String,
    own: Variant<W>,
    restrictions: Vec<Restriction<W>>,
    field: Arc<W::Field>,
    /// Pairs of games of each variant.
    pairs: u64,
}

/// A restriction and its kind, its gain, and the p-value after correction.
type Row<'a> = (&'a str, &'static str, Estimate, f64);

impl<W: RestrictedSetting> Restricted<W> {
    /// Creates the study of a named build. `parts` are what is left of the build without some of its parts; equal ones
    /// are included once. `bars` are restrictions of its play.
    pub fn new(
        setting: W,
        (name, own): (String, W::Build),
        parts: Vec<(String, &'static str, W::Build)>,
        bars: impl IntoIterator<Item = W::Bar>,
        (field, pairs): (Arc<W::Field>, u64),
    ) -> Restricted<W> {
        let mut restrictions: Vec<Restriction<W>> = Vec::new();
        for (label, sort, build) in parts {
            let known = |other: &Restriction<W>| W::key(&other.left.build) == W::key(&build);
            // If one part is all there is of another, both restrictions are one.
            if W::key(&build) != W::key(&own) && !restrictions.iter().any(known) {
                restrictions.push(Restriction { label, sort, left: Variant { build, bar: None } });
            }
        }
        let barred = |bar: W::Bar| Restriction {
            label: W::without(bar).to_owned(),
            sort: W::sort_of(bar),
            left: Variant { build: own.clone(), bar: Some(bar) },
        };
        restrictions.extend(bars.into_iter().map(barred));
        let own = Variant { build: own.clone(), bar: None };
        Restricted { setting: Restricting(setting), name, own, restrictions, field, pairs }
    }

    fn phase(&self, name: &str) -> Phase<'_, Restricting<W>> {
        let builds: Vec<_> = self.restrictions.iter().map(|restriction| restriction.left.clone()).collect();
        let many = builds.len();
        let of = (&self.setting, &self.field);
        Phase::new(of, format!("{name}/variants"), builds, (many as u64 * self.pairs, many)).beside(&self.own)
    }

    /// Returns the loss by each restriction against the full build, the largest loss first.
    fn rows(&self, raced: &Raced) -> Vec<Row<'_>> {
        let standings = &raced.race.standings;
        let gains: Vec<_> = standings.iter().map(|s| s.margins.more_than(&raced.beside, LEVEL)).collect();
        let p = benjamini_hochberg(&gains.iter().map(|gain| gain.p_value).collect::<Vec<_>>());
        let mut rows: Vec<Row<'_>> = standings
            .iter()
            .zip(gains.iter().zip(p))
            .map(|(standing, (gain, p))| {
                let restriction = &self.restrictions[standing.arm];
                (restriction.label.as_str(), restriction.sort, gain.points, p)
            })
            .collect();
        smallest_first(&mut rows, |row| row.2.point);
        rows
    }

    fn table(&self, name: &str, rows: &[Row<'_>]) -> Table {
        let note = format!(
            "The change in the share of points of {} without each thing, the greatest loss first, on common random numbers. {}{} {} {}.",
            self.name,
            W::LEFT,
            if W::SIZE.is_empty() { String::new() } else { format!(" {}", W::SIZE) },
            W::BARRED,
            self.setting.0.against(&self.field)
        );
        Table::new(format!("{name}-restricted"), "What each part, action and rule is worth", note)
            .text("change", "Restriction", rows.iter().map(|(label, ..)| *label))
            .text("sort", "Kind", rows.iter().map(|(_, sort, ..)| *sort))
            .estimate("gain", "Gain in share of points", 4, rows.iter().map(|(_, _, gain, _)| *gain))
            .number("gain_p", "Adjusted p", 4, rows.iter().map(|(.., p)| *p))
            .count("n", &capitalised(W::GAMES), rows.iter().map(|(_, _, gain, _)| gain.n))
    }
}

impl<W: RestrictedSetting> Study for Restricted<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.setting.0.players()
    }

    fn changed(&self, changes: &study::Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        Ok(changed_pairs(changes).map(|pairs| Arc::new(Self { pairs, ..self.clone() }) as Arc<dyn Study>))
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn held(&self) -> u64 {
        held(self.restrictions.len(), self.pairs.saturating_mul(self.restrictions.len() as u64 + 1))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let phase = self.phase(run.name);
        phase.next_jobs(&phase.run(counted, by_points), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.setting.0.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let raced = self.phase(name).run(counted, by_points);
        if raced.race.next.is_some() {
            return Answer::default();
        }
        let rows = self.rows(&raced);
        let table = self.table(name, &rows);
        let title = "Gain in share of points, 95% intervals";
        let figure = rows_by(format!("{name}-restricted"), &table, ("change", "gain"), title);
        let mut answer = Answer { tables: vec![table.clone()], figures: vec![(figure, table)], ..Answer::default() };
        self.summarise(&mut answer, &rows);
        answer.warnings.extend(self.setting.0.warnings(name, &self.field));
        answer
    }
}

impl<W: RestrictedSetting> Restricted<W> {
    /// Fills in the summary and the numbers of an answer.
    fn summarise(&self, answer: &mut Answer, rows: &[Row<'_>]) {
        const SURE: f64 = 0.05;
        const TOP: usize = 5;
        let (Some((label, _, loss, p)), name) = (rows.first(), &self.name) else { return };
        // Several Aces are one build, and their names are listed.
        let many = 1 + name.matches(", ").count() as u64;
        let near = |end: &Estimate, others: &[Row<'_>], what| {
            rivals(end, others.iter().map(|(label, _, gain, _)| (*label, *gain)), what)
        };
        let hurt = rows.iter().filter(|(.., loss, p)| *p < SURE && loss.point < 0.0).count();
        answer.said.push(match (hurt, loss.point < 0.0) {
            (0, true) => format!("No loss of {name} is shown. The largest found is {label}: {}.", loss.in_points()),
            (0, false) => format!(
                "{name} {} nothing in these {}. The least change is {label}: {}.",
                verb(many, "loses"),
                W::GAMES,
                loss.in_points()
            ),
            _ => {
                let near = near(loss, &rows[1..], "costly");
                format!("{name} {} most {label}: {} ({}){near}.", verb(many, "loses"), loss.in_points(), p_value(*p))
            }
        });
        if let Some((label, _, gain, p)) = rows.last().filter(|(.., gain, p)| *p < SURE && gain.point > 0.0) {
            let (near, gain) = (near(gain, &rows[..rows.len() - 1], "helpful"), gain.in_points());
            let (gains, p) = (verb(many, "gains"), p_value(*p));
            answer.said.push(format!("Taking things away can help: {name} {gains} most {label}, {gain} ({p}){near}."));
        }
        answer.said.push(format!(
            "{hurt} of {} restrictions are shown to cost it points. Each played {}.",
            rows.len(),
            number_of(loss.n, W::GAMES)
        ));
        answer.said.extend(Some(W::SIZE.to_owned()).filter(|size| !size.is_empty()));
        answer.numbers = rows
            .iter()
            .take(TOP)
            .map(|(label, _, loss, _)| KeyNumber::new(capitalised(label), loss.in_points()))
            .collect();
        let open = rows.iter().filter(|(.., p)| *p >= SURE).min_by(|a, b| a.2.point.total_cmp(&b.2.point));
        answer.undecided = open
            .map_or_else(String::new, |(label, _, loss, _)| undecided(&format!("the change {label}"), loss, W::GAMES));
    }
}
