//! Frames as people write them: archetypes, loadouts of the Handbook, damaged frames, and the dice of the rulebook.
//!
//! | written | stands for |
//! |---|---|
//! | `Soldier`, `Rainmaker` | the archetype of the Handbook, or the weapon or frame of the rulebook, undamaged |
//! | `RdYBG+SSR1` | the loadout of the Handbook, undamaged |
//! | `WRdB`, `WWRdB`, `0W RdB` | a damaged frame with one, two and no white dice left (Handbook, "Roll Dicepool") |
//! | `2W 2Ra & d8, 1B 1Y` | the dice of the rulebook (rulebook, "Die configuration notation") |

use super::loadout::{Loadout, RANGES, Range, SystemKind};
use super::loadouts::{all_archetypes, archetype, loadout_of};
use super::{frame::Frame, ruleset::Ruleset};
use hitchart_config::words::counted;
use hitchart_config::{InputError, nearest};

/// Parses a frame in any of the notations above.
///
/// # Errors
/// Fails on an empty text, on texts in none of the notations, with the nearest archetype, on dice that no systems give, on loadouts that
/// the ruleset does not allow, and on more white dice than a frame has.
pub fn frame_of(text: &str, rules: &Ruleset) -> Result<Frame, InputError> {
    if text.trim().is_empty() {
        return Err(InputError::plain("a loadout is empty; `-` is a frame without systems"));
    }
    let name = text.split('+').next().unwrap_or(text);
    if archetype(name).is_some() {
        return Ok(Frame::new(loadout_of(text, rules)?, rules));
    }
    let (whites, systems) = leading_whites(text);
    let whites = whites.unwrap_or(rules.frame.whites);
    if whites > rules.frame.whites {
        let (found, most) = (counted(whites.into(), "white dice"), rules.frame.whites);
        return Err(InputError::plain(format!("`{text}` has {found}; a frame has {most} under `{}`", rules.name)));
    }
    let loadout = match dice_tokens(systems) {
        Some(tokens) => loadout_of_dice(text, &tokens, rules)?,
        // A mistyped name is reported as a name, not as a loadout without its first letter.
        None => loadout_of(systems, rules).or_else(|error| match is_near_an_archetype(text) {
            true => loadout_of(text, rules),
            false => Err(error),
        })?,
    };
    let frame = Frame { loadout, whites };
    if frame.hit_points() == 0 && rules.frame.whites > 0 {
        return Err(InputError::plain(format!("`{text}` has no white die and no system: it is destroyed")));
    }
    Ok(frame)
}

fn is_near_an_archetype(text: &str) -> bool {
    nearest(text, all_archetypes().map(|archetype| archetype.name.as_str())).is_some()
}

/// Formats a frame so that [`frame_of`] parses it: the loadout, behind its white dice if some are lost.
pub fn written(frame: &Frame, rules: &Ruleset) -> String {
    let whites = match frame.whites {
        all if all == rules.frame.whites => String::new(),
        0 => "0W".to_owned(),
        left => "W".repeat(left.into()),
    };
    let systems = frame.loadout.to_string();
    if whites.is_empty() { systems } else { whites + systems.trim_start_matches('-') }
}

/// Splits white dice from the front of a text: `WW`, `2W` or `0W`.
fn leading_whites(text: &str) -> (Option<u8>, &str) {
    let text = text.trim();
    let is_white = |c: char| c.eq_ignore_ascii_case(&'w');
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let systems = rest.trim_start_matches(is_white);
    let letters = rest.len() - systems.len();
    match (digits.parse::<u8>(), letters) {
        (_, 0) => (None, text),
        (Ok(number), 1) => (Some(number), systems.trim_start()),
        (Ok(_), _) => (None, text),
        (Err(_), letters) => (Some(letters.try_into().unwrap_or(u8::MAX)), systems.trim_start()),
    }
}

// The dice of the rulebook.

/// Kinds of systems by the dice that they add: one of the ranges, or a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceKind {
    Attack(Range),
    Movement,
    Other(SystemKind),
}

/// Dice of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceToken {
    /// Six-sided dice.
    Dice(u8, DiceKind),
    /// An eight-sided die: of a second weapon at a range, or of a sprint.
    Bonus(DiceKind),
    Rockets(u8),
}

/// Most dice or rockets of one kind that are read; every limit is below it.
const PLENTY: u8 = 20;

