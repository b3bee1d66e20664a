//! A laid-out figure: marks at fixed places, before a backend draws them.
//!
//! Figures grow downwards: `bottom` is the place of the next part, and finally the height.

use super::font;
use super::style::{BODY, Colour, INK, LEADING, MARGIN, SMALL, SOFT_INK, TITLE, WIDTH};

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
