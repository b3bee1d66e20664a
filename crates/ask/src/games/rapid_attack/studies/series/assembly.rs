//! Companies assembled again under a constraint: without banned systems, with fewer systems, with other rockets, and with
//! as many frames as the size of the battle allows.

use hitchart_rapid_attack::bidding::{Limits, Size};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::muster::{FightingCompany, FightingFrame};
use hitchart_rapid_attack::ruleset::Ruleset;

/// Systems that replace a banned one, the first that is allowed.
const INSTEAD: [SystemKind; 6] = [
    SystemKind::Direct,
    SystemKind::Defense,
    SystemKind::Movement,
    SystemKind::Comms,
    SystemKind::HandToHand,
    SystemKind::Artillery,
];

/// Returns a company that the rules allow, as near to the written one as the rules let it. It carries all rockets of a
/// company, except in a demo if the written one carries none (S42).
pub(super) fn assembled(company: &FightingCompany, (size, limits): (Size, Limits), rules: &Ruleset) -> FightingCompany {
    let mut company = company.clone();
    for frame in company.frames.iter_mut().chain(&mut company.spare) {
        frame.loadout = without_banned(frame.loadout, rules);
    }
    company.frames.truncate(limits.max_frames.into());
    let written = company.frames.clone();
    for (number, frame) in (2..).zip(written.iter().cycle()) {
        if company.frames.len() >= usize::from(limits.min_frames) {
            break;
        }
        let loadout = frame.loadout.with_rockets(0);
        company.frames.push(FightingFrame { name: format!("{} of the reserve {number}", frame.name), loadout });
    }
    reduce(&mut company.frames, rules.design.max_average);
    let carried = company.rockets();
    for frame in &mut company.frames {
        frame.loadout = frame.loadout.with_rockets(0);
    }
    if carried > 0 || size != Size::Demo {
        company.share_out(rules.rockets.per_company, rules);
    }
    company
}

/// Returns a loadout with banned systems replaced by others; a frame has fewer if no other is allowed.
fn without_banned(loadout: Loadout, rules: &Ruleset) -> Loadout {
    let is_banned =
        |kind: SystemKind| rules.design.banned.iter().any(|token| SystemKind::of_token(token) == Some(kind));
    let mut changed = loadout;
    for kind in loadout.kinds().filter(|kind| is_banned(*kind)) {
        for _ in 0..loadout.count(kind) {
            changed = changed.minus(kind).unwrap_or(changed);
            let may = |other: &SystemKind| !is_banned(*other) && changed.plus(*other).check(rules).is_ok();
            changed = INSTEAD.into_iter().find(may).map_or(changed, |other| changed.plus(other));
        }
    }
    changed
}

/// Removes systems, the last of the frame with the most systems first, until the average is small enough.
fn reduce(frames: &mut [FightingFrame], most: f64) {
    let systems = |frames: &[FightingFrame]| frames.iter().map(|frame| frame.loadout.systems()).sum::<usize>();
    while systems(frames) as f64 > most * frames.len() as f64 + 1e-9 {
        let fullest = frames.iter_mut().rev().max_by_key(|frame| frame.loadout.systems());
        let Some(frame) = fullest.filter(|frame| frame.loadout.systems() > 0) else { return };
        let last = frame.loadout.kinds().last();
        frame.loadout = last.and_then(|kind| frame.loadout.minus(kind)).unwrap_or(frame.loadout);
    }
}
