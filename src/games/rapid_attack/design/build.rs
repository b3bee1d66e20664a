//! A company without names.

use hitchart_lab::builds::Built;
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::muster::{FightingCompany, FightingFrame};
use crate::games::rapid_attack::roster::named_loadout;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_config::Color;
use serde_json::{Map, Value, json};

/// Frames of a company, with their rockets, and the spare that joins where a tie for defense is broken so (S22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub frames: Vec<Loadout>,
    pub spare: Option<Loadout>,
}

impl Build {
    /// That of a company.
    pub fn of(company: &FightingCompany) -> Build {
        let frames = company.frames.iter().map(|frame| frame.loadout).collect();
        Build { frames, spare: company.spare.as_ref().map(|frame| frame.loadout) }
    }

    /// Systems of all frames; rockets are none (R02).
    pub fn systems(&self) -> u16 {
        self.frames.iter().map(|frame| frame.systems() as u16).sum()
    }

    /// The frames in writing order, whatever order they have; equal for equal companies.
    pub fn key(&self) -> String {
        let (frames, spare) = self.sorted();
        let written: Vec<String> = frames.iter().map(Loadout::to_string).collect();
        match spare {
            None => written.join(" "),
            Some(spare) => format!("{} ({spare})", written.join(" ")),
        }
    }

    /// The frames in order and the spare: equal for equal companies, as the key is, but not written out.
    pub fn sorted(&self) -> (Vec<Loadout>, Option<Loadout>) {
        let mut frames = self.frames.clone();
        frames.sort_unstable();
        (frames, self.spare)
    }

    /// A company of these frames, whose names are numbered.
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

    /// A company of these frames for the rules alone: nothing in it has a name.
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

    /// The company without one of its frames, whose rockets the others take over.
    pub fn without(&self, frame: usize, rules: &Ruleset) -> Option<Build> {
        self.nameless().without(frame, rules).map(|company| Build::of(&company))
    }

    /// The same frames with their rockets given out by rule: direct weapons first (R49).
    pub fn rearmed(&self, rules: &Ruleset) -> Build {
        let bare = Build { frames: self.frames.iter().map(|frame| frame.with_rockets(0)).collect(), spare: self.spare };
        let mut company = bare.nameless();
        company.share_out(rules.rockets.per_company, rules);
        Build::of(&company)
    }
}

impl Built for Build {
    /// Archetypes by name, others as loadouts, with what they carry.
    fn told(&self) -> String {
        self.frames.iter().map(told).collect::<Vec<_>>().join(", ")
    }

    /// Frames and systems: `5/20`.
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

/// A loadout as people read it: `Soldier`, or `RdYG` where no archetype has it, with `+SSR1` for a rocket.
pub fn told(loadout: &Loadout) -> String {
    let bare = loadout.with_rockets(0);
    let name = named_loadout(&bare).map_or_else(|| bare.to_string(), |archetype| archetype.name.clone());
    match loadout.rockets() {
        0 => name,
        rockets => format!("{name}+SSR{rockets}"),
    }
}
