//! Colours and sizes of every figure, in one place.

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

pub(super) const PAPER: Colour = Colour(255, 255, 255);
pub(super) const PANEL: Colour = Colour(245, 246, 248);
pub(super) const GRID: Colour = Colour(223, 226, 230);
pub(super) const AXIS: Colour = Colour(110, 116, 124);
pub(super) const INK: Colour = Colour(28, 31, 36);
pub(super) const SOFT_INK: Colour = Colour(84, 90, 98);
/// Colour of points that are shown only for context.
pub(super) const FAINT: Colour = Colour(190, 195, 202);
/// Colour of cells without a value.
pub(super) const ABSENT: Colour = Colour(232, 234, 237);

/// Width of most figures.
pub(super) const WIDTH: f64 = 960.0;
/// Width of figures on a phone.
pub(super) const NARROW: f64 = 360.0;
/// White space around a figure.
pub(super) const MARGIN: f64 = 24.0;
/// Text sizes, in the pixels of one em.
pub(super) const TITLE: f64 = 26.0;
pub(super) const BODY: f64 = 19.0;
pub(super) const SMALL: f64 = 16.0;
pub(super) const TINY: f64 = 13.5;
/// Distance between the middles of two lines of text, in ems.
pub(super) const LEADING: f64 = 1.3;

/// Most series that readers can distinguish in one figure.
pub(super) const MOST_SERIES: usize = 12;

/// The colours of Okabe and Ito that stand out on white, most different in grey first.
const SERIES: [Colour; 7] = [
    Colour(0, 114, 178),
    Colour(230, 159, 0),
    Colour(0, 158, 115),
    Colour(40, 40, 40),
    Colour(213, 94, 0),
    Colour(204, 121, 167),
    Colour(86, 180, 233),
];

/// Returns the colour of a series. From the eighth series on colours repeat, with dashed lines.
pub(super) fn series(index: usize) -> Colour {
    SERIES[index % SERIES.len()]
}

/// Returns true if the line of a series is dashed since an earlier series has its colour.
pub(super) fn dashed(index: usize) -> bool {
    index >= SERIES.len()
}

/// Returns the colour of a measure of the frame graph, that of the matching dice: red, yellow, blue, green.
pub(super) fn measure(name: &str) -> Colour {
    match name.chars().next() {
        Some('R') => Colour(190, 50, 40),
        Some('Y') => Colour(170, 125, 0),
        Some('B') => Colour(0, 98, 165),
        Some('G') => Colour(0, 128, 90),
        _ => Colour(75, 80, 90),
    }
}

/// Mixes the colour with white; `share` is the part of the colour.
pub(super) fn tint(colour: Colour, share: f64) -> Colour {
    mix(PAPER, colour, share)
}

/// Anchors of the viridis map (Smith and van der Walt, 2015): perceptually uniform, with rising brightness.
const VIRIDIS: [Colour; 9] = [
    Colour(68, 1, 84),
    Colour(71, 45, 123),
    Colour(59, 82, 139),
    Colour(44, 114, 142),
    Colour(33, 145, 140),
    Colour(40, 174, 128),
    Colour(94, 201, 98),
    Colour(173, 220, 48),
    Colour(253, 231, 37),
];

/// Returns the colour of a value, 0 the lowest and 1 the highest.
pub(super) fn heat(share: f64) -> Colour {
    let place = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (place as usize).min(VIRIDIS.len() - 2);
    mix(VIRIDIS[below], VIRIDIS[below + 1], place - below as f64)
}

/// The two ends and the middle of the diverging map.
const BELOW: Colour = Colour(33, 102, 172);
const EVEN: Colour = Colour(244, 244, 240);
const ABOVE: Colour = Colour(178, 72, 16);

/// Returns the colour of a share around one half: 0 far below, 0.5 even, 1 far above.
pub(super) fn diverging(share: f64) -> Colour {
    let off = (share.clamp(0.0, 1.0) - 0.5) * 2.0;
    mix(EVEN, if off < 0.0 { BELOW } else { ABOVE }, off.abs())
}

