//! One team on one mission: results, costs, and the work of each Ace; and summaries of missions.

use super::super::tally::{Tally, turn_ratios};
use super::batch::{Batch, COSTS, Cell, class, team, total, victory, whole};
use super::{batched::BatchStudy, checker::Checker, kinds::RawMissions};
use hitchart_apocalypse_frame::record::{Pilot, TurnCount, Whole};
use hitchart_apocalypse_frame::{ace::Ace, encounter::ground::EncounterAndFile, ids::MAX_ARMAMENTS};
use hitchart_config::InputError;
use hitchart_config::words::{counted, grouped, verb};
use hitchart_lab::study::{
    self, Answer, Metric, MetricUnit, Outcome, Study, Sums, Won, Written, count, enough, enough_apart, metric,
    metric_columns, metrics_json, share_json, signature, won,
};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, rounded_up};
use hitchart_stats::{Estimate, FEW};
use serde_json::{Map, Value, json};
use std::{cmp::Reverse, collections::BTreeSet, sync::Arc};

/// Metrics that a short answer shows.
const HEADLINES: &str = "out_of_time rounds vigor_left tension_left ammo_left frame_damage ejected removed attacks \
                         failures systems_used consequences harm_dealt harm_taken materials";

/// Returns the short answer: the outcome, and the most important metrics.
fn in_short(study: &BatchStudy, name: &str, tally: &Tally) -> Outcome {
    Outcome {
        games: tally.games,
        tables: vec![
            outcome_table(name, &study.batch, tally),
            metrics_table(name, &study.batch, tally, |metric| HEADLINES.split(' ').any(|name| name == metric.name)),
        ],
        all: metrics_table(name, &study.batch, tally, |_| true),
        json: json_of(&study.batch, tally),
        warnings: study.answer(name, tally).warnings,
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawMissions) = checker.on_ground(written)?;
    let span = raw.aces.span.clone();
    let mut shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let mut plan = shared.plan.as_ref().clone();
    if let Some(battles) = &raw.battles {
        let (further, files) = checker.battles(battles, plan.battles.len())?;
        plan.battles.extend(further.battles);
        for file in files {
            if !shared.kept.contains(&file) {
                shared.kept.push(file);
            }
        }
        plan.name = plan.encounters();
    }
    let cell = Cell {
        label: plan.name.clone(),
        series: String::new(),
        x: 0,
        aces: checker.aces(&raw.aces)?,
        plan: plan.into(),
        policies: shared.policies,
    };
    let batch = checker.batch(vec![cell], shared.games, shared.kept, span)?;
    Ok(Arc::new(BatchStudy::new(batch, answer).in_short(in_short)))
}

/// Returns the answer: result, all metrics, and the work of each Ace and tool.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let mut answer = Answer {
        tables: vec![
            outcome_table(name, asked, tally),
            metrics_table(name, asked, tally, |_| true),
            pilots_table(name, asked, tally),
            tools_table(name, asked, tally),
            rounds_table(name, tally),
            turns_table(name, tally),
        ],
        figures: vec![harm_figure(name, asked, tally), rounds_figure(name, tally)],
        ..Answer::default()
    };
    missions(&mut answer, asked, tally);
    answer
}

/// Returns a table of one row: costs of the mission, and the share of missions won.
fn outcome_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let (cell, games) = (&asked.cells[0], tally.games);
    let victory = victory(tally, 0);
    let [aces, gm] = &cell.policies;
    let note = format!(
        "{} against {}. Policies: {} for the Aces, {} for the game master. Signature {}.",
        team(&cell.aces),
        cell.plan.name,
        aces.name(),
        gm.name(),
        signature(tally.cells[0].signature),
    );
    let table = Table::new(format!("{name}-outcome"), "Outcome", note).text(
        "mission_name",
        "Mission",
        [cell.plan.name.as_str()],
    );
    let table = COSTS.iter().fold(table, |table, (which, column, title)| {
        let mean = whole(asked, 0, *which, tally);
        table.estimate(column, title, 2, [mean])
    });
    table.count("won", "Won", [victory.count]).estimate("victory", "Share won", 4, [victory.share]).count(
        "n",
        "N",
        [games],
    )
}

