//! The summary of exact answers: the best and the worst of armaments, tags, systems and frames, with their numbers.

use super::odds::{OddsTarget, target_name};
use hitchart_apocalypse_frame::odds::items::ItemOdds;
use hitchart_apocalypse_frame::odds::rankings::{ArmamentRank, FrameRank, TagGain};
use hitchart_apocalypse_frame::odds::round::RoundOdds;
use hitchart_apocalypse_frame::odds::single::ArmamentOdds;
use hitchart_apocalypse_frame::odds::single::TargetDefenses;
use hitchart_config::words::{counted, ties};
use hitchart_lab::study::Answer;
use hitchart_report::KeyNumber;
use hitchart_report::table::{number, percent, with_noun};
use hitchart_stats::order::largest_first;

/// Returns the rows with the highest and the lowest value; `None` without rows.
fn ends<T>(rows: &[T], value: impl Fn(&T) -> f64) -> Option<(&T, &T)> {
    let best = rows.iter().reduce(|best, row| if value(row) > value(best) { row } else { best })?;
    let worst = rows.iter().reduce(|worst, row| if value(row) < value(worst) { row } else { worst })?;
    Some((best, worst))
}

/// Names how many other rows have the same value as one, such as `, like 2 others`; empty without any.
fn like<T>(rows: &[T], one: &T, value: impl Fn(&T) -> f64) -> String {
    ties(rows.iter().map(&value), value(one)).map_or_else(String::new, |like| format!(", {like}"))
}

/// Formats a gain with its sign, such as `+1.2`.
fn gain(value: f64) -> String {
    if value < 0.0 { number(value) } else { format!("+{}", number(value)) }
}

/// Describes the armaments with the most and the least Harm in one attack, without a full stop.
pub(crate) fn best_armament(odds: &[ArmamentOdds], of: &OddsTarget) -> String {
    let Some((best, worst)) = ends(odds, |odds| odds.harm.mean) else { return "No armament is listed".to_owned() };
    format!(
        "Of {} against {}, {} does the most Harm in one attack: {}{} ({} no Harm, removes {} Vigor {}); {} does the least: {}{}",
        counted(odds.len() as u64, "armaments"),
        target_name(&of.target),
        best.name,
        number(best.harm.mean),
        like(odds, best, |odds| odds.harm.mean),
        percent(best.harm.pmf.first().copied().unwrap_or(0.0)),
        of.vigor,
        percent(best.harm.at_least(of.vigor)),
        worst.name,
        number(worst.harm.mean),
        like(odds, worst, |odds| odds.harm.mean)
    )
}

/// Fills in the summary of armaments: one attack, and a round, against the first target.
pub(crate) fn armaments(
    answer: &mut Answer,
    odds: &[ArmamentOdds],
    ranks: &[ArmamentRank],
    (of, actions, tension): (&OddsTarget, u8, u8),
) {
    answer.said = vec![best_armament(odds, of) + "."];
    answer.line = best_armament(odds, of) + ", exact";
    let Some((most, least)) = ends(odds, |odds| odds.harm.mean) else { return };
    if let Some((best, worst)) = ends(ranks, |rank| rank.round) {
        answer.said.push(format!(
            "In a round of {} and {tension} Tension, {} does the most Harm: {}{}; {} does the least: {}{}.",
            counted(actions.into(), "actions"),
            best.armament,
            number(best.round),
            like(ranks, best, |rank| rank.round),
            worst.armament,
            number(worst.round),
            like(ranks, worst, |rank| rank.round)
        ));
        answer.numbers.push(KeyNumber::new(format!("Harm of {} in a round", best.armament), number(best.round)));
    }
    if let Some((killer, _)) = ends(ranks, |rank| rank.removals) {
        answer.said.push(format!(
            "{} removes most enemies of {} Vigor in a round: {}{}.",
            killer.armament,
            of.vigor,
            number(killer.removals),
            like(ranks, killer, |rank| rank.removals)
        ));
        let label = format!("Enemies of {} Vigor removed by {} in a round", of.vigor, killer.armament);
        answer.numbers.push(KeyNumber::new(label, number(killer.removals)));
    }
    for odds in [most, least] {
        let label = format!("Harm of {} in one attack", odds.name);
        answer.numbers.push(KeyNumber::new(label, number(odds.harm.mean)));
    }
}

