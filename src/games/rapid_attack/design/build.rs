//! Companies without names.

use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::muster::{FightingCompany, FightingFrame};
use crate::games::rapid_attack::roster::named_loadout;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_config::Color;
use hitchart_lab::builds::Built;
use serde_json::{Map, Value, json};

/// Frames of a company, with their rockets, and the spare that may join to break a tie for defense (S22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub frames: Vec<Loadout>,
    pub spare: Option<Loadout>,
}

impl Build {
    /// Returns the build of a company.
    pub fn of(company: &FightingCompany) -> Build {
        let frames = company.frames.iter().map(|frame| frame.loadout).collect();
        Build { frames, spare: company.spare.as_ref().map(|frame| frame.loadout) }
    }

    /// Returns the number of systems of all frames; rockets do not count (R02).
    pub fn systems(&self) -> u16 {
        self.frames.iter().map(|frame| frame.systems() as u16).sum()
    }

    /// Returns the frames as text in a fixed order: equal for equal companies.
    pub fn key(&self) -> String {
        let (frames, spare) = self.sorted();
        let written: Vec<String> = frames.iter().map(Loadout::to_string).collect();
        match spare {
            None => written.join(" "),
            Some(spare) => format!("{} ({spare})", written.join(" ")),
        }
    }

    /// Returns the frames in a fixed order and the spare: equal for equal companies, like `key`, but cheaper.
    pub fn sorted(&self) -> (Vec<Loadout>, Option<Loadout>) {
        let mut frames = self.frames.clone();
        frames.sort_unstable();
        (frames, self.spare)
    }

    /// Returns a company of these frames, with numbered names.
    pub fn company(&self, name: &str) -> FightingCompany {
        let numbered = |(number, loadout): (usize, &Loadout)| FightingFrame {
            name: format!("{} {number}", loadout.with_rockets(0)),
            loadout: *loadout,
        };
        let spare =
            self.spare.map(|loadout| FightingFrame { name: format!("Spare {}", loadout.with_rockets(0)), loadout });
        let frames = (1..).zip(&self.frames).map(numbered).collect();
        FightingCompany { name: name.to_owned(), frames, spare, color: Color::free(&[]), policy: None }
    }

    /// Returns a company of these frames without names, for checks of the rules.
    pub fn nameless(&self) -> FightingCompany {
        let frame = |loadout: &Loadout| FightingFrame { name: String::new(), loadout: *loadout };
        FightingCompany {
            name: String::new(),
            frames: self.frames.iter().map(frame).collect(),
            spare: self.spare.as_ref().map(frame),
            color: Color::free(&[]),
            policy: None,
        }
    }

    /// Returns the company without one frame; the others take over its rockets. `None` if there is no such frame.
    pub fn without(&self, frame: usize, rules: &Ruleset) -> Option<Build> {
        self.nameless().without(frame, rules).map(|company| Build::of(&company))
    }

    /// Returns the same frames with the rockets distributed by rule: direct weapons first (R49).
    pub fn rearmed(&self, rules: &Ruleset) -> Build {
        let bare = Build { frames: self.frames.iter().map(|frame| frame.with_rockets(0)).collect(), spare: self.spare };
        let mut company = bare.nameless();
        company.share_out(rules.rockets.per_company, rules);
        Build::of(&company)
    }
}

impl Built for Build {
    /// Lists archetypes by name and other frames by loadout, with their rockets.
    fn describe(&self) -> String {
        self.frames.iter().map(told).collect::<Vec<_>>().join(", ")
    }

    /// Returns frames and systems: `5/20`.
    fn bid(&self) -> String {
        format!("{}/{}", self.frames.len(), self.systems())
    }

    fn written(&self) -> Map<String, Value> {
        let spare = self.spare.map(|spare| spare.to_string());
        Map::from_iter([("frames".to_owned(), json!(self.parts())), ("spare".to_owned(), json!(spare))])
    }

    fn parts(&self) -> Vec<String> {
        self.frames.iter().map(Loadout::to_string).collect()
    }

    fn standing(&self, place: usize) -> String {
        told(&self.frames[place])
    }
}

/// Returns a loadout for people: `Soldier`, or `RdYG` if no archetype has this loadout, with `+SSR1` for a rocket.
pub fn told(loadout: &Loadout) -> String {
    let bare = loadout.with_rockets(0);
    let name = named_loadout(&bare).map_or_else(|| bare.to_string(), |archetype| archetype.name.clone());
    match loadout.rockets() {
        0 => name,
        rockets => format!("{name}+SSR{rockets}"),
    }
}
