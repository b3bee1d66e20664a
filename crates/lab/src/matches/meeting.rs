//! Pairs of games between two entrants of a tournament, with swapped seats.

use super::setting::{Policies, Setting};
use crate::runner::games::Stoppable;
use crate::study::{Bouts, MeetingTable};
use hitchart_config::{At, FileText, InputError, some_of};
use hitchart_play::policy::{Book, Settings, Spec};
use hitchart_play::{Game, Policy, Unwatched, play};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns the table of two entrants who play its two sides in order. In the second game of a group they change places:
/// on common random numbers each gets the rolls, the side of the table and the precedence in ties that the other had.
pub fn meeting<S: Setting>(setting: &S, policies: [&Policies<S>; 2]) -> MeetingTable {
    let policies = policies.map(Policies::<S>::clone);
    meeting_of(setting, move || policies.each_ref().map(S::build))
}

/// Returns the table of the two players that `sit` builds, as `meeting` does for policies.
pub fn meeting_of<S: Setting, P: Policy<S::Game> + 'static>(
    setting: &S,
    sit: impl Fn() -> [P; 2] + Send + Sync + 'static,
) -> MeetingTable {
    let games = Arc::new([setting.game(), setting.rotated(1).game()]);
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let games = Arc::clone(&games);
        let mut seated: [Stoppable<'_, P, <S::Game as Game>::Action>; 2] =
            sit().map(|player| Stoppable::new(player, stop));
        Box::new(move |key, _| {
            [0, 1].map(|first| {
                let state = play(&games[first], key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                let margin = games[first].scores(&state).margin(first);
                margin.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            })
        })
    })
}

/// An entrant of a tournament: its name, its side and its policy.
pub type Entering<C, K> = (String, C, Spec<K>);

/// Combines every side with every policy that a tournament lists. If the tournament lists none, each side plays its own
/// policy.
///
/// # Errors
/// Returns an error, with its place in the file, for an unknown policy or setting, and for more than `most` policies.
pub fn with_policies<C: Clone, K: Settings>(
    listed: Vec<(String, C)>,
    written: Option<&At<Vec<At<toml::Value>>>>,
    own: impl Fn(&C) -> Option<&At<toml::Value>>,
    (book, file, most): (&Book<K>, &FileText, usize),
) -> Result<Vec<Entering<C, K>>, InputError> {
    let Some(written) = written else {
        let alone = |(name, side): (String, C)| {
            let policy = own(&side).map_or_else(|| book.default(0), |own| book.written(file, 0, own))?;
            Ok((name, side, policy))
        };
        return listed.into_iter().map(alone).collect();
    };
    let policies = some_of(file, written, "policy", most)?
        .iter()
        .map(|policy| book.written(file, 0, policy))
        .collect::<Result<Vec<Spec<K>>, InputError>>()?;
    let (sides, many) = (listed.len(), policies.len());
    let named = |name: &str, policy: &str| match (sides, many) {
        (_, 1) => name.to_owned(),
        (1, _) => policy.to_owned(),
        _ => format!("{name}, {policy}"),
    };
    let all = listed.iter().flat_map(|(name, side)| {
        policies.iter().map(|policy| (named(name, policy.name()), side.clone(), policy.clone()))
    });
    Ok(all.collect())
}
