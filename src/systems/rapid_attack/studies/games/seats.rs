//! Who won: by seat, company, policy, tactical position and turn.

use super::super::super::bidding::Seat;
use super::super::super::record::{Share, SideTally, Tally};
use super::super::GamesStudy;
use crate::study::{Won, won};

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
    let entry = |((company, policy), tally_of): ((String, &'a _), &'a SideTally)| {
        let policy: &super::super::super::players::PolicySpec = policy;
        Entry { company, policy: policy.name(), wins: won(tally_of.wins, tally.games), tally: tally_of }
    };
    companies.zip(&asked.policies).zip(&tally.policies).map(entry).collect()
}

/// Wins of each company.
pub fn by_company(asked: &GamesStudy, tally: &Tally) -> Vec<(String, Won)> {
    let named = asked.companies.iter().zip(&tally.companies);
    named.map(|(company, side)| (company.name.clone(), won(side.wins, tally.games))).collect()
}

/// Wins of each policy; those of one name are taken together, and count once for each player of theirs.
pub fn by_policy(asked: &GamesStudy, tally: &Tally) -> Vec<(String, Won)> {
    let mut found: Vec<(String, u64, u64)> = Vec::new();
    for (policy, side) in asked.policies.iter().zip(&tally.policies) {
        match found.iter_mut().find(|(name, ..)| name == policy.name()) {
            Some((_, wins, games)) => {
                *wins += side.wins;
                *games += tally.games;
            }
            None => found.push((policy.name().to_owned(), side.wins, tally.games)),
        }
    }
    found.into_iter().map(|(name, wins, games)| (name, won(wins, games))).collect()
}

/// Wins by tactical position; two players have no attacker between them.
pub fn by_position(tally: &Tally) -> Vec<(String, Won)> {
    let seats = [Seat::Defender, Seat::Attacker, Seat::Point].map(|seat| (seat.name(), tally.position(seat)));
    shares(&seats)
}

/// Wins of those who acted first and last in the game.
pub fn by_turn(tally: &Tally) -> Vec<(String, Won)> {
    shares(&[("acted first", tally.first), ("acted last", tally.last)])
}

fn shares(named: &[(&str, Share)]) -> Vec<(String, Won)> {
    let some = named.iter().filter(|(_, share)| share.games > 0);
    some.map(|(name, share)| ((*name).to_owned(), won(share.won, share.games))).collect()
}
