//! Candidate uses of systems.

use super::super::Mission;
use super::super::action::{Action, Way};
use super::super::kit::ItemKit;
use super::super::reach::Ranges;
use super::super::state::{Life, MAX_MORTARS, State};
use super::append;
use crate::games::apocalypse_frame::catalogue::item::{Effect, ItemTag};
use crate::games::apocalypse_frame::catalogue::numbers::Number;
use crate::games::apocalypse_frame::catalogue::tag::Bands;
use crate::games::apocalypse_frame::ids::{AceId, EnemyId, EnemySet, HexId, HexSet, ItemSet, ItemSlot, Who};

/// Appends the uses of all systems that an Ace can pay for.
pub(super) fn uses<D>(
    mission: &Mission<D>,
    state: &State,
    (ace, payable): (AceId, ItemSet),
    ranges: &Ranges,
    into: &mut Vec<Action>,
) {
    for item in payable.iter() {
        let kit = &mission.kit(ace).items[item.index()];
        let list = Uses { mission, state, ace, item, kit, ranges };
        match kit.effect {
            Effect::Strike { .. } | Effect::Paint { .. } | Effect::Repulse { .. } => list.named(Way::Main, into),
            Effect::Volley { or_targets, .. } => {
                list.named(Way::Main, into);
                if or_targets > 0 {
                    list.named(Way::Other, into);
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

/// A system and the context for listing its uses.
struct Uses<'a, D> {
    mission: &'a Mission<D>,
    state: &'a State,
    ace: AceId,
    item: ItemSlot,
    kit: &'a ItemKit,
    ranges: &'a Ranges,
}

impl<D> Uses<'_, D> {
    fn push(&self, into: &mut Vec<Action>, way: Way, target: Option<Who>, to: Option<HexId>) {
        into.push(Action::Use { item: self.item, way, target, to });
    }

    fn push_at(&self, into: &mut Vec<Action>, way: Way, enemy: EnemyId, to: Option<HexId>) {
        self.push(into, way, Some(Who::Enemy(enemy)), to);
    }

    /// Returns the enemies in reach, with the user's extended range (A28).
    fn within(&self, bands: Bands) -> EnemySet {
        self.mission.within(self.ace, bands, self.ranges)
    }

    /// Appends one use per enemy in reach.
    fn named(&self, way: Way, into: &mut Vec<Action>) {
        self.within(self.kit.bands).iter().for_each(|enemy| self.push_at(into, way, enemy, None));
    }

    /// Appends the use against everyone Close; a discharge needs movement this turn.
    fn around(&self, into: &mut Vec<Action>) {
        let discharge = matches!(self.kit.effect, Effect::Discharge { .. });
        if !self.ranges.by[0].is_empty() && (!discharge || self.state.turn.hexes > 0) {
            self.push(into, Way::Main, None, None);
        }
    }

    /// Appends uses at places. A separate function, so that other lists do not pay for its setup.
    #[inline(never)]
    fn placed(&self, into: &mut Vec<Action>) {
        let at = self.state.ace(self.ace).hex();
        match self.kit.effect {
            Effect::Blast { at: bands, pull, .. } => {
                let mut places = self.enemy_places(bands);
                if pull && self.mission.rules.items.nets_catch_aces {
                    places |= self.ally_places() & self.hexes_within(bands);
                }
                places.iter().for_each(|to| self.push(into, Way::Main, None, Some(to)));
            }
            Effect::Mortar { at: bands, .. } if usize::from(self.state.mortar_count) < MAX_MORTARS => {
                self.hexes_within(bands).iter().for_each(|to| self.push(into, Way::Main, None, Some(to)));
            }
            Effect::Enter { .. } => {
                for to in self.mission.encounter(self.state).map.around(at) {
                    self.enter(*to, into);
                }
            }
            Effect::Exit { .. } if self.ranges.by[0].is_empty() => self.push(into, Way::Main, None, None),
            Effect::Exit { .. } => {
                self.ranges.by[0].iter().for_each(|enemy| self.push_at(into, Way::Main, enemy, None));
            }
            _ => {}
        }
    }

    fn enter(&self, to: HexId, into: &mut Vec<Action>) {
        let mut any = false;
        for enemy in (self.ranges.present[1] & self.state.marks.up).iter() {
            if self.state.enemy(enemy).at == to {
                any = true;
                self.push_at(into, Way::Main, enemy, Some(to));
            }
        }
        if !any {
            self.push(into, Way::Main, None, Some(to));
        }
    }

    /// Returns the hexes in these bands, with the user's extended range.
    fn hexes_within(&self, bands: Bands) -> HexSet {
        let (map, at) = (&self.mission.encounter(self.state).map, self.state.ace(self.ace).hex());
        let mut within = bands.iter().fold(HexSet::EMPTY, |set, band| set | map.ring(at, band.hexes()));
        if bands.reaches(2) && self.mission.sees_far(self.ace, self.ranges) {
            within |= map.ring(at, 3);
        }
        within
    }

    /// Returns the hexes in reach that hold an enemy.
    fn enemy_places(&self, bands: Bands) -> HexSet {
        self.within(bands).iter().map(|enemy| self.state.enemy(enemy).at).collect()
    }

    fn ally_places(&self) -> HexSet {
        let others = self.state.exposed().filter(|(other, _)| *other != self.ace);
        others.filter_map(|(_, other)| other.at).collect()
    }

    /// Appends uses for Aces.
    fn helping(&self, into: &mut Vec<Action>) {
        let covers = matches!(self.kit.effect, Effect::Cover { .. });
        if !covers {
            self.help(into, Way::Main, self.ace);
        }
        if covers || self.kit.tags.has(ItemTag::Projecting) {
            self.helping_allies(covers, into);
        }
    }

    /// Appends uses for other Aces. A separate function, as for uses at places.
    #[inline(never)]
    fn helping_allies(&self, covers: bool, into: &mut Vec<Action>) {
        let tags = self.kit.tags;
        let projects = tags.has(ItemTag::Projecting) && self.mission.can_pay(self.state, self.ace, self.item, 1);
        if covers {
            self.allies_at(0).for_each(|ally| self.help(into, Way::Main, ally));
        }
        if projects && !matches!(self.kit.effect, Effect::Chaff { .. }) {
            self.allies_at(u8::from(covers)).for_each(|ally| self.help(into, Way::Projected, ally));
        }
    }

    /// Appends uses for one Ace, if they change anything.
    fn help(&self, into: &mut Vec<Action>, way: Way, whom: AceId) {
        let frame = self.state.ace(whom);
        let stack = self.mission.rules.harm.shields_stack;
        let more = self.kit.number(ItemTag::Enveloping, Number::Shields);
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
        let target = (whom != self.ace).then_some(Who::Ace(whom));
        match self.kit.effect {
            Effect::Dash { hexes } => {
                let map = &self.mission.encounter(self.state).map;
                if hexes == 2 {
                    let (to, item) = (map.beyond_list(frame.hex()), self.item);
                    append(into, &to.hexes.map(|to| Action::Use { item, way, target, to: Some(to) }), to.count);
                } else {
                    let to = map.ring(frame.hex(), hexes.min(3));
                    to.iter().for_each(|to| self.push(into, way, target, Some(to)));
                }
            }
            _ => self.push(into, way, target, None),
        }
    }

    /// Returns the allies at a distance of `steps` hexes that can act.
    fn allies_at(&self, steps: u8) -> impl Iterator<Item = AceId> {
        let (map, at) = (&self.mission.encounter(self.state).map, self.state.ace(self.ace).hex());
        self.state
            .numbered()
            .filter(move |(other, ally)| {
                *other != self.ace && ally.life == Life::Ready && map.distance(at, ally.at) == steps
            })
            .map(|(other, _)| other)
    }
}
