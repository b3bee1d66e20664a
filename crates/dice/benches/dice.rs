//! Measures the algebra of dice: parse and evaluate everyday expressions, and some larger ones.
//!
//! The list is `expressions.txt`. `benches/icepool_dice.py` measures Icepool on the same list; docs/performance.md has
//! both. What limits the speed: small expressions are a few allocations, large sums one pass of additions a die.

#![allow(missing_docs, reason = "criterion's macros write a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use hitchart_dice::algebra::Expression;
use std::hint::black_box;

fn expressions(c: &mut Criterion) {
    let list = include_str!("expressions.txt");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    for text in lines.filter_map(|line| line.split(" | ").next()) {
        c.bench_function(text, |bench| {
            bench.iter(|| black_box(text).parse::<Expression>().map(|expression| expression.odds()));
        });
    }
}

criterion_group!(benches, expressions);
criterion_main!(benches);
