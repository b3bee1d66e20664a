//! Sorting by a number. One function sorts the rows of all tables, so that the compiler has one sort for all types of rows.

/// Sorts rows by a number, the largest first; equal ones keep their order.
pub fn largest_first<T>(rows: &mut [T], number: impl Fn(&T) -> f64) {
    smallest_first(rows, |row| -number(row));
}

/// Sorts rows by a number, the smallest first; equal ones keep their order.
pub fn smallest_first<T>(rows: &mut [T], number: impl Fn(&T) -> f64) {
    let mut numbers = Vec::with_capacity(rows.len());
    for row in rows.iter() {
        numbers.push(number(row));
    }
    let mut places = places(&numbers);
    for at in 0..rows.len() {
        while places[at] != at {
            let to = places[at];
            rows.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// Returns the place of each number in increasing order.
fn places(numbers: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, row)| places[*row] = place);
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_are_in_the_order_of_a_plain_stable_sort(numbers in prop::collection::vec(-3_i8..4, 0..40)) {
            let rows: Vec<(usize, f64)> = numbers.iter().map(|number| f64::from(*number)).enumerate().collect();
            let (mut largest, mut smallest) = (rows.clone(), rows.clone());
            largest_first(&mut largest, |row| row.1);
            smallest_first(&mut smallest, |row| row.1);
            let (mut falling, mut rising) = (rows.clone(), rows);
            falling.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap());
            rising.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap());
            prop_assert_eq!(largest, falling);
            prop_assert_eq!(smallest, rising);
        }
    }
}
