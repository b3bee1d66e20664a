//! Answers the questions on standard input, one a line: `echo '{"ask": "ra frame", "loadout": "RdYBG"}' | cargo run
//! --package hitchart-ask --example ask`.

use hitchart_ask::{Asking, ask};
use std::io::stdin;
use std::sync::atomic::AtomicBool;

fn main() {
    let stop = AtomicBool::new(false);
    for line in stdin().lines().map_while(Result::ok) {
        #[expect(clippy::print_stdout, reason = "the answer of an example")]
        {
            println!("{}", ask(&line, &Asking::data(&stop)));
        }
    }
}
