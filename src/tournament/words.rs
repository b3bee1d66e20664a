//! A tournament in words: who did best, what is settled, and by what rule play ended.

use super::plan::{Aim, Format};
use super::study::{Course, Tournament};
use crate::table::{counted, grouped};

/// Entrants that a sentence names.
const NAMED: usize = 5;

/// The answer, the most important first.
pub fn said(asked: &Tournament, course: &Course) -> Vec<String> {
    vec![best(asked, course), ended(asked, course)]
}

/// Who did best, and who may be as good.
fn best(asked: &Tournament, course: &Course) -> String {
    let (standings, names) = (&course.standings, &asked.arena.entrants);
    let order = standings.ranking(asked.plan.judged);
    let (first, last) = (order[0], order[order.len() - 1]);
    let told = |entrant: usize| {
        let score = standings.scored(entrant, course.level);
        format!(
            "{} with {:.3} of the points [{:.3}, {:.3}]",
            names[entrant], score.point, score.interval.0, score.interval.1
        )
    };
    if order.len() == 1 {
        return format!("Over its field {}.", told(first));
    }
    let behind = |entrant: &&usize| standings.lead(**entrant, first, course.apart).interval.1 >= 0.0;
    let near: Vec<&str> = order[1..].iter().filter(behind).map(|entrant| names[*entrant].as_str()).collect();
    let apart = match near.len() {
        0 => "surely better than every other".to_owned(),
        n if n + 1 == order.len() => {
            return format!("Nobody is told apart from the best score: {}, to {}.", told(first), told(last));
        }
        n if n <= NAMED => format!("not told apart from {}", near.join(", ")),
        n => format!("not told apart from {} and {} more", near[..NAMED].join(", "), n - NAMED),
    };
    format!("Best: {}, {apart}. Last: {}.", told(first), told(last))
}

/// What is settled, and how that was stated.
fn ended(asked: &Tournament, course: &Course) -> String {
    let plan = &asked.plan;
    let (games, margin) = (grouped(course.standings.games()), plan.margin);
    let played = format!("{games} games between {}", counted(asked.arena.entrants.len() as u64, "entrants"));
    if plan.format == Format::Swiss {
        let rounds = counted(course.looks.len() as u64, "rounds");
        return format!("{played} in {rounds} of {} that were planned.", plan.rounds);
    }
    let asked_for = match plan.aim {
        Aim::Ratings => format!("no score can be off by more than {margin}"),
        Aim::Best => format!("nobody left can be better than the best by more than {margin}"),
        Aim::Equilibrium => format!("no entrant can gain more than {margin} against the mixture"),
    };
    let stopped = match (course.settled, course.looks.last()) {
        (true, _) => format!("stopped at look {} of {}, because {asked_for}", course.looks.len(), course.planned),
        (false, Some(look)) if course.next.is_empty() => {
            format!("the most that were allowed; that {asked_for} is not reached: {:.3} is", look.reach)
        }
        _ => "not finished".to_owned(),
    };
    format!("{played}: {stopped}. The looks share the level, so that intervals hold whenever play ended.")
}
