//! Candidates: every legal action of the pending decision, each once.

pub mod enemy;

pub use enemy::{activations, is_desperate_of_colossus, usable};

use super::super::catalogue::item::{Effect, ItemTag};
use super::super::ids::{AceId, ArmSlot, Combatant, EnemyId, EnemySet, HexId, HexSet, ItemSet, ItemSlot};
use super::super::{catalogue::numbers::Number, catalogue::tag::Bands, hexes::HexMap, ids::MAX_ARMAMENTS};
use super::action::{Action, Damaged, Decision, ItemUse, Step};
use super::reach::{Ranges, is_open, may_reroll, payable_meanwhile, picks, second_targets, steps};
use super::state::{Life, MAX_MORTARS, State};
use super::{Mission, engine::MissionDice, kit::ItemKit};
use enemy::Moment;

/// Appends the candidates of the pending decision.
pub fn all<D: MissionDice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let Some(asked) = state.asked else { return };
    match asked {
        Decision::NextAce => {
            let left = state.on_map - state.acted;
            append_each(into, u64::from(left.bits()), |ace| Action::Begin(AceId::new(ace)));
        }
        Decision::Act => act(mission, state, into),
        Decision::Roll => {
            into.push(Action::Keep);
            append(into, &[Action::Reroll], u8::from(may_reroll(mission, state)));
            meanwhile(mission, state, into);
        }
        Decision::Activate => {
            append_each(into, activations(mission, state).bits(), |enemy| Action::Activate(EnemyId::new(enemy)));
        }
        Decision::Restored | Decision::EnemyMove => {
            if let Some(enemy) = state.gm.enemy {
                enemy::attacks(mission, state, enemy, Moment::GmTurn, into);
                enemy::moves(mission, state, enemy, into);
            }
            into.push(Action::Hold);
        }
        Decision::Answer => {
            if let Some(provoked) = state.turn.due.answer {
                enemy::all_answers(mission, state, provoked, into);
            }
        }
        Decision::DamagedArmament => {
            let armaments = mission.replaceable(state, state.turn.acting());
            into.extend(armaments.iter().map(|armament| Action::Damage(Damaged::Armament(armament))));
        }
        Decision::DamagedModule => {
            let items = mission.hittable(state, state.turn.acting());
            into.extend(items.iter().map(|item| Action::Damage(Damaged::Item(item))));
        }
        Decision::LastDamage { .. } => into.extend([Action::Eject, Action::LastStand]),
        Decision::Share { resource } => into.extend(mission.lacking(state, resource).map(Action::Give)),
        _ => follow_up(mission, state, asked, into),
    }
}

/// Appends the candidates of follow-ups of an Ace's choice.
fn follow_up<D: MissionDice>(mission: &Mission<D>, state: &State, asked: Decision, into: &mut Vec<Action>) {
    match asked {
        Decision::Second => {
            second(mission, state, into);
            into.push(Action::Skip);
            meanwhile(mission, state, into);
        }
        Decision::BeforeAnswer => {
            into.push(Action::Skip);
            meanwhile(mission, state, into);
        }
        Decision::Volley => {
            into.extend(picks(mission, state).iter().map(Action::Pick));
            into.push(Action::Fire);
        }
        Decision::Choose => {
            let aim = &state.turn.aim;
            into.extend(aim.picked.iter().map(|enemy| Action::Choose(Combatant::Enemy(enemy))));
            into.extend(aim.aces.iter().map(|ace| Action::Choose(Combatant::Ace(ace))));
        }
        Decision::Step { ace, why } => {
            into.extend(steps(mission, state, ace, why).map(Action::Step));
            if why != Step::Exit {
                into.push(Action::Skip);
            }
        }
        Decision::Shove => {
            if let Some(enemy) = state.turn.due.shove {
                let around = mission.encounter(state).map.around(state.enemy(enemy).at);
                into.extend(around.iter().map(|to| Action::Shove(*to)));
            }
            into.push(Action::Skip);
        }
        _ => {}
    }
}

/// Appends uses of systems while something else is under way (A68).
fn meanwhile<D: MissionDice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let ace = state.turn.acting();
    let payable = payable_meanwhile(mission, state);
    if !payable.is_empty() {
        uses(mission, state, (ace, payable), &mission.ranges(state, ace), into);
    }
}

