//! `hitchart ra bid --out`: the results of new games are written to a file, and the best replies printed.

use super::super::workflow::{BIDS, FileClaim, WorkflowError};
use super::error::{CliError, ending};
use super::output;
use hitchart_ask::Asking;
use hitchart_ask::questions::ra::{BidArgs, answer_bid};

/// Plays games for bids, saves their results and prints the best replies.
pub(crate) fn run(args: &BidArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let claim = args.out.as_deref().map(|out| FileClaim::take(BIDS, out)).transpose().map_err(WorkflowError::from)?;
    let reply = answer_bid(args, asking)?;
    // Both contain hours of games: a file that cannot be written must not lose the answer, and vice versa.
    let file = reply.files.first().map(|(_, text)| text.as_str()).unwrap_or_default();
    let written = claim.map_or(Ok(()), |claim| claim.write(file, asking.stop));
    ending(written.map_err(|error| WorkflowError::from(error).into()), output::show(&reply))
}
