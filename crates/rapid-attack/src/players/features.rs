//! Features of a battle from a player's point of view, for learned evaluations.
//!
//! There are three sides: the player, the rival who leads all others, and the rest of the players together. Dangers are
//! expected results of attacks by the exact tables, in frames. Distances are in pairs of units, so that the length of a
//! table fits.

use crate::battle::measure::{cover_of_plan, terrain_cover};
use crate::battle::odds::{AttackDice, Defense, MovementDice, Situation};
use crate::battle::state::{CoverBy, MAX_UNITS, Station, Unit};
use crate::battle::{Action, Battle, BattleDice, Decision, State};
use crate::ids::UnitId;
use crate::loadout::{RANGES, Range, SystemKind};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{Featured, sides, write_sides};

impl<D: BattleDice> Featured for Battle<D> {
    const FEATURES: &'static [&'static str] = FEATURES;
    const KINDS: &'static [&'static str] = Action::KINDS;

    fn kind(action: &Action) -> usize {
        action.kind()
    }

    fn is_quiet(&self, state: &State) -> bool {
        let acts = state.asked.is_some_and(|asked| asked.what == Decision::Act);
        acts && state.turn.is_none() && state.wound_count == 0
    }

    fn write_features(&self, state: &State, player: usize, into: &mut [f64]) {
        let threats = threats(self, state);
        let sides = state.player_ids().map(|number| side(self, state, &threats, number));
        write_sides(sides, player, standing, |own, rival| shared(state, player, own, rival), into);
    }
}

/// Limit of the lead by clock; nothing is in doubt beyond it.
const FAR_AHEAD: f64 = 31.0;

/// Returns the standing of a side: its score, with hit points to break ties.
fn standing(side: &Side) -> f64 {
    side[SCORE] + side[HIT_POINTS] / 64.0
}

/// Returns the features that belong to no side.
fn shared(state: &State, player: usize, own: &Side, rival: &Side) -> [f64; COMMON_COUNT] {
    let clock = f64::from(state.clock);
    let lead = own[SCORE] - rival[SCORE];
    let hit_points = own[HIT_POINTS] - rival[HIT_POINTS];
    let next = state.asked.is_some_and(|asked| asked.player.index() == player);
    let to_act: u32 = state.players().iter().map(|player| u32::from(player.to_act)).sum();
    [
        clock,
        f64::from(state.round),
        f64::from(state.player_count) - 2.0,
        f64::from(u8::from(next)),
        f64::from(to_act) / 2.0,
        lead,
        (8.0 * lead / (clock + 1.0)).clamp(-FAR_AHEAD, FAR_AHEAD),
        lead.clamp(-0.25, 0.25) * 4.0,
        hit_points * clock / 8.0,
    ]
}

// Names of the features.

sides!(
    [
        "score",
        "points per asset",
        "frames",
        "stations",
        "hit points",
        "whites",
        "frail frames",
        "hand-to-hand",
        "direct",
        "artillery",
        "rockets",
        "defense systems",
        "movement systems",
        "comms systems",
        "to act",
        "hit points to act",
        "defenses known",
        "pips of defenses",
        "pips of spots",
        "beside cover",
        "life in danger now",
        "frames in danger now",
        "life in danger later",
        "frames in danger later",
        "stations guarded",
        "stations contested",
        "stations besieged",
        "way to a station",
        "way to an enemy",
        "life to take now",
        "frames to take now",
        "life to take later",
        "frames to take later",
        "points of frames in danger now",
        "points to take now",
        "stations in danger now",
        "stations in danger later",
    ],
    [
        "clock",
        "round",
        "players beyond two",
        "next to act",
        "all to act",
        "lead",
        "lead by clock",
        "who leads",
        "lead in hit points times clock",
    ]
);

// Features of one side of the table.

/// Index of the score, in assets of five points.
pub const SCORE: usize = 0;
/// Index of the hit points, in pairs.
pub const HIT_POINTS: usize = 4;

/// Features of a side, in the order of their names.
pub type Side = [f64; SIDE_COUNT];

/// Points of score that count as an asset.
const ASSET: f64 = 5.0;
/// Most hit points of a frail frame.
const FRAIL: u8 = 2;
/// Limit of distances, in ruler units; nothing is near beyond it.
const FAR: f64 = 24.0;

