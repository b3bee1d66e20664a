//! The space of gear: squads that a study allows, squads one change away, and random draws and crossovers.

mod changes;
#[cfg(test)]
mod tests;

pub(crate) use changes::{Change, ChangedSquad, Sort, all_single, pairs_of};

use changes::{candidates, gives};
use hitchart_apocalypse_frame::sheet::{Piece, Price, Sheet};
use hitchart_apocalypse_frame::{ace::Ace, ruleset::Ruleset};
use hitchart_lab::builds::BuildSpace;
use hitchart_play::Built;
use hitchart_stats::DrawBelow;
use serde_json::{Map, Value, json};
use std::sync::Arc;

// Squads.

/// A team of Aces by their sheets, with the price of its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Squad {
    pub sheets: Vec<Sheet>,
    /// Price for the squad that the study begins with.
    pub price: Price,
}

impl Squad {
    /// Returns the Aces, or `None` if a sheet breaks a rule.
    pub(crate) fn aces(&self, rules: &Ruleset) -> Option<Vec<Ace>> {
        self.sheets.iter().map(|sheet| sheet.ace(rules).ok()).collect()
    }

    /// Returns a text that is equal for squads with equal Aces in the same seats.
    pub(crate) fn key(&self) -> String {
        self.sheets.iter().map(Sheet::key).collect::<Vec<_>>().join(" / ")
    }
}

impl Built for Squad {
    fn describe(&self) -> String {
        self.parts().join(", ")
    }

    /// Returns the price.
    fn bid(&self) -> String {
        self.price.to_string()
    }

    /// Returns the Aces as tables of a scenario.
    fn written(&self) -> Map<String, Value> {
        Map::from_iter([("aces".to_owned(), json!(self.sheets.iter().map(Sheet::json).collect::<Vec<_>>()))])
    }

    fn parts(&self) -> Vec<String> {
        self.sheets.iter().map(Sheet::to_string).collect()
    }

    fn standing(&self, place: usize) -> String {
        self.sheets[place].to_string()
    }
}

// Space of squads: the rules of the sheets, and the further constraints of a study.

/// The squads that a study allows: those that changes of a squad make.
#[derive(Clone, Debug)]
pub(crate) struct GearSpace {
    pub rules: Arc<Ruleset>,
    /// Sheets of the squad that changes begin with; prices count from them.
    pub own: Vec<Sheet>,
    /// Names of the Aces in reports.
    pub names: Vec<String>,
    /// The only Ace that changes; `None` if all may change.
    pub only: Option<usize>,
    /// Kinds of changes.
    pub sorts: Vec<Sort>,
    /// Most Materials that the changes may cost together.
    pub materials: Option<u32>,
    /// Names that no change may add: frames, armaments, systems, tags, traits, upgrades.
    pub banned: Vec<String>,
    /// Names that at least one Ace has.
    pub required: Vec<String>,
}

impl GearSpace {
    /// Returns the squad that changes begin with.
    pub(crate) fn start(&self) -> Squad {
        Squad { sheets: self.own.clone(), price: Price::default() }
    }

    /// Returns the squad of these sheets with its price.
    pub(crate) fn priced(&self, sheets: Vec<Sheet>) -> Squad {
        let each = sheets.iter().zip(&self.own).map(|(sheet, own)| sheet.price_from(own, &self.rules));
        let price = each.fold(Price::default(), Price::and);
        Squad { sheets, price }
    }

    /// Returns a squad after a change; `None` if the change does not fit the squad. Does not check if the changed squad
    /// is allowed.
    pub(crate) fn changed(&self, change: &Change, squad: &Squad) -> Option<Squad> {
        let mut sheets = squad.sheets.clone();
        let place = usize::from(change.ace);
        sheets[place] = change.what.of(&sheets[place], &self.rules)?;
        Some(self.priced(sheets))
    }

    /// Returns true if a squad is in the space, or lacks only what is required.
    fn tolerates(&self, squad: &Squad) -> bool {
        let other =
            |(place, sheet): (usize, &Sheet)| sheet == &self.own[place] || self.only.is_none_or(|only| only == place);
        self.materials.is_none_or(|most| squad.price.materials <= most)
            && squad.sheets.iter().enumerate().all(other)
            && self.banned.iter().all(|name| !self.adds(squad, name))
            && squad.aces(&self.rules).is_some()
    }

    /// Returns true if an Ace of a squad has something that it does not have at the start.
    fn adds(&self, squad: &Squad, name: &str) -> bool {
        let count = |sheet: &Sheet| sheet.names().filter(|known| *known == name).count();
        squad.sheets.iter().zip(&self.own).any(|(sheet, own)| count(sheet) > count(own))
    }
}

