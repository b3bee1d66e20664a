//! The embedded font: measuring, wrapping and drawing text without system fonts.

use std::{convert::Infallible, sync::LazyLock};

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, FontFamily, FontStyle, FontTransform, text_anchor,
};

/// Font family of the SVG: browsers without Roboto use the next that they have.
pub(super) const FAMILY: &str = "Roboto, Helvetica, Arial, sans-serif";
/// Slack for browsers with a wider font than the one measured here: regular and bold. DejaVu Sans and Verdana are the
/// widest common ones.
const SLACK: [f64; 2] = [1.15, 1.26];
/// Height of the baseline under the top of a line, in ems, as in the SVG backend.
pub(super) const BASELINE: f64 = 0.76;
/// Factor by which font sizes of the SVG backend are larger than an em.
const POINTS: f64 = 1.24;

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| parse(include_bytes!("../../assets/Roboto-Regular.ttf")));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| parse(include_bytes!("../../assets/Roboto-Bold.ttf")));

fn parse(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the embedded font is valid")
}

fn face(bold: bool) -> &'static FontRef<'static> {
    if bold { &BOLD } else { &REGULAR }
}

/// Returns the glyph scale at which one em has `em` pixels.
fn scale(font: &FontRef<'_>, em: f64) -> PxScale {
    let units = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(em as f32 * font.height_unscaled() / units)
}

/// Returns the width of a text at this size, with some slack.
pub(super) fn width(text: &str, em: f64, bold: bool) -> f64 {
    let font = face(bold).as_scaled(scale(face(bold), em));
    text.chars().map(|c| f64::from(font.h_advance(font.glyph_id(c)))).sum::<f64>() * SLACK[usize::from(bold)]
}

/// Characters after which a long word may break.
const BREAKS: [char; 4] = ['-', '_', '/', ','];

/// Breaks a text into lines of at most `room`, between words. Longer words break inside, if possible after a hyphen or
/// another character of `BREAKS`.
pub(super) fn wrap(text: &str, em: f64, bold: bool, room: f64) -> Vec<String> {
    let fits = |line: &str| width(line, em, bold) <= room;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut()
            && fits(&format!("{line} {word}"))
        {
            *line = format!("{line} {word}");
            continue;
        }
        let mut part = String::new();
        for piece in word.split_inclusive(BREAKS) {
            if !part.is_empty() && !fits(&format!("{part}{piece}")) {
                lines.push(std::mem::take(&mut part));
            }
            for c in piece.chars() {
                if !part.is_empty() && !fits(&format!("{part}{c}")) {
                    lines.push(std::mem::take(&mut part));
                }
                part.push(c);
            }
        }
        lines.push(part);
    }
    lines
}

/// Breaks a text into as few lines as `wrap` needs, but of similar length.
pub(super) fn balance(text: &str, em: f64, bold: bool, room: f64) -> Vec<String> {
    let lines = wrap(text, em, bold, room);
    if lines.len() < 2 {
        return lines;
    }
    // A word that fits on a line never breaks.
    let widest = text.split_whitespace().map(|word| width(word, em, bold)).fold(0.0, f64::max);
    let rooms = (10..20).map(|share| room * f64::from(share) / 20.0).filter(|narrow| *narrow >= widest.min(room));
    let narrower = rooms.map(|narrow| wrap(text, em, bold, narrow));
    narrower.into_iter().find(|narrow| narrow.len() == lines.len()).unwrap_or(lines)
}

/// Style of one text, for both backends.
pub(super) struct Setting {
    pub em: f64,
    pub bold: bool,
    pub colour: BackendColor,
    pub side: text_anchor::HPos,
    /// True if the text reads upwards.
    pub turned: bool,
}

/// The bitmap backend calls `layout_box` and `draw`; the SVG backend reads the rest. Glyphs are drawn here, with side
/// bearings, for even spacing of letters; the font support of plotters does not space them evenly.
impl BackendTextStyle for Setting {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.colour
    }

    fn size(&self) -> f64 {
        self.em * POINTS
    }

    fn transform(&self) -> FontTransform {
        if self.turned { FontTransform::Rotate270 } else { FontTransform::None }
    }

    fn style(&self) -> FontStyle {
        if self.bold { FontStyle::Bold } else { FontStyle::Normal }
    }

    fn anchor(&self) -> text_anchor::Pos {
        text_anchor::Pos::new(self.side, text_anchor::VPos::Top)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FAMILY)
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        let wide = width(text, self.em, self.bold) / SLACK[usize::from(self.bold)];
        Ok(((0, 0), (wide.round() as i32, self.em.round() as i32)))
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        (left, top): BackendCoord,
        mut dot: F,
    ) -> Result<Result<(), E>, Infallible> {
        let size = scale(face(self.bold), self.em);
        let font = face(self.bold).as_scaled(size);
        let mut x = left as f32;
        let baseline = (top as f32 + (self.em * BASELINE) as f32).round();
        for c in text.chars() {
            let id = font.glyph_id(c);
            if let Some(outline) = font.font.outline_glyph(id.with_scale_and_position(size, point(x.round(), baseline)))
            {
                let corner = outline.px_bounds().min;
                let mut result = Ok(());
                outline.draw(|dx, dy, cover| {
                    if result.is_ok() && cover > 0.0 {
                        let colour = BackendColor { alpha: f64::from(cover.min(1.0)), ..self.colour };
                        result = dot(corner.x as i32 + dx as i32, corner.y as i32 + dy as i32, colour);
                    }
                });
                if result.is_err() {
                    return Ok(result);
                }
            }
            x += font.h_advance(id);
        }
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_to_their_room_and_lose_no_letter() {
        let text = "RdRdYB direct, 1 white, YYBGantidisestablishmentarianism in cover 2";
        for room in [40.0, 90.0, 200.0, 2000.0] {
            let lines = wrap(text, 16.0, false, room);
            assert!(lines.iter().all(|line| width(line, 16.0, false) <= room), "{room}: {lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
        assert_eq!(wrap(text, 16.0, false, 2000.0).len(), 1);
        assert_eq!(wrap("", 16.0, false, 100.0).len(), 0);
    }

    #[test]
    fn the_fonts_hold_the_signs_that_figures_write() {
        for c in "−–…·×≤≥%+éΣЖ".chars() {
            assert!(face(false).glyph_id(c).0 != 0 && face(true).glyph_id(c).0 != 0, "{c}");
        }
    }
}
