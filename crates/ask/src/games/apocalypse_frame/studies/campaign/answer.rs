//! The answer of a campaign: mission by mission, policies of spending, clocks, and the echo of a lost frame.

use super::course::{ArmTally, CampaignTally, FIRST_EVENTS, Leg, Total};
use super::{Arm, Campaign};
use hitchart_config::words::{counted, verb};
use hitchart_lab::study::{
    Answer, Metric, MetricUnit, Observations, Sums, bounds_of_difference, difference, mean, metric, metric_moments,
    shared_at, won,
};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_report::{KeyNumber, Warning};
use hitchart_stats::{Estimate, LEVEL, benjamini_hochberg, mean as mean_of_counts};

/// Returns the answer. Shares of missions won are drawn only if they distinguish the missions.
pub(super) fn answer(name: &str, asked: &Campaign, tally: &CampaignTally) -> Answer {
    let legs = legs_table(name, asked, tally);
    let numbers = || (1..=asked.length()).map(|number| format!("Mission {number}"));
    let costs = Figure::new(
        format!("{name}-harm-taken"),
        "Harm taken in the course of a campaign",
        format!("Harm taken in a mission, first to last; the numbers are in the table {name}-missions."),
        FigureKind::ranking(["mission_label", "harm_taken"], "Harm taken in a mission, 95% intervals", None),
    );
    let mut figures = vec![(costs, legs.clone().text("mission_label", "Mission", numbers()))];
    let all_or_none = |share: &Option<f64>| share.is_some_and(|share| !(0.01..=0.99).contains(&share));
    if !legs.numbers("victory").iter().all(all_or_none) {
        figures.push(won_figure(name, asked, &legs));
    }
    let mut tables = vec![legs, won_table(name, tally)];
    tables.extend((asked.arms.len() > 1).then(|| spending_table(name, asked, tally)));
    tables.extend(asked.has_clocks().then(|| clocks_table(name, asked, tally)));
    tables.extend(asked.loss().map(|loss| echo_table(name, loss, tally)));
    let mut answer = Answer { tables, figures, ..Answer::default() };
    summarise(&mut answer, asked, tally);
    // The rule text leaves the length of this clock to the game master (docs/apocalypse-frame.md, "Unsourced values").
    answer.warnings.extend(
        asked
            .has_clocks()
            .then(|| Warning::Unsourced { study: name.to_owned(), what: "segments of the moonshot clock".to_owned() }),
    );
    answer
}

/// Returns the share of victories of each mission of the first arm.
pub(super) fn victories(tally: &CampaignTally, level: f64) -> Vec<Estimate> {
    let legs = tally.arms.first().map(|arm| &arm.legs[..]).unwrap_or_default();
    legs.iter().map(|leg| shared_at(leg, Leg::Victory as usize, 1, observations(tally), level)).collect()
}

/// Returns the observations: a campaign is one.
fn observations(tally: &CampaignTally) -> Observations {
    Observations::of(tally.games)
}

fn leg_estimate(sums: &Sums, leg: Leg, tally: &CampaignTally) -> Estimate {
    metric(&Leg::ALL[leg as usize], sums, leg as usize, observations(tally))
}

fn total(arm: &ArmTally, total: Total, tally: &CampaignTally) -> Estimate {
    metric(&Total::ALL[total as usize], &arm.totals, total as usize, observations(tally))
}

/// Fills in the summary, the line and the numbers of an answer.
fn summarise(answer: &mut Answer, asked: &Campaign, tally: &CampaignTally) {
    let first = &tally.arms[0];
    let of = |leg: usize, known: Leg| {
        let estimate = leg_estimate(&first.legs[leg], known, tally);
        match known {
            Leg::Victory => estimate.percent(),
            _ => estimate.to_string(),
        }
    };
    let (last, length) = (asked.length() - 1, asked.length());
    let wins = mean_of_counts(&first.won, LEVEL);
    let (wins, games) = (wins.to_string(), counted(tally.games, "campaigns"));
    let all = won(first.won[length], tally.games).percent();
    let team = asked.names.join(", ");
    let win = verb(asked.names.len() as u64, "wins");
    answer.said = vec![format!("{team} {win} {wins} of {length} missions, and all of them in {all} of {games}.")];
    if asked.has_clocks() {
        answer.said.push(say_clocks(first, tally, length));
    } else {
        answer.said.push(format!(
            "The first mission is won in {} of campaigns and costs {} Harm; the last is won in {} and costs {}.",
            of(0, Leg::Victory),
            of(0, Leg::HarmTaken),
            of(last, Leg::Victory),
            of(last, Leg::HarmTaken)
        ));
    }
    answer.said.extend(say_spending(asked, tally));
    answer.said.extend(asked.loss().map(|loss| say_echo(loss, tally)));
    if !asked.wishes.is_empty() && asked.arms.len() == 1 {
        let bought = of(last, Leg::Bought);
        answer.said.push(format!("By the end, {bought} of {} wished purchases are made.", asked.wishes.len()));
    }
    answer.line = format!(
        "{team} {win} {wins} of {length} missions of a campaign ({games}, {}, game master {})",
        asked.policies[0].name(),
        asked.policies[1].name()
    );
    answer.numbers = vec![
        KeyNumber::new("Missions won in a campaign", wins),
        KeyNumber::new("Campaigns with all missions won", all),
        KeyNumber::new("Last mission won", of(last, Leg::Victory)),
        KeyNumber::new("Harm taken in the last mission", of(last, Leg::HarmTaken)),
        KeyNumber::new("Purchases made by the end", of(last, Leg::Bought)),
    ];
}

