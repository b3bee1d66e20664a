use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    hitchart::cli::run(&hitchart::cli::Cli::parse())
}
