//! Features of one side of the table.

use super::names::SIDE_COUNT;
use super::threats::{Strike, Threats};
use crate::games::rapid_attack::battle::state::{State, Station};
use crate::games::rapid_attack::battle::{Battle, Dice};
use crate::games::rapid_attack::loadout::{Kind, Range};

/// Features of a side, in the order of their names.
pub type Side = [f64; SIDE_COUNT];

/// Points of score that count as an asset.
const ASSET: f64 = 5.0;
/// Most hit points of a frail frame.
const FRAIL: u8 = 2;
/// Limit of distances, in ruler units; nothing is near beyond it.
const FAR: f64 = 24.0;

/// Returns the features of a player.
pub fn side<D: Dice>(battle: &Battle<D>, state: &State, threats: &Threats, player: u8) -> Side {
    let standing = &state.players[usize::from(player)];
    let mut sum = Sums::default();
    let mut way_to_enemy = 0.0;
    for number in state.friends(player) {
        let unit = state.unit(number);
        sum.unit(state, number);
        let gaps = state.enemies(player).map(|enemy| unit.at.distance_squared(state.unit(enemy).at));
        way_to_enemy += gaps.fold(FAR * FAR, f64::min).sqrt();
        let [now, later] = [&threats.now, &threats.later].map(|harm| harm[usize::from(number)].held());
        sum.danger = [
            sum.danger[0] + now.life,
            sum.danger[1] + now.kills,
            sum.danger[2] + later.life,
            sum.danger[3] + later.kills,
        ];
        sum.strike(&threats.strikes[usize::from(number)], unit.acted);
    }
    let frames = f64::from(state.friends_mask(player).count_ones());
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
    fn strike(&mut self, strike: &Strike, acted: bool) {
        self.strikes[2] += strike.harm.life;
        self.strikes[3] += strike.harm.kills;
        if !acted {
            self.strikes[0] += strike.harm.life;
            self.strikes[1] += strike.harm.kills;
            self.points += strike.points;
        }
    }

    fn unit(&mut self, state: &State, number: u8) {
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
        self.blues += f64::from(loadout.count(Kind::Defense));
        self.greens += f64::from(loadout.count(Kind::Movement));
        self.yellows += f64::from(loadout.count(Kind::Comms));
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
fn stations<D: Dice>(battle: &Battle<D>, state: &State, player: u8) -> (f64, f64, f64, f64) {
    let (friends, enemies) = (state.friends_mask(player), state.enemies_mask(player));
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
        match (station.beside() & friends != 0, station.beside() & enemies != 0) {
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
fn stations_in_danger<D: Dice>(battle: &Battle<D>, state: &State, player: u8) -> [f64; 2] {
    let friends = state.friends_mask(player);
    let pips_per_unit = 1.0 / battle.rules.movement.units_per_pip;
    let mut sums = [0.0; 2];
    let open = |station: &&Station| station.placed && station.owner == Some(player) && station.beside() & friends == 0;
    for station in state.stations().iter().filter(open) {
        let mut most = [0.0f64; 2];
        for enemy in state.enemies(player).map(|enemy| state.unit(enemy)) {
            let gap = (battle.from_station(enemy.at, station) - battle.rules.stations.reach).max(0.0);
            let mover = battle.odds.mover(&enemy.loadout, !enemy.has_ranged_weapons());
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