/// Describes the crises and Moonshot Missions of the first arm, in campaigns of `length` missions.
fn say_clocks(first: &ArmTally, tally: &CampaignTally, length: usize) -> String {
    let reached = |event: usize| won(tally.games - first.firsts[event][0], tally.games).percent();
    let within = |(mission, (low, high)): (u64, (f64, f64))| format!("{mission}, {low} to {high}");
    let median = median(&first.firsts[1], tally.games).map_or_else(|| "later, or not certain".to_owned(), within);
    format!(
        "{} Crisis Missions come in a campaign. {} of campaigns reach a Moonshot Mission within {length} missions \
         (median mission: {median}), and {} win one.",
        total(first, Total::Crises, tally),
        reached(1),
        reached(2)
    )
}

/// Describes the policy of spending that wins most missions more than the first. `None` with a single policy.
fn say_spending(asked: &Campaign, tally: &CampaignTally) -> Option<String> {
    let others = asked.arms.iter().zip(gains(tally)).skip(1).filter(|(arm, _)| arm.campaign.loss.is_none());
    let (best, (more, p_value)) = others.max_by(|a, b| a.1.0.point.total_cmp(&b.1.0.point))?;
    let first = &asked.arms[0].label;
    if more.point <= 0.0 {
        return Some(format!(
            "No other policy of spending is shown to win more missions here than {first}; the best of the others, {}, wins \
             {} in a campaign compared with it.",
            best.label,
            more.signed()
        ));
    }
    let verdict = if p_value < 1.0 - LEVEL { "" } else { ", which may be chance" };
    Some(format!(
        "Spending by {} wins {} missions more in a campaign than by {}{verdict}.",
        best.label,
        more.signed(),
        first
    ))
}

/// Describes the missions that a lost frame costs.
fn say_echo((arm, after): (usize, usize), tally: &CampaignTally) -> String {
    let (lost, _) = gains(tally)[arm];
    format!(
        "A frame lost after mission {after} changes the missions won in the rest of the campaign by {}.",
        lost.signed()
    )
}

/// Returns the missions that each arm wins more than the first, with p-values after Benjamini and Hochberg; 1 for the
/// first.
fn gains(tally: &CampaignTally) -> Vec<(Estimate, f64)> {
    let (known, won) = (&Total::ALL[Total::Won as usize], Total::Won as usize);
    let gained = |arm: &ArmTally| difference(known, &arm.differences, won, observations(tally), LEVEL);
    let all: Vec<(Estimate, f64)> = tally.arms.iter().map(gained).collect();
    let adjusted = benjamini_hochberg(&all[1..].iter().map(|(_, p_value)| *p_value).collect::<Vec<_>>());
    let p_values = std::iter::once(1.0).chain(adjusted);
    all.iter().zip(p_values).map(|((more, _), p_value)| (*more, p_value)).collect()
}

/// Draws one curve of missions won, even if the missions differ.
fn won_figure(name: &str, asked: &Campaign, legs: &Table) -> (Figure, Table) {
    let figure = Figure::new(
        format!("{name}-missions"),
        "Missions won in the course of a campaign",
        format!("Share of missions won, first to last; the numbers are in the table {name}-missions."),
        FigureKind::shares(["series", "mission", "victory"], "Mission", "Share of missions won"),
    );
    let drawn = Table::new(format!("{name}-missions-figure"), "Missions won", "")
        .text("series", "Series", (0..asked.length()).map(|_| "Missions won"))
        .count("mission", "Mission", (1..=asked.length()).map(|number| number as u64))
        .number("victory", "Share", 4, legs.numbers("victory"));
    (figure, drawn)
}

