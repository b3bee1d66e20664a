use std::process::ExitCode;

fn main() -> ExitCode {
    hitchart::run(std::env::args_os())
}
