//! Networks of integers, compared with the real numbers that they approximate, and their files.

use super::*;
use hitchart_config::FileText;

const NAMES: [&str; 3] = ["lead", "clock", "ready"];

/// Returns two layers of real numbers with a pattern in them.
fn real() -> [(Vec<Vec<f64>>, Vec<f64>); 2] {
    let row = |i: usize, width: usize| (0..width).map(|j| ((i * 7 + j * 5) % 11) as f64 / 9.0 - 0.55).collect();
    let first = (0..5).map(|i| row(i, 3)).collect();
    [(first, vec![0.3, -0.2, 0.0, 0.7, -0.1]), (vec![row(3, 5)], vec![0.05])]
}

fn network() -> Network {
    let [first, last] = real();
    let layers = vec![Layer::nearest(&first.0, &first.1, UNIT_BITS), Layer::nearest(&last.0, &last.1, OUTPUT_BITS)];
    Network::new(NAMES.map(str::to_owned).to_vec(), layers).unwrap()
}

fn exact(features: &[f64]) -> f64 {
    let [first, last] = real();
    let sum = |row: &[f64], bias: f64, values: &[f64]| row.iter().zip(values).fold(bias, |sum, (w, v)| sum + w * v);
    let hidden: Vec<f64> =
        first.0.iter().zip(&first.1).map(|(row, bias)| sum(row, *bias, features).clamp(0.0, RAMP)).collect();
    link(sum(&last.0[0], last.1[0], &hidden))
}

#[test]
fn integers_are_near_to_the_real_numbers_that_they_stand_for() {
    let network = network();
    for i in 0..200 {
        let features = [f64::from(i % 13) - 6.0, f64::from(i % 7) / 2.0, f64::from(i % 29) / 4.0 - 3.0];
        let (found, wanted) = (network.worth(&features), exact(&features));
        assert!((found - wanted).abs() < 0.02, "{features:?}: {found} for {wanted}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let text = rounded_file(&network(), "# A network of a test.\nprovenance.seed = 1\n");
    let file = FileText { path: "n.toml".into(), text };
    assert_eq!(NetworkFile::read(&file, &NAMES).unwrap(), network());
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    let text = rounded_file(&network(), "");
    let refused = |text: &str, names: &[&str]| {
        let file = FileText { path: "n.toml".into(), text: text.to_owned() };
        let error = NetworkFile::read(&file, names).unwrap_err();
        assert!(error.place.is_some());
        format!("{} {}", error.problem, error.help.unwrap_or_default())
    };
    let said = refused(&text, &["leads", "clock", "ready"]);
    assert!(said.contains("feature `lead`") && said.contains("`leads`"), "{said}");
    assert!(refused(&text, &["lead", "clock", "ready", "more"]).contains("`more`"));
    assert!(refused(&text, &["clock", "lead", "ready"]).contains("another order"));
    assert!(refused("features = 3", &NAMES).contains("invalid type"));
    assert!(refused(&text.replacen("[[layers]]", "[[layer]]", 1), &NAMES).contains("unknown field"));
}

/// Each fault is reported with its line, and with the allowed values.
#[test]
fn a_fault_has_its_line() {
    const FILE: &str = "features = [\n'lead',\n'clock',\n'ready']\n[[layers]]\nbits = 2\nbiases = [\n1,\n2]\n\
        weights = [\n[1,2,3],\n[4,\n5,6]]\n[[layers]]\nbits = 3\nbiases = [7]\nweights = [\n[8,9]]\n";
    let read = |text: &str| NetworkFile::read(&FileText { path: "n.toml".into(), text: text.to_owned() }, &NAMES);
    assert!(read(FILE).is_ok());
    for (from, to, line, parts) in [
        ("'clock'", "'clack'", 3, ["`clack`", "does not have"]),
        ("bits = 2", "bits = 1", 6, ["`bits` is 1", "2 to 20"]),
        ("1,\n2]", "-2147483648,\n2]", 8, ["-2147483648", "-536870912 to 536870912"]),
        ("1,\n2]", "1,\n536870913]", 9, ["536870913", "allowed"]),
        ("1,\n2]", "1]", 10 - 1, ["2 rows", "1 biases"]),
        ("[1,2,3]", "[1,2]", 11, ["2 weights", "3 inputs"]),
        ("5,6]", "5,-8192]", 13, ["-8192", "-8191 to 8191"]),
        ("5,6]", "5,60000]", 13, ["60000", "i16"]),
        ("[8,9]", "[8]", 18, ["1 weights", "2 inputs"]),
        ("[7]\nweights = [\n[8,9]]", "[7,\n8]\nweights = [\n[8,9],[8,9]]", 16, ["2 outputs", "allowed: 1"]),
    ] {
        let text = FILE.replacen(from, to, 1);
        let error = read(&text).unwrap_err();
        let (_, span) = *error.place.clone().unwrap();
        assert_eq!(text[..span.start].matches('\n').count() + 1, line, "{to}: {}", error.problem);
        parts.iter().for_each(|part| assert!(error.problem.contains(part), "{to}: {}", error.problem));
    }
}

#[test]
fn features_beyond_what_can_be_told_count_as_the_most() {
    assert_eq!([parts(1e9), parts(-1e9), parts(0.5), parts(-0.015)], [MOST, -MOST, 16, 0]);
    let network = network();
    assert_eq!(network.worth(&[1e9, 0.0, 0.0]), network.worth(&[f64::from(MOST) / UNIT, 0.0, 0.0]));
}
