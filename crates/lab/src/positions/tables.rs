//! Answers about positions: tables, figures and sentences.

use super::{Advice, Audit, Costly, Luck};
use super::{advice::Advised, audit::off};
use crate::runner::playouts::PlayoutRows;
use crate::study::{Answer, DecisionPoint, Positions};
use hitchart_config::words::{capitalised, counted};
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::{Estimate, order::smallest_first};
use serde_json::{Value, json};

/// Returns the place of a decision in words: `Round 3, Scouts to act`.
fn described(positions: &dyn Positions, at: usize) -> String {
    let point = &positions.points()[at];
    format!("Round {}, {} to {}", point.round, positions.players()[point.player], point.words)
}

/// Returns the names of policies, each once.
fn distinct(policies: &[&str]) -> String {
    let is_new = |(place, name): &(usize, &&str)| !policies[..*place].contains(name);
    let names: Vec<&str> = policies.iter().enumerate().filter(is_new).map(|(_, name)| *name).collect();
    names.join(" and ")
}

/// Returns the chances to win from a decision: `rows` counts games in which the policies decide.
pub fn position_answer(positions: &dyn Positions, at: usize, rows: &PlayoutRows) -> Answer {
    let (players, policies) = (positions.players(), positions.policies());
    let shares: Vec<Estimate> = (0..players.len()).map(|player| rows.share(player)).collect();
    let network = positions.network(at);
    let of_network = |player: usize| network.as_ref().map(|network| network[player]);
    let note = format!("{}. A shared victory counts one half.", described(positions, at));
    let table = Table::new("position-chances", "Chance to win from here", note)
        .text("of_player", "Player", players.iter().map(String::as_str))
        .text("plays_on", "Plays on", policies.iter().copied())
        .estimate("chance", "Chance to win", 4, shares.iter().copied())
        .number("network_chance", "By the network", 4, (0..players.len()).map(of_network))
        .estimate(
            "network_off",
            "Network minus games",
            4,
            (0..players.len()).map(|player| of_network(player).map(|network| off(network, &shares[player], 1.0))),
        )
        .count("n", "N", shares.iter().map(|share| share.n));
    let each = (0..players.len()).map(|player| format!("{} {}", players[player], shares[player].percent()));
    let (each, games) = (each.collect::<Vec<_>>().join(", "), counted(rows.0.len() as u64, "games"));
    let place = described(positions, at);
    let mut said = vec![format!("{place}: chance to win {each}, in {games} by {}.", distinct(&policies))];
    let errors = network.iter().flatten().zip(&shares).map(|(network, share)| off(*network, share, 1.0));
    // Of two players, both errors are equal: the chances of both add up to one.
    let errors = errors.enumerate().take(if players.len() == 2 { 1 } else { usize::MAX });
    let worst = errors.max_by(|a, b| a.1.point.abs().total_cmp(&b.1.point.abs()));
    said.extend(worst.map(|(player, error)| {
        format!(
            "The search's own evaluation, a network, gives {} {:.0}%; measured by these games, it is off by {}{}.",
            players[player],
            100.0 * of_network(player).unwrap_or_default(),
            error.in_percentage_points(),
            if players.len() == 2 { "" } else { ", the largest error" }
        )
    }));
    let numbers = (0..players.len())
        .map(|player| KeyNumber { label: format!("{} wins", players[player]), value: shares[player].percent() });
    let json = json!({ "position": point_json(positions, at), "games": rows.0.len() });
    Answer { said, numbers: numbers.take(4).collect(), tables: vec![table], json: Some(json), ..Answer::default() }
}

fn point_json(positions: &dyn Positions, at: usize) -> Value {
    let DecisionPoint { round, player, kind, candidates, .. } = &positions.points()[at];
    json!({ "decision": at + 1, "round": round, "player": positions.players()[*player], "kind": kind,
        "candidates": candidates, "state": positions.state(at) })
}