/// Appends the actions of an Ace in its turn.
fn act<D: MissionDice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let turn = &state.turn;
    let ace = turn.acting();
    let kit = mission.kit(ace);
    let payable = mission.payable(state, ace, 0);
    let ranges = if turn.actions > 0 || !payable.is_empty() { mission.ranges(state, ace) } else { Ranges::default() };
    if turn.actions > 0 {
        on_foot(mission, state, ace, &ranges, into);
        attacks(mission, state, ace, &ranges, into);
    }
    if !payable.is_empty() {
        uses(mission, state, (ace, payable), &ranges, into);
    }
    let swaps = if turn.actions > 0 || turn.attacked { mission.replaceable(state, ace).bits() } else { 0 };
    // Spending Tension earlier than needed matters only for Impulsive.
    let asks = turn.actions == 0 || kit.impulsive;
    let extra = asks & (state.ace(ace).tension > 0) & (turn.bought < mission.rules.turn.extra_actions);
    let (all, count) = &SINGLES[usize::from(swaps) | usize::from(extra) << MAX_ARMAMENTS];
    append(into, all, *count);
}

/// The single actions of an Ace's turn and their number, by a bit mask: always the end of the turn, then per set bit
/// the swap of an armament, and for the highest bit an extra action.
const SINGLES: [([Action; MAX_ARMAMENTS + 2], u8); 2 << MAX_ARMAMENTS] = {
    let mut lists = [([Action::EndTurn; MAX_ARMAMENTS + 2], 1); 2 << MAX_ARMAMENTS];
    let mut bits = 0;
    while bits < lists.len() {
        let (list, count) = &mut lists[bits];
        let mut bit = 0;
        while bit <= MAX_ARMAMENTS {
            if bits >> bit & 1 == 1 {
                list[*count as usize] =
                    if bit < MAX_ARMAMENTS { Action::Swap(ArmSlot::new(bit as u8)) } else { Action::Extra };
                *count += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    lists
};

/// Appends the first `count` actions of a list. Copying the whole list first is faster, as its length is fixed.
#[inline]
fn append<const N: usize>(into: &mut Vec<Action>, list: &[Action; N], count: u8) {
    let begin = into.len();
    into.extend_from_slice(list);
    into.truncate(begin + usize::from(count));
}

/// Appends attacks with all armaments.
fn attacks<D>(mission: &Mission<D>, state: &State, ace: AceId, ranges: &Ranges, into: &mut Vec<Action>) {
    // All slots of a frame, since an empty slot reaches nothing: this avoids a branch on the number of armaments.
    let slots = [0, 1, 2].map(ArmSlot::new);
    for armament in slots {
        let targets = mission.attackable(state, ace, armament, ranges);
        append_each(into, targets.bits(), |target| Action::Attack { armament, target: EnemyId::new(target) });
    }
}

/// Appends an action for each member of a set, given as bits, with one reservation.
#[inline]
fn append_each(into: &mut Vec<Action>, mut members: u64, action: impl Fn(u8) -> Action) {
    into.extend((0..members.count_ones()).map(|_| {
        let member = members.trailing_zeros() as u8;
        members &= members - 1;
        action(member)
    }));
}

/// Moves and sprints from a hex without rooftops, moves first.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    all: [Action; 18],
    moves: u8,
    count: u8,
}

/// Returns the moves and sprints from every hex of a map.
pub(super) fn ways(map: &HexMap) -> Vec<Ways> {
    let from = |hex: HexId| {
        let mut ways = Ways { all: [Action::Hold; 18], moves: map.around(hex).len() as u8, count: 0 };
        let moves = map.around(hex).iter().map(|to| Action::Move(*to));
        let sprints = map.beyond(hex).iter().map(|to| Action::Sprint(*to));
        for (place, way) in ways.all.iter_mut().zip(moves.chain(sprints)) {
            *place = way;
            ways.count += 1;
        }
        ways
    };
    map.hexes().map(from).collect()
}

/// Appends moves, sprints and climbs.
fn on_foot<D>(mission: &Mission<D>, state: &State, ace: AceId, ranges: &Ranges, into: &mut Vec<Action>) {
    let ways = &mission.ways[usize::from(state.battle)][state.ace(ace).hex().index()];
    let count = if ranges.none_at_all() { ways.count } else { ways.moves };
    if state.fields.rooftops.is_empty() {
        return append(into, &ways.all, count);
    }
    into.extend(ways.all[..usize::from(count)].iter().filter_map(|way| match *way {
        Action::Move(to) if !is_open(state, to) => Some(Action::Climb(to)),
        Action::Sprint(to) if !is_open(state, to) => None,
        way => Some(way),
    }));
}

/// Appends second attacks of Parallel Processors: another armament, another target (A29).
fn second<D: MissionDice>(mission: &Mission<D>, state: &State, into: &mut Vec<Action>) {
    let ace = state.turn.acting();
    let ranges = mission.ranges(state, ace);
    for armament in mission.kit(ace).slots() {
        let targets = second_targets(mission, state, armament, &ranges);
        into.extend(targets.iter().map(|target| Action::Attack { armament, target }));
    }
}

/// Appends the uses of all systems that an Ace can pay for.
fn uses<D>(
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
            Effect::Strike { .. } | Effect::Paint { .. } | Effect::Repulse { .. } => list.named(ItemUse::Main, into),
            Effect::Volley { or_targets, .. } => {
                list.named(ItemUse::Main, into);
                if or_targets > 0 {
                    list.named(ItemUse::Other, into);
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
    fn push(&self, into: &mut Vec<Action>, way: ItemUse, target: Option<Combatant>, to: Option<HexId>) {
        into.push(Action::Use { item: self.item, way, target, to });
    }

    fn push_at(&self, into: &mut Vec<Action>, way: ItemUse, enemy: EnemyId, to: Option<HexId>) {
        self.push(into, way, Some(Combatant::Enemy(enemy)), to);
    }

    /// Returns the enemies in reach, with the user's extended range (A28).
    fn within(&self, bands: Bands) -> EnemySet {
        self.mission.within(self.ace, bands, self.ranges)
    }

    /// Appends one use per enemy in reach.
    fn named(&self, way: ItemUse, into: &mut Vec<Action>) {
        self.within(self.kit.bands).iter().for_each(|enemy| self.push_at(into, way, enemy, None));
    }

    /// Appends the use against everyone Close; a discharge needs movement this turn.
    fn around(&self, into: &mut Vec<Action>) {
        let discharge = matches!(self.kit.effect, Effect::Discharge { .. });
        if !self.ranges.by[0].is_empty() && (!discharge || self.state.turn.hexes > 0) {
            self.push(into, ItemUse::Main, None, None);
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
                places.iter().for_each(|to| self.push(into, ItemUse::Main, None, Some(to)));
            }
            Effect::Mortar { at: bands, .. } if usize::from(self.state.mortar_count) < MAX_MORTARS => {
                self.hexes_within(bands).iter().for_each(|to| self.push(into, ItemUse::Main, None, Some(to)));
            }
            Effect::Enter { .. } => {
                for to in self.mission.encounter(self.state).map.around(at) {
                    self.enter(*to, into);
                }
            }
            Effect::Exit { .. } if self.ranges.by[0].is_empty() => self.push(into, ItemUse::Main, None, None),
            Effect::Exit { .. } => {
                self.ranges.by[0].iter().for_each(|enemy| self.push_at(into, ItemUse::Main, enemy, None));
            }
            _ => {}
        }
    }

    fn enter(&self, to: HexId, into: &mut Vec<Action>) {
        let mut any = false;
        for enemy in (self.ranges.present[1] & self.state.marks.up).iter() {
            if self.state.enemy(enemy).at == to {
                any = true;
                self.push_at(into, ItemUse::Main, enemy, Some(to));
            }
        }
        if !any {
            self.push(into, ItemUse::Main, None, Some(to));
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
            self.help(into, ItemUse::Main, self.ace);
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
            self.allies_at(0).for_each(|ally| self.help(into, ItemUse::Main, ally));
        }
        if projects && !matches!(self.kit.effect, Effect::Chaff { .. }) {
            self.allies_at(u8::from(covers)).for_each(|ally| self.help(into, ItemUse::Projected, ally));
        }
    }

    /// Appends uses for one Ace, if they change anything.
    fn help(&self, into: &mut Vec<Action>, way: ItemUse, whom: AceId) {
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
        let target = (whom != self.ace).then_some(Combatant::Ace(whom));
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
