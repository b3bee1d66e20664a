//! Purchases between missions: prices, random tables, wishes of a list, and the choices of spending policies
//! ("Advancement", "Tables").

use super::event::title;
use super::{Campaign, Course, Spending, State};
use crate::odds::rankings::{RankingConditions, rank_frames};
use crate::sheet::{Piece, Sheet};
use crate::{
    catalogue::advancement::entry, catalogue::entries::Division, odds::roll::Circumstance, odds::round::value,
    odds::single::TargetDefenses, ruleset::Ruleset, squad,
};
use hitchart_config::{InputError, same_name};
use hitchart_dice::Throw;
use serde::Serialize;
use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

/// Goods of a purchase. Aces and slots are numbered from 0.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "goods", rename_all = "kebab-case")]
pub enum Goods {
    /// A tag for a piece of gear.
    Tag {
        /// Ace who carries the piece.
        ace: usize,
        /// Slot of the piece.
        slot: usize,
        /// True for a modular system, false for an armament.
        system: bool,
        /// Name of the tag; `None` for a random tag before its roll.
        tag: Option<String>,
        /// True for a random tag.
        random: bool,
    },
    /// A piece of gear for a slot: from the hangar, or from the list.
    Gear {
        /// Ace who gets the piece.
        ace: usize,
        /// Slot of the piece; one past the last for a free slot. The piece that was there goes to the hangar.
        slot: usize,
        /// True for a modular system, false for an armament.
        system: bool,
        /// The piece with its tags.
        piece: String,
    },
    /// A frame of the list with its stock gear; the gear of the old frame goes to the hangar.
    Frame {
        /// Ace who gets the frame.
        ace: usize,
        /// Name of the frame.
        frame: String,
    },
    /// A step of a favor clock.
    FavorStep {
        /// Division of the clock.
        division: Division,
    },
}

impl Goods {
    /// Returns the armaments or the modular systems of a sheet.
    pub fn pieces(sheet: &Sheet, system: bool) -> &Vec<Piece> {
        if system { &sheet.modular } else { &sheet.armaments }
    }

    /// Describes the goods; `ace` returns the name of an Ace.
    pub(super) fn words<'a>(&self, ace: impl Fn(&usize) -> &'a str) -> String {
        match self {
            Goods::Tag { ace: number, slot, system, tag, random } => {
                let (how, what) =
                    (if *random { "random tag" } else { "tag" }, if *system { "system" } else { "armament" });
                let tag = tag.as_deref().unwrap_or("?");
                format!("the {how} {tag} for {what} {} of {}", slot + 1, ace(number))
            }
            Goods::Gear { ace: number, piece, .. } => format!("{piece} for {}", ace(number)),
            Goods::Frame { ace: number, frame } => format!("{frame} for {}", ace(number)),
            Goods::FavorStep { division } => format!("a step of the favor clock of the {}", title(*division)),
        }
    }

    /// Takes the goods. Does not pay for them, and does not advance clocks.
    pub fn take(&self, state: &mut State, rules: &Ruleset) {
        match self {
            Goods::Tag { ace, slot, system, tag, .. } => {
                let piece = &mut pieces_mut(&mut state.sheets[*ace], *system)[*slot];
                tag.iter().for_each(|tag| piece.tags.push(tag.clone()));
            }
            Goods::Gear { ace, slot, system, piece } => {
                let new = match state.hangar.iter().position(|stored| stored.to_string() == *piece) {
                    Some(place) => state.hangar.remove(place),
                    None => Piece::stock(piece),
                };
                let sheet = &mut state.sheets[*ace];
                // The backup of a replaced armament may not fit.
                sheet.backups = sheet.backups.take().filter(|_| *system);
                let pieces = pieces_mut(sheet, *system);
                match pieces.get_mut(*slot) {
                    Some(old) => state.hangar.push(std::mem::replace(old, new)),
                    None => pieces.push(new),
                }
            }
            Goods::Frame { ace, frame } => {
                if let Ok(model) = rules.catalogue.frame(frame) {
                    let new = state.sheets[*ace].on(model);
                    let old = std::mem::replace(&mut state.sheets[*ace], new);
                    state.hangar.extend(old.armaments.into_iter().chain(old.modular));
                }
            }
            Goods::FavorStep { .. } => {}
        }
    }
}