/// Tints of the colours of series and measures that figures use.
pub(super) const TINTS: [f64; 7] = [0.16, 0.28, 0.55, 0.58, 0.22, 0.4, 1.0];

/// Returns the colours of figures on a dark page, by those on a light one. Neutral colours become those of the page,
/// tints are mixed with the dark page instead of white, and the dark series becomes bright.
fn dark() -> Vec<(Colour, Colour)> {
    const PAGE: Colour = Colour(20, 23, 27);
    let mut pairs = vec![
        (PAPER, PAGE),
        (PANEL, Colour(29, 33, 39)),
        (GRID, Colour(50, 57, 65)),
        (AXIS, Colour(140, 149, 160)),
        (INK, Colour(228, 231, 235)),
        (SOFT_INK, Colour(162, 171, 181)),
        (FAINT, Colour(89, 99, 110)),
        (ABSENT, Colour(42, 48, 56)),
    ];
    let bright = |colour: Colour| match colour {
        Colour(0, 114, 178) => Colour(70, 160, 225),
        Colour(40, 40, 40) => Colour(225, 228, 232),
        Colour(213, 94, 0) => Colour(236, 120, 40),
        _ => mix(colour, PAPER, 0.25),
    };
    let measures = ["R", "Y", "B", "G", ""].map(measure);
    for colour in SERIES.into_iter().chain(measures) {
        pairs.extend(TINTS.map(|share| (tint(colour, share), mix(PAGE, bright(colour), share))));
    }
    pairs
}

/// Returns CSS rules that give figures inside `.drawing` the colours of a dark page. Map cells and the text on them do
/// not change.
pub(super) fn dark_style() -> String {
    let hex = |Colour(r, g, b): Colour| format!("#{r:02X}{g:02X}{b:02X}");
    let mut rules = String::new();
    let mut known: Vec<Colour> = Vec::new();
    for (light, dark) in dark() {
        if known.contains(&light) {
            continue;
        }
        known.push(light);
        let (light_hex, dark_hex) = (hex(light), hex(dark));
        // White text on cells stays white.
        let not_text = if light == PAPER { ":not(text)" } else { "" };
        rules += &format!(".drawing [fill=\"{light_hex}\"]{not_text} {{ fill: {dark_hex}; }}\n");
        rules += &format!(".drawing [stroke=\"{light_hex}\"] {{ stroke: {dark_hex}; }}\n");
    }
    format!("@media screen and (prefers-color-scheme: dark) {{\n{rules}}}\n")
}

/// Returns black or white, whichever stands out more on the colour (contrast ratio of WCAG 2.2): at least 4.5 to 1.
pub(super) fn ink_on(colour: Colour) -> Colour {
    let linear = |c: u8| (f64::from(c) / 255.0).powf(2.2);
    let luminance = 0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2);
    if (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 { Colour(0, 0, 0) } else { PAPER }
}

fn mix(from: Colour, to: Colour, share: f64) -> Colour {
    let part = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    Colour(part(from.0, to.0), part(from.1, to.1), part(from.2, to.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_rises_in_brightness_from_end_to_end() {
        assert_eq!((heat(-1.0), heat(2.0)), (VIRIDIS[0], VIRIDIS[8]));
        let grey = |c: Colour| 0.2126 * f64::from(c.0) + 0.7152 * f64::from(c.1) + 0.0722 * f64::from(c.2);
        assert!((0..100).all(|i| grey(heat(f64::from(i) / 100.0)) < grey(heat(f64::from(i + 1) / 100.0))));
    }

    #[test]
    fn ink_is_white_on_dark_and_dark_on_bright() {
        assert_eq!((ink_on(heat(0.0)), ink_on(heat(1.0)), ink_on(PAPER)), (PAPER, Colour(0, 0, 0), Colour(0, 0, 0)));
    }
}
