//! A laid-out figure as marks at fixed places, and its drawing to files: both backends draw the same strokes.
//!
//! Figures grow downwards: `bottom` is the place of the next part, and finally the height.

use super::font::{self, BASELINE, FAMILY, Setting};
use super::style::{BODY, Colour, INK, LEADING, MARGIN, PAPER, SMALL, SOFT_INK, TITLE, WIDTH};
use crate::table::escape::{line, xml};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, DrawingErrorKind, text_anchor::HPos};

/// A place, right and down from the upper left corner.
pub(super) type Point = (f64, f64);

/// A rectangle by its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    /// Returns true if the two rectangles share more than an edge.
    pub(super) fn overlaps(&self, other: &Bounds) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Returns true if the other rectangle lies inside.
    pub(super) fn holds(&self, other: &Bounds) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }
}

/// End of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    Start,
    Middle,
    End,
}

/// One line of text; its place is at half the height of its capitals.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub at: Point,
    pub words: String,
    pub em: f64,
    pub bold: bool,
    pub colour: Colour,
    pub side: Side,
    /// True if the text reads upwards.
    pub turned: bool,
}

impl Text {
    pub(super) fn new(at: Point, words: impl Into<String>) -> Text {
        let words = words.into().replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), " ");
        Text { at, words, em: BODY, bold: false, colour: INK, side: Side::Start, turned: false }
    }

    pub(super) fn em(self, em: f64) -> Text {
        Text { em, ..self }
    }

    pub(super) fn bold(self) -> Text {
        Text { bold: true, ..self }
    }

    pub(super) fn colour(self, colour: Colour) -> Text {
        Text { colour, ..self }
    }

    pub(super) fn side(self, side: Side) -> Text {
        Text { side, ..self }
    }

    pub(super) fn turned(self) -> Text {
        Text { turned: true, ..self }
    }

    /// Returns the rectangle of the text, with slack for other fonts.
    #[cfg(test)]
    pub(super) fn bounds(&self) -> Bounds {
        let wide = font::width(&self.words, self.em, self.bold);
        let before = match self.side {
            Side::Start => 0.0,
            Side::Middle => wide / 2.0,
            Side::End => wide,
        };
        let (x, y) = self.at;
        let (up, down) = (0.5 * self.em, 0.55 * self.em);
        if self.turned {
            Bounds { left: x - up, right: x + down, top: y - wide + before, bottom: y + before }
        } else {
            Bounds { left: x - before, right: x - before + wide, top: y - up, bottom: y + down }
        }
    }
}

/// A mark to draw.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Area { bounds: Bounds, fill: Colour },
    Line { points: Vec<Point>, width: f64, colour: Colour },
    Polygon { points: Vec<Point>, fill: Colour },
    Disc { centre: Point, radius: f64, fill: Colour },
    Text(Text),
}

/// All marks of a figure in drawing order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub width: f64,
    pub bottom: f64,
    pub marks: Vec<Mark>,
    /// Rectangles that show text under a pointer.
    pub tips: Vec<(Bounds, String)>,
}

impl Scene {
    /// Returns a scene with only its title and, if there is one, the source line.
    pub(super) fn new(width: f64, title: &str, source: &str) -> Scene {
        let mut scene = Scene { width, bottom: MARGIN, marks: Vec::new(), tips: Vec::new() };
        let em = if width < WIDTH / 2.0 { BODY } else { TITLE };
        for line in font::wrap(title, em, true, width - 2.0 * MARGIN) {
            let at = (MARGIN, scene.bottom + em * LEADING / 2.0);
            scene.text(Text::new(at, line).em(em).bold());
            scene.bottom += em * LEADING;
        }
        let lines = if source.is_empty() { Vec::new() } else { font::wrap(source, SMALL, false, width - 2.0 * MARGIN) };
        for line in lines {
            let at = (MARGIN, scene.bottom + SMALL * LEADING / 2.0);
            scene.text(Text::new(at, line).em(SMALL).colour(SOFT_INK));
            scene.bottom += SMALL * LEADING;
        }
        scene.bottom += 10.0;
        scene
    }

    pub(super) fn area(&mut self, (left, top): Point, (wide, high): Point, fill: Colour) {
        self.marks.push(Mark::Area { bounds: Bounds { left, top, right: left + wide, bottom: top + high }, fill });
    }

