use std::process::ExitCode;

fn main() -> ExitCode {
    hitchart::cli::main()
}
