//! Reading of loadouts: the tokens of systems, in any order and case.

use super::{Fault, Loadout, SystemKind};
use hitchart_config::nearest;

/// Count beyond every limit, at which the count of a system stops.
const PLENTY: u8 = 20;

/// Reads a loadout as written, legal or not.
pub(super) fn read(text: &str) -> Result<Loadout, Fault> {
    if text.trim_end().ends_with('+') {
        return Err(Fault::Unknown { token: "+".to_owned(), near: Some("+SSR1") });
    }
    let signs = text.chars().filter(|c| !c.is_whitespace() && *c != '+').map(|c| c.to_ascii_lowercase());
    let lower: Vec<char> = signs.collect();
    let mut loadout = Loadout::default();
    let mut rest = lower.strip_prefix(&['-']).unwrap_or(&lower);
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix(&['s', 's', 'r']) {
            let digits = tail.iter().take_while(|c| c.is_ascii_digit()).count();
            let number: String = tail[..digits].iter().collect();
            let more = if digits == 0 { 1 } else { number.parse().unwrap_or(u8::MAX) };
            loadout.rockets = loadout.rockets.saturating_add(more);
            rest = &tail[digits..];
        } else if let Some((kind, length)) = system_at(rest) {
            if loadout.count(kind) < PLENTY {
                loadout = loadout.plus(kind);
            }
            rest = &rest[length..];
        } else {
            return Err(unknown(rest));
        }
    }
    Ok(loadout)
}

/// Returns the system that a text begins with, and the length of its token. The longest token wins: `Rh/d` before `Rh`.
fn system_at(rest: &[char]) -> Option<(SystemKind, usize)> {
    if let ['r', a, '/', b, ..] = rest
        && let Some(kind) = split_of(*a, *b)
    {
        return Some((kind, 4));
    }
    // `Rh/h` and `Rh/x` are mistakes, not an `Rh` before something else.
    if rest.first() == Some(&'r') && rest.get(2) == Some(&'/') {
        return None;
    }
    let matches =
        |token: &str| token.chars().map(|c| c.to_ascii_lowercase()).eq(rest.iter().copied().take(token.len()));
    let whole = SystemKind::ALL.iter().filter(|(kind, token)| !kind.is_split() && matches(token));
    whole.max_by_key(|(_, token)| token.len()).map(|(kind, token)| (*kind, token.len()))
}

/// Returns the split weapon of two ranges, in either order.
fn split_of(a: char, b: char) -> Option<SystemKind> {
    match (a.min(b), a.max(b)) {
        ('d', 'h') => Some(SystemKind::HandToHandDirect),
        ('a', 'h') => Some(SystemKind::HandToHandArtillery),
        ('a', 'd') => Some(SystemKind::DirectArtillery),
        _ => None,
    }
}

fn unknown(rest: &[char]) -> Fault {
    let length = match rest {
        ['r', _, '/', _, ..] => 4,
        ['r', _, ..] => 2,
        _ => 1,
    };
    let token: String = rest[..length.min(rest.len())].iter().collect();
    let shown = token.chars().enumerate().map(|(i, c)| if i == 0 { c.to_ascii_uppercase() } else { c }).collect();
    let names = SystemKind::ALL.iter().map(|(_, name)| *name).chain(["SSR"]);
    let near = if length == 1 { None } else { nearest(&token, names) };
    Fault::Unknown { token: shown, near }
}