/// Returns the features of a player.
pub fn side<D: BattleDice>(battle: &Battle<D>, state: &State, threats: &Threats, player: PlayerId) -> Side {
    let standing = &state.players[player.index()];
    let (sum, way_to_enemy) = frames(state, threats, player);
    let frames = state.friends_set(player).len() as f64;
    let (guarded, contested, besieged, way) = stations(battle, state, player);
    let [open_now, open_later] = stations_in_danger(battle, state, player);
    let asset = f64::from(standing.points_per_asset) / ASSET;
    [
        f64::from(standing.score()) / ASSET,
        f64::from(standing.points_per_asset),
        f64::from(standing.frames),
        f64::from(standing.stations),
        sum.hit_points / 2.0,
        sum.whites,
        sum.frail,
        sum.hand_to_hand,
        sum.direct,
        sum.artillery,
        sum.rockets,
        sum.blues,
        sum.greens,
        sum.yellows,
        sum.to_act,
        sum.hit_points_to_act / 2.0,
        sum.defenses,
        sum.defense_pips / 2.0,
        sum.spot_pips / 2.0,
        sum.sheltered,
        sum.danger[0],
        sum.danger[1],
        sum.danger[2],
        sum.danger[3],
        guarded,
        contested,
        besieged,
        way / 2.0,
        if frames > 0.0 { way_to_enemy / frames / 2.0 } else { FAR / 2.0 },
        sum.strikes[0],
        sum.strikes[1],
        sum.strikes[2],
        sum.strikes[3],
        sum.danger[1] * asset,
        sum.points / ASSET,
        open_now,
        open_later,
    ]
}

/// Returns the sums over a player's frames, and the sum of their distances to the nearest enemy.
#[inline]
fn frames(state: &State, threats: &Threats, player: PlayerId) -> (Sums, f64) {
    let mut sum = Sums::default();
    let mut way_to_enemy = 0.0;
    for number in state.friends(player) {
        let unit = state.unit(number);
        sum.unit(state, number);
        let gaps = state.enemies(player).map(|enemy| unit.at.distance_squared(state.unit(enemy).at));
        way_to_enemy += gaps.fold(FAR * FAR, f64::min).sqrt();
        let [now, later] = [&threats.now, &threats.later].map(|harm| harm[number.index()].held());
        sum.danger = [
            sum.danger[0] + now.life,
            sum.danger[1] + now.kills,
            sum.danger[2] + later.life,
            sum.danger[3] + later.kills,
        ];
        sum.strike(&threats.strikes[number.index()], unit.acted);
    }
    (sum, way_to_enemy)
}

/// Sums over the frames of a side.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    hit_points: f64,
    whites: f64,
    frail: f64,
    hand_to_hand: f64,
    direct: f64,
    artillery: f64,
    rockets: f64,
    blues: f64,
    greens: f64,
    yellows: f64,
    to_act: f64,
    hit_points_to_act: f64,
    defenses: f64,
    defense_pips: f64,
    spot_pips: f64,
    sheltered: f64,
    danger: [f64; 4],
    strikes: [f64; 4],
    points: f64,
}

impl Sums {
    /// Adds the best attack of a frame.
    fn strike(&mut self, strike: &PossibleAttack, acted: bool) {
        self.strikes[2] += strike.harm.life;
        self.strikes[3] += strike.harm.kills;
        if !acted {
            self.strikes[0] += strike.harm.life;
            self.strikes[1] += strike.harm.kills;
            self.points += strike.points;
        }
    }

    fn unit(&mut self, state: &State, number: UnitId) {
        let unit = state.unit(number);
        let (loadout, hit_points) = (&unit.loadout, f64::from(unit.hit_points()));
        let yes = |is: bool| f64::from(u8::from(is));
        self.hit_points += hit_points;
        self.whites += f64::from(unit.whites);
        self.frail += yes(unit.hit_points() <= FRAIL);
        self.hand_to_hand += f64::from(loadout.halves_at(Range::HandToHand)) / 2.0;
        self.direct += f64::from(loadout.halves_at(Range::Direct)) / 2.0;
        let far = loadout.halves_at(Range::Artillery) + loadout.halves_at(Range::Extreme);
        self.artillery += f64::from(far) / 2.0;
        self.rockets += f64::from(loadout.rockets());
        self.blues += f64::from(loadout.count(SystemKind::Defense));
        self.greens += f64::from(loadout.count(SystemKind::Movement));
        self.yellows += f64::from(loadout.count(SystemKind::Comms));
        self.to_act += yes(!unit.acted);
        self.hit_points_to_act += if unit.acted { 0.0 } else { hit_points };
        self.defenses += yes(unit.defense.is_some());
        self.defense_pips += f64::from(unit.defense.unwrap_or(0));
        self.spot_pips += f64::from(unit.spot.map_or(0, |spot| spot.value));
        self.sheltered += yes(unit.near & state.standing != 0);
    }
}

