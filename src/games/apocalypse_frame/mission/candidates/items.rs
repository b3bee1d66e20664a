//! Uses of systems that may be chosen.

use super::super::Mission;
use super::super::action::{Action, NONE};
use super::super::items::{MAIN, OTHER, PROJECTED};
use super::super::kit::ItemKit;
use super::super::reach::Ranges;
use super::super::state::{Life, MAX_MORTARS, Mask, State, each};
use super::append;
use crate::games::apocalypse_frame::catalogue::item::{Effect, ItemTag};
use crate::games::apocalypse_frame::catalogue::tag::Bands;
use crate::games::apocalypse_frame::hexes::{self, HexSet};

/// Appends the uses of all systems that an Ace can pay for.
pub(super) fn uses<D>(
    mission: &Mission<D>,
    state: &State,
    (ace, payable): (u8, u8),
    ranges: &Ranges,
    into: &mut Vec<Action>,
) {
    for item in each(u32::from(payable)) {
        let kit = &mission.kit(ace).items[usize::from(item)];
        let list = Uses { mission, state, ace, item, kit, ranges };
        match kit.effect {
            Effect::Strike { .. } | Effect::Paint { .. } | Effect::Repulse { .. } => list.named(MAIN, into),
            Effect::Volley { or_targets, .. } => {
                list.named(MAIN, into);
                if or_targets > 0 {
                    list.named(OTHER, into);
                }
            }
            Effect::Around { .. } | Effect::Discharge { .. } => list.around(into),
            Effect::Blast { .. } | Effect::Mortar { .. } | Effect::Enter { .. } | Effect::Exit { .. } => {
                list.placed(into);
            }
            _ => list.helping(into),
        }
    }
}

/// A system whose uses are listed.
struct Uses<'a, D> {
    mission: &'a Mission<D>,
    state: &'a State,
    ace: u8,
    item: u8,
    kit: &'a ItemKit,
    ranges: &'a Ranges,
}