/// Returns one row per metric, with means per mission.
fn metrics_table(name: &str, asked: &Batch, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Table {
    let table = Table::new(format!("{name}-metrics"), "How the missions went", "Means per mission.");
    let rows = Whole::ALL.iter().enumerate().filter(|(_, known)| wanted(known));
    let (known, means): (Vec<&Metric>, Vec<Estimate>) =
        rows.map(|(place, known)| (known, whole(asked, 0, place, tally))).unzip();
    metric_columns(table, &known, &means)
}

fn pilots_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let sums = || asked.cells[0].aces.iter().zip(&tally.cells[0].pilots);
    let rows =
        sums().flat_map(|(ace, sums)| Pilot::ALL.iter().enumerate().map(move |(i, known)| (ace, sums, i, known)));
    let (rows, means): (Vec<(&str, &Metric)>, Vec<Estimate>) = rows
        .map(|(ace, sums, i, known)| ((ace.name.as_str(), known), metric(known, sums, i, tally.observations())))
        .unzip();
    let known: Vec<&Metric> = rows.iter().map(|(_, known)| *known).collect();
    let table = Table::new(format!("{name}-aces"), "Each Ace", "Means per mission.").text(
        "ace",
        "Ace",
        rows.iter().map(|(ace, _)| *ace),
    );
    metric_columns(table, &known, &means)
}

/// Returns the names of an Ace's tools in the order of a record.
fn tools(ace: &Ace) -> Vec<(usize, String)> {
    let armaments = ace.armaments.iter().enumerate().map(|(i, armament)| (i, armament.name.clone()));
    let backups = (ace.backups.iter().enumerate()).map(|(i, backup)| (MAX_ARMAMENTS + i, backup.name.clone()));
    let items = ace.items().enumerate();
    let items = items.map(|(i, item)| (2 * MAX_ARMAMENTS + i, item.name.clone()));
    armaments.chain(backups).chain(items).collect()
}

fn tools_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let mut rows: Vec<(&str, String, [Estimate; 3])> = Vec::new();
    for (ace, sums) in asked.cells[0].aces.iter().zip(&tally.cells[0].tools) {
        rows.extend(tools(ace).into_iter().map(|(i, tool)| {
            let units = [
                (0, MetricUnit::Several("uses")),
                (1, MetricUnit::Several("Harm")),
                (2, MetricUnit::Several("enemies")),
            ];
            let each = units.map(|(of, unit)| count(sums, 3 * i + of, unit, tally.observations()));
            (ace.name.as_str(), tool, each)
        }));
    }
    let note = "Means per mission. Harm: Harm that reached enemies; Splash counts with its armament.";
    let mut table = Table::new(format!("{name}-tools"), "With what", note)
        .text("ace", "Ace", rows.iter().map(|(ace, ..)| *ace))
        .text("tool", "Armament or system", rows.iter().map(|(_, tool, _)| tool.as_str()));
    for (i, (column, title)) in [("uses", "Uses"), ("harm", "Harm"), ("removed", "Removed")].into_iter().enumerate() {
        let each: Vec<Estimate> = rows.iter().map(|(.., each)| each[i]).collect();
        table = table.estimate(column, title, 3, each);
    }
    table.count("n", "N", rows.iter().map(|_| tally.games))
}

/// Returns the numbers of rounds that occurred, with their missions.
fn rounds(tally: &Tally) -> Vec<(u64, u64)> {
    let counts = tally.cells[0].rounds.iter().enumerate();
    counts.filter(|(_, missions)| **missions > 0).map(|(rounds, missions)| (rounds as u64, *missions)).collect()
}

