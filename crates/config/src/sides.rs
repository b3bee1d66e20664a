//! Names and colours of sides: distinct names, and colours on maps.

use super::{At, FileText, InputError};
use std::{collections::BTreeSet, fmt, ops::Range};

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

/// The colours of Okabe and Ito, which the colour-blind can distinguish. Sides without a colour take them in this
/// order.
const NAMED: [(&str, Color); 8] = [
    ("blue", Color(0, 114, 178)),
    ("vermilion", Color(213, 94, 0)),
    ("green", Color(0, 158, 115)),
    ("purple", Color(204, 121, 167)),
    ("sky-blue", Color(86, 180, 233)),
    ("orange", Color(230, 159, 0)),
    ("black", Color(0, 0, 0)),
    ("yellow", Color(240, 228, 66)),
];

impl Color {
    /// Colour of a single side.
    pub const FIRST: Color = NAMED[0].1;

    /// Returns the colours of all sides: the written ones, and for the other sides the first free ones in order.
    ///
    /// # Errors
    /// Fails on a text that is not a colour, with its place.
    pub fn of_all<'a>(
        file: &FileText,
        written: impl Iterator<Item = Option<&'a At<String>>>,
    ) -> Result<Vec<Color>, InputError> {
        let read = |written: &At<String>| {
            Color::parse(&written.value).map_err(|error| error.or_at(file, written.span.clone()))
        };
        let own = written.map(|written| written.map(read).transpose()).collect::<Result<Vec<_>, InputError>>()?;
        let mut taken: Vec<Color> = own.iter().flatten().copied().collect();
        let color = |own: Option<Color>| {
            own.unwrap_or_else(|| {
                let free = Color::free(&taken);
                taken.push(free);
                free
            })
        };
        Ok(own.into_iter().map(color).collect())
    }

    /// Parses a colour by name or as `#c0392b`.
    ///
    /// # Errors
    /// Fails on any other text, and lists the names.
    pub fn parse(text: &str) -> Result<Color, InputError> {
        let text = text.trim();
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
        if let Some(Ok(number)) = hex.map(|hex| u32::from_str_radix(hex, 16)) {
            let [_, red, green, blue] = number.to_be_bytes();
            return Ok(Color(red, green, blue));
        }
        let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, color)| *color);
        named.ok_or_else(|| {
            let unknown = InputError::unknown("color", text, NAMED.iter().map(|(name, _)| *name));
            unknown.with_help(Some("or write it as red, green and blue, such as #c0392b"))
        })
    }

    /// Returns the first named colour that is not taken; the first of all if every colour is taken.
    pub fn free(taken: &[Color]) -> Color {
        let free = NAMED.iter().map(|(_, color)| *color).find(|color| !taken.contains(color));
        free.unwrap_or(NAMED[0].1)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Adds numbers to names that occur several times. Names with `true` were given by a user and stay.
pub fn numbered(names: Vec<(String, bool)>) -> Vec<String> {
    let many = |name: &str| names.iter().filter(|(other, _)| other == name).count() > 1;
    let mut taken: BTreeSet<String> =
        names.iter().filter(|(name, given)| *given || !many(name)).map(|(name, _)| name.clone()).collect();
    let number = |(name, given): &(String, bool)| {
        if *given || !many(name) {
            return name.clone();
        }
        let mut numbers = 1_usize..;
        let next = numbers.find_map(|n| {
            let candidate = format!("{name} {n}");
            taken.insert(candidate.clone()).then_some(candidate)
        });
        next.unwrap_or_else(|| name.clone())
    };
    names.iter().map(number).collect()
}

/// Like `numbered`, for names with the places of those that were given.
///
/// # Errors
/// Fails if a given name equals another name, with its place.
pub fn distinct_names(
    file: &FileText,
    what: &str,
    names: impl Iterator<Item = (String, Option<Range<usize>>)>,
) -> Result<Vec<String>, InputError> {
    let (names, places): (Vec<String>, Vec<Option<Range<usize>>>) = names.unzip();
    let given = names.into_iter().zip(places.iter().map(Option::is_some)).collect();
    let all = numbered(given);
    for (at, (name, place)) in all.iter().zip(&places).enumerate() {
        if let Some(place) = place.clone().filter(|_| all[..at].contains(name)) {
            return Err(InputError::at(file, place, format!("two {what}s are named `{name}`")));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_name_and_by_number() {
        assert_eq!(Color::parse("#C0392b").unwrap().to_string(), "#c0392b");
        assert_eq!(Color::parse(" Sky-Blue ").unwrap(), Color(86, 180, 233));
        for (text, part) in
            [("blu", "did you mean `blue`?"), ("#12345", "#c0392b"), ("#12345é", "`vermilion`"), ("#+12345", "unknown")]
        {
            let message = Color::parse(text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
        assert_eq!(Color::free(&[Color(0, 114, 178)]), Color(213, 94, 0));
    }
}
