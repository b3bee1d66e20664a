//! The legend below a figure: as many columns as fit, long names in several lines.

use super::font;
use super::lines;
use super::scene::{Point, Scene, Text};
use super::style::{Colour, LEADING, MARGIN, SMALL};

const SWATCH: f64 = 46.0;
const GAP: f64 = 26.0;

/// The sample next to a name.
pub(super) enum Swatch {
    Block(Colour),
    /// Line and marker of the series with this index.
    Line(usize),
    Dot(Colour, f64),
}

/// Draws swatches and names in rows; the scene grows by their height.
pub(super) fn legend(scene: &mut Scene, entries: &[(Swatch, String)]) {
    let room = scene.width - 2.0 * MARGIN;
    let names: Vec<_> = entries.iter().map(|(_, name)| font::wrap(name, SMALL, false, room - SWATCH)).collect();
    let widest = names.iter().flatten().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    let pitch = SWATCH + widest + GAP;
    let columns = (((room + GAP) / pitch) as usize).clamp(1, entries.len().max(1));
    for (row, names) in entries.chunks(columns).zip(names.chunks(columns)) {
        let top = scene.bottom + SMALL * LEADING / 2.0;
        for (column, ((swatch, _), name)) in row.iter().zip(names).enumerate() {
            let left = MARGIN + column as f64 * pitch;
            sample(scene, (left, top), swatch);
            for (i, line) in name.iter().enumerate() {
                scene.text(Text::new((left + SWATCH, top + i as f64 * SMALL * LEADING), line.as_str()).em(SMALL));
            }
        }
        let most = names.iter().map(Vec::len).max().unwrap_or(1).max(1);
        scene.bottom += most as f64 * SMALL * LEADING + 5.0;
    }
}

fn sample(scene: &mut Scene, (left, middle): Point, swatch: &Swatch) {
    let centre = (left + 18.0, middle);
    match swatch {
        Swatch::Block(colour) => scene.area((left + 8.0, middle - 8.0), (28.0, 16.0), *colour),
        Swatch::Line(index) => {
            lines::stroke(scene, &[(left, middle), (left + 36.0, middle)], *index);
            lines::marker(scene, centre, *index);
        }
        Swatch::Dot(colour, radius) => scene.disc(centre, *radius, *colour),
    }
}
