//! Wins by seat, side of the table, policy, tactical position and turn.

use super::recorded::Recorded;
use super::setting::{GamesStudy, Policies, Setting};
use super::tally::{Fact, SideTally, Tally};
use crate::study::{Won, shared};

/// One player of a study: a side with its policy, or, with swapped seats, a policy with all sides.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Names of the sides, joined by slashes.
    pub side: String,
    pub policy: &'a str,
    pub wins: Won,
    pub tally: &'a SideTally,
}

/// Returns the players of a study, in the order of their policies.
pub fn entries<'a, S: Setting>(asked: &'a GamesStudy<S>, tally: &'a Tally) -> Vec<Entry<'a>> {
    let names = asked.setting.names();
    let all = names.join(" / ");
    let sides = names.iter().map(|name| if asked.swap_seats { all.clone() } else { (*name).to_owned() });
    let entry = |(number, ((side, policy), tally_of)): (usize, ((String, &'a Policies<S>), &'a SideTally))| Entry {
        side,
        policy: policy.name(),
        wins: tally.fact(Fact::Policy(number), 1),
        tally: tally_of,
    };
    sides.zip(&asked.policies).zip(&tally.policies).enumerate().map(entry).collect()
}

/// Returns the wins of each side.
pub fn by_side<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> Vec<(String, Won)> {
    let named = asked.setting.names().into_iter().enumerate();
    named.map(|(number, name)| (name.to_owned(), tally.fact(Fact::Side(number), 1))).collect()
}

/// Returns the wins of each policy. Policies of one name are merged; each of their players counts once.
pub fn by_policy<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> Vec<(String, Won)> {
    let players = |name: usize| tally.namesakes.iter().filter(|first| **first == name).count() as u64;
    let firsts = asked.policies.iter().enumerate().filter(|(number, _)| players(*number) > 0);
    firsts.map(|(number, policy)| (policy.name().to_owned(), tally.fact(Fact::Name(number), players(number)))).collect()
}

/// Returns the wins by tactical position; with two players the middle position is absent.
pub fn by_position<R: Recorded>(tally: &Tally) -> Vec<(String, Won)> {
    let players = |position: usize| tally.positions[position].games / tally.games.max(1);
    let positions = R::POSITIONS.iter().enumerate().filter(|(position, _)| players(*position) > 0);
    positions.map(|(at, name)| ((*name).to_owned(), tally.fact(Fact::Position(at), players(at)))).collect()
}

/// Returns the wins of the players who acted first and last in the game.
pub fn by_turn(tally: &Tally) -> Vec<(String, Won)> {
    let named = [("acted first", &tally.first), ("acted last", &tally.last)];
    let some = named.into_iter().filter(|(_, ratio)| ratio.games > 0);
    some.map(|(name, ratio)| (name.to_owned(), ratio.share(tally.observations()))).collect()
}

/// Returns the share of games in which several players share the best score.
pub fn ties<R: Recorded>(tally: &Tally) -> Won {
    shared(&tally.metrics, R::ROLES.tied, 1, tally.observations())
}