/// Returns the numbers of own stations near only friends, near both, and near only enemies; and the distance from the
/// nearest frame to a station of others.
fn stations<D: BattleDice>(battle: &Battle<D>, state: &State, player: PlayerId) -> (f64, f64, f64, f64) {
    let (friends, enemies) = (state.friends_set(player), state.enemies_set(player));
    let (mut guarded, mut contested, mut besieged, mut way) = (0.0, 0.0, 0.0, FAR);
    let gap = |station: &Station| {
        let gaps = state.friends(player).map(|unit| battle.from_station(state.unit(unit).at, station));
        gaps.fold(FAR, f64::min)
    };
    for station in state.stations().iter().filter(|station| station.placed) {
        if station.owner != Some(player) {
            way = f64::min(way, gap(station));
            continue;
        }
        match (station.beside().meets(friends), station.beside().meets(enemies)) {
            (true, false) => guarded += 1.0,
            (true, true) => contested += 1.0,
            (false, true) => besieged += 1.0,
            (false, false) => {}
        }
    }
    (guarded, contested, besieged, way)
}

/// Returns the number of unguarded own stations, each weighted by the probability that the likeliest enemy gets there.
/// The first value counts enemies that still act this round, the second all enemies.
fn stations_in_danger<D: BattleDice>(battle: &Battle<D>, state: &State, player: PlayerId) -> [f64; 2] {
    let friends = state.friends_set(player);
    let pips_per_unit = 1.0 / battle.rules.movement.units_per_pip;
    let mut sums = [0.0; 2];
    let open = |station: &&Station| station.placed && station.owner == Some(player) && !station.beside().meets(friends);
    for station in state.stations().iter().filter(open) {
        let mut most = [0.0f64; 2];
        for enemy in state.enemies(player).map(|enemy| state.unit(enemy)) {
            let gap = (battle.from_station(enemy.at, station) - battle.rules.stations.reach).max(0.0);
            let mover = battle.mover(state, enemy);
            let pips = gap * pips_per_unit;
            let chance = if pips > battle.odds.most_pips(mover) { 0.0 } else { battle.odds.moves(mover, pips) };
            most[1] = most[1].max(chance);
            if !enemy.acted {
                most[0] = most[0].max(chance);
            }
        }
        sums = [sums[0] + most[0], sums[1] + most[1]];
    }
    sums
}

// Threats: the harm that all enemies may do to each frame, by the exact tables.

/// Share of its life that a frame is expected to lose to attacks, and expected number of destructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    /// Expected share of the frame's hit points that is lost; over 1 if several attacks add up to more.
    pub life: f64,
    /// Expected number of destructions; over 1 if several attacks add up to more.
    pub kills: f64,
}

/// Harm to every frame by enemies that still act this round, and by all enemies; and the best attack of each frame.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Harm to each frame, by its number, by enemies that still act this round.
    pub now: [Harm; MAX_UNITS],
    /// Harm to each frame, by its number, by all enemies.
    pub later: [Harm; MAX_UNITS],
    /// The attack of each frame that promises most.
    pub strikes: [PossibleAttack; MAX_UNITS],
}

/// An attack that a frame may make.
#[derive(Clone, Copy, Debug, Default)]
pub struct PossibleAttack {
    /// Expected harm to the target, weighted by the probability of coming into range.
    pub harm: Harm,
    /// Points that the target's owner is expected to lose by its destruction.
    pub points: f64,
}

/// Attack dice of a frame at each range, and its movement.
#[derive(Clone, Copy, Debug)]
pub struct Arms {
    dice: [Option<AttackDice>; RANGES],
    moves: MovementDice,
    most_pips: f64,
}

/// A frame that is attacked at a place.
#[derive(Clone, Copy, Debug)]
pub struct AttackedFrame {
    at: Point,
    near: u64,
    elevation: u8,
    spot: u8,
    defense: Defense,
    hit_points: u8,
}

