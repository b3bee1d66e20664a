//! Hex maps: up to 127 hexes in axial coordinates, numbered, with tables of distances and neighbours.
//!
//! Ranges need no line of sight, and any number of units may share a hex (A58), so play needs only distances.

use super::ids::{HexId, HexSet};
use schemars::JsonSchema;
use serde::Deserialize;

/// Most hexes of a map: the last entry of a row of distances means "off the map".
pub const MAX_HEXES: usize = 127;

/// Steps to the six neighbours, in the order in which a d6 picks them ("Bombardment"): clockwise from the east.
pub const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Steps from a hex to every other, in 128 entries so that an index needs no check.
#[derive(Clone, Debug, PartialEq)]
pub struct StepsFrom([u8; MAX_HEXES + 1]);

impl StepsFrom {
    /// Returns the steps to a hex; `None` is farther than any hex.
    #[inline]
    pub fn to(&self, hex: impl Into<Option<HexId>>) -> u8 {
        self.0[hex.into().map_or(MAX_HEXES, HexId::index)]
    }
}

/// A short list of hexes; unused entries hold the first hex of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<const N: usize> {
    /// Entries; those from `count` on are unused.
    pub hexes: [HexId; N],
    /// Number of entries in use.
    pub count: u8,
}

impl<const N: usize> List<N> {
    fn of(all: impl Iterator<Item = HexId>) -> List<N> {
        let mut list = List { hexes: [HexId::default(); N], count: 0 };
        for (place, hex) in list.hexes.iter_mut().zip(all) {
            *place = hex;
            list.count += 1;
        }
        list
    }

    #[inline]
    fn as_slice(&self) -> &[HexId] {
        &self.hexes[..usize::from(self.count)]
    }
}

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct HexMap {
    /// Axial coordinates by number, sorted by `r`, then `q`.
    places: Vec<(i8, i8)>,
    /// Distances by number.
    distances: Vec<StepsFrom>,
    neighbours: Vec<[Option<HexId>; 6]>,
    /// Hexes on the map at one step and at two steps, as lists.
    around: Vec<List<6>>,
    beyond: Vec<List<12>>,
    /// Hexes at exactly 0 to 3 steps.
    rings: Vec<[HexSet; 4]>,
}

impl HexMap {
    /// Returns the map of these places, without duplicates.
    ///
    /// # Errors
    /// Returns an error for no hexes, or more than [`MAX_HEXES`].
    pub fn new(mut places: Vec<(i8, i8)>) -> Result<HexMap, ShapeError> {
        places.sort_unstable_by_key(|(q, r)| (*r, *q));
        places.dedup();
        if places.is_empty() || places.len() > MAX_HEXES {
            return Err(ShapeError::Hexes(places.len()));
        }
        let mut distances = vec![StepsFrom([u8::MAX; MAX_HEXES + 1]); places.len()];
        let mut rings = vec![[HexSet::EMPTY; 4]; places.len()];
        for (a, from) in places.iter().enumerate() {
            for (b, to) in places.iter().enumerate() {
                let steps = steps(*from, *to);
                distances[a].0[b] = steps;
                if let Some(ring) = rings[a].get_mut(usize::from(steps)) {
                    ring.insert(HexId::new(b as u8));
                }
            }
        }
        let beside = |(q, r): &(i8, i8)| DIRECTIONS.map(|(dq, dr)| number_of(&places, (q + dq, r + dr)));
        let neighbours: Vec<[Option<HexId>; 6]> = places.iter().map(beside).collect();
        let around = neighbours.iter().map(|all| List::of(all.iter().copied().flatten())).collect();
        let beyond = rings.iter().map(|rings: &[HexSet; 4]| List::of(rings[2].iter())).collect();
        Ok(HexMap { places, distances, neighbours, around, beyond, rings })
    }