fn pieces_mut(sheet: &mut Sheet, system: bool) -> &mut Vec<Piece> {
    if system { &mut sheet.modular } else { &mut sheet.armaments }
}

/// Returns the piece of the ruleset with a name, without tags, and true for a modular system; `None` if it is neither.
fn stock_piece(name: &str, rules: &Ruleset) -> Option<(Piece, bool)> {
    let armament = Piece::armament(name, rules).ok().map(|piece| (piece, false));
    armament.or_else(|| Piece::system(name, rules).ok().map(|piece| (piece, true)))
}

/// Returns the rules' answer to a piece with its tags.
fn checked(piece: &Piece, system: bool, rules: &Ruleset) -> Result<(), InputError> {
    match system {
        true => squad::item(&piece.to_string(), rules).map(drop),
        false => squad::armament(&piece.to_string(), rules).map(drop),
    }
}

/// A purchase of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// A tag for gear of this name; `None` for a random tag.
    Tag(String, Option<String>),
    /// A piece of the list, and the name of the piece that it replaces; `None` for a free slot.
    Gear(String, Option<String>),
    /// A frame, and the name of the frame that it replaces.
    Frame(String, String),
    /// A step of the favor clock of a Division.
    Favor(Division),
}

impl Wish {
    /// Reads a wish: `Assault Rifle + Hot`, `Assault Rifle + random`, `Shotgun for Machinegun`, `Shotgun` for a free
    /// slot, `H1-VANGUARD for M1-SOLDIER`, `favor sword`.
    ///
    /// # Errors
    /// Returns an error for a text of another form, and for unknown names of new gear and frames.
    pub fn read(text: &str, rules: &Ruleset) -> Result<Wish, InputError> {
        if let Some((name, tag)) = text.split_once('+').map(|(name, tag)| (name.trim(), tag.trim())) {
            return Ok(Wish::Tag(name.to_owned(), (!same_name(tag, "random")).then(|| tag.to_owned())));
        }
        if let Some(name) = text.trim().strip_prefix("favor ") {
            let unknown = || InputError::unknown("Division", name.trim(), Division::ALL.map(Division::name));
            let division = Division::ALL.into_iter().find(|division| same_name(division.name(), name));
            return division.map(Wish::Favor).ok_or_else(unknown);
        }
        let (new, old) = match text.split_once(" for ") {
            Some((new, old)) => (new.trim(), Some(old.trim().to_owned())),
            None => (text.trim(), None),
        };
        if let (Ok(frame), Some(old)) = (rules.catalogue.frame(new), &old) {
            return Ok(Wish::Frame(frame.name.clone(), old.clone()));
        }
        let help = "write a piece of gear, `+`, and a tag or `random`; new gear or a new frame, `for`, and the old one; \
                    new gear alone for a free slot; or `favor` and a Division";
        let nothing = || InputError::plain(format!("`{text}` buys nothing; {help}"));
        stock_piece(new, rules).map(|(piece, _)| Wish::Gear(piece.name, old)).ok_or_else(nothing)
    }