/// Adds the best actions of a decision to the answer.
pub fn advice_answer(answer: &mut Answer, positions: &dyn Positions, at: usize, advice: &Advice) {
    let who = &positions.players()[positions.points()[at].player];
    let note = format!(
        "The first actions of a race of {} in {}, and the choices of the policies, tested on fresh seeds. Loss: games \
         that {who} wins less than with the first action, on common random numbers; negative if {who} wins more.",
        counted(advice.candidates as u64, "candidates"),
        counted(advice.raced, "games"),
    );
    let rows = || advice.tested.iter();
    let table = Table::new("position-advice", "Best actions", note)
        .text("candidate", "Action", rows().map(|row| row.action.as_str()))
        .text("chosen_by", "Chosen by", rows().map(|row| row.chosen_by.join(", ")))
        .estimate("chance", "Chance to win", 4, rows().map(|row| row.share))
        .estimate("loss", "Loss", 4, rows().map(|row| row.loss))
        .count("n", "N", rows().map(|row| row.share.n));
    answer.said.push(best_sentence(who, &advice.tested));
    let others = rows().filter(|row| !row.chosen_by.is_empty());
    answer.said.extend(others.map(|row| {
        let loss = row.loss.map_or_else(String::new, |loss| format!(", which {}", against_first(&loss)));
        format!("Choice of {}: {}{loss}.", row.chosen_by.join(", "), row.action)
    }));
    answer.tables.push(table);
}

/// Maximum number of actions that a sentence lists.
const NAMED: usize = 2;

/// Names the best action. It is only shown if every other of the test loses; the race alone does not show it.
fn best_sentence(who: &str, tested: &[Advised]) -> String {
    let (first, chance) = (&tested[0].action, tested[0].share.percent());
    let mut others: Vec<(&Advised, Estimate)> = tested.iter().filter_map(|row| Some((row, row.loss?))).collect();
    smallest_first(&mut others, |row| row.1.point);
    let Some((next, loss)) = others.first() else {
        return format!("Best for {who}: {first}, {chance}.");
    };
    if loss.interval.1 < 0.0 {
        let more = against_first(loss);
        return format!(
            "Best for {who} of those tested: {}, which {more} than {first}, the first of the race.",
            next.action
        );
    }
    if loss.interval.0 > 0.0 {
        return format!("Best for {who}: {first}, {chance}; the next best, {}, loses {}.", next.action, points(loss));
    }
    let equal: Vec<&str> =
        others.iter().filter(|(_, loss)| loss.interval.0 <= 0.0).map(|(row, _)| row.action.as_str()).collect();
    let more = equal.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let named = equal[..equal.len().min(NAMED)].join("; ");
    format!("Not decided for {who}: the race chose {first}, {chance}; not shown to be worse: {named}{more}.")
}

/// Describes the result of an action against the first: `loses 3 points (1 to 5)`.
fn against_first(loss: &Estimate) -> String {
    let gain = Estimate { point: -loss.point, interval: (-loss.interval.1, -loss.interval.0), ..*loss };
    match (loss.interval.0 > 0.0, loss.interval.1 < 0.0) {
        (true, _) => format!("loses {}", points(loss)),
        (_, true) => format!("wins {} more", points(&gain)),
        _ => format!("is not shown to differ: {}", gain.in_percentage_points()),
    }
}

/// Formats a loss: `3 percentage points (1 to 5)`.
fn points(loss: &Estimate) -> String {
    loss.in_percentage_points().replace('+', "")
}