fn rounds_table(name: &str, tally: &Tally) -> Table {
    let rows: Vec<(u64, u64, Estimate)> =
        rounds(tally).into_iter().map(|(rounds, count)| (rounds, count, won(count, tally.games).share)).collect();
    Table::new(format!("{name}-rounds"), "Rounds of a mission", "Over all its battles.")
        .count("rounds", "Rounds", rows.iter().map(|row| row.0))
        .count("missions", "Missions", rows.iter().map(|row| row.1))
        .estimates(["share", "interval"], "Share", 4, rows.iter().map(|row| row.2))
        .count("n", "N", rows.iter().map(|_| tally.games))
}

/// Returns the game master's turns, by the number of Aces that count.
fn turns_table(name: &str, tally: &Tally) -> Table {
    let of = tally.observations();
    let sums = (1u64..).zip(&tally.cells[0].turns);
    // Numbers of Aces without activations have no row.
    let rows: Vec<(u64, Estimate, [Estimate; 3])> = sums
        .filter_map(|(aces, sums)| {
            let turns = count(sums, TurnCount::Turns as usize, MetricUnit::Several("turns"), of);
            Some((aces, turns, turn_ratios(sums, tally.games)?))
        })
        .collect();
    let note = "Rows are numbers of Aces that give the game master activations. Counted are activations that could bring an \
                attack: an Ace can be harmed, and an enemy has not attacked yet. Activations and Harm are means per GM turn.";
    let table = Table::new(format!("{name}-turns"), "GM turns", note)
        .count("aces", "Aces", rows.iter().map(|row| row.0))
        .estimate("gm_turns", "GM turns", 2, rows.iter().map(|row| row.1));
    let columns = [
        ("activations_a_turn", "Activations"),
        ("harm_a_turn", "Harm"),
        ("attacks_per_activation", "Attacks an activation"),
    ];
    let table = columns
        .into_iter()
        .enumerate()
        .fold(table, |table, (i, (column, title))| table.estimate(column, title, 3, rows.iter().map(|row| row.2[i])));
    table.count("n", "N", rows.iter().map(|_| tally.games))
}

fn rounds_figure(name: &str, tally: &Tally) -> (Figure, Table) {
    let title = "Rounds of a mission";
    let rows = rounds(tally);
    let drawn = Table::new(format!("{name}-rounds-figure"), title, "")
        .text("series", "Series", rows.iter().map(|_| title))
        .count("x", title, rows.iter().map(|row| row.0))
        .number("share", "Share", 4, rows.iter().map(|row| row.1 as f64 / tally.games as f64));
    let figure = Figure::new(
        format!("{name}-rounds"),
        title,
        format!("Share of missions by number of rounds; the numbers are in the table {name}-rounds."),
        FigureKind::pmf(["series", "x", "share"], "rounds"),
    );
    (figure, drawn)
}

/// Draws the Harm that each Ace takes in a mission.
fn harm_figure(name: &str, asked: &Batch, tally: &Tally) -> (Figure, Table) {
    let title = "Harm taken by each Ace";
    let of =
        |sums: &Sums| metric(&Pilot::ALL[Pilot::Taken as usize], sums, Pilot::Taken as usize, tally.observations());
    let cell = &asked.cells[0];
    let drawn = Table::new(format!("{name}-harm-figure"), title, "")
        .text("ace", "Ace", cell.aces.iter().map(|ace| ace.name.as_str()))
        .estimate("harm_taken", "Harm taken", 2, tally.cells[0].pilots.iter().map(of));
    let figure = Figure::new(
        format!("{name}-harm"),
        title,
        format!("Harm that each Ace takes in a mission, with intervals; the numbers are in the table {name}-aces."),
        FigureKind::ranking(["ace", "harm_taken"], "Harm taken in a mission, 95% intervals", None),
    );
    (figure, drawn)
}

