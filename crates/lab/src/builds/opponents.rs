//! Results of a build by opponent: opponents that beat it, and opponents that it beats.

use super::tables::share;
use super::workshop::Changes;
use crate::racing::Margins;
use crate::study::{Duel, Estimates};
use hitchart_report::KeyNumber;
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, LEVEL};

/// Share of the points that is even.
const EVEN: f64 = 0.5;
/// Maximum number of opponents that a sentence names.
const NAMED: usize = 3;

/// The share of the points of a build against one opponent.
#[derive(Clone, Debug)]
pub struct Opponent {
    pub name: String,
    pub points: Estimate,
}

/// Returns the opponents from the hardest to the easiest, from the games of a build against a field. The intervals hold
/// for all opponents together (Bonferroni). Empty if the field does not meet the build one by one.
pub fn opponents<W: Changes>(field: &W::Field, margins: &Margins) -> Vec<Opponent> {
    let names = W::names(field);
    let mut duels = vec![Duel::default(); names.len()];
    for (number, pair) in margins.iter() {
        if let Some(duel) = W::opponent(field, number).and_then(|place| duels.get_mut(place)) {
            duel.add_pair(pair.map(|margin| margin.signum() as i8));
        }
    }
    let met: Vec<(&str, Duel)> = names.into_iter().zip(duels).filter(|(_, duel)| duel.pairs() > 0).collect();
    let level = 1.0 - (1.0 - LEVEL) / met.len().max(1) as f64;
    let of = |(name, duel): &(&str, Duel)| Opponent { name: (*name).to_owned(), points: duel.points_at(level) };
    let mut all: Vec<Opponent> = met.iter().map(of).collect();
    all.sort_by(|a, b| a.points.point.total_cmp(&b.points.point));
    all
}

/// Describes a build's opponents: those that beat it, the hardest and the easiest. Empty if there are none.
pub fn sentence(name: &str, all: &[Opponent]) -> String {
    let (Some(hard), Some(easy)) = (all.first(), all.last()) else { return String::new() };
    let against = |other: &Opponent| format!("{} ({} of the points)", other.name, share(&other.points));
    let beat: Vec<&str> =
        all.iter().filter(|other| other.points.interval.1 < EVEN).map(|other| other.name.as_str()).collect();
    let who = match beat.len() {
        0 => format!("No opponent is shown to beat {name}."),
        1 => format!("{} beats {name}.", beat[0]),
        n if n <= NAMED => format!("{} beat {name}.", beat.join(", ")),
        n => format!("{} and {} more beat {name}.", beat[..NAMED].join(", "), n - NAMED),
    };
    match all.len() {
        1 => format!("{who} {name} met only {}.", against(hard)),
        _ => format!("{who} {name} does worst against {} and best against {}.", against(hard), against(easy)),
    }
}

/// Returns the hardest and the easiest opponent as numbers behind an answer.
pub fn numbers(all: &[Opponent]) -> Vec<KeyNumber> {
    let number = |what: &str, other: &Opponent| {
        KeyNumber::new(format!("Share of points against {} ({what})", other.name), share(&other.points))
    };
    match all {
        [] => Vec::new(),
        [only] => vec![number("only opponent", only)],
        [hard, .., easy] => vec![number("hardest", hard), number("easiest", easy)],
    }
}

/// Returns the table of opponents, the hardest first. `None` if there are none.
pub fn table(study: &str, name: &str, all: &[Opponent]) -> Option<Table> {
    let note = format!(
        "Share of the points of {name}, unchanged, against each opponent, the hardest first. A tie is half a point. The intervals hold for all \
         opponents together."
    );
    (!all.is_empty()).then(|| {
        Table::new(format!("{study}-opponents"), "Who beats it: results by opponent", note)
            .text("entrant", "Opponent", all.iter().map(|other| other.name.as_str()))
            .estimates(["points_share", "points_share_interval"], "Share of points", 4, all.iter().map(|o| o.points))
            .count("n", "Games", all.iter().map(|other| other.points.n))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opponent(name: &str, point: f64, half: f64) -> Opponent {
        let interval = (point - half, point + half);
        let points = Estimate { point, standard_error: half / 2.0, interval, n: 100, observations: 50 };
        Opponent { name: name.to_owned(), points }
    }

    #[test]
    fn those_who_beat_a_build_are_named_with_their_intervals() {
        let all = [opponent("Fang", 0.3, 0.05), opponent("Anvil", 0.44, 0.05), opponent("Scouts", 0.7, 0.05)];
        let said = sentence("Mine", &all);
        for part in
            ["Fang, Anvil beat Mine", "worst against Fang (30% (25 to 35%)", "best against Scouts (70% (65 to 75%)"]
        {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(sentence("Mine", &all[1..]).contains("Anvil beats Mine"), "{}", sentence("Mine", &all[1..]));
        assert!(sentence("Mine", &all[2..]).contains("No opponent is shown to beat Mine"));
        assert_eq!(sentence("Mine", &[]), "");
        assert_eq!(numbers(&all).len(), 2);
    }
}