/// Returns the tokens of a text in the notation of dice; `None` if it is not in this notation.
fn dice_tokens(text: &str) -> Option<Vec<DiceToken>> {
    let text = text.to_ascii_lowercase();
    let mut rest = text.trim_start_matches(is_separator);
    let (mut tokens, mut last, mut is_of_dice) = (Vec::new(), None, false);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("ssr") {
            let (number, after) = number_at(after);
            tokens.push(DiceToken::Rockets(number.unwrap_or(1)));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("d8") {
            let found = kind_at(after);
            let kind = found.map(|(kind, _)| kind).or(last)?;
            tokens.push(DiceToken::Bonus(kind));
            (last, rest, is_of_dice) = (Some(kind), found.map_or(after, |(_, after)| after), true);
        } else {
            let (number, after) = number_at(rest);
            let (kind, after) = kind_at(after)?;
            let bonus = after.strip_prefix("d8");
            match (number, bonus) {
                (None, Some(_)) => {}
                (number, _) => tokens.push(DiceToken::Dice(number.unwrap_or(1), kind)),
            }
            tokens.extend(bonus.map(|_| DiceToken::Bonus(kind)));
            is_of_dice |= number.is_some() || bonus.is_some();
            (last, rest) = (Some(kind), bonus.unwrap_or(after));
        }
        rest = rest.trim_start_matches(is_separator);
    }
    is_of_dice.then_some(tokens)
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "&,+()".contains(c)
}

/// Reads a number at the start of a text.
fn number_at(text: &str) -> (Option<u8>, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    ((!digits.is_empty()).then(|| digits.parse().unwrap_or(PLENTY).min(PLENTY)), rest)
}

/// Reads the colour, and the range of red dice, at the start of a text.
fn kind_at(text: &str) -> Option<(DiceKind, &str)> {
    const KINDS: [(&str, DiceKind); 8] = [
        ("rh", DiceKind::Attack(Range::HandToHand)),
        ("rd", DiceKind::Attack(Range::Direct)),
        ("ra", DiceKind::Attack(Range::Artillery)),
        ("re", DiceKind::Attack(Range::Extreme)),
        ("y", DiceKind::Other(SystemKind::Comms)),
        ("b", DiceKind::Other(SystemKind::Defense)),
        ("g", DiceKind::Movement),
        ("e", DiceKind::Other(SystemKind::Environment)),
    ];
    KINDS.iter().find_map(|(token, kind)| Some((*kind, text.strip_prefix(token)?)))
}

/// Returns the loadout with these dice, and with the fewest systems.
fn loadout_of_dice(text: &str, tokens: &[DiceToken], rules: &Ruleset) -> Result<Loadout, InputError> {
    let refused = |problem: &str| {
        let help = "a weapon rolls 2 red dice, a second one adds a d8, and half a split weapon rolls 1";
        InputError::plain(format!("`{text}`: {problem}")).with_help(Some(help))
    };
    let mut loadout = Loadout::default();
    let (mut red, mut bonus, mut sprints) = ([0u8; RANGES], [0u8; RANGES], false);
    for token in tokens {
        match *token {
            DiceToken::Dice(n, DiceKind::Attack(range)) => red[range as usize] = (red[range as usize] + n).min(PLENTY),
            DiceToken::Bonus(DiceKind::Attack(range)) => bonus[range as usize] += 1,
            DiceToken::Dice(n, kind) => {
                let kind = if let DiceKind::Other(kind) = kind { kind } else { SystemKind::Movement };
                loadout = (0..n).fold(loadout, |loadout, _| loadout.plus(kind));
            }
            DiceToken::Bonus(DiceKind::Movement) => sprints = true,
            DiceToken::Bonus(DiceKind::Other(_)) => return Err(refused("only red and green dice have a d8")),
            DiceToken::Rockets(n) => loadout = loadout.with_rockets(loadout.rockets().saturating_add(n)),
        }
    }
    let weapons = weapons(red, bonus).ok_or_else(|| refused("no weapons have these red dice"))?;
    loadout = weapons.into_iter().fold(loadout, Loadout::plus);
    if sprints && loadout.is_ranged() {
        return Err(refused("a frame with ranged weapons has no green d8"));
    }
    // The check of the loadout as written reports what the ruleset does not allow.
    loadout_of(&loadout.to_string(), rules)
}

