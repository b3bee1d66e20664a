//! Notes on forms that mean something else in other notations of dice.

use super::expression::{Die, Expression, Kind, Modifier, Operator};

impl Expression {
    /// Returns notes on parts that mean something else in other notations, with the form to write instead.
    ///
    /// ```
    /// use hitchart_dice::algebra::Expression;
    ///
    /// let sum: Expression = "10d6 >= 5".parse()?;
    /// assert!(sum.notes()[0].contains("`10d6cs>=5`"));
    /// let die: Expression = "d20 >= 15".parse()?;
    /// assert!(die.notes().is_empty());
    /// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
    /// ```
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.parts().iter().flat_map(|part| part.notes()).collect();
        notes.extend(match &self.kind {
            Kind::Binary(operator @ (Operator::Or | Operator::And), left, right) => constant(*operator, left, right),
            Kind::Binary(operator, left, right) => sum_compared(*operator, left, right),
            Kind::Modified(base, Modifier::Explode { most: Some(most), faces }) if faces.is_empty() => {
                explosions(base, *most)
            }
            _ => None,
        });
        notes.dedup();
        notes
    }
}

/// Returns a note on a comparison of a pool with a face: others count the dice.
fn sum_compared(operator: Operator, left: &Expression, right: &Expression) -> Option<String> {
    let Kind::Number(face) = right.kind else { return None };
    let (count, sides) = pool(left)?;
    if operator.level() != Operator::Equal.level() || !(1..=i64::from(sides)).contains(&face) {
        return None;
    }
    let sign = operator.sign();
    if let Kind::Modified(base, Modifier::Explode { .. }) = &left.kind {
        let explodes = format!("`{base}!{{{sides}}}` explodes on the faces in braces");
        return Some(format!(
            "`{left} {sign} {face}` compares the sum of exploded dice; {explodes}, and `{left}cs{sign}{face}` counts dice"
        ));
    }
    let counts = format!("`{left}cs{sign}{face}` counts dice");
    (count != Some(1)).then(|| format!("`{left} {sign} {face}` compares the sum of the dice; {counts}"))
}

/// Returns the number of dice of a plain, rerolled or exploded pool, if it is a constant, and its sides.
fn pool(part: &Expression) -> Option<(Option<i64>, u32)> {
    match &part.kind {
        Kind::Modified(base, Modifier::Explode { .. } | Modifier::Reroll { .. }) => pool(base),
        Kind::Dice(count, Die::Sides(sides)) => match count.kind {
            Kind::Number(count) => Some((Some(count), *sides)),
            _ => Some((None, *sides)),
        },
        _ => None,
    }
}

/// Returns a note on a limit of explosions that looks like a high face.
fn explosions(base: &Expression, most: u32) -> Option<String> {
    let (_, sides) = pool(base)?;
    let looks_like_a_face = (sides / 2 + 1..=sides).contains(&most) && sides > 2;
    let on_face = if most == sides { format!("`{base}!`") } else { format!("`{base}!{{{most}}}`") };
    looks_like_a_face.then(|| {
        format!("`{base}!{most}` explodes at most {most} times, on the highest face; {on_face} explodes on {most}, without a limit")
    })
}

/// Returns a note on `d6 = 1 or 2`, whose second part is no comparison.
fn constant(operator: Operator, left: &Expression, right: &Expression) -> Option<String> {
    let (Kind::Number(number), Kind::Binary(Operator::Equal, value, first)) = (&right.kind, &left.kind) else {
        return None;
    };
    let (word, holds) = (operator.sign(), if *number == 0 { "false" } else { "true" });
    let instead = match value.kind {
        Kind::Name(_) => format!("{value} = {first} {word} {value} = {number}"),
        _ => format!("let x = {value} in x = {first} {word} x = {number}"),
    };
    Some(format!("`{word} {number}` is no comparison: {number} alone is always {holds}; write `{instead}`"))
}