    /// Returns the number of hexes.
    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns false: a map has at least one hex.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns all hexes.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        HexId::first(self.len())
    }

    /// Returns the steps from one hex to another; `None` is farther than any hex.
    #[inline]
    pub fn distance(&self, from: HexId, to: impl Into<Option<HexId>>) -> u8 {
        self.row(from).to(to)
    }

    /// Returns the steps from a hex to every other.
    #[inline]
    pub fn row(&self, from: HexId) -> &StepsFrom {
        &self.distances[from.index()]
    }

    /// Returns the neighbours of a hex in the order of [`DIRECTIONS`]; `None` off the map.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> [Option<HexId>; 6] {
        self.neighbours[hex.index()]
    }

    /// Returns the neighbours of a hex that are on the map, in the order of [`DIRECTIONS`].
    #[inline]
    pub fn around(&self, hex: HexId) -> &[HexId] {
        self.around_list(hex).as_slice()
    }

    /// Returns the neighbours on the map as a list of fixed length.
    #[inline]
    pub fn around_list(&self, hex: HexId) -> &List<6> {
        &self.around[hex.index()]
    }

    /// Returns the hexes at two steps, lowest number first.
    #[inline]
    pub fn beyond(&self, hex: HexId) -> &[HexId] {
        self.beyond_list(hex).as_slice()
    }

    /// Returns the hexes at two steps as a list of fixed length.
    #[inline]
    pub fn beyond_list(&self, hex: HexId) -> &List<12> {
        &self.beyond[hex.index()]
    }

    /// Returns the hexes at exactly `steps` steps, 0 to 3.
    #[inline]
    pub fn ring(&self, hex: HexId, steps: u8) -> HexSet {
        self.rings[hex.index()][usize::from(steps)]
    }

    /// Returns the axial coordinates of a hex.
    #[inline]
    pub fn place(&self, hex: HexId) -> (i8, i8) {
        self.places[hex.index()]
    }

    /// Returns all hexes with their coordinates.
    pub fn places(&self) -> impl Iterator<Item = (HexId, (i8, i8))> {
        self.hexes().zip(self.places.iter().copied())
    }

    /// Returns the number of a place; `None` off the map.
    #[inline]
    pub fn at(&self, place: (i8, i8)) -> Option<HexId> {
        number_of(&self.places, place)
    }

    /// Returns the number of a hex by its name `q,r`.
    ///
    /// # Errors
    /// Texts that are no hex, and hexes off the map, in words.
    pub fn named(&self, name: &str) -> Result<HexId, String> {
        let read = name.split_once(',').and_then(|(q, r)| Some((q.trim().parse().ok()?, r.trim().parse().ok()?)));
        let place = read.ok_or_else(|| format!("`{name}` is not a hex; write `q,r`, such as `0,-2`"))?;
        self.at(place).ok_or_else(|| format!("hex `{name}` is not on the map of {} hexes", self.len()))
    }

    /// Returns the name of a hex: `q,r`.
    #[inline]
    pub fn name(&self, hex: HexId) -> String {
        let (q, r) = self.place(hex);
        format!("{q},{r}")
    }

    /// Returns the hex nearest to a point, given as shares of the map's width and height, both 0 to 1. Used for default
    /// places.
    pub fn near(&self, across: f64, down: f64) -> HexId {
        let flat = |(q, r): (i8, i8)| (f64::from(q) + f64::from(r) / 2.0, f64::from(r));
        let all = || self.places.iter().map(|place| flat(*place));
        let span = |values: &dyn Fn((f64, f64)) -> f64| {
            let low = all().map(values).fold(f64::INFINITY, f64::min);
            (low, all().map(values).fold(f64::NEG_INFINITY, f64::max) - low)
        };
        let ((left, width), (top, height)) = (span(&|point| point.0), span(&|point| point.1));
        let aim = (left + across * width, top + down * height);
        let away = |place: &(i8, i8)| {
            let (x, y) = flat(*place);
            (x - aim.0).powi(2) + 0.75 * (y - aim.1).powi(2)
        };
        let nearest = (0..self.len()).min_by(|a, b| away(&self.places[*a]).total_cmp(&away(&self.places[*b])));
        nearest.map_or(HexId::default(), |hex| HexId::new(hex as u8))
    }
}