/// Describes the tag that adds the most Harm to a round, the first of `gains`, and the next best, without a full stop.
pub(crate) fn best_tag(gains: &[TagGain], of: &OddsTarget, (tension, cost): (u8, u16)) -> String {
    let Some(best) = gains.first() else { return "No tag can be added".to_owned() };
    let of_round = |row: &TagGain| match row.round_off < row.round_on {
        true => format!(
            "{} Harm in a round while its condition holds, {} otherwise",
            gain(row.round_on),
            gain(row.round_off)
        ),
        false => format!("{} Harm in a round", gain(row.round_on)),
    };
    // The next best tag on another armament, or on the same one if only one is listed.
    let next = gains.iter().skip(1).find(|gain| gain.armament != best.armament).or(gains.get(1));
    let next = next.map_or_else(String::new, |next| {
        format!(
            "; next {} on {}{} ({})",
            next.tag_name,
            next.armament,
            like(&gains[1..], next, |row| row.round_on),
            of_round(next)
        )
    });
    format!(
        "Buy {} for {} first ({}): {}{next}, with {tension} Tension against {}",
        best.tag_name,
        best.armament,
        counted(cost.into(), "Materials"),
        of_round(best),
        target_name(&of.target)
    )
}

/// Fills in the summary of tags: the best tag, the tag that is most often the best, and the armament that gains least.
pub(crate) fn tags(answer: &mut Answer, best: &[TagGain], said: String) {
    answer.said = vec![format!("{said}.")];
    answer.line = format!("{said}, exact");
    let mut names: Vec<(&str, usize)> = Vec::new();
    for gain in best {
        match names.iter_mut().find(|(name, _)| *name == gain.tag_name) {
            Some((_, count)) => *count += 1,
            None => names.push((&gain.tag_name, 1)),
        }
    }
    if let Some((name, count)) = names.iter().max_by_key(|(_, count)| *count) {
        answer.said.push(format!("{name} is the best tag of {count} of {}.", counted(best.len() as u64, "armaments")));
    }
    if let Some((_, least)) = ends(best, |gain| gain.round_on) {
        answer.said.push(format!(
            "{} gains the least from a tag: {} Harm in a round from its best, {}.",
            least.armament,
            gain(least.round_on),
            least.tag_name
        ));
    }
    let mut ranked: Vec<&TagGain> = best.iter().collect();
    largest_first(&mut ranked, |row| row.round_on);
    let number = |row: &&TagGain| {
        KeyNumber::new(format!("{} on {}, Harm in a round", row.tag_name, row.armament), gain(row.round_on))
    };
    answer.numbers = ranked.iter().take(5).map(number).collect();
}

/// Returns the systems that do Harm, with their Harm per Ammo on one to four targets.
fn harmful(odds: &[ItemOdds]) -> Vec<(&str, [f64; 4])> {
    let all = odds.iter().filter_map(|odds| Some((odds.name.as_str(), odds.harm_per_ammo?)));
    all.filter(|(_, harm)| harm.iter().any(|harm| *harm > 0.0)).collect()
}

/// Describes the systems with the most Harm per Ammo, without a full stop.
pub(crate) fn best_item(odds: &[ItemOdds], target: &TargetDefenses) -> String {
    let harmful = harmful(odds);
    let (Some((one, _)), Some((many, _))) = (ends(&harmful, |row| row.1[0]), ends(&harmful, |row| row.1[3])) else {
        return "No listed system harms anybody".to_owned();
    };
    format!(
        "For Harm, buy {} first: {} Harm per Ammo on one target{}; with four targets in reach {} does the most: {} per \
         Ammo{}, against {}",
        one.0,
        number(one.1[0]),
        like(&harmful, one, |row| row.1[0]),
        many.0,
        number(many.1[3]),
        like(&harmful, many, |row| row.1[3]),
        target_name(target)
    )
}

