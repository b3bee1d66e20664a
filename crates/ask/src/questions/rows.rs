//! The arguments of lists of all ships and of all loadouts.

use clap::Args;
use hitchart_config::{InputError, at_most};
use hitchart_mobile_frame::filter::{Filter, MAX_CONDITIONS, Measured, SortKey};

/// Conditions and order of a list.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Keep only rows that meet this condition: a field, one of >= <= > < = != and a number, such as 'durability >= 2'; may be
    /// repeated
    #[arg(long = "where", value_name = "CONDITION")]
    filters: Vec<String>,
    /// Field to sort by, largest first
    #[arg(long, value_name = "FIELD")]
    pub sort: Option<String>,
    /// Keep only the Pareto front of these rows
    #[arg(long)]
    pub pareto: bool,
    /// Print only the first N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub top: Option<u32>,
    /// White dice added to each measure
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub whites: u8,
    /// Include split weapons: weapons for two ranges, or for two bands in Intercept Orbit
    #[arg(long)]
    pub split: bool,
}

impl ListArgs {
    /// Parses the conditions.
    pub(super) fn filters<T: Measured>(&self) -> Result<Vec<Filter<T>>, InputError> {
        at_most(self.filters.len(), "--where", MAX_CONDITIONS)?;
        self.filters.iter().map(|text| Filter::parse(text)).collect()
    }

    /// Parses the field to sort by.
    pub(super) fn sort<T: Measured>(&self) -> Result<Option<SortKey<T>>, InputError> {
        self.sort.as_deref().map(SortKey::parse).transpose()
    }
}