/// Describes the policies of the campaign.
fn played_by(asked: &Campaign) -> String {
    format!("Aces: {}, game master: {}.", asked.policies[0].name(), asked.policies[1].name())
}

fn legs_table(name: &str, asked: &Campaign, tally: &CampaignTally) -> Table {
    let length = asked.length();
    let against = |mission: usize| match asked.has_clocks() {
        true => "missions of the Divisions",
        false => asked.plans[mission % asked.plans.len()].name.as_str(),
    };
    let wishes = if asked.wishes.is_empty() { "nothing".to_owned() } else { asked.wishes.join(", then ") };
    let bought = match asked.arms[0].label.as_str() {
        "purchases" => format!("Purchases in order, as soon as there are Materials: {wishes}."),
        spending => format!("Policy of spending: {spending}."),
    };
    let note = format!("{} {bought} A campaign is one observation.", played_by(asked));
    let mut table = Table::new(format!("{name}-missions"), "Mission by mission", note)
        .count("mission", "Mission", (1..=length).map(|number| number as u64))
        .text("series", "Against", (0..length).map(against));
    let first = &tally.arms[0];
    let of_clocks = |known: &Metric| asked.has_clocks() || !["crisis", "moonshot"].contains(&known.name);
    for (i, known) in Leg::ALL.iter().enumerate().filter(|(_, known)| of_clocks(known)) {
        let means = first.legs.iter().map(|sums| metric(known, sums, i, observations(tally)));
        table = table.estimate(known.name, known.title, 3, means.collect::<Vec<_>>());
    }
    table.count("n", "N", (0..length).map(|_| tally.games))
}

fn won_table(name: &str, tally: &CampaignTally) -> Table {
    let first = &tally.arms[0];
    let shares: Vec<_> = first.won.iter().map(|count| won(*count, tally.games)).collect();
    Table::new(format!("{name}-won"), "Missions won in a campaign", "A campaign is one observation.")
        .count("won", "Won", (0..first.won.len()).map(|won| won as u64))
        .count("campaigns", "Campaigns", shares.iter().map(|share| share.count))
        .estimates(["share", "interval"], "Share", 4, shares.iter().map(|share| share.share))
        .count("n", "N", shares.iter().map(|_| tally.games))
}

/// Returns the totals of each arm, and the missions that it wins more than the first on common random numbers.
fn spending_table(name: &str, asked: &Campaign, tally: &CampaignTally) -> Table {
    let note = format!(
        "{} Means of a campaign. Missions gained: the difference in missions won from the first row on common random numbers, \
         with p-values after Benjamini and Hochberg. A campaign is one observation.",
        played_by(asked)
    );
    let gains = gains(tally);
    // The first row is not compared with itself.
    let others = || gains.iter().enumerate().map(|(arm, gain)| (arm > 0).then_some(gain));
    let mut table = Table::new(format!("{name}-spending"), "Policies of spending", note)
        .text("spending", "Spending", asked.arms.iter().map(|arm: &Arm| arm.label.as_str()))
        .number("gained", "Missions gained", 3, others().map(|gain| gain.map(|(more, _)| more.point)))
        .interval("gained_interval", "95% interval", 3, others().map(|gain| gain.map(|(more, _)| more.interval)))
        .number("adjusted_p", "Adjusted p", 4, others().map(|gain| gain.map(|(_, p_value)| *p_value)));
    let of_clocks = [Total::Crises, Total::CrisesWon, Total::Favors, Total::Moonshots, Total::MoonshotsWon];
    let of_clocks = of_clocks.map(|total| Total::ALL[total as usize].name);
    for (i, known) in Total::ALL.iter().enumerate() {
        if asked.has_clocks() || !of_clocks.contains(&known.name) {
            let mean = |arm: &ArmTally| match i == Total::Won as usize {
                // The number of missions bounds this mean.
                true => mean_of_counts(&arm.won, LEVEL),
                false => metric(known, &arm.totals, i, observations(tally)),
            };
            let means = tally.arms.iter().map(mean);
            table = table.estimate(known.name, known.title, 3, means.collect::<Vec<_>>());
        }
    }
    table.count("n", "N", tally.arms.iter().map(|_| tally.games))
}