impl AttackedFrame {
    /// Creates a mark of a frame at its present place.
    pub fn new<D>(battle: &Battle<D>, state: &State, unit: &Unit) -> AttackedFrame {
        AttackedFrame {
            at: unit.at,
            near: unit.near,
            elevation: unit.elevation,
            spot: unit.spot.map_or(0, |spot| spot.value),
            defense: battle.defense_of(state, unit),
            hit_points: unit.hit_points(),
        }
    }

    /// Returns the same frame at another place, with the pieces of terrain that are near the place.
    #[inline]
    pub fn moved(self, at: Point, near: u64) -> AttackedFrame {
        AttackedFrame { at, near, ..self }
    }
}

impl Arms {
    /// Returns the arms of a frame, with a rocket only if it has no other direct weapon.
    pub fn new<D>(battle: &Battle<D>, state: &State, unit: &Unit) -> Arms {
        let (moves, loadout) = (battle.mover(state, unit), &unit.loadout);
        let dice = Range::ALL.map(|(range, _)| {
            let weapons = range == Range::HandToHand || loadout.halves_at(range) > 0;
            let rocket = range == Range::Direct && !weapons && loadout.rockets() > 0;
            (weapons || rocket).then(|| battle.attack_dice(state, unit, range, u8::from(rocket)))
        });
        Arms { dice, moves, most_pips: battle.odds.most_pips(moves) }
    }

    /// Returns the worst harm to a mark from a place, weighted by the probability of getting into range.
    pub fn harm<D: BattleDice>(
        &self,
        battle: &Battle<D>,
        state: &State,
        from: (Point, u8),
        mark: &AttackedFrame,
    ) -> Harm {
        let distance = battle.between(from.0, mark.at);
        let pips_per_unit = 1.0 / battle.rules.movement.units_per_pip;
        // Cover is computed once for all ranges.
        let mut ranged = None;
        let mut worst = Harm::default();
        for (dice, (range, _)) in self.dice.iter().zip(Range::ALL) {
            let Some(dice) = dice else { continue };
            let pips = battle.band(range).gap(distance) * pips_per_unit;
            if pips > self.most_pips {
                continue;
            }
            let chance = if pips == 0.0 { 1.0 } else { battle.odds.moves(self.moves, pips) };
            let situation = match range {
                Range::HandToHand => Situation::CLOSE,
                _ => *ranged.get_or_insert_with(|| shelter(battle, state, mark, from, range)),
            };
            let (life, kill) = battle.odds.harm(*dice, mark.spot, mark.defense, situation, mark.hit_points);
            if chance * (life + kill) > worst.life + worst.kills {
                worst = Harm { life: chance * life, kills: chance * kill };
            }
        }
        worst
    }
}

/// Returns the situation of a mark against a place, by terrain; frames in between are ignored.
pub fn shelter<D: BattleDice>(
    battle: &Battle<D>,
    state: &State,
    mark: &AttackedFrame,
    (from, elevation): (Point, u8),
    range: Range,
) -> Situation {
    let level = mark.elevation == elevation || !battle.rules.options.height_covers;
    if level && mark.near & state.standing == 0 {
        return Situation::OPEN;
    }
    match terrain_cover(battle, state, (mark.at, mark.near, mark.elevation), (from, elevation)) {
        CoverBy::Nothing => Situation::OPEN,
        cover => Situation::of(range, cover, cover_of_plan(battle, state, cover)),
    }
}

/// Returns the harm to all frames by all enemies.
pub fn threats<D: BattleDice>(battle: &Battle<D>, state: &State) -> Threats {
    let (now, strikes) = ([Harm::default(); MAX_UNITS], [PossibleAttack::default(); MAX_UNITS]);
    let mut threats = Threats { now, later: now, strikes };
    for attacker in state.standing_units() {
        let enemy = state.unit(attacker);
        let arms = Arms::new(battle, state, enemy);
        let mut best = PossibleAttack::default();
        for target in state.enemies(enemy.owner) {
            let harm = arms.harm(
                battle,
                state,
                (enemy.at, enemy.elevation),
                &AttackedFrame::new(battle, state, state.unit(target)),
            );
            if harm.life + harm.kills > best.harm.life + best.harm.kills {
                let points = state.players[state.unit(target).owner.index()].points_per_asset;
                best = PossibleAttack { harm, points: harm.kills * f64::from(points) };
            }
            let target = target.index();
            threats.later[target].add(harm);
            if !enemy.acted {
                threats.now[target].add(harm);
            }
        }
        threats.strikes[attacker.index()] = best;
    }
    threats
}