/// Returns all counts as JSON.
fn json_of(batch: &Batch, tally: &Tally) -> Map<String, Value> {
    let (cell, sums) = (&batch.cells[0], &tally.cells[0]);
    let [aces, gm] = cell.policies.each_ref().map(|policy| policy.name());
    let team: Vec<Value> = (cell.aces.iter().zip(&sums.pilots))
        .map(|(ace, sums)| {
            let mut told = metrics_json(Pilot::ALL, sums, tally.observations());
            told.insert("ace".to_owned(), json!(ace.name));
            told.insert("frame".to_owned(), json!(ace.model));
            Value::Object(told)
        })
        .collect();
    let mut all = Map::new();
    let known = [
        ("mission", json!(cell.plan.name)),
        ("policies", json!({ "aces": aces, "gm": gm })),
        ("signature", json!(signature(sums.signature))),
        ("aces", json!(team)),
    ];
    all.extend(known.map(|(name, value)| (name.to_owned(), value)));
    all.extend(metrics_json(Whole::ALL, &sums.metrics, tally.observations()));
    all.insert("victory".to_owned(), share_json(&victory(tally, 0)));
    all
}

/// Returns the game master, the map, the battles and the round limit of a cell, as a source of numbers.
pub(super) fn ground(cell: &Cell) -> String {
    let battles = &cell.plan.battles;
    let limit = battles.iter().map(|battle| battle.encounter.rounds).max().unwrap_or(0);
    format!(
        "game master {}, map of {}, {}, at most {} each",
        cell.policies[1].name(),
        cell.plan.name,
        counted(battles.len() as u64, "battles"),
        counted(limit.into(), "rounds")
    )
}

/// Fills in the summary of missions of one team.
pub(super) fn missions(answer: &mut Answer, asked: &Batch, tally: &Tally) {
    let cell = &asked.cells[0];
    let (won, games) = (victory(tally, 0), counted(tally.games, "missions"));
    let cost = |which: Whole| whole(asked, 0, which, tally).to_string();
    let wins = format!("{} {}", team(&cell.aces), verb(cell.aces.len() as u64, "wins"));
    answer.said = vec![
        format!("{wins} {} of {games} against {}.", won.percent(), cell.plan.name),
        format!(
            "A mission costs {} Harm and {} frame damage, and lasts {} rounds.",
            cost(Whole::Taken),
            cost(Whole::FrameDamage),
            cost(Whole::Rounds)
        ),
    ];
    answer.line = format!("{wins} {} ({games}, {}, {})", won.percent(), cell.policies[0].name(), ground(cell));
    answer.numbers = vec![
        KeyNumber::new("Missions won", won.percent()),
        KeyNumber::new("Harm taken in a mission", cost(Whole::Taken)),
        KeyNumber::new("Frame damage in a mission", cost(Whole::FrameDamage)),
        KeyNumber::new("Ammo left at the end", cost(Whole::AmmoLeft)),
        KeyNumber::new("Rounds of a mission", cost(Whole::Rounds)),
    ];
    answer.undecided = even(&won, tally.games);
}

/// Returns a sentence on whether more than half of the missions are won, if that is undecided.
fn even(won: &Won, games: u64) -> String {
    const EVEN: f64 = 0.5;
    let (low, high) = won.share.interval;
    if low > EVEN || high < EVEN {
        return String::new();
    }
    let more = enough(games, &won.share, EVEN);
    let more = more.map_or_else(
        || if games < FEW { String::new() } else { "The share looks even.".to_owned() },
        |n| format!("About {} missions decide it, if the share is as it looks.", grouped(rounded_up(n))),
    );
    format!("Undecided: whether the team wins more than half of its missions. {more}").trim_end().to_owned()
}