/// Returns true if an Ace of a squad has something by name.
fn has(squad: &Squad, name: &str) -> bool {
    squad.sheets.iter().any(|sheet| sheet.names().any(|known| known == name))
}

// Random squads of a space: drawn, mutated, and crossed.

/// Number of tries before a draw is given up, in a space with few squads or none.
const TRIES: usize = 60;
/// Most changes of a drawn squad for each Ace.
const MOST_CHANGES: usize = 6;

impl BuildSpace for GearSpace {
    type Build = Squad;

    fn allows(&self, squad: &Squad) -> bool {
        self.tolerates(squad) && self.required.iter().all(|name| has(squad, name))
    }

    /// Draws a random squad of the space: first the required parts, then 1 to 6 random changes for each Ace that may
    /// change. `None` if no squad was found.
    fn drawn(&self, below: DrawBelow<'_>) -> Option<Squad> {
        let aces = if self.only.is_some() { 1 } else { self.own.len() };
        (0..TRIES).find_map(|_| {
            let mut squad = self.start();
            for name in &self.required {
                if !has(&squad, name) {
                    squad = stepped(&squad, self, Some(name), below)?;
                }
            }
            for _ in 0..=below(MOST_CHANGES * aces) {
                squad = stepped(&squad, self, None, below).unwrap_or(squad);
            }
            self.allows(&squad).then_some(squad)
        })
    }

    /// Returns a random squad of the space that is one change away; `None` if none is found.
    fn mutated(&self, squad: &Squad, below: DrawBelow<'_>) -> Option<Squad> {
        let key = squad.key();
        let next = (0..TRIES).find_map(|_| stepped(squad, self, None, below).filter(|next| next.key() != key))?;
        self.allows(&next).then_some(next)
    }

    /// Crosses two squads, Ace by Ace: draws each part of a sheet from one of them. `None` if the result is not in the
    /// space.
    fn crossed(&self, [one, other]: [&Squad; 2], below: DrawBelow<'_>) -> Option<Squad> {
        let both = one.sheets.iter().zip(&other.sheets);
        let squad = self.priced(both.map(|(one, other)| crossed_sheet(one, other, below)).collect());
        self.allows(&squad).then_some(squad)
    }

    fn nothing_drawn(&self) -> (String, String) {
        let help = "allow more `materials` or more kinds of `changes`, or ask for less in `required`";
        ("no squad was found that meets the constraints of the study".to_owned(), help.to_owned())
    }
}

/// Returns a squad after a random change that gives `part`, or after any random change.
fn stepped(squad: &Squad, space: &GearSpace, part: Option<&str>, below: DrawBelow<'_>) -> Option<Squad> {
    let mut all = candidates(squad, space);
    all.retain(|change| part.is_none_or(|part| gives(change, part, &space.rules)));
    (0..TRIES.min(all.len())).find_map(|_| {
        let change = sorted_pick(&all, below);
        space.changed(&change, squad).filter(|changed| space.tolerates(changed))
    })
}

/// Draws a change: all kinds are equally likely, and all changes of a kind.
fn sorted_pick(all: &[Change], below: DrawBelow<'_>) -> Change {
    let sorts: Vec<Sort> =
        Sort::ALL.into_iter().filter(|sort| all.iter().any(|change| change.sort() == *sort)).collect();
    let sort = sorts[below(sorts.len())];
    let of: Vec<&Change> = all.iter().filter(|change| change.sort() == sort).collect();
    *of[below(of.len())]
}

/// Crosses two sheets. Frames bring their gear, so that sheets with different frames are not mixed; the number of slots
/// and the upgrades are those of one parent.
fn crossed_sheet(one: &Sheet, other: &Sheet, below: DrawBelow<'_>) -> Sheet {
    let (like, unlike) = if below(2) == 0 { (one, other) } else { (other, one) };
    if like.frame != unlike.frame {
        return like.clone();
    }
    let mut pick = |pieces: &[Piece], others: &[Piece]| -> Vec<Piece> {
        let slot = |(place, piece): (usize, &Piece)| match others.get(place) {
            Some(other) if below(2) == 0 => other.clone(),
            _ => piece.clone(),
        };
        pieces.iter().enumerate().map(slot).collect()
    };
    let armaments = pick(&like.armaments, &unlike.armaments);
    let modular = pick(&like.modular, &unlike.modular);
    let attributes = if below(2) == 0 { unlike.attributes } else { like.attributes };
    let integral_trait = if below(2) == 0 { &unlike.integral_trait } else { &like.integral_trait }.clone();
    Sheet { armaments, modular, attributes, integral_trait, ..like.clone() }
}
