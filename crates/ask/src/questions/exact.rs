//! Options that the exact commands of every game have.

use super::names::NameParser;
use crate::{Asking, options::Short};
use clap::{Args, builder::RangedI64ValueParser};
use hitchart_config::InputError;
use hitchart_config::rules::{Rules, load_from};
use hitchart_dice::exact::rounds::MAX_ROUNDS;
use std::marker::PhantomData;

/// Options of every exact command of a game with rules of type `R`.
#[derive(Debug, Args)]
pub(super) struct ExactOptions<R: Rules> {
    /// Built-in ruleset or house rule, a file ending in .toml, or changes of the default ruleset: `PATH=VALUE`, several
    /// with `;` between them
    #[arg(long, default_value = R::BUILT_IN[0].0, value_name = "RULES", value_parser = NameParser(rulesets::<R>), hide_possible_values = true)]
    rules: String,
    #[command(flatten)]
    pub(super) output: Short,
    #[arg(skip)]
    of: PhantomData<R>,
}

/// Returns a parser of the most rounds of an exact duel.
pub(super) fn duel_rounds() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=i64::from(MAX_ROUNDS))
}

/// Returns the names of the game's rulesets.
pub(super) fn rulesets<R: Rules>() -> Vec<String> {
    R::BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect()
}

impl<R: Rules> ExactOptions<R> {
    /// Loads the rules.
    pub(super) fn rules(&self, asking: &Asking<'_>) -> Result<R, InputError> {
        load_from(&self.rules, &asking.folder)
    }
}