impl Harm {
    /// Adds the harm of another attack.
    #[inline]
    pub fn add(&mut self, other: Harm) {
        self.life += other.life;
        self.kills += other.kills;
    }

    /// Limits the harm to one loss, because no frame is lost twice.
    #[inline]
    pub fn held(self) -> Harm {
        Harm { life: self.life.min(1.0), kills: self.kills.min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::KeyedDice;
    use crate::bidding::Size;
    use crate::players::tactician::Tactics;
    use crate::players::{PolicySpec, Tactician};
    use crate::rules_files::rulebook;
    use hitchart_play::{Game, Policy, Unwatched};

    fn battle(companies: &[&str]) -> Battle<KeyedDice> {
        Battle::built_in(companies, "dense-town", Size::Skirmish, &rulebook(), 1).unwrap()
    }

    /// Checks that the features of every quiet state of a game, for each player, are within the bounds of a network.
    #[test]
    fn every_state_is_told_within_bounds() {
        assert!(PolicySpec::built_in("search").is_ok());
        let error = PolicySpec::built_in("serach").unwrap_err().to_string();
        assert!(error.contains("did you mean `search`?"), "{error}");
        for companies in [&["mirror-five", "mirror-five"][..], &["estars-anvil", "suns-fang", "mirror-four"][..]] {
            let battle = battle(companies);
            let mut player = Tactician::new(Tactics::default());
            Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
            let mut state = battle.start(3, &mut Unwatched);
            let (mut told, mut features) = (0, vec![0.0; FEATURES.len()]);
            while state.asked.is_some() {
                if battle.is_quiet(&state) {
                    for looking in 0..companies.len() {
                        battle.write_features(&state, looking, &mut features);
                        told += 1;
                        assert!(features.iter().all(|feature| feature.abs() < 32.0), "{features:?}");
                    }
                }
                let action = player.decide(&battle, &state);
                battle.apply(&mut state, &action, &mut Unwatched);
            }
            assert!(told > 20, "{told}");
        }
    }

    /// Checks that a player without frames to act takes nothing more this round. Values for now are at most those for
    /// later, and no more stations are in danger than are held.
    #[test]
    fn what_may_be_taken_now_goes_by_who_still_acts() {
        let battle = battle(&["mirror-five", "mirror-five"]);
        let of = |name: &str| FEATURES.iter().position(|feature| *feature == name).unwrap();
        let [now, later] = ["own life to take now", "own life to take later"].map(of);
        let [open_now, open_later, held] =
            ["own stations in danger now", "own stations in danger later", "own stations"].map(of);
        let mut player = Tactician::new(Tactics::default());
        Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
        let mut state = battle.start(3, &mut Unwatched);
        let (mut done, mut taken, mut open) = (0, 0.0f64, 0.0f64);
        let mut told = vec![0.0; FEATURES.len()];
        while state.asked.is_some() {
            for looking in (0..2).filter(|_| battle.is_quiet(&state)) {
                battle.write_features(&state, looking, &mut told);
                let acts = state.players[looking].to_act > 0;
                assert!(told[now] <= told[later] && (acts || told[now] == 0.0), "{told:?}");
                assert!(told[open_now] <= told[open_later] && told[open_later] <= told[held], "{told:?}");
                done += usize::from(!acts);
                (taken, open) = (taken.max(told[now]), open.max(told[open_now]));
            }
            let action = player.decide(&battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        assert!(done > 0 && taken > 0.0 && open > 0.0, "{done} {taken} {open}");
    }

    /// Checks that with two players the own side of one is the rival side of the other.
    #[test]
    fn two_players_see_the_same_from_either_side() {
        let battle = battle(&["artillery-park", "close-assault"]);
        let mut player = Tactician::new(Tactics::default());
        Policy::<Battle<KeyedDice>>::begin(&mut player, 1);
        let mut state = battle.start(5, &mut Unwatched);
        while state.round < 2 {
            let action = player.decide(&battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
        let [mut one, mut other] = [0, 1].map(|_| vec![0.0; FEATURES.len()]);
        battle.write_features(&state, 0, &mut one);
        battle.write_features(&state, 1, &mut other);
        assert_eq!(one[..SIDE_COUNT], other[SIDE_COUNT..2 * SIDE_COUNT]);
        assert_eq!(other[..SIDE_COUNT], one[SIDE_COUNT..2 * SIDE_COUNT]);
        assert!(one[2 * SIDE_COUNT..3 * SIDE_COUNT].iter().all(|feature| *feature == 0.0));
    }
}
