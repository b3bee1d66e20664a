//! `hitchart serve`: the lab in a browser, answered by this program.

use super::error::CliError;
use super::output;
use super::report::open_address;
use clap::Args;
use hitchart_serve::serve;
use std::sync::atomic::AtomicBool;

/// Default port, which no other common program uses.
const PORT: u16 = 4816;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Port on this machine; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Serves the lab until Ctrl-C, and prints its address once it is there.
pub(crate) fn run(args: &ServeArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let ready = |address: std::net::SocketAddr| {
        let address = format!("http://{address}/");
        output::note(&format!("The lab is at {address} on this machine only. Ctrl-C ends it."));
        if args.open
            && let Err(cause) = open_address(address.as_ref())
        {
            output::warn(&format!("cannot open {address}: {cause}"));
        }
    };
    Ok(serve(args.port, stop, ready)?)
}
