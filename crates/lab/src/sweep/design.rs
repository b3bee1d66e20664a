//! Designs of a sweep: the points of a grid, a Latin hypercube, trajectories, or the matrices of Sobol indices.

use super::field::{Level, SweepField, display_value};
use hitchart_config::{InputError, named};
use hitchart_stats::{DrawBelow, latin_hypercube, mixed, saltelli_rows, trajectories};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::HashMap;

/// Maximum number of points of a sweep.
pub const MOST_POINTS: usize = 4000;

named! {
    /// Choice of the points.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum DesignKind in pairs {
        /// All combinations of the values.
        #[default]
        Grid = "grid",
        /// A number of points, spread evenly along each field.
        Latin = "latin",
        /// A number of trajectories that change one field at a time.
        Morris = "morris",
        /// Two matrices with a number of rows, and one more for each field.
        Sobol = "sobol",
    }
}

impl DesignKind {
    /// Returns the default number of points, trajectories or rows.
    fn usual(self) -> usize {
        match self {
            DesignKind::Grid => 0,
            DesignKind::Latin => 40,
            DesignKind::Morris => 10,
            DesignKind::Sobol => 64,
        }
    }
}

/// A ruleset to be played: a value of every field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldValues {
    /// Value of each field, in the order of the fields.
    pub levels: Vec<Level>,
    /// Distance from the unchanged ruleset: the sum of the changes of all fields, each as a fraction of its range.
    pub distance: f64,
}

impl FieldValues {
    fn new(fields: &[SweepField], levels: Vec<Level>) -> FieldValues {
        let distance = fields.iter().zip(&levels).map(|(field, level)| field.change(&level.value)).sum();
        FieldValues { levels, distance }
    }

    /// Formats every field with its value.
    pub fn describe(&self, fields: &[SweepField]) -> String {
        let one = |(field, level): (&SweepField, &Level)| format!("{} = {}", field.path, display_value(&level.value));
        fields.iter().zip(&self.levels).map(one).collect::<Vec<String>>().join(", ")
    }

    /// Returns the ruleset with these values.
    pub fn laid_over(&self, fields: &[SweepField], ruleset: &toml::Table) -> toml::Table {
        let mut changed = ruleset.clone();
        fields.iter().zip(&self.levels).for_each(|(field, level)| _ = field.set(&mut changed, &level.value));
        changed
    }
}

/// Purpose of the points.
#[derive(Clone, Debug, PartialEq)]
pub enum DesignPurpose {
    /// Points of a grid or a Latin hypercube.
    Points,
    /// Points of each trajectory in order, and the field of each step.
    Trajectories(Vec<(Vec<usize>, Vec<usize>)>),
    /// Points of the two matrices, and of those with a column of the other for each field.
    Saltelli {
        /// Points of the first matrix, row by row.
        a: Vec<usize>,
        /// Points of the second matrix, row by row.
        b: Vec<usize>,
        /// For each field, the points of the first matrix with the column of that field from the second.
        mixed: Vec<Vec<usize>>,
    },
}

/// The points of a sweep, without duplicates; the shape refers to them by index.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Method that chose the points.
    pub kind: DesignKind,
    /// Values of the fields at each point.
    pub settings: Vec<FieldValues>,
    /// Purpose of the points, with their indices in `settings`.
    pub shape: DesignPurpose,
}

impl Design {
    /// Creates a design over fields; `points` is the number of points, trajectories or rows.
    ///
    /// # Errors
    /// More points than can be played.
    pub fn new(
        kind: DesignKind,
        fields: &[SweepField],
        points: Option<usize>,
        below: DrawBelow<'_>,
    ) -> Result<Design, InputError> {
        let many = points.unwrap_or(kind.usual());
        let asked = match kind {
            DesignKind::Grid => fields.iter().map(|field| field.count().unwrap_or(1)).fold(1, usize::saturating_mul),
            DesignKind::Latin => many,
            DesignKind::Morris => many.saturating_mul(fields.len() + 1),
            DesignKind::Sobol => many.saturating_mul(fields.len() + 2),
        };
        if asked > MOST_POINTS {
            let problem = format!("the {} design has {asked} points; allowed: {MOST_POINTS}", kind.name());
            return Err(InputError::plain(problem).with_help(Some("take larger steps, fewer fields or fewer --points")));
        }
        let mut made = Made { fields, settings: Vec::new(), places: HashMap::new() };
        let shape = match kind {
            DesignKind::Grid => made.grid(),
            DesignKind::Latin => {
                made.all(&latin_hypercube(many, fields.len(), below));
                DesignPurpose::Points
            }
            DesignKind::Morris => made.walks(many, below),
            DesignKind::Sobol => made.matrices(many, below),
        };
        Ok(Design { kind, settings: made.settings, shape })
    }

    /// Returns the design without some points of a grid or a hypercube.
    pub fn without(self, left_out: &[usize]) -> Design {
        let kept = self.settings.into_iter().enumerate().filter(|(place, _)| !left_out.contains(place));
        Design { settings: kept.map(|(_, setting)| setting).collect(), ..self }
    }
}