/// Returns the median mission of a first event, with its interval; `None` if the campaigns are too short to show it.
///
/// The median is at most a mission if at least half of the campaigns have the event by then, so its interval has the
/// missions at which the share of these campaigns may be one half.
fn median(counts: &[u64], games: u64) -> Option<(u64, (f64, f64))> {
    let by = |mission: usize| won(counts[1..=mission].iter().sum(), games).share;
    let first = |is: &dyn Fn(Estimate) -> bool| (1..counts.len()).find(|mission| is(by(*mission)));
    let low = first(&|share| share.interval.1 >= 0.5)? as f64;
    let high = first(&|share| share.interval.0 >= 0.5)? as f64;
    Some((first(&|share| share.point >= 0.5)? as u64, (low, high)))
}

/// Returns the time of the first crisis and of the first Moonshot Missions, by arm.
fn clocks_table(name: &str, asked: &Campaign, tally: &CampaignTally) -> Table {
    let rows = || {
        asked.arms.iter().zip(&tally.arms).flat_map(|(arm, sums)| {
            FIRST_EVENTS.iter().zip(&sums.firsts).map(move |(event, counts)| (arm.label.as_str(), *event, counts))
        })
    };
    let reached = |counts: &[u64]| tally.games - counts[0];
    // Campaigns without the event are left out of its time; with fewer than two there is none.
    let time = |counts: &[u64]| {
        let times: Vec<u64> = std::iter::once(0).chain(counts[1..].iter().copied()).collect();
        (reached(counts) > 1).then(|| mean_of_counts(&times, LEVEL))
    };
    let median = |counts: &[u64]| median(counts, tally.games);
    let note = format!(
        "{} Reached: the share of campaigns with the event within {} missions. Mean mission: of these campaigns \
         alone, so it is too low for campaigns without a limit. Median mission: the mission by which half of all campaigns have it, if the campaigns are long enough to show it.",
        played_by(asked),
        asked.length()
    );
    Table::new(format!("{name}-clocks"), "Missions until crises and Moonshot Missions", note)
        .text("spending", "Spending", rows().map(|(label, ..)| label))
        .text("event", "First", rows().map(|(_, event, _)| event))
        .estimate("reached", "Reached", 4, rows().map(|(.., counts)| won(reached(counts), tally.games).share))
        .number(
            "missions_until",
            "Mean mission, if reached",
            3,
            rows().map(|(.., counts)| time(counts).map(|time| time.point)),
        )
        .interval(
            "missions_until_interval",
            "95% interval",
            3,
            rows().map(|(.., counts)| time(counts).map(|time| time.interval)),
        )
        .count(
            "median_mission",
            "Median mission",
            rows().map(|(.., counts)| median(counts).map(|(mission, _)| mission)),
        )
        .interval(
            "median_mission_interval",
            "95% interval",
            0,
            rows().map(|(.., counts)| median(counts).map(|(_, within)| within)),
        )
        .count("campaigns", "Campaigns with it", rows().map(|(.., counts)| reached(counts)))
        .count("n", "N", rows().map(|_| tally.games))
}

/// Returns the victories of each mission after a lost frame, against the same campaigns without the loss.
fn echo_table(name: &str, (arm, after): (usize, usize), tally: &CampaignTally) -> Table {
    let missions = || after..tally.arms[arm].victories.total.len();
    let shares =
        |arm: usize| missions().map(move |mission| leg_estimate(&tally.arms[arm].legs[mission], Leg::Victory, tally));
    let bounds = bounds_of_difference(MetricUnit::Share);
    let lost = &tally.arms[arm].victories;
    let gains = missions().map(|mission| mean(lost, mission, observations(tally), 1, &bounds));
    let p_values: Vec<f64> =
        missions().map(|mission| metric_moments(lost, mission, observations(tally)).p_value(&bounds, 0.0)).collect();
    let note = format!(
        "The first Ace's frame is lost after mission {after} in a copy of each campaign, on common random numbers. \
         Won after the loss: the share won in the copy. Difference: that share minus the share without the loss; p-values \
         after Benjamini and Hochberg."
    );
    Table::new(format!("{name}-echo"), "Echo of a lost frame", note)
        .count("mission", "Mission", missions().map(|mission| mission as u64 + 1))
        .estimate("victory", "Won without the loss", 4, shares(0).collect::<Vec<_>>())
        .estimate("victory_lost", "Won after the loss", 4, shares(arm).collect::<Vec<_>>())
        .estimate("echo", "Difference", 4, gains.collect::<Vec<_>>())
        .number("adjusted_p", "Adjusted p", 4, benjamini_hochberg(&p_values))
        .count("n", "N", missions().map(|_| tally.games))
}
