//! The check of `restricted`: a squad without each part of its gear, and without some actions.

use super::Checker;
use super::raw::{RawRestricted, SquadKeys};
use crate::games::apocalypse_frame::design::{GearSpace, Squad};
use hitchart_apocalypse_frame::mission::{Action, Decision, Mission, MissionDice, State};
use hitchart_apocalypse_frame::ruleset::{LastDamage, Ruleset, Sharing};
use hitchart_apocalypse_frame::sheet::{Piece, Sheet};
use hitchart_apocalypse_frame::{catalogue::advancement::Upgrade, squad::RawTrait};
use hitchart_config::{InputError, named};
use hitchart_lab::builds::{Restricted, pairs};
use hitchart_lab::study::{Study, With, Written};
use hitchart_play::Restriction;
use std::sync::Arc;

/// Default number of missions of each restriction.
const RESTRICTED_MISSIONS: u64 = 1_000;

/// Checks the study.
pub(in super::super) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let encounter = written.take("encounter");
    let With(squad, raw): With<SquadKeys, RawRestricted> = written.read()?;
    let (setting, field) = checker.gear(encounter, &squad, raw.measure)?;
    let pairs = pairs(checker.file, &raw.games, "games", RESTRICTED_MISSIONS)?;
    let bars: Vec<Bar> = Bar::ALL.into_iter().filter(|bar| bar.matters(&setting.common.rules)).collect();
    let (parts, named) = (without_parts(&setting.space), (setting.name(), setting.space.start()));
    Ok(Arc::new(Restricted::new(setting, named, parts, bars, (Arc::new(field), pairs))))
}

/// A restriction in words, the kind of the missing part, and the squad that is left.
type Left = (String, &'static str, Squad);

/// Returns the squad without each Ace, and without each part of each sheet.
fn without_parts(space: &GearSpace) -> Vec<Left> {
    let own = space.start();
    let of = |ace: usize, what: &str| match own.sheets.len() {
        1 => format!("without {what}"),
        _ => format!("without {what} of {}", space.names[ace]),
    };
    let mut all: Vec<Left> = Vec::new();
    for (ace, sheet) in own.sheets.iter().enumerate() {
        if own.sheets.len() > 1 {
            let mut left = own.clone();
            left.sheets.remove(ace);
            all.push((format!("without {}", space.names[ace]), "Ace", left));
        }
        all.extend(without_part(sheet).into_iter().map(|(what, sort, sheet)| {
            let mut left = own.clone();
            left.sheets[ace] = sheet;
            (of(ace, &what), sort, left)
        }));
    }
    all.retain(|(.., left)| left.aces(&space.rules).is_some());
    all
}

/// Returns a sheet without each of its parts: armaments, systems, added tags, trait, upgrades.
fn without_part(sheet: &Sheet) -> Vec<(String, &'static str, Sheet)> {
    let mut all = Vec::new();
    let less = |change: &dyn Fn(&mut Sheet)| {
        let mut left = sheet.clone();
        change(&mut left);
        left
    };
    for (slot, piece) in sheet.armaments.iter().enumerate().filter(|_| sheet.armaments.len() > 1) {
        let left = less(&|left| {
            left.armaments.remove(slot);
            if let Some(backups) = &mut left.backups {
                backups.remove(slot);
            }
        });
        all.push((piece.to_string(), "armament", left));
    }
    for (slot, piece) in sheet.modular.iter().enumerate() {
        all.push((piece.to_string(), "system", less(&|left| drop(left.modular.remove(slot)))));
    }
    for (slot, piece) in sheet.armaments.iter().enumerate() {
        let bare = tags_removed(piece);
        all.extend(bare.map(|(tag, piece)| (tag, "tag", less(&|left| left.armaments[slot] = piece.clone()))));
    }
    for (slot, piece) in sheet.modular.iter().enumerate() {
        let bare = tags_removed(piece);
        all.extend(bare.map(|(tag, piece)| (tag, "system tag", less(&|left| left.modular[slot] = piece.clone()))));
    }
    if sheet.integral {
        all.push(("the integral system".to_owned(), "system", less(&|left| left.integral = false)));
    }
    if sheet.integral_trait != RawTrait::Own(false) {
        let left = less(&|left| left.integral_trait = RawTrait::Own(false));
        all.push(("the integral trait".to_owned(), "trait", left));
    }
    for (place, upgrade) in sheet.upgrades.iter().enumerate() {
        let left = less(&|left| {
            left.upgrades.remove(place);
            match upgrade {
                Upgrade::ArmamentSlot => left.armaments.truncate(SLOTS),
                Upgrade::SystemsSlot => left.modular.truncate(SLOTS),
                _ => {}
            }
            if let Some(backups) = &mut left.backups {
                backups.truncate(left.armaments.len());
            }
        });
        all.push((format!("the upgrade {}", upgrade.name()), "upgrade", left));
    }
    all
}

/// Slots of armaments and of modular systems before breakthroughs ("Frames").
const SLOTS: usize = 2;

/// Returns a piece without each of its added tags, and the tag with the name of the piece.
fn tags_removed(piece: &Piece) -> impl Iterator<Item = (String, Piece)> + '_ {
    piece.tags.iter().enumerate().map(|(place, tag)| {
        let mut bare = piece.clone();
        bare.tags.remove(place);
        (format!("{tag} on {}", piece.name), bare)
    })
}