    pub(super) fn line(&mut self, points: Vec<Point>, width: f64, colour: Colour) {
        self.marks.push(Mark::Line { points, width, colour });
    }

    pub(super) fn disc(&mut self, centre: Point, radius: f64, fill: Colour) {
        self.marks.push(Mark::Disc { centre, radius, fill });
    }

    /// Adds a text that a rectangle shows under a pointer.
    pub(super) fn tip(&mut self, (left, top): Point, (wide, high): Point, words: impl Into<String>) {
        self.tips.push((Bounds { left, top, right: left + wide, bottom: top + high }, words.into()));
    }

    /// Adds a text that a point shows under a pointer.
    pub(super) fn point_tip(&mut self, (x, y): Point, words: impl Into<String>) {
        const REACH: f64 = 9.0;
        self.tip((x - REACH, y - REACH), (2.0 * REACH, 2.0 * REACH), words);
    }

    pub(super) fn text(&mut self, text: Text) {
        self.marks.push(Mark::Text(text));
    }

    /// Adds small print below the content so far.
    pub(super) fn note(&mut self, words: &str) {
        for line in font::wrap(words, SMALL, false, self.width - 2.0 * MARGIN) {
            let at = (MARGIN, self.bottom + SMALL * LEADING / 2.0 + 4.0);
            self.text(Text::new(at, line).em(SMALL).colour(SOFT_INK));
            self.bottom += SMALL * LEADING;
        }
        self.bottom += 4.0;
    }

    /// Returns the whole height, with the lower margin.
    pub(super) fn height(&self) -> f64 {
        self.bottom + MARGIN
    }

    #[cfg(test)]
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.marks.iter().filter_map(|mark| if let Mark::Text(text) = mark { Some(text) } else { None })
    }
}

/// Backends draw at whole pixels, so figures are drawn at twice the size.
const SCALE: f64 = 2.0;
/// Height of capitals above the baseline, in ems.
const CAPITAL: f64 = 0.71;

/// Returns the scene as an SVG document with a title and a description for people who cannot see it.
pub(super) fn svg(scene: &Scene, title: &str, alt: &str) -> Result<String, String> {
    let mut drawn = String::new();
    let (wide, high) = pixels(scene);
    paint(scene, &mut SVGBackend::with_string(&mut drawn, (wide, high))).map_err(|error| error.to_string())?;
    // The first line of the backend lacks the display size, the role, the title and the description.
    let body = drawn.split_once('\n').map_or("", |(_, body)| body);
    // Attributes common to all marks are moved to the root; quotes inside texts are escaped, so only attributes match.
    let body = body.replace(" opacity=\"1\"", "").replace(&format!(" font-family=\"{FAMILY}\""), "");
    let body = body.trim_end().strip_suffix("</svg>").unwrap_or(&body).to_owned() + &tips(scene) + "</svg>\n";
    let (shown_wide, shown_high) = (wide / SCALE as u32, high / SCALE as u32);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_wide}\" height=\"{shown_high}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\" font-family=\"{FAMILY}\">\n<title>{}</title>\n<desc>{}</desc>\n{body}",
        xml(title),
        xml(alt)
    ))
}

/// Returns invisible rectangles over the marks, each with the text that a pointer over it shows.
fn tips(scene: &Scene) -> String {
    let rect = |(bounds, words): &(Bounds, String)| {
        let ((left, top), (right, bottom)) = (place((bounds.left, bounds.top)), place((bounds.right, bounds.bottom)));
        let (wide, high) = (right - left, bottom - top);
        format!(
            "<rect class=\"hover\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"none\" \
             pointer-events=\"all\"><title>{}</title></rect>\n",
            xml(&line(words))
        )
    };
    scene.tips.iter().map(rect).collect()
}

/// Returns the scene as a PNG file.
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let (wide, high) = pixels(scene);
    let mut buffer = vec![255; wide as usize * high as usize * 3];
    paint(scene, &mut BitMapBackend::with_buffer(&mut buffer, (wide, high))).map_err(|error| error.to_string())?;
    let half = halve(&buffer, wide as usize);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, wide / 2, high / 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Figures have few colours in long runs: filters do not help, and higher levels are slow and save only a few per
    // cent.
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    encoder.set_filter(png::Filter::NoFilter);
    let write = |encoder: png::Encoder<'_, _>| encoder.write_header()?.write_image_data(&half);
    write(encoder).map_err(|error: png::EncodingError| error.to_string())?;
    Ok(file)
}

