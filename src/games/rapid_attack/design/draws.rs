//! Random companies of a space: drawn, mutated, and crossed.

use super::changes::near;
use super::{Build, Space};
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::roster::archetypes;
use hitchart_stats::DrawBelow;

/// Number of tries before a draw is given up, for spaces that hold few companies or none.
const TRIES: usize = 200;

/// Draws a company of the space, with archetypes and other loadouts in equal parts; `None` if none was found.
pub fn drawn(space: &Space, spare: Option<Loadout>, below: DrawBelow<'_>) -> Option<Build> {
    let loadouts = space.loadouts();
    if loadouts.is_empty() {
        return None;
    }
    let named: Vec<Loadout> = archetypes()
        .iter()
        .filter_map(|archetype| Loadout::parse(&archetype.loadout, &space.rules).ok())
        .map(|loadout| loadout.with_rockets(0))
        .filter(|loadout| loadouts.contains(loadout))
        .collect();
    (0..TRIES).find_map(|_| {
        let frames = usize::from(space.frames.least) + below(1 + usize::from(space.frames.most - space.frames.least));
        let mut frame = || match below(2) {
            0 if !named.is_empty() => named[below(named.len())],
            _ => loadouts[below(loadouts.len())],
        };
        let frames = (0..frames).map(|_| frame()).collect();
        fitted(Build { frames, spare }, space, below)
    })
}

/// Draws a company of the space that is one change away; `None` if there is none.
pub fn mutated(build: &Build, space: &Space, below: DrawBelow<'_>) -> Option<Build> {
    let mut near = near(build, space);
    (!near.is_empty()).then(|| near.swap_remove(below(near.len())).1)
}

/// Draws a company from the frames of two others; `None` if no company of the space was found.
pub fn crossed(one: &Build, other: &Build, space: &Space, below: DrawBelow<'_>) -> Option<Build> {
    let many = [one, other][below(2)].frames.len();
    let mut pool: Vec<Loadout> = one.frames.iter().chain(&other.frames).copied().collect();
    let frames = (0..many).map(|_| pool.swap_remove(below(pool.len()))).collect();
    let spare = [one, other][below(2)].spare;
    fitted(Build { frames, spare }, space, below)
}

/// Adds or drops random systems until their number is in the space, and redistributes the rockets by rule if their
/// number is wrong. `None` if the result is not in the space.
fn fitted(build: Build, space: &Space, below: DrawBelow<'_>) -> Option<Build> {
    let mut build = build;
    for _ in 0..TRIES {
        let systems = build.systems();
        if space.systems.allows(systems) {
            break;
        }
        let place = below(build.frames.len());
        let frame = build.frames[place];
        let changed = match systems < space.systems.least {
            true if space.kinds.is_empty() => return None,
            true => frame.plus(space.kinds[below(space.kinds.len())]),
            false => {
                let kinds: Vec<_> = frame.kinds().collect();
                if kinds.is_empty() {
                    continue;
                }
                frame.minus(kinds[below(kinds.len())])?
            }
        };
        if changed.check(&space.rules).is_ok() {
            build.frames[place] = changed;
        }
    }
    let rockets: u16 = build.frames.iter().map(|frame| u16::from(frame.rockets())).sum();
    if !space.rockets || rockets != u16::from(space.rules.rockets.per_company) {
        build = build.rearmed(&space.rules);
    }
    space.allows(&build).then_some(build)
}