/// Fills in the summary of teams: the best and the worst, and the teams that may be as good as the best.
pub(super) fn squads(answer: &mut Answer, asked: &Batch, tally: &Tally) {
    let mut order: Vec<usize> = (0..asked.cells.len()).collect();
    order.sort_by_key(|cell| (Reverse(class(tally, *cell)), total(tally, *cell, Whole::Taken)));
    let cell = &asked.cells[order[0]];
    let label = |at: usize| asked.cells[at].label.as_str();
    let shown = |at: usize| {
        let harm = whole(asked, at, Whole::Taken, tally).to_string();
        format!("{}: wins {} and takes {harm} Harm", label(at), victory(tally, at).percent())
    };
    let games = counted(tally.games, "missions");
    let near = near_first(tally, &order);
    let (first, last) = (order[0], order[order.len() - 1]);
    let result = |at: usize| (victory(tally, at).count, total(tally, at, Whole::Taken));
    let are_equal = order.len() > 1 && order.iter().all(|at| result(*at) == result(first));
    let win_equally = order.len() > 1 && order.iter().all(|at| result(*at).0 == result(first).0);
    let caution = match near.len() as u64 {
        0 => String::new(),
        _ if win_equally => String::new(),
        others => format!("; {} may win as often", counted(others, "others")),
    };
    let teams = counted(order.len() as u64, "teams");
    let harm = |at: usize| format!("{} takes {}", label(at), whole(asked, at, Whole::Taken, tally));
    answer.said = vec![match (are_equal, win_equally) {
        (true, _) => format!("All {teams} have equal results: {}.", shown(first)),
        (_, true) => format!(
            "All {teams} win equally often, {}; Harm orders them: {}, the least, and {}, the most.",
            victory(tally, first).percent(),
            harm(first),
            harm(last)
        ),
        _ => format!("The best of {teams} is {}{caution}.", shown(first)),
    }];
    if order.len() > 1 && !win_equally {
        let others = order[..order.len() - 1].iter().map(|at| (label(*at), victory(tally, *at).share));
        let near = study::rivals(&victory(tally, last).share, others, "bad");
        answer.said.push(format!("The worst is {}{near}.", shown(last)));
    }
    let rank = if win_equally { "takes the least Harm of" } else { "is the best of" };
    answer.line = format!(
        "{} {rank} {}: wins {} ({games} each, {}, {}){caution}",
        label(first),
        counted(order.len() as u64, "teams"),
        victory(tally, first).percent(),
        cell.policies[0].name(),
        ground(cell)
    );
    let number = |at: &usize| KeyNumber::new(format!("Missions won by {}", label(*at)), victory(tally, *at).percent());
    let worst = (order.len() > 4).then_some(last);
    answer.numbers = order.iter().take(4).chain(worst.as_ref()).map(number).collect();
    answer.undecided = undecided(asked, tally, (first, &near));
}

/// Returns the teams that may have as high a share of missions won as the first, in order.
fn near_first(tally: &Tally, order: &[usize]) -> Vec<usize> {
    let least = victory(tally, order[0]).share.interval.0;
    order[1..].iter().copied().filter(|at| victory(tally, *at).share.interval.1 >= least).collect()
}

/// Returns a sentence on the teams that may have as high a share of missions won as the first.
fn undecided(asked: &Batch, tally: &Tally, (first, near): (usize, &[usize])) -> String {
    let Some(next) = near.first() else { return String::new() };
    let shares = [first, *next].map(|at| victory(tally, at).share);
    let more = enough_apart(tally.games, &shares[0], &shares[1]);
    let more = more.map_or_else(String::new, |n| {
        format!(" About {} missions each decide which of the first two is better.", grouped(rounded_up(n)))
    });
    let names: Vec<&str> = near.iter().take(3).map(|at| asked.cells[*at].label.as_str()).collect();
    let rest = if near.len() > 3 { format!(" and {} more", near.len() - 3) } else { String::new() };
    format!("Undecided: {}{rest} may win as often as the best.{more}", names.join("; "))
}