/// Returns the audit of a game.
pub fn audit_answer(positions: &dyn Positions, audit: &Audit) -> Answer {
    let tables = vec![line_table(positions, audit), luck_table(positions, audit), costly_table(positions, audit)];
    let result = positions.result().unwrap_or_default();
    let won = positions.players().iter().zip(&result).filter(|(_, share)| **share > 0.0);
    let won: Vec<&str> = won.map(|(name, _)| name.as_str()).collect();
    let luck = positions.players().iter().zip(&audit.luck).map(|(name, luck)| lucky(name, positions.damage(), luck));
    let mut said = vec![format!("Won by {}. {}.", won.join(" and "), luck.collect::<Vec<_>>().join("; "))];
    said.extend(audit.costly.first().map(|costly| {
        let DecisionPoint { player, round, .. } = &positions.points()[costly.at];
        costliest(&positions.players()[*player], *round, costly)
    }));
    said.extend(audit.network_off.map(|off| {
        let states = counted(audit.line.iter().filter(|after| after.network.is_some()).count() as u64, "states");
        format!(
            "Over {states}, the search's own evaluation, a network, gives {} a chance {} off that of the games.",
            positions.players()[0],
            off.in_percentage_points()
        )
    }));
    let json = json!({ "decisions": audit.decisions, "alternatives": audit.alternatives, "won": won });
    Answer { said, figures: vec![(line_figure(), tables[0].clone())], tables, json: Some(json), ..Answer::default() }
}

/// Describes the costliest decision of a game, or the largest estimate if none is shown to cost victories.
fn costliest(name: &str, round: u32, Costly { chosen, better, loss, .. }: &Costly) -> String {
    let more = points(loss);
    match (loss.interval.0 > 0.0, (100.0 * loss.point).round() > 0.0) {
        (true, _) => {
            format!("Costliest decision: {name} in round {round} chose {chosen}; {better} would have won {more} more.")
        }
        (_, true) => format!(
            "No decision is shown to cost victories; the costliest may be {name} in round {round}: {chosen}, where \
             {better} would have won {more} more."
        ),
        _ => format!(
            "No decision is seen to cost victories; the largest estimate is a loss of {more}, by {name} in round {round}."
        ),
    }
}

/// Describes the luck of a player; `damage` is the game's word for what attacks do.
fn lucky(name: &str, damage: &str, luck: &Luck) -> String {
    let (low, high) = luck.luck.interval;
    // An interval wider than that from a sure loss to a sure win says nothing about the luck of one game.
    let chance = match high - low < 2.0 {
        true => format!("had {} of luck", luck.luck.in_percentage_points()),
        false => "had luck that so few games do not measure".to_owned(),
    };
    if luck.attacks == 0 {
        return format!("{name} {chance}");
    }
    let attacks = counted(luck.attacks, "attacks");
    let [done, expected] = [luck.damage, luck.expected].map(|damage| format!("{damage:.1}"));
    format!("{name} {chance}, and did {done} {damage} in {attacks}, where {expected} were expected")
}

/// Returns the figure of the chances to win after every turn.
fn line_figure() -> Figure {
    let kind = FigureKind::bands(["of_player", "turn", "chance", "chance_interval"], "Turn", "Chance to win", true);
    let alt = "Chance to win of each player after every turn, with its 95% interval. The numbers are in the table audit-line.";
    Figure::new("audit-line", "Chance to win after every turn", alt, kind)
}

/// Width of a bar in characters.
const BAR: usize = 20;

fn line_table(positions: &dyn Positions, audit: &Audit) -> Table {
    let players = positions.players();
    let rows: Vec<(usize, usize)> =
        (0..audit.line.len()).flat_map(|turn| (0..players.len()).map(move |player| (turn, player))).collect();
    let point = |turn: usize| &positions.points()[audit.line[turn].at];
    let chance = |(turn, player): &(usize, usize)| audit.line[*turn].chances[*player];
    let bar = |row: &(usize, usize)| {
        let full = (chance(row).point * BAR as f64).round() as usize;
        format!("{}{}", "█".repeat(full), "·".repeat(BAR.saturating_sub(full)))
    };
    let network = |(turn, player): &(usize, usize)| audit.line[*turn].network.as_ref().map(|network| network[*player]);
    Table::new("audit-line", "Chance to win after every turn", "Turn 0 is the state before the first turn.")
        .count("turn", "Turn", rows.iter().map(|(turn, _)| *turn as u64))
        .count("round", "Round", rows.iter().map(|(turn, _)| u64::from(point(*turn).round)))
        .text("of_player", "Player", rows.iter().map(|(_, player)| players[*player].as_str()))
        .text("bar", "", rows.iter().map(bar))
        .estimate("chance", "Chance to win", 4, rows.iter().map(chance))
        .number("network_chance", "By the network", 4, rows.iter().map(network))
        .count("n", "N", rows.iter().map(|row| chance(row).n))
}