/// Returns the number of a place in a list sorted by `r`, then `q`; `None` off the map.
fn number_of(places: &[(i8, i8)], place: (i8, i8)) -> Option<HexId> {
    let at = places.binary_search_by_key(&(place.1, place.0), |(q, r)| (*r, *q));
    at.ok().map(|at| HexId::new(at as u8))
}

/// Returns the steps between two places.
fn steps(a: (i8, i8), b: (i8, i8)) -> u8 {
    let (q, r) = (i16::from(a.0) - i16::from(b.0), i16::from(a.1) - i16::from(b.1));
    ((q.abs() + r.abs() + (q + r).abs()) / 2) as u8
}

/// The outline of a map, as a file gives it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "RawShape")]
#[schemars(!try_from, untagged, deny_unknown_fields)]
pub enum MapOutline {
    /// A hexagon around `0,0`.
    Hexagon {
        /// Steps from the middle to the edge, 0 to 6.
        #[schemars(range(min = 0, max = 6))]
        hexagon: u8,
    },
    /// Rows of hexes, every other row shifted to the right by half a hex; `0,0` is the first hex of the first row.
    Rectangle {
        /// Hexes of a row, 1 to 127.
        #[schemars(range(min = 1, max = 127))]
        width: u8,
        /// Rows, 1 to 127.
        #[schemars(range(min = 1, max = 127))]
        height: u8,
    },
    /// Drawing of the map: a dot is a hex, a space is a gap.
    Rows {
        /// Rows of the drawing from the top.
        rows: Vec<String>,
    },
}

/// The keys of all outlines. An untagged enum of serde would not report which key is wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with `hexagon`, with `width` and `height`, or with `rows`")]
struct RawShape {
    hexagon: Option<u8>,
    width: Option<u8>,
    height: Option<u8>,
    rows: Option<Vec<String>>,
}

impl TryFrom<RawShape> for MapOutline {
    type Error = FormError;

    fn try_from(raw: RawShape) -> Result<MapOutline, FormError> {
        match (raw.hexagon, raw.width, raw.height, raw.rows) {
            (Some(hexagon), None, None, None) => Ok(MapOutline::Hexagon { hexagon }),
            (None, Some(width), Some(height), None) => Ok(MapOutline::Rectangle { width, height }),
            (None, None, None, Some(rows)) => Ok(MapOutline::Rows { rows }),
            _ => Err(FormError),
        }
    }
}

/// Error of keys that do not form an outline together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a map is `{{ hexagon = 3 }}`, `{{ width = 7, height = 5 }}` or `{{ rows = [\"..\", \" .\"] }}`")]
struct FormError;

/// Reasons why a shape is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Number of hexes, or a size of the drawing, outside 1 to [`MAX_HEXES`].
    #[error("the map has {0} hexes; allowed: 1 to {MAX_HEXES}")]
    Hexes(usize),
    /// Character of a drawing that is neither a dot nor a space.
    #[error("`{0}` in a row of the map; write a dot for a hex and a space for a gap")]
    Sign(char),
}

/// Radius of the largest hexagon that fits.
const MAX_RADIUS: i8 = 6;