/// Returns the fewest weapons with these numbers of six-sided dice and of eight-sided dice by range. Split weapons have
/// one die at each of two ranges (S34).
fn weapons(red: [u8; RANGES], bonus: [u8; RANGES]) -> Option<Vec<SystemKind>> {
    const SPLITS: [SystemKind; 3] =
        [SystemKind::HandToHandDirect, SystemKind::HandToHandArtillery, SystemKind::DirectArtillery];
    // Bit `i` of a choice: the dice of range `i` have a whole weapon. A d8 needs one.
    let choice = |wholes: usize| {
        let mut found = Vec::new();
        let mut halves = [0u8; RANGES];
        for (i, (range, _)) in Range::ALL.iter().enumerate() {
            let has_whole = wholes & (1 << i) != 0;
            if bonus[i] > 0 && !has_whole {
                return None;
            }
            halves[i] = red[i].checked_sub(2 * u8::from(has_whole))?;
            let weapons = if has_whole { 1 + bonus[i] } else { 0 };
            found.extend(std::iter::repeat_n(range.weapon(), weapons.into()));
        }
        let [near, direct, far, extreme] = halves.map(i16::from);
        let twice = [near + direct - far, near + far - direct, direct + far - near];
        let pairs_up = extreme == 0 && twice.iter().all(|n| *n >= 0 && n % 2 == 0);
        let splits = SPLITS.iter().zip(twice).flat_map(|(kind, n)| std::iter::repeat_n(*kind, (n / 2).max(0) as usize));
        pairs_up.then(|| found.into_iter().chain(splits).collect::<Vec<_>>())
    };
    (0..1 << RANGES).rev().filter_map(choice).min_by_key(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::loadouts::{Extras, all};
    use crate::rules_files::rulebook;

    fn read(text: &str) -> Result<String, String> {
        let rules = rulebook();
        let frame = frame_of(text, &rules).map_err(|error| error.to_string())?;
        Ok(format!("{} {}", frame.whites, frame.loadout))
    }

    #[test]
    fn damaged_frames_name_their_white_dice() {
        assert_eq!(read("WWRdBG").unwrap(), "2 RdBG");
        assert_eq!(read("WRdBG").unwrap(), "1 RdBG");
        assert_eq!(read("w rd").unwrap(), "1 Rd");
        assert_eq!(read("0WRdB+SSR1").unwrap(), "0 RdB+SSR1");
        assert_eq!(read("W").unwrap(), "1 -");
        assert_eq!(read("RdBG").unwrap(), "2 RdBG");
        assert_eq!(read("Watchtower").unwrap(), "2 YYBB");
        assert!(read("WWWRd").unwrap_err().contains("3 white dice"));
        assert!(read("Watchtowr").unwrap_err().contains("Watchtower"));
        assert!(read("WRx").unwrap_err().contains("Rx"));
    }

    /// The rulebook's own dice: "Die configuration notation", and the frames of its example battle.
    #[test]
    fn dice_of_the_rulebook_give_their_systems() {
        assert_eq!(read("2Rd").unwrap(), "2 Rd");
        assert_eq!(read("2Ra & d8").unwrap(), "2 RaRa");
        assert_eq!(read("(1Rd & 1Rh)").unwrap(), "2 Rh/d");
        assert_eq!(read("2W 2Rd 1G 2Y").unwrap(), "2 RdYYG");
        assert_eq!(read("2W 2Ra d8Ra 1B 1Y").unwrap(), "2 RaRaYB");
        assert_eq!(read("1W 2Rd 1B").unwrap(), "1 RdB");
        assert_eq!(read("(1Ra, 3Rd)").unwrap(), "2 RdRd/a");
        assert_eq!(read("2G, Gd8, 1Y").unwrap(), "2 YGG");
        assert_eq!(read("2Rd 1B SSR2").unwrap(), "2 RdB+SSR2");
    }

    #[test]
    fn dice_that_no_systems_have_are_refused() {
        assert!(read("3Rd").unwrap_err().contains("red dice"));
        assert!(read("1Rd").unwrap_err().contains("red dice"));
        assert!(read("2Rd Gd8").unwrap_err().contains("green d8"));
        assert!(read("1Y d8").unwrap_err().contains("d8"));
        assert!(read("3B").unwrap_err().contains("at most 2"));
    }

    /// Every legal loadout with every number of white dice, written as damaged frames are and as dice.
    #[test]
    fn every_frame_is_parsed_as_it_is_written() {
        let rules = rulebook();
        for loadout in all(Extras { split: true, ..Extras::default() }, &rules) {
            for whites in 0..=rules.frame.whites {
                let frame = Frame { loadout, whites };
                let text = written(&frame, &rules);
                let read = frame_of(&text, &rules).ok();
                assert_eq!(read, Some(frame).filter(|frame| frame.hit_points() > 0), "{text}");
            }
            let frame = Frame::new(loadout, &rules);
            let dice = dice_of(&frame, &rules);
            let read = if dice.is_empty() { frame } else { frame_of(&dice, &rules).unwrap() };
            for (range, _) in Range::ALL {
                assert_eq!(read.weapon_dice(range, &rules), frame.weapon_dice(range, &rules), "{dice}");
            }
            assert_eq!(read.movement_dice(0, &rules), frame.movement_dice(0, &rules), "{dice}");
        }
    }

    /// Writes the red, yellow, blue and green dice of a frame.
    fn dice_of(frame: &Frame, rules: &Ruleset) -> String {
        let red = Range::ALL.into_iter().flat_map(|(range, _)| {
            let code = range.weapon().token();
            frame.weapon_dice(range, rules).groups().collect::<Vec<_>>().into_iter().flat_map(move |(n, sides)| {
                if sides == 6 { vec![format!("{n}{code}")] } else { vec![format!("d8{code}"); n] }
            })
        });
        let rest = [SystemKind::Comms, SystemKind::Defense, SystemKind::Movement]
            .into_iter()
            .map(|kind| (frame.loadout.count(kind), kind))
            .filter(|(n, _)| *n > 0)
            .map(|(n, kind)| format!("{n}{}", kind.token()));
        red.chain(rest).collect::<Vec<_>>().join(" ")
    }
}