// Restrictions of the Aces: actions that they do not take.

named! {
    /// A restriction of the Aces.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Bar as label {
        /// No reroll for Tension.
        Rerolls = "without rerolls",
        /// No action for Tension.
        Extra = "without extra actions for Tension",
        /// No backup instead of an armament by choice.
        Swaps = "without swaps to backups",
        /// No movement as an action.
        Moves = "without moves and sprints",
        /// No sprint.
        Sprints = "without sprints",
        /// No last stand by choice (A50).
        LastStands = "without last stands",
        /// No ejecting by choice (A50).
        Ejecting = "without ejecting",
        /// Drops for the Ace that the default gives them to (A52).
        Sharing = "without choosing who gets drops",
    }
}

impl Bar {
    /// Returns true if a ruleset has the choice that the restriction takes away.
    fn matters(self, rules: &Ruleset) -> bool {
        match self {
            Bar::LastStands | Bar::Ejecting => rules.damage.last == LastDamage::Choice,
            Bar::Sharing => rules.drops.sharing == Sharing::Choice,
            _ => true,
        }
    }
}

/// Distances from a barred action to another one: the same aim in another way, an attack, a declined decision, anything
/// else.
const LIKE: f64 = 0.0;
const ATTACK: f64 = 1.0;
const DECLINED: f64 = 2.0;
const OTHER: f64 = 3.0;

impl<D: MissionDice> Restriction<Mission<D>> for Bar {
    fn allows(self, mission: &Mission<D>, state: &State, action: &Action) -> bool {
        if let (Bar::Sharing, Action::Give(ace), Some(Decision::Share { resource })) = (self, action, state.asked) {
            return mission.taker(state, resource) == Some(*ace);
        }
        !matches!(
            (self, action),
            (Bar::Rerolls, Action::Reroll)
                | (Bar::Extra, Action::Extra)
                | (Bar::Swaps, Action::Swap(_))
                | (Bar::Moves, Action::Move(_) | Action::Sprint(_))
                | (Bar::Sprints, Action::Sprint(_))
                | (Bar::LastStands, Action::LastStand)
                | (Bar::Ejecting, Action::Eject)
        )
    }

    fn apart(self, _: &Mission<D>, wanted: &Action, other: &Action) -> f64 {
        match (wanted, other) {
            (Action::Sprint(_), Action::Move(_)) | (Action::Extra, Action::EndTurn) => LIKE,
            (_, Action::Attack { .. }) => ATTACK,
            (_, Action::Keep | Action::EndTurn) => DECLINED,
            _ => OTHER,
        }
    }
}