impl MapOutline {
    /// Returns the map of this shape.
    ///
    /// # Errors
    /// Returns an error for no hexes or more than [`MAX_HEXES`], and for characters in rows other than dots and spaces.
    pub fn map(&self) -> Result<HexMap, ShapeError> {
        match self {
            MapOutline::Hexagon { hexagon } => {
                let radius = i8::try_from(*hexagon).unwrap_or(i8::MAX);
                if radius > MAX_RADIUS {
                    let radius = usize::from(*hexagon);
                    return Err(ShapeError::Hexes(3 * radius * (radius + 1) + 1));
                }
                let all = (-radius..=radius).flat_map(|q| (-radius..=radius).map(move |r| (q, r)));
                HexMap::new(all.filter(|(q, r)| (q + r).abs() <= radius).collect())
            }
            MapOutline::Rectangle { width, height } => {
                let count = usize::from(*width) * usize::from(*height);
                if count > MAX_HEXES {
                    return Err(ShapeError::Hexes(count));
                }
                let row = |row: u8| (0..*width).map(move |column| axial(column, row));
                HexMap::new((0..*height).flat_map(row).collect())
            }
            MapOutline::Rows { rows } => drawn(rows),
        }
    }
}

fn drawn(rows: &[String]) -> Result<HexMap, ShapeError> {
    let mut places = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            match sign {
                '.' if row > MAX_HEXES || column > MAX_HEXES => return Err(ShapeError::Hexes(row.max(column))),
                '.' => places.push(axial(column as u8, row as u8)),
                ' ' => {}
                other => return Err(ShapeError::Sign(other)),
            }
        }
    }
    HexMap::new(places)
}

/// Returns the axial coordinates of a column and a row, both below 128.
fn axial(column: u8, row: u8) -> (i8, i8) {
    (column as i8 - (row / 2) as i8, row as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexagon(radius: u8) -> HexMap {
        MapOutline::Hexagon { hexagon: radius }.map().unwrap()
    }

    #[test]
    fn hexagons_have_as_many_hexes_as_they_should() {
        for (radius, hexes) in [(0, 1), (1, 7), (2, 19), (4, 61), (6, 127)] {
            assert_eq!(hexagon(radius).len(), hexes);
        }
        assert_eq!(MapOutline::Hexagon { hexagon: 7 }.map(), Err(ShapeError::Hexes(169)));
    }

    #[test]
    fn distance_is_the_length_of_the_shortest_way() {
        let map = hexagon(3);
        for start in map.hexes() {
            let mut known = vec![None; map.len()];
            known[start.index()] = Some(0u8);
            let mut edge = vec![start];
            while let Some(hex) = edge.pop() {
                let next = known[hex.index()].unwrap() + 1;
                for to in map.neighbours(hex).into_iter().flatten() {
                    if known[to.index()].is_none_or(|old| old > next) {
                        known[to.index()] = Some(next);
                        edge.push(to);
                    }
                }
            }
            for to in map.hexes() {
                assert_eq!(Some(map.distance(start, to)), known[to.index()]);
                let ring = (0..4).find(|steps| map.ring(start, *steps).has(to));
                assert_eq!(ring, Some(map.distance(start, to)).filter(|steps| *steps < 4));
            }
        }
    }

    #[test]
    fn rows_and_rectangles_agree() {
        let rectangle = MapOutline::Rectangle { width: 4, height: 3 }.map().unwrap();
        let drawn = MapOutline::Rows { rows: vec!["....".into(); 3] }.map().unwrap();
        assert_eq!(rectangle, drawn);
        assert_eq!(rectangle.name(rectangle.at((-1, 2)).unwrap()), "-1,2");
        assert_eq!(MapOutline::Rows { rows: vec!["#".into()] }.map(), Err(ShapeError::Sign('#')));
        assert_eq!(MapOutline::Rows { rows: vec!["  ".into()] }.map(), Err(ShapeError::Hexes(0)));
        assert_eq!(MapOutline::Rectangle { width: 127, height: 127 }.map(), Err(ShapeError::Hexes(16129)));
    }

    #[test]
    fn opposite_edges_are_opposite() {
        let map = hexagon(4);
        let (left, right) = (map.near(0.0, 0.5), map.near(1.0, 0.5));
        assert_eq!((map.name(left), map.name(right)), ("-4,0".into(), "4,0".into()));
        assert_eq!(HexSet::from_iter([left, right]).iter().collect::<Vec<_>>(), [left, right]);
    }
}
