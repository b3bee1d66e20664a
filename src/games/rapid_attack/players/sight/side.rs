//! One side of the table.

use super::names::SIDE_COUNT;
use super::threats::Threats;
use crate::games::rapid_attack::battle::state::{State, Station};
use crate::games::rapid_attack::battle::{Battle, Dice};
use crate::games::rapid_attack::loadout::{Kind, Range};

/// Numbers of a side, in the order of their names.
pub type Side = [f64; SIDE_COUNT];

/// Points of score that count as an asset.
const ASSET: f64 = 5.0;
/// Hit points up to which a frame is frail.
const FRAIL: u8 = 2;
/// Distances beyond which nothing is near, in ruler units.
const FAR: f64 = 24.0;

/// The numbers of a player.
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
    }
    let frames = f64::from(state.friends_mask(player).count_ones());
    let (guarded, contested, besieged, way) = stations(battle, state, player);
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
}

impl Sums {
    fn unit(&mut self, state: &State, number: u8) {
        let unit = state.unit(number);
        let (loadout, hit_points) = (&unit.loadout, f64::from(unit.hit_points()));
        let yes = |is: bool| f64::from(u8::from(is));
        self.hit_points += hit_points;
        self.whites += f64::from(unit.whites);
        self.frail += yes(unit.hit_points() <= FRAIL);
        self.hand_to_hand += f64::from(loadout.halves_at(Range::HandToHand)) / 2.0;
        self.direct += f64::from(loadout.halves_at(Range::Direct)) / 2.0;
        self.artillery += f64::from(loadout.halves_at(Range::Artillery)) / 2.0;
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

/// Own stations with a friend beside and no enemy, those with both, those with an enemy alone; and the way of the
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