/// Fills in the summary of systems.
pub(crate) fn items(answer: &mut Answer, odds: &[ItemOdds], target: &TargetDefenses) {
    answer.said = vec![best_item(odds, target) + "."];
    answer.line = best_item(odds, target) + ", exact";
    let mut harmful = harmful(odds);
    if let Some((_, worst)) = ends(&harmful, |row| row.1[0]) {
        answer.said.push(format!(
            "The weakest system that harms is {}: {} Harm per Ammo on one target.",
            worst.0,
            number(worst.1[0])
        ));
    }
    let none = odds.len() - harmful.len();
    answer.said.push(format!("{} of {} harm nobody.", none, counted(odds.len() as u64, "systems")));
    largest_first(&mut harmful, |row| row.1[0]);
    let label = |row: &(&str, [f64; 4])| KeyNumber::new(format!("{}, Harm per Ammo", row.0), number(row.1[0]));
    answer.numbers = harmful.iter().take(5).map(label).collect();
}

/// Describes the frames with the most and the least Harm in a round, without a full stop.
pub(crate) fn best_frame(ranks: &[FrameRank], of: &OddsTarget) -> String {
    let Some((best, worst)) = ends(ranks, |rank| rank.round) else { return "No frame is listed".to_owned() };
    format!(
        "Of {} against {}, {} does the most Harm in a round: {} ({} with all its Ammo); {} does the least: {}",
        counted(ranks.len() as u64, "frames"),
        target_name(&of.target),
        best.frame,
        number(best.round),
        number(best.with_ammo),
        worst.frame,
        number(worst.round)
    )
}

/// Fills in the summary of frames over a round.
pub(crate) fn frames(answer: &mut Answer, ranks: &[FrameRank], of: &OddsTarget) {
    answer.said = vec![best_frame(ranks, of) + "."];
    answer.line = best_frame(ranks, of) + ", exact";
    let (Some((first, _)), Some((with_ammo, _)), Some((killer, _))) =
        (ends(ranks, |rank| rank.round), ends(ranks, |rank| rank.with_ammo), ends(ranks, |rank| rank.removals))
    else {
        return;
    };
    if with_ammo.frame != first.frame {
        answer.said.push(format!(
            "With all Ammo spent on one target, {} overtakes it: {}.",
            with_ammo.frame,
            number(with_ammo.with_ammo)
        ));
    } else {
        answer.said.push(format!("It stays first with all Ammo spent on one target: {}.", number(first.with_ammo)));
    }
    answer.said.push(format!(
        "{} removes most enemies of {} Vigor in a round: {}.",
        killer.frame,
        of.vigor,
        number(killer.removals)
    ));
    let mut ranked: Vec<&FrameRank> = ranks.iter().collect();
    largest_first(&mut ranked, |row| row.round);
    let label = |rank: &&FrameRank| KeyNumber::new(format!("Harm of {} in a round", rank.frame), number(rank.round));
    let last = if ranked.len() > 4 { ranked.last() } else { None };
    answer.numbers = ranked.iter().take(4).chain(last).map(label).collect();
}

/// Describes the answer for a round with some armaments, without a full stop.
pub(crate) fn round(armaments: &[String], odds: &RoundOdds, of: &OddsTarget, tension: u8) -> String {
    let rerolls = odds.reroll_rules.iter().find(|rule| !rule.always.is_empty());
    let rerolls = rerolls.map_or_else(String::new, |rule| {
        let results: Vec<String> = rule.always.iter().map(u8::to_string).collect();
        format!("; with {} left, reroll {}", counted(rule.tension_left.into(), "Tension"), results.join(", "))
    });
    format!(
        "{} with {tension} Tension against {}: {} Harm in a round, {} of {} Vigor removed, {}{rerolls}",
        armaments.join(" and "),
        target_name(&of.target),
        number(odds.harm),
        with_noun(odds.removals, "enemies"),
        of.vigor,
        with_noun(odds.consequences, "consequences")
    )
}