    /// Returns the goods of the wish for a team: the first gear or frame of its name that can still take it.
    ///
    /// # Errors
    /// Returns an error if nothing of the team has the name, or if none of that name can take the tag.
    pub fn goods(&self, state: &State, rules: &Ruleset) -> Result<Goods, InputError> {
        match self {
            Wish::Tag(name, tag) => tag_goods(name, tag.as_deref(), state, rules),
            Wish::Gear(new, old) => gear_goods(new, old.as_deref(), state, rules),
            Wish::Favor(division) => Ok(Goods::FavorStep { division: *division }),
            Wish::Frame(new, old) => {
                let fits = |sheet: &&Sheet| rules.catalogue.frame(old).is_ok_and(|frame| frame.name == sheet.frame);
                let known = state.sheets.iter().map(|sheet| sheet.frame.as_str());
                let unknown = || InputError::unknown("frame of the team", old, known);
                let ace = state.sheets.iter().position(|sheet| fits(&sheet)).ok_or_else(unknown)?;
                Ok(Goods::Frame { ace, frame: new.clone() })
            }
        }
    }
}

/// Lists the pieces of a team: Ace, slot, true for a modular system, piece; Ace by Ace, armaments first.
fn pieces(state: &State) -> impl Iterator<Item = (usize, usize, bool, &Piece)> + Clone {
    state.sheets.iter().enumerate().flat_map(|(ace, sheet)| {
        [false, true].into_iter().flat_map(move |system| {
            Goods::pieces(sheet, system).iter().enumerate().map(move |(slot, piece)| (ace, slot, system, piece))
        })
    })
}

fn unknown_gear(name: &str, state: &State) -> InputError {
    let known = pieces(state).map(|(.., piece)| piece.name.as_str());
    InputError::unknown("armament or modular system of the team", name, known)
}

fn tag_goods(name: &str, tag: Option<&str>, state: &State, rules: &Ruleset) -> Result<Goods, InputError> {
    let mut full = None;
    for (ace, slot, system, piece) in pieces(state).filter(|(.., piece)| same_name(&piece.name, name)) {
        let tag = match tag {
            None => None,
            Some(tag) if system => Some(rules.catalogue.item_tag(tag)?.name.clone()),
            Some(tag) => Some(rules.catalogue.tag(tag)?.name.clone()),
        };
        let refused = match &tag {
            None if piece.tags.len() < most_tags(system, rules) => None,
            None => Some(InputError::plain(format!("{piece} can take no tag more"))),
            Some(tag) => checked(&piece.plus(tag), system, rules).err(),
        };
        match refused {
            None => return Ok(Goods::Tag { ace, slot, system, random: tag.is_none(), tag }),
            Some(error) => full = full.or(Some(error)),
        }
    }
    Err(full.unwrap_or_else(|| unknown_gear(name, state)))
}

fn gear_goods(new: &str, old: Option<&str>, state: &State, rules: &Ruleset) -> Result<Goods, InputError> {
    let system = stock_piece(new, rules).is_some_and(|(_, system)| system);
    let place = match old {
        Some(old) => {
            let fits =
                |(_, _, other, piece): &(usize, usize, bool, &Piece)| *other == system && same_name(&piece.name, old);
            pieces(state).find(fits).map(|(ace, slot, ..)| (ace, slot)).ok_or_else(|| unknown_gear(old, state))
        }
        None => free_slot(system, state, rules).ok_or_else(|| {
            InputError::plain(format!("no Ace has a free slot for {new}; write the gear that it replaces"))
        }),
    };
    // A stored piece of the name costs nothing.
    let stored = state.hangar.iter().filter(|piece| piece.name == new).max_by_key(|piece| piece.tags.len());
    let piece = stored.map_or_else(|| new.to_owned(), Piece::to_string);
    place.map(|(ace, slot)| Goods::Gear { ace, slot, system, piece })
}

/// Returns the first free slot for an armament or a modular system: Ace, and number of the slot.
fn free_slot(system: bool, state: &State, rules: &Ruleset) -> Option<(usize, usize)> {
    let catalogue = &rules.catalogue;
    let any = match system {
        true => &catalogue.modular.first()?.name,
        false => &catalogue.armaments(rules.armaments.gear).first()?.name,
    };
    state.sheets.iter().enumerate().find_map(|(ace, sheet)| {
        let mut more = sheet.clone();
        more.backups = None;
        pieces_mut(&mut more, system).push(Piece::stock(any));
        more.ace(rules).is_ok().then(|| (ace, Goods::pieces(sheet, system).len()))
    })
}