fn luck_table(positions: &dyn Positions, audit: &Audit) -> Table {
    let attacked = || audit.luck.iter().map(|luck| (luck.attacks > 0).then_some(luck));
    let (damage, luck_in) = (capitalised(positions.damage()), format!("Luck in {}", positions.damage()));
    let note = format!(
        "Luck: the result minus the chance after the set-up and minus the choices. Choices: what all decisions since then added \
                to it, against the policy that plays on. The games for this are not those of the table above. {damage} is compared with its exact expectation before the dice for it are rolled."
    );
    Table::new("audit-luck", "Luck of each player", note)
        .text("of_player", "Player", positions.players().iter().map(String::as_str))
        .estimate("luck", "Luck", 4, audit.luck.iter().map(|luck| luck.luck))
        .estimate("start_part", "Chance after the set-up", 4, audit.luck.iter().map(|luck| luck.start))
        .estimate("choices_part", "Choices", 4, audit.luck.iter().map(|luck| luck.choices))
        .count("attacks_made", "Attacks", audit.luck.iter().map(|luck| luck.attacks))
        .number("damage_dealt", &damage, 0, attacked().map(|luck| luck.map(|luck| luck.damage)))
        .number("damage_expected", "Expected", 2, attacked().map(|luck| luck.map(|luck| luck.expected)))
        .number("damage_luck", &luck_in, 2, attacked().map(|luck| luck.map(|luck| luck.damage - luck.expected)))
        .count("n", "N", audit.luck.iter().map(|luck| luck.luck.n))
}

fn costly_table(positions: &dyn Positions, audit: &Audit) -> Table {
    let point = |costly: &Costly| &positions.points()[costly.at];
    let rows = || audit.costly.iter();
    let note = format!(
        "Of {} with {}; selected in two screenings and tested on fresh seeds. The intervals hold together.",
        counted(audit.decisions as u64, "decisions"),
        counted(audit.alternatives as u64, "alternatives")
    );
    Table::new("audit-decisions", "The costliest decisions", note)
        .count("decision", "Decision", rows().map(|costly| costly.at as u64 + 1))
        .count("round", "Round", rows().map(|costly| u64::from(point(costly).round)))
        .text("of_player", "Player", rows().map(|costly| positions.players()[point(costly).player].as_str()))
        .text("asked", "To", rows().map(|costly| point(costly).words.as_str()))
        .text("chosen", "Chosen", rows().map(|costly| costly.chosen.as_str()))
        .text("candidate", "Better", rows().map(|costly| costly.better.as_str()))
        .estimate("loss", "Loss", 4, rows().map(|costly| costly.loss))
        .count("n", "N", rows().map(|costly| costly.loss.n))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decision with an estimate of 0 or less is not named the costliest.
    #[test]
    fn a_decision_without_a_loss_is_not_the_costliest() {
        for (point, words) in [(0.4, "Costliest"), (0.1, "the costliest may be"), (0.0, "is seen"), (-0.1, "is seen")] {
            let interval = (point - 0.2, point + 0.2);
            let loss = Estimate { point, standard_error: 0.1, interval, n: 80, observations: 80 };
            let costly = Costly { at: 0, chosen: "stay".to_owned(), better: "move".to_owned(), loss };
            let said = costliest("Aces", 1, &costly);
            assert!(said.contains(words) && (point > 0.0 || !said.contains("costliest")), "{said}");
        }
    }
}
