//! The referee's state of a battle: assets, debris, and their places.

use super::super::lines::{Line, Place, Ruled, place};
use super::super::plane::{BLUR, Shape, Tri, along, distance, dot, minus, way, within};
use serde_json::Value;

/// Status of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Waiting,
    Standing,
    Docked,
    Adrift,
    Gone,
}

/// A ship, a company or a high value asset.
#[derive(Clone, Debug)]
pub(crate) struct Asset {
    pub owner: usize,
    pub holder: usize,
    pub kind: String,
    pub ace: Option<String>,
    pub ace_left: bool,
    pub built: Vec<String>,
    pub systems: Vec<String>,
    pub whites: usize,
    pub life: Life,
    pub at: Place,
    pub heading: usize,
    pub acted: bool,
    pub defense: Option<usize>,
    pub spots: [usize; 2],
    pub fuel: usize,
    pub on: Option<usize>,
    pub carried: Option<usize>,
    pub speed: usize,
}

impl Asset {
    pub(crate) fn is_ship(&self) -> bool {
        matches!(self.kind.as_str(), "capital" | "frigate")
    }

    pub(crate) fn is_company(&self) -> bool {
        self.kind == "company"
    }

    pub(crate) fn is_hva(&self) -> bool {
        self.kind == "hva"
    }

    /// Returns true if it is on the table.
    pub(crate) fn is_there(&self) -> bool {
        matches!(self.life, Life::Standing | Life::Docked | Life::Adrift)
    }

    /// Returns true if it scores (I23: drifting assets do not).
    pub(crate) fn scores(&self) -> bool {
        matches!(self.life, Life::Waiting | Life::Standing | Life::Docked)
    }

    pub(crate) fn count(&self, system: &str) -> usize {
        self.systems.iter().filter(|own| *own == system).count()
    }

    /// Returns the hits that it can still take (I06, I08).
    pub(crate) fn hit_points(&self) -> usize {
        self.systems.len() + self.whites + usize::from(self.ace_left)
    }

    /// Counts the weapons for a band's letter, and the half weapons for it (I04).
    pub(crate) fn weapons(&self, letter: char) -> (usize, usize) {
        let halves = self.systems.iter().filter(|own| own.contains('/') && own[1..].contains(letter)).count();
        (self.count(&format!("R{letter}")), halves)
    }

    fn read(value: &Value, has_life: bool) -> Asset {
        let number = |key: &str| value[key].as_u64().unwrap_or(0) as usize;
        let texts = |key: &str| -> Vec<String> {
            value[key].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let ace = value["ace"].as_str().map(str::to_owned);
        Asset {
            owner: number("fleet"),
            holder: number("fleet"),
            kind: value["kind"].as_str().unwrap_or("").to_owned(),
            ace_left: ace.is_some() && has_life,
            ace,
            built: texts("systems"),
            systems: texts("systems"),
            whites: number("whites"),
            life: Life::Waiting,
            at: [0.0; 2],
            heading: 0,
            acted: false,
            defense: None,
            spots: [0; 2],
            fuel: 0,
            on: None,
            carried: None,
            speed: number("speed"),
        }
    }
}

/// A piece of debris.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub at: Place,
    pub hits: usize,
    pub there: bool,
}

/// Header, rules, and the objects on the table.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub header: &'a Value,
    pub assets: Vec<Asset>,
    pub pieces: Vec<Piece>,
}

impl<'a> Field<'a> {
    pub(crate) fn new(header: &'a Value) -> Field<'a> {
        let has_life = header["rules"]["aces"]["has_life"] == true;
        let assets = header["assets"].as_array().into_iter().flatten().map(|asset| Asset::read(asset, has_life));
        Field { header, assets: assets.collect(), pieces: Vec::new() }
    }

    pub(crate) fn rule(&self, table: &str, field: &str) -> &'a Value {
        &self.header["rules"][table][field]
    }

    pub(crate) fn on(&self, table: &str, field: &str) -> bool {
        self.rule(table, field) == true
    }

    pub(crate) fn number(&self, table: &str, field: &str) -> usize {
        self.rule(table, field).as_u64().unwrap_or(0) as usize
    }

    pub(crate) fn real(&self, table: &str, field: &str) -> f64 {
        self.rule(table, field).as_f64().unwrap_or(0.0)
    }

    pub(crate) fn headings(&self) -> usize {
        self.header["headings"].as_u64().unwrap_or(16) as usize
    }

    /// Returns the asset that a line names.
    pub(crate) fn asset_of(&self, line: Line, key: &str) -> Ruled<usize> {
        let asset = line.number(key)?;
        line.rule(asset < self.assets.len(), || format!("no asset {asset}"))?;
        Ok(asset)
    }

    /// Returns the piece of debris that a line names.
    pub(crate) fn piece_of(&self, line: Line, key: &str) -> Ruled<usize> {
        let piece = line.number(key)?;
        line.rule(piece < self.pieces.len(), || format!("no debris {piece}"))?;
        Ok(piece)
    }

