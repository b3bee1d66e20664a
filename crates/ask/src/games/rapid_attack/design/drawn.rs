//! Random companies of a space: drawn, mutated, and crossed.

use super::{Build, CompanySpace, Pool, near, why_none};
use crate::games::mobile_frame::nothing_drawn;
use hitchart_lab::builds::BuildSpace;
use hitchart_rapid_attack::loadout::Loadout;
use hitchart_stats::DrawBelow;

/// Number of tries before a draw is given up, for spaces that hold few companies or none.
const TRIES: usize = 200;

impl BuildSpace for CompanySpace {
    type Build = Build;

    fn allows(&self, build: &Build) -> bool {
        let mut others = build.frames.iter().flat_map(Loadout::kinds).filter(|kind| !self.kinds.contains(kind));
        let mut owned = self.owned.clone();
        let is_owned = |kind| owned.iter().position(|own| *own == kind).map(|place| owned.swap_remove(place)).is_some();
        let has = |token: &String| build.frames.iter().any(|frame| frame.has(token));
        self.frames.allows(build.frames.len() as u16)
            && self.systems.allows(build.systems())
            && others.all(is_owned)
            && self.required.iter().all(has)
            && self.may_fight(build)
    }

    /// Draws a company of the space, with archetypes and other loadouts in equal parts; `None` if none was found.
    fn drawn(&self, below: DrawBelow<'_>) -> Option<Build> {
        let Pool { all: loadouts, named } = self.pool();
        if loadouts.is_empty() {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let frames = usize::from(self.frames.least) + below(1 + usize::from(self.frames.most - self.frames.least));
            let mut frame = || match below(2) {
                0 if !named.is_empty() => named[below(named.len())],
                _ => loadouts[below(loadouts.len())],
            };
            let frames = (0..frames).map(|_| frame()).collect();
            fitted(Build { frames, spare: self.spare }, self, below)
        })
    }

    /// Draws a company of the space that is one change away; `None` if there is none.
    fn mutated(&self, build: &Build, below: DrawBelow<'_>) -> Option<Build> {
        let mut near = near(build, self);
        (!near.is_empty()).then(|| near.swap_remove(below(near.len())).1)
    }

    /// Draws a company from the frames of two others; `None` if no company of the space was found.
    fn crossed(&self, [one, other]: [&Build; 2], below: DrawBelow<'_>) -> Option<Build> {
        let many = [one, other][below(2)].frames.len();
        let mut pool: Vec<Loadout> = one.frames.iter().chain(&other.frames).copied().collect();
        let frames = (0..many).map(|_| pool.swap_remove(below(pool.len()))).collect();
        let spare = [one, other][below(2)].spare;
        fitted(Build { frames, spare }, self, below)
    }

    fn nothing_drawn(&self) -> (String, String) {
        nothing_drawn(why_none(self), ["company", "companies"])
    }
}

/// Adds or drops random systems until their number is in the space, and redistributes the rockets by rule if their
/// number is wrong. `None` if the result is not in the space.
fn fitted(build: Build, space: &CompanySpace, below: DrawBelow<'_>) -> Option<Build> {
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