/// A design under construction.
struct Made<'a> {
    fields: &'a [SweepField],
    settings: Vec<FieldValues>,
    /// Indices of the points so far, by their text.
    places: HashMap<String, usize>,
}

impl Made<'_> {
    /// Returns the index of a point, which is added if it is new.
    fn point(&mut self, levels: Vec<Level>) -> usize {
        let setting = FieldValues::new(self.fields, levels);
        let settings = &mut self.settings;
        *self.places.entry(setting.describe(self.fields)).or_insert_with(|| {
            settings.push(setting);
            settings.len() - 1
        })
    }

    /// Returns the indices of points of the unit cube.
    fn all(&mut self, cube: &[Vec<f64>]) -> Vec<usize> {
        let fields = self.fields;
        cube.iter()
            .map(|point| self.point(fields.iter().zip(point).map(|(field, part)| field.at(*part)).collect()))
            .collect()
    }

    /// The last field changes the fastest.
    fn grid(&mut self) -> DesignPurpose {
        let levels: Vec<Vec<Level>> = self.fields.iter().map(|field| field.levels().unwrap_or_default()).collect();
        let mut all: Vec<Vec<Level>> = vec![Vec::new()];
        for levels in &levels {
            let with = |point: &Vec<Level>| {
                let point = point.clone();
                levels.iter().map(move |level| [point.clone(), vec![level.clone()]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        for point in all {
            self.point(point);
        }
        DesignPurpose::Points
    }

    fn walks(&mut self, many: usize, below: DrawBelow<'_>) -> DesignPurpose {
        let walks = trajectories(many, self.fields.len(), below);
        DesignPurpose::Trajectories(walks.into_iter().map(|walk| (self.all(&walk.points), walk.moved)).collect())
    }

    fn matrices(&mut self, many: usize, below: DrawBelow<'_>) -> DesignPurpose {
        let factors = self.fields.len();
        let [a, b] = saltelli_rows(&latin_hypercube(many, 2 * factors, below), factors);
        let mixed = (0..factors).map(|factor| self.all(&mixed(&a, &b, factor))).collect();
        DesignPurpose::Saltelli { a: self.all(&a), b: self.all(&b), mixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    fn fields(texts: &[&str], grid: bool) -> Vec<SweepField> {
        let ruleset = toml::from_str("a = 3\nb = 1.5\nc = 'x'\n").unwrap();
        texts.iter().map(|text| SweepField::parse(text, &ruleset, grid).unwrap()).collect()
    }

    fn design(
        kind: DesignKind,
        texts: &[&str],
        points: Option<usize>,
    ) -> (Vec<SweepField>, Result<Design, InputError>) {
        let fields = fields(texts, kind == DesignKind::Grid);
        let mut throw = Throw::new(4);
        let design = Design::new(kind, &fields, points, &mut |below| throw.below(below));
        (fields, design)
    }

    #[test]
    fn a_grid_has_all_combinations_and_their_distances() {
        let (fields, design) = design(DesignKind::Grid, &["a=1..5:2", "c=x|y"], None);
        let design = design.unwrap();
        let told: Vec<String> = design.settings.iter().map(|setting| setting.describe(&fields)).collect();
        assert_eq!(told[..3], ["a = 1, c = x", "a = 1, c = y", "a = 3, c = x"]);
        let distances: Vec<f64> = design.settings.iter().map(|setting| setting.distance).collect();
        assert_eq!(distances, [0.5, 1.5, 0.0, 1.0, 0.5, 1.5]);
    }

    /// Steps of a trajectory change only the field that they name. Matrices with a column of the other differ only
    /// there.
    #[test]
    fn points_are_made_once_and_named_by_their_place() {
        let (_, walked) = design(DesignKind::Morris, &["a=1..2", "c=x|y"], Some(30));
        let walked = walked.unwrap();
        assert_eq!(walked.settings.len(), 4, "two fields of two values have four points");
        let DesignPurpose::Trajectories(walks) = &walked.shape else { panic!() };
        let differ = |one: usize, other: usize| -> Vec<usize> {
            let [one, other] = [one, other].map(|place| &walked.settings[place].levels);
            (0..2).filter(|i| one[*i] != other[*i]).collect()
        };
        for (places, moved) in walks {
            assert!(places.windows(2).zip(moved).all(|(pair, field)| differ(pair[0], pair[1]) == [*field]));
        }
        let (_, sobol) = design(DesignKind::Sobol, &["a=1..5", "b=0.5..2.5"], Some(20));
        let sobol = sobol.unwrap();
        let DesignPurpose::Saltelli { a, b, mixed } = &sobol.shape else { panic!() };
        for row in 0..20 {
            let of = |places: &[usize], field: usize| &sobol.settings[places[row]].levels[field];
            assert!(of(&mixed[0], 0) == of(b, 0) && of(&mixed[0], 1) == of(a, 1));
            assert!(of(&mixed[1], 1) == of(b, 1) && of(&mixed[1], 0) == of(a, 0));
        }
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let error = design(DesignKind::Grid, &["a=1..500", "b=1..100"], None).1.unwrap_err().to_string();
        assert!(error.contains("50000 points; allowed: 4000"), "{error}");
        assert!(design(DesignKind::Sobol, &["a=1..5"], Some(2000)).1.is_err());
    }
}