/// Fills in the summary of policies against policies: the strongest policy of the Aces, and the hardest game master.
pub(super) fn ladder(answer: &mut Answer, asked: &Batch, tally: &Tally, masters: usize) {
    let cells = &asked.cells;
    let won = |at: usize| victory(tally, at);
    let point = |at: &usize| won(*at).share.point;
    // All policies of the Aces against the first game master, and all game masters against the last policy.
    let aces: Vec<usize> = (0..cells.len()).step_by(masters.max(1)).collect();
    let gms: Vec<usize> = (cells.len().saturating_sub(masters)..cells.len()).collect();
    let by_share = |all: &[usize]| {
        let best = all.iter().copied().reduce(|best, at| if point(&at) > point(&best) { at } else { best });
        let worst = all.iter().copied().reduce(|worst, at| if point(&at) < point(&worst) { at } else { worst });
        best.zip(worst)
    };
    let (Some((best, worst)), Some((mildest, hardest))) = (by_share(&aces), by_share(&gms)) else { return };
    let policy = |at: usize, side: usize| cells[at].policies[side].name();
    let games = counted(tally.games, "missions");
    let end = |at: usize, all: &[usize], side: usize, what: &str| {
        let others = all.iter().filter(|other| **other != at).map(|other| (policy(*other, side), won(*other).share));
        let (share, policy) = (won(at).share, policy(at, side));
        End { policy, share, won: share.percent(), near: study::rivals(&share, others, what) }
    };
    let ends = [end(best, &aces, 0, "good"), end(worst, &aces, 0, "bad")];
    let (most, least) = (ends[0].won.clone(), ends[1].won.clone());
    answer.said = vec![aces_sentence(&ends, aces.len(), &games, policy(best, 1))];
    if masters > 1 {
        let words = [end(hardest, &gms, 1, "hard"), end(mildest, &gms, 1, "mild")];
        answer.said.push(masters_sentence(&words, policy(hardest, 0)));
    }
    let ground = ground(&cells[best]);
    answer.line = match most == least {
        true => format!("{} wins {most} ({games}, {ground})", policy(best, 0)),
        false => format!("{} wins most for the Aces: {most} ({games}, {ground})", policy(best, 0)),
    };
    let label = |at: usize| format!("{} against {}", policy(at, 0), policy(at, 1));
    let mut shown = vec![best, worst, hardest, mildest];
    let mut seen = BTreeSet::new();
    shown.retain(|at| seen.insert(*at));
    answer.numbers = shown.into_iter().map(|at| KeyNumber::new(label(at), won(at).percent())).collect();
}

/// A policy at one end of a ranking.
struct End<'a> {
    policy: &'a str,
    /// Share of missions that the Aces win.
    share: Estimate,
    /// The same in words.
    won: String,
    /// Policies that may be level with it, in words.
    near: String,
}

/// Describes the best and the worst policy of the Aces, each with its share of missions won, out of `policies`.
fn aces_sentence([best, worst]: &[End<'_>; 2], policies: usize, games: &str, gm: &str) -> String {
    if policies == 1 {
        return format!("{} wins {} of {games} against game master {gm}.", best.policy, best.won);
    }
    if best.won == worst.won {
        return format!("All policies of the Aces win {} of {games} against game master {gm}.", best.won);
    }
    if best.share.interval.0 <= worst.share.interval.1 {
        return format!(
            "The policies of the Aces are not shown to differ against game master {gm}: {games} give from {} ({}) to {} ({}).",
            best.won, best.policy, worst.won, worst.policy
        );
    }
    format!(
        "Of the policies of the Aces, {} wins most against game master {gm}: {} of {games}{}. {} wins least: {}{}.",
        best.policy, best.won, best.near, worst.policy, worst.won, worst.near
    )
}

/// Describes the hardest and the mildest game master, each with the share of missions that a policy of the Aces wins.
fn masters_sentence([hard, mild]: &[End<'_>; 2], policy: &str) -> String {
    if hard.won == mild.won {
        return format!("{policy} wins {} against every game master.", hard.won);
    }
    if mild.share.interval.0 <= hard.share.interval.1 {
        return format!(
            "The game masters are not shown to differ: {policy} wins from {} ({}) to {} ({}).",
            hard.won, hard.policy, mild.won, mild.policy
        );
    }
    format!(
        "The hardest game master is {}: {policy} wins {} against it{}. The mildest is {}: {policy} wins {}{}.",
        hard.policy, hard.won, hard.near, mild.policy, mild.won, mild.near
    )
}