impl<D> Uses<'_, D> {
    fn push(&self, into: &mut Vec<Action>, way: u8, target: u8, to: u8) {
        into.push(Action::Use { item: self.item, way, target, to });
    }

    /// Enemies in reach, with extended range where the user has it (A28).
    fn within(&self, bands: Bands) -> Mask {
        let far = bands.reaches(2) && self.mission.sees_far(self.ace, self.ranges);
        self.ranges.within(bands) | if far { self.ranges.by[3] } else { 0 }
    }

    /// Uses against enemies that are named.
    fn named(&self, way: u8, into: &mut Vec<Action>) {
        each(self.within(self.kit.bands)).for_each(|enemy| self.push(into, way, enemy, NONE));
    }

    /// Uses against everyone Close; without a way behind it a discharge is nothing.
    fn around(&self, into: &mut Vec<Action>) {
        let discharge = matches!(self.kit.effect, Effect::Discharge { .. });
        if self.ranges.by[0] != 0 && (!discharge || self.state.turn.hexes > 0) {
            self.push(into, MAIN, NONE, NONE);
        }
    }

    /// Uses at places. Apart from the others, lest each list begin by gathering what these need.
    #[inline(never)]
    fn placed(&self, into: &mut Vec<Action>) {
        let at = self.state.ace(self.ace).at;
        match self.kit.effect {
            Effect::Blast { at: bands, pull, .. } => {
                let mut places = self.enemy_places(bands);
                if pull && self.mission.rules.items.nets_catch_aces {
                    places |= self.ally_places() & self.hexes_within(bands);
                }
                hexes::each(places).for_each(|to| self.push(into, MAIN, NONE, to));
            }
            Effect::Mortar { at: bands, .. } if usize::from(self.state.mortar_count) < MAX_MORTARS => {
                hexes::each(self.hexes_within(bands)).for_each(|to| self.push(into, MAIN, NONE, to));
            }
            Effect::Enter { .. } => {
                for to in self.mission.encounter(self.state).map.around(at) {
                    self.enter(*to, into);
                }
            }
            Effect::Exit { .. } => match self.ranges.by[0] {
                0 => self.push(into, MAIN, NONE, NONE),
                close => each(close).for_each(|enemy| self.push(into, MAIN, enemy, NONE)),
            },
            _ => {}
        }
    }

    fn enter(&self, to: u8, into: &mut Vec<Action>) {
        let mut any = false;
        for enemy in each(self.ranges.present[1] & self.state.marks.up) {
            if self.state.enemy(enemy).at == to {
                any = true;
                self.push(into, MAIN, enemy, to);
            }
        }
        if !any {
            self.push(into, MAIN, NONE, to);
        }
    }

    /// Hexes in these bands, with extended range where the user has it.
    fn hexes_within(&self, bands: Bands) -> HexSet {
        let (map, at) = (&self.mission.encounter(self.state).map, self.state.ace(self.ace).at);
        let mut within = bands.iter().fold(0, |set, band| set | map.ring(at, band.hexes()));
        if bands.reaches(2) && self.mission.sees_far(self.ace, self.ranges) {
            within |= map.ring(at, 3);
        }
        within
    }

    /// Hexes in reach where an enemy is.
    fn enemy_places(&self, bands: Bands) -> HexSet {
        each(self.within(bands)).fold(0, |set, enemy| set | 1 << self.state.enemy(enemy).at)
    }

    fn ally_places(&self) -> HexSet {
        let others = self.state.exposed().filter(|(other, _)| *other != self.ace);
        others.fold(0, |set, (_, other)| set | 1 << other.at)
    }

    /// Uses for Aces.
    fn helping(&self, into: &mut Vec<Action>) {
        let covers = matches!(self.kit.effect, Effect::Cover { .. });
        if !covers {
            self.help(into, MAIN, self.ace);
        }
        if covers || self.kit.tags.has(ItemTag::Projecting) {
            self.helping_allies(covers, into);
        }
    }

    /// Uses for other Aces. Apart from the others, as those at places are.
    #[inline(never)]
    fn helping_allies(&self, covers: bool, into: &mut Vec<Action>) {
        let tags = self.kit.tags;
        let projects = tags.has(ItemTag::Projecting) && self.mission.can_pay(self.state, self.ace, self.item, 1);
        if covers {
            self.allies_at(0).for_each(|ally| self.help(into, MAIN, ally));
        }
        if projects && !matches!(self.kit.effect, Effect::Chaff { .. }) {
            self.allies_at(u8::from(covers)).for_each(|ally| self.help(into, PROJECTED, ally));
        }
    }

    /// Uses for one Ace, where they change anything.
    fn help(&self, into: &mut Vec<Action>, way: u8, whom: u8) {
        let frame = self.state.ace(whom);
        let tags = self.kit.tags;
        let stack = self.mission.rules.harm.shields_stack;
        let more = u8::from(tags.has(ItemTag::Enveloping));
        let worth = match self.kit.effect {
            Effect::Shield { shields, fleeting: true } => stack || frame.fleeting < shields + more,
            Effect::Shield { shields, .. } | Effect::Cover { shields } => stack || frame.shields < shields + more,
            Effect::Plate { armor } => frame.plate < armor,
            Effect::Chaff { less } => frame.chaff < less,
            Effect::Aim { dice } => frame.aim < dice,
            _ => true,
        };
        let enveloped = more > 0 && (stack || frame.shields == 0);
        if !worth && !enveloped && !self.kit.helps {
            return;
        }
        let target = if whom == self.ace { NONE } else { whom };
        match self.kit.effect {
            Effect::Dash { hexes } => {
                let map = &self.mission.encounter(self.state).map;
                if hexes == 2 {
                    let (to, item) = (map.beyond_list(frame.at), self.item);
                    append(into, &to.hexes.map(|to| Action::Use { item, way, target, to }), to.count);
                } else {
                    hexes::each(map.ring(frame.at, hexes.min(3))).for_each(|to| self.push(into, way, target, to));
                }
            }
            _ => self.push(into, way, target, NONE),
        }
    }

    /// Allies so many hexes away that can act.
    fn allies_at(&self, steps: u8) -> impl Iterator<Item = u8> {
        let (map, at) = (&self.mission.encounter(self.state).map, self.state.ace(self.ace).at);
        let all = (0u8..).zip(&self.state.aces);
        all.filter(move |(other, ally)| {
            *other != self.ace && ally.life == Life::Ready && map.distance(at, ally.at) == steps
        })
        .map(|(other, _)| other)
    }
}

/// Enemies that may be picked next: in reach, of higher number than those picked, and together where it asks that.
pub fn picks<D>(mission: &Mission<D>, state: &State) -> Mask {
    let (ace, aim) = (state.turn.ace, &state.turn.aim);
    let Effect::Volley { at, together, .. } = mission.kit(ace).items[usize::from(aim.item)].effect else { return 0 };
    let ranges = mission.ranges(state, ace);
    let far = at.reaches(2) && mission.sees_far(ace, &ranges);
    let within = ranges.within(at) | if far { ranges.by[3] } else { 0 };
    let highest = 31 - aim.picked.leading_zeros();
    let further = within & (u32::MAX << highest << 1);
    if !together {
        return further;
    }
    let map = &mission.encounter(state).map;
    let apart = |a: u8, b: u8| map.distance(state.enemy(a).at, state.enemy(b).at) > 1;
    let fits = |enemy: &u8| !each(aim.picked).any(|other| apart(*enemy, other));
    each(further).filter(fits).fold(0, |mask, enemy| mask | 1 << enemy)
}
