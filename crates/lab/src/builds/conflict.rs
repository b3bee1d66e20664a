//! Conflicts of constraints: finds those that cannot hold together by checking each against the others.

/// Returns the positions of constraints that cannot hold together, each of them necessary: without any one the others
/// can hold. `feasible` returns true if something satisfies all active constraints. Empty if all can hold.
pub fn conflict(constraints: usize, mut feasible: impl FnMut(&[bool]) -> bool) -> Vec<usize> {
    let mut active = vec![true; constraints];
    if feasible(&active) {
        return Vec::new();
    }
    for place in 0..constraints {
        active[place] = false;
        if feasible(&active) {
            active[place] = true;
        }
    }
    (0..constraints).filter(|place| active[*place]).collect()
}

/// Lists things in a sentence: `a, b and c`.
pub fn enumerated(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_all_that_it_needs_and_nothing_else() {
        // Below 5, above 7, even, above 2: the first two cannot hold together.
        let checks: [fn(u32) -> bool; 4] = [|x| x < 5, |x| x > 7, |x| x % 2 == 0, |x| x > 2];
        let feasible =
            |active: &[bool]| (0..20).any(|x| checks.iter().zip(active).all(|(check, active)| !active || check(x)));
        assert_eq!(conflict(4, feasible), [0, 1]);
        assert_eq!(conflict(0, |_| true), [0; 0]);
        let things = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([enumerated(&things[..1]), enumerated(&things)], ["a", "a, b and c"]);
    }
}