fn most_tags(system: bool, rules: &Ruleset) -> usize {
    let limits = rules.catalogue.advancement.limits;
    usize::from(if system { limits.system_tags } else { limits.armament_tags })
}

/// Prices, random tables and exact values of gear under a ruleset. Values are cached.
#[derive(Debug)]
pub struct Market {
    rules: Arc<Ruleset>,
    values: RefCell<BTreeMap<String, f64>>,
}

impl Market {
    /// Creates a market of a ruleset.
    pub fn new(rules: Arc<Ruleset>) -> Market {
        Market { rules, values: RefCell::default() }
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the price of goods for a team.
    pub fn price(&self, goods: &Goods, state: &State) -> u32 {
        let costs = &self.rules.catalogue.advancement.costs;
        u32::from(match goods {
            Goods::Tag { ace, slot, system, random, .. } => {
                let had = Goods::pieces(&state.sheets[*ace], *system)[*slot].tags.len();
                match (*system, *random, had) {
                    (true, true, _) => costs.random_system_tag,
                    (true, false, _) => costs.system_tag,
                    (false, true, 0) => costs.random_tag,
                    (false, true, _) => costs.second_random_tag,
                    (false, false, 0) => costs.armament_tag,
                    (false, false, _) => costs.second_armament_tag,
                }
            }
            Goods::Gear { piece, .. } if state.hangar.iter().any(|stored| stored.to_string() == *piece) => 0,
            Goods::Gear { .. } => costs.gear,
            Goods::Frame { .. } => costs.frame,
            Goods::FavorStep { .. } => costs.favor_step,
        })
    }

    /// Returns the next goods that a campaign's spending policy wants, whether there are Materials for them or not.
    pub(super) fn next(&self, state: &mut State, campaign: &Campaign) -> Option<Goods> {
        match campaign.choices.spending {
            Spending::Nothing => None,
            Spending::Purchases => loop {
                // A wish that a lost frame made impossible is skipped.
                match campaign.choices.wishes.get(state.wishes)?.goods(state, &self.rules) {
                    Ok(goods) => return Some(goods),
                    Err(_) => state.wishes += 1,
                }
            },
            Spending::Tags => self.best(state, self.all_tags(state)),
            Spending::RandomTags => self.cheapest_random_tag(state),
            Spending::Gear => self.best(state, self.all_gear(state)),
            Spending::Frames => self.best(state, self.all_frames(state)),
            Spending::Favors => fullest(state).filter(|_| {
                matches!(campaign.course, Course::Clocks { .. })
                    && self.rules.catalogue.advancement.costs.favor_step > 0
            }),
        }
    }

    /// Returns the goods with the largest gain for their price; `None` if nothing gains.
    fn best(&self, state: &State, all: Vec<(Goods, f64)>) -> Option<Goods> {
        let worth = |(goods, gain): &(Goods, f64)| gain / f64::from(self.price(goods, state).max(1));
        let gaining = all.into_iter().filter(|(_, gain)| *gain > 1e-9);
        // The first of equal maxima counts.
        gaining.rev().max_by(|a, b| worth(a).total_cmp(&worth(b))).map(|(goods, _)| goods)
    }

    /// Lists the tags of choice for armaments with their gains.
    fn all_tags(&self, state: &State) -> Vec<(Goods, f64)> {
        let tags = || self.rules.catalogue.armament_tags().map(|mark| mark.name.clone());
        let of = |(ace, slot, system, piece): (usize, usize, bool, &Piece)| {
            let now = self.armament(piece);
            let gain = move |tag: String| {
                let with = piece.plus(&tag);
                checked(&with, false, &self.rules).ok()?;
                let gain = self.armament(&with) - now;
                Some((Goods::Tag { ace, slot, system, tag: Some(tag), random: false }, gain))
            };
            tags().filter_map(gain).collect::<Vec<_>>()
        };
        let free = |piece: &Piece| piece.tags.len() < most_tags(false, &self.rules);
        pieces(state).filter(|(_, _, system, piece)| !system && free(piece)).flat_map(of).collect()
    }

    /// Returns the first of the cheapest random tags.
    fn cheapest_random_tag(&self, state: &State) -> Option<Goods> {
        let free = pieces(state).filter(|(_, _, system, piece)| piece.tags.len() < most_tags(*system, &self.rules));
        let goods = free.map(|(ace, slot, system, _)| Goods::Tag { ace, slot, system, tag: None, random: true });
        goods.min_by_key(|goods| self.price(goods, state))
    }

    /// Lists the armaments of the list in each slot with their gains.
    fn all_gear(&self, state: &State) -> Vec<(Goods, f64)> {
        let list = || self.rules.catalogue.armaments(self.rules.armaments.gear).iter().map(|armament| &armament.name);
        let of = |(ace, slot, system, piece): (usize, usize, bool, &Piece)| {
            let now = self.armament(piece);
            let carried = Goods::pieces(&state.sheets[ace], false);
            let new = move |name: &String| {
                let gain = self.armament(&Piece::stock(name)) - now;
                let new = carried.iter().all(|own| own.name != *name);
                new.then(|| (Goods::Gear { ace, slot, system, piece: name.clone() }, gain))
            };
            list().filter_map(new).collect::<Vec<_>>()
        };
        pieces(state).filter(|(_, _, system, _)| !system).flat_map(of).collect()
    }

    /// Lists the frames of the list for each Ace with their gains.
    fn all_frames(&self, state: &State) -> Vec<(Goods, f64)> {
        let of = |(ace, sheet): (usize, &Sheet)| {
            let now = self.sheet(sheet);
            let frames = self.rules.catalogue.frames.iter();
            let gain = |model| (Goods::Frame { ace, frame: sheet.on(model).frame }, self.sheet(&sheet.on(model)) - now);
            frames.map(gain).collect::<Vec<_>>()
        };
        state.sheets.iter().enumerate().flat_map(of).collect()
    }

    /// Returns the best slot for a piece of the hangar: a free one, or for an armament that of one it is better than.
    pub(super) fn place_of(&self, piece: &Piece, state: &State) -> Option<Goods> {
        let system = checked(piece, false, &self.rules).is_err();
        let goods = |ace, slot| Goods::Gear { ace, slot, system, piece: piece.to_string() };
        if let Some((ace, slot)) = free_slot(system, state, &self.rules) {
            return Some(goods(ace, slot));
        }
        let new = self.armament(piece);
        let carried = pieces(state).filter(|(.., other, _)| !system && !other);
        let others = carried.filter(|(ace, slot, ..)| {
            let mut own = state.sheets[*ace].armaments.iter().enumerate();
            own.all(|(place, own)| place == *slot || own.name != piece.name)
        });
        let gains = others.map(|(ace, slot, _, old)| (goods(ace, slot), new - self.armament(old)));
        self.best(state, gains.collect())
    }

    /// Returns the exact Harm of an armament in a round, against a target without defenses.
    fn armament(&self, piece: &Piece) -> f64 {
        self.cached(piece.to_string(), || {
            let armament = squad::armament(&piece.to_string(), &self.rules).ok();
            armament.map_or(0.0, |armament| value(&conditions().round(&[armament]), &self.rules))
        })
    }

    /// Returns the exact Harm of a frame in a round.
    fn sheet(&self, sheet: &Sheet) -> f64 {
        self.cached(sheet.key(), || {
            let ace = sheet.ace(&self.rules).ok();
            ace.map_or(0.0, |ace| rank_frames(&[ace], &conditions(), &self.rules)[0].round)
        })
    }

    fn cached(&self, key: String, compute: impl FnOnce() -> f64) -> f64 {
        let known = self.values.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let value = compute();
            self.values.borrow_mut().insert(key, value);
            value
        })
    }

    /// Returns the best armament of the list with the best tags of choice.
    pub(super) fn best_tagged(&self) -> Piece {
        let list = self.rules.catalogue.armaments(self.rules.armaments.gear).iter();
        let mut best = self.better(list.map(|armament| Piece::stock(&armament.name)).collect()).unwrap_or_default();
        for _ in 0..most_tags(false, &self.rules) {
            let tagged = self.rules.catalogue.armament_tags().map(|mark| best.plus(&mark.name));
            best = self
                .better(tagged.filter(|piece| checked(piece, false, &self.rules).is_ok()).collect())
                .unwrap_or(best);
        }
        best
    }

    /// Returns the first of the best armaments.
    fn better(&self, pieces: Vec<Piece>) -> Option<Piece> {
        pieces.into_iter().rev().max_by(|a, b| self.armament(a).total_cmp(&self.armament(b)))
    }

    /// Rolls a random armament (a first die of 1 to 3) or modular system with a random tag, and returns it with the
    /// dice.
    pub(super) fn random_piece(&self, throw: &mut Throw) -> (Piece, Vec<u8>) {
        let tables = &self.rules.catalogue.tables;
        let first = throw.die(6);
        let (system, grid) = if first <= 3 { (false, &tables.armaments) } else { (true, &tables.modular) };
        let (mut faces, piece) =
            rolled(throw, |one, two| stock_piece(entry::<String>(grid, one, two), &self.rules).map(|(piece, _)| piece));
        faces.insert(0, first);
        let piece = piece.unwrap_or_default();
        let (tag, more) = self.random_tag(&piece, system, throw);
        faces.extend(more);
        (tag.map_or(piece.clone(), |tag| piece.plus(&tag)), faces)
    }

    /// Rolls a random tag that a piece can take, and returns it with the dice that count.
    pub(super) fn random_tag(&self, piece: &Piece, system: bool, throw: &mut Throw) -> (Option<String>, Vec<u8>) {
        let catalogue = &self.rules.catalogue;
        let class = catalogue.modular(&piece.name).map(|item| item.class).ok();
        let (faces, tag) = rolled(throw, |one, two| {
            let tag = match class.filter(|_| system) {
                Some(class) => {
                    let does = catalogue.tables.item_tags.entry(class, one, two);
                    catalogue.item_tags.iter().find(|mark| mark.does == does).map(|mark| mark.name.clone())
                }
                None => {
                    let does = *entry(&catalogue.tables.armament_tags, one, two);
                    catalogue.tags.iter().find(|mark| mark.does == does).map(|mark| mark.name.clone())
                }
            };
            tag.filter(|tag| checked(&piece.plus(tag), system, &self.rules).is_ok())
        });
        (tag, faces)
    }
}

/// Most rolls for an entry of a random table that fits.
const ROLLS: usize = 1_000;

/// Rolls two dice until they give something, and returns the last two with it.
fn rolled<T>(throw: &mut Throw, of: impl Fn(u8, u8) -> Option<T>) -> (Vec<u8>, Option<T>) {
    let mut faces = [0, 0];
    let found = (0..ROLLS).find_map(|_| {
        faces = [throw.die(6), throw.die(6)];
        of(faces[0], faces[1])
    });
    (faces.to_vec(), found)
}

/// Returns the conditions of exact values: no defenses, and the Tension that `af tags` takes.
fn conditions() -> RankingConditions {
    RankingConditions {
        target: TargetDefenses::default(),
        vigor: 3,
        circumstance: Circumstance::default(),
        tension: 3,
        max_tension: 6,
    }
}

/// Returns the step of the fullest favor clock; of equal ones the first.
fn fullest(state: &State) -> Option<Goods> {
    let divisions = Division::ALL.into_iter().rev();
    let fullest = divisions.max_by_key(|division| state.divisions[*division as usize].favor);
    fullest.map(|division| Goods::FavorStep { division })
}