    /// Checks that the assets and debris that a line names exist.
    pub(crate) fn check_named(&self, line: Line) -> Ruled {
        for key in ["target_asset", "cover_asset", "ship", "on", "other"] {
            line.rule(line.opt(key).is_none_or(|asset| asset < self.assets.len()), || format!("no asset `{key}`"))?;
        }
        for key in ["target_piece", "cover_piece"] {
            line.rule(line.opt(key).is_none_or(|piece| piece < self.pieces.len()), || format!("no debris `{key}`"))?;
        }
        for key in ["fleet", "from", "to", "victim", "aided"] {
            let told = line.get(key).as_u64();
            line.rule(told.is_none_or(|fleet| fleet < self.fleets() as u64), || format!("no fleet `{key}`"))?;
        }
        Ok(())
    }

    /// Returns the direction of a heading.
    pub(crate) fn ahead(&self, heading: usize) -> Place {
        let angle = std::f64::consts::TAU * heading as f64 / self.headings() as f64;
        [angle.cos(), angle.sin()]
    }

    /// Returns the base of an asset at a place, shrunk by `less` on every side.
    pub(crate) fn base_at(&self, asset: usize, at: Place, heading: usize, less: f64) -> Shape {
        let base = &self.header["bases"][self.assets[asset].kind.as_str()];
        let Some([across, along_it]) = place(base) else {
            return Shape::Disc(at, base.as_f64().unwrap_or(0.0) - less);
        };
        let ahead = self.ahead(heading);
        let left = [-ahead[1], ahead[0]];
        let (x, y) = (across / 2.0 - less, along_it / 2.0 - less);
        let corner = |x: f64, y: f64| along(along(at, ahead, y), left, x);
        Shape::Polygon(vec![corner(x, y), corner(x, -y), corner(-x, -y), corner(-x, y)])
    }

    pub(crate) fn base(&self, asset: usize) -> Shape {
        self.base_at(asset, self.assets[asset].at, self.assets[asset].heading, 0.0)
    }

    pub(crate) fn rock(&self, piece: usize) -> Shape {
        Shape::Disc(self.pieces[piece].at, self.header["bases"]["debris"].as_f64().unwrap_or(0.0))
    }

    /// Returns the distance between the closest points of two assets.
    pub(crate) fn gap(&self, a: usize, b: usize) -> f64 {
        between(&self.base(a), &self.base(b))
    }

    /// Returns whether two assets are within a distance.
    pub(crate) fn near(&self, a: usize, b: usize, most: f64) -> Tri {
        within(self.gap(a, b), most)
    }

    /// Returns the number of fleets in the battle.
    pub(crate) fn fleets(&self) -> usize {
        self.header["fleets"].as_array().map_or(0, Vec::len)
    }
}

/// Returns the distance between the closest points of two outlines; 0 if they meet.
pub(crate) fn between(a: &Shape, b: &Shape) -> f64 {
    match (a, b) {
        (shape, Shape::Disc(centre, radius)) | (Shape::Disc(centre, radius), shape) => {
            (shape.to_point(*centre) - radius).max(0.0)
        }
        (Shape::Polygon(corners), other) => {
            let inside = match other {
                Shape::Polygon(theirs) => a.to_point(theirs[0]) == 0.0,
                Shape::Disc(..) => false,
            };
            if inside {
                return 0.0;
            }
            let sides = (0..corners.len()).map(|i| other.to_way(corners[i], corners[(i + 1) % corners.len()]));
            sides.fold(f64::INFINITY, f64::min)
        }
    }
}

/// Returns the nearest point to `at` on the sides of a polygon; for a disc, its centre.
fn nearest(shape: &Shape, at: Place) -> Place {
    let Shape::Polygon(corners) = shape else {
        let Shape::Disc(centre, _) = shape else { return at };
        return *centre;
    };
    let on_side = |i: usize| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let way = minus(b, a);
        let part = (dot(minus(at, a), way) / dot(way, way)).clamp(0.0, 1.0);
        along(a, way, part)
    };
    let nearer = |a: Place, b: Place| if distance(b, at) < distance(a, at) { b } else { a };
    (0..corners.len()).map(on_side).reduce(nearer).unwrap_or(at)
}

/// Returns the shortest segments between two separate outlines: one, or the first and the last of many.
pub(crate) fn shortest(from: &Shape, to: &Shape) -> Vec<(Place, Place)> {
    let corners = |shape: &Shape| match shape {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Disc(centre, _) => vec![*centre],
    };
    let mut ways: Vec<(Place, Place)> = corners(from).into_iter().map(|corner| (corner, nearest(to, corner))).collect();
    ways.extend(corners(to).into_iter().map(|corner| (nearest(from, corner), corner)));
    let least = ways.iter().map(|(a, b)| distance(*a, *b)).fold(f64::INFINITY, f64::min);
    ways.retain(|(a, b)| distance(*a, *b) <= least + BLUR);
    let first = ways[0];
    let last =
        ways.iter().copied().fold(first, |a, b| if distance(first.0, b.0) > distance(first.0, a.0) { b } else { a });
    let radius = |shape: &Shape| if let Shape::Disc(_, radius) = shape { *radius } else { 0.0 };
    let cut = |(a, b): (Place, Place)| match way(a, b) {
        Some(ahead) => (along(a, ahead, radius(from)), along(b, ahead, -radius(to))),
        None => (a, b),
    };
    vec![cut(first), cut(last)]
}