/// Returns the drawn size, in even numbers of pixels.
fn pixels(scene: &Scene) -> (u32, u32) {
    let even = |length: f64| length.ceil().max(1.0) as u32 * SCALE as u32;
    (even(scene.width), even(scene.height()))
}

/// Averages blocks of two by two pixels, which smooths the rough edges of the backend.
fn halve(buffer: &[u8], wide: usize) -> Vec<u8> {
    let row = wide * 3;
    let mut half = vec![0; buffer.len() / 4];
    let mut sums = vec![0u16; row];
    for (rows, out) in buffer.chunks_exact(2 * row).zip(half.chunks_exact_mut(row / 2)) {
        let (upper, lower) = rows.split_at(row);
        for ((sum, u), l) in sums.iter_mut().zip(upper).zip(lower) {
            *sum = u16::from(*u) + u16::from(*l);
        }
        for (pair, out) in sums.as_chunks::<6>().0.iter().zip(out.as_chunks_mut::<3>().0) {
            *out = std::array::from_fn(|c| ((pair[c] + pair[c + 3] + 2) / 4) as u8);
        }
    }
    half
}

/// A colour and the width of its stroke.
struct Brush(Colour, f64);

impl BackendStyle for Brush {
    fn color(&self) -> BackendColor {
        opaque(self.0)
    }

    fn stroke_width(&self) -> u32 {
        (self.1 * SCALE).round().max(1.0) as u32
    }
}

fn paint<B: DrawingBackend>(scene: &Scene, backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let (wide, high) = pixels(scene);
    backend.ensure_prepared()?;
    backend.draw_rect((0, 0), (wide as i32, high as i32), &Brush(PAPER, 1.0), true)?;
    for mark in &scene.marks {
        match mark {
            Mark::Area { bounds, fill } => {
                let corners = (place((bounds.left, bounds.top)), place((bounds.right, bounds.bottom)));
                backend.draw_rect(corners.0, corners.1, &Brush(*fill, 1.0), true)?;
            }
            Mark::Line { points, width, colour } => {
                let mut path: Vec<_> = points.iter().copied().map(place).collect();
                path.dedup();
                if path.len() > 1 {
                    backend.draw_path(path, &Brush(*colour, *width))?;
                }
            }
            Mark::Polygon { points, fill } => {
                backend.fill_polygon(points.iter().copied().map(place), &Brush(*fill, 1.0))?;
            }
            Mark::Disc { centre, radius, fill } => {
                let radius = (radius * SCALE).round() as u32;
                backend.draw_circle(place(*centre), radius, &Brush(*fill, 1.0), true)?;
            }
            Mark::Text(text) => write(text, backend)?,
        }
    }
    backend.present()
}

fn write<B: DrawingBackend>(text: &Text, backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    let side = match text.side {
        Side::Start => HPos::Left,
        Side::Middle => HPos::Center,
        Side::End => HPos::Right,
    };
    let setting =
        Setting { em: text.em * SCALE, bold: text.bold, colour: opaque(text.colour), side, turned: text.turned };
    // Backends take the top of the line.
    let up = text.em * (BASELINE - CAPITAL / 2.0);
    let (x, y) = text.at;
    backend.draw_text(&line(&text.words), &setting, place(if text.turned { (x - up, y) } else { (x, y - up) }))
}

/// Largest coordinate in pixels, far outside the page; differences of such coordinates still fit an `i32`.
const FAR: f64 = 1e6;

fn place((x, y): Point) -> BackendCoord {
    let pixel = |length: f64| (length * SCALE).round().clamp(-FAR, FAR) as i32;
    (pixel(x), pixel(y))
}

fn opaque(Colour(r, g, b): Colour) -> BackendColor {
    BackendColor { alpha: 1.0, rgb: (r, g, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_far_away_can_be_subtracted() {
        for far in [1e18, f64::MAX, f64::INFINITY] {
            let ((right, down), (left, up)) = (place((far, far)), place((-far, -far)));
            assert!(right.checked_sub(left).is_some_and(|wide| wide > 0) && down.checked_sub(up).is_some());
        }
        assert_eq!(place((1.0, 2.0)), (SCALE as i32, 2 * SCALE as i32));
    }
}
