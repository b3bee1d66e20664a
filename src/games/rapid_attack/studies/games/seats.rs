//! Who won: by seat, company, policy, tactical position and turn.

use super::asked::GamesStudy;
use crate::games::rapid_attack::bidding::Seat;
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::record::{Fact, SideTally, Tally, Whole};
use crate::study::{Won, shared};

/// One player of a study: a company with its policy, or, where seats are swapped, a policy with all companies.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Names of its companies, joined by slashes.
    pub company: String,
    pub policy: &'a str,
    pub wins: Won,
    pub tally: &'a SideTally,
}

/// The players of a study, in the order of their policies.
pub fn entries<'a>(asked: &'a GamesStudy, tally: &'a Tally) -> Vec<Entry<'a>> {
    let names = || asked.companies.iter().map(|company| company.name.as_str());
    let all = names().collect::<Vec<_>>().join(" / ");
    let companies = names().map(|name| if asked.swap_seats { all.clone() } else { name.to_owned() });
    let entry = |(number, ((company, policy), tally_of)): (usize, ((String, &'a PolicySpec), &'a SideTally))| Entry {
        company,
        policy: policy.name(),
        wins: tally.fact(Fact::Policy(number), 1),
        tally: tally_of,
    };
    companies.zip(&asked.policies).zip(&tally.policies).enumerate().map(entry).collect()
}

/// Wins of each company.
pub fn by_company(asked: &GamesStudy, tally: &Tally) -> Vec<(String, Won)> {
    let named = asked.companies.iter().enumerate();
    named.map(|(number, company)| (company.name.clone(), tally.fact(Fact::Company(number), 1))).collect()
}

/// Wins of each policy; those of one name are taken together, and count once for each player of theirs.
pub fn by_policy(asked: &GamesStudy, tally: &Tally) -> Vec<(String, Won)> {
    let players = |name: usize| tally.namesakes.iter().filter(|first| **first == name).count() as u64;
    let firsts = asked.policies.iter().enumerate().filter(|(number, _)| players(*number) > 0);
    firsts.map(|(number, policy)| (policy.name().to_owned(), tally.fact(Fact::Name(number), players(number)))).collect()
}

/// Wins by tactical position; two players have no attacker between them.
pub fn by_position(tally: &Tally) -> Vec<(String, Won)> {
    let players = |seat: Seat| tally.position(seat).games / tally.games.max(1);
    let seats = [Seat::Defender, Seat::Attacker, Seat::Point].into_iter().filter(|seat| players(*seat) > 0);
    seats.map(|seat| (seat.name().to_owned(), tally.fact(Fact::Position(seat), players(seat)))).collect()
}

/// Wins of those who acted first and last in the game.
pub fn by_turn(tally: &Tally) -> Vec<(String, Won)> {
    let named = [("acted first", &tally.first), ("acted last", &tally.last)];
    let some = named.into_iter().filter(|(_, ratio)| ratio.games > 0);
    some.map(|(name, ratio)| (name.to_owned(), ratio.share(tally.observations()))).collect()
}

/// Games in which several share the best score.
pub fn ties(tally: &Tally) -> Won {
    shared(&tally.metrics, Whole::Tied as usize, 1, tally.observations())
}
