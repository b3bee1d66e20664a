//! Rules of attacks: targets and bands (I38, I44, I61).

use super::super::super::attack::Aim;
use super::super::super::band::{Band, TargetKind};
use super::super::super::battle_rules::LaborFrames;
use super::super::super::fleet::Ace;
use super::super::super::ruleset::RedHits;
use super::super::super::space::{Body, Pose};
use super::super::Battle;
use super::super::state::{Asset, Colour, Life, Part, State, Target, Turn};
use super::dice::dice_for;
use hitchart_dice::plan::HitChart;

/// Returns true if an ace of a colour leads a company that stands.
#[inline]
pub fn is_led_by(asset: &Asset, ace: Ace) -> bool {
    asset.ace == Some(ace) && asset.life() == Life::Standing
}

/// Lists the bands that a ship may declare.
pub fn declared_bands<D>(battle: &Battle<D>, ship: &Asset) -> impl Iterator<Item = Band> {
    let systems = ship.systems;
    let whites = match battle.rules.turn.dogfight {
        LaborFrames::Unarmed => !systems.has_weapons(),
        LaborFrames::NoPointDefense => !systems.is_armed(Band::PointDefense),
        LaborFrames::Any => true,
    };
    let may = move |band: &Band| if *band == Band::Dogfight { whites } else { systems.is_armed(*band) };
    Band::ALL.into_iter().map(|(band, _)| band).filter(may)
}

/// Returns true if a ship may attack an asset of this kind at a band. Companies are targets only at dogfight and point
/// defence band (I44).
pub fn fits_band(asset: &Asset, band: Band) -> bool {
    asset.is_ship() || (asset.is_company() && matches!(band, Band::Dogfight | Band::PointDefense))
}

/// Returns true if a ship can have the target in the band now or at the end of its move. The target must be no farther
/// from the band than the ship can sail ("Declare your target").
pub fn may_declare<D>(battle: &Battle<D>, state: &State, ship: u8, target: Target, band: Band) -> bool {
    let (ship, space) = (state.asset(ship), &battle.space);
    let (body, pose) = match target {
        Target::Nothing => return true,
        Target::Asset(asset) if !fits_band(state.asset(asset), band) => return false,
        Target::Asset(asset) => state.asset(asset).placed(),
        Target::Debris(piece) => state.debris[usize::from(piece)].placed(),
    };
    let sails = space.reach(ship.body) + space.reach(body) + f64::from(battle.rules.movement.most);
    // A company may be on a ship that is nearer, by the size of the ship.
    let slack = if body == Body::Company { 2.0 * space.reach(Body::Capital) } else { 0.0 };
    let (square, ranges) = (ship.pose.at.distance_squared(pose.at), &battle.rules.ranges);
    let (far, near) = (band.farthest(ranges) + sails + slack, band.beyond(ranges) - sails);
    square <= far * far && (near <= 0.0 || square >= near * near)
}

/// Returns true if an asset at a pose has a target in a band. The point defence of a ship also reaches companies on a
/// ship in reach. Companies can fight any asset on the ship that they are on, and that ship ("Ranges", "Dogfight
/// range"; I44).
pub fn in_band<D>(battle: &Battle<D>, state: &State, by: u8, at: Pose, target: Target, band: Band) -> bool {
    let (space, ranges) = (&battle.space, &battle.rules.ranges);
    let attacker = state.asset(by);
    let from = (attacker.body, at);
    let reaches = |placed: (Body, Pose)| {
        let farthest = band.farthest(ranges);
        if farthest.is_finite() {
            let far = farthest + space.reach(from.0) + space.reach(placed.0);
            if at.at.distance_squared(placed.1.at) > far * far {
                return false;
            }
        }
        band.reaches(space.gap(from, placed), ranges)
    };
    match target {
        Target::Nothing => false,
        Target::Debris(piece) => reaches(state.debris[usize::from(piece)].placed()),
        Target::Asset(number) => {
            let asset = state.asset(number);
            let host = asset.on.filter(|_| asset.is_company());
            let shares = attacker.is_company()
                && band == Band::Dogfight
                && attacker.on.is_some_and(|ship| ship == number || host == Some(ship));
            let by_host = band == Band::PointDefense && attacker.is_ship();
            shares
                || reaches(asset.placed())
                || host.is_some_and(|ship| by_host && (ship == by || reaches(state.placed(ship))))
        }
    }
}

/// Returns true if a player may attack an asset at all: a ship or company of another player that does not drift (I45,
/// I46).
pub fn is_foe(state: &State, player: u8, asset: u8) -> bool {
    let asset = state.asset(asset);
    asset.side() != player && !asset.is_hva() && matches!(asset.life(), Life::Standing | Life::Docked)
}

/// Returns the ships and companies that a player may attack, as a mask.
#[inline]
pub fn foes(state: &State, player: u8) -> u64 {
    state.targets() & !state.of(player)
}

/// Returns the band at which a company attacks a target from its present place: dogfight, or farther with a red ace
/// (I61). `None` if the target is out of reach.
pub fn band_of_company<D>(battle: &Battle<D>, state: &State, company: u8, target: u8) -> Option<Band> {
    let asset = state.asset(company);
    let bands: &[Band] = match is_led_by(asset, Ace::Red) && battle.rules.aces.red_reaches {
        true => &[Band::Dogfight, Band::PointDefense, Band::Assault],
        false => &[Band::Dogfight],
    };
    bands.iter().copied().find(|band| in_band(battle, state, company, asset.pose, Target::Asset(target), *band))
}

/// Returns true if a ship's turn can make its attack from the ship's present place.
pub fn ship_can_attack<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let ship = state.asset(turn.asset);
    let is_there = match turn.target {
        Target::Nothing => false,
        Target::Asset(target) => is_foe(state, ship.side(), target),
        Target::Debris(piece) => state.debris_left >> piece & 1 == 1,
    };
    !turn.attacked
        && is_there
        && !dice_for(turn, Colour::Red).is_none()
        && in_band(battle, state, turn.asset, ship.pose, turn.target, turn.band)
}

/// Returns true if a company's turn can still make an attack, on any target.
pub fn company_may_attack(turn: &Turn) -> bool {
    !turn.attacked && !dice_for(turn, Colour::Red).is_none()
}

/// Lists the targets that a company can attack from its present place, in the order of [`State::numbers_for`].
pub fn company_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = u8> + 'a {
    let side = state.asset(turn.asset).side();
    let mask = if company_may_attack(turn) { foes(state, side) } else { 0 };
    state.numbers_for(side, mask).filter(move |target| band_of_company(battle, state, turn.asset, *target).is_some())
}

/// Returns true if an attack uses the table of companies: at dogfight band, and by a red ace if the rules say so (I61).
pub fn reads_dogfight_table<D>(battle: &Battle<D>, attacker: &Asset, band: Band) -> bool {
    band == Band::Dogfight || (attacker.is_company() && battle.rules.aces.red_hits == RedHits::Company)
}

/// Returns the chart of an attack on a target in cover or in the open.
pub fn chart<D>(battle: &Battle<D>, (attacker, band): (&Asset, Band), on_company: bool, covered: bool) -> HitChart {
    let target = if on_company { TargetKind::Company } else { TargetKind::Ship };
    let chart = Aim { band, target, red_ace: attacker.is_company() }.chart(&battle.rules);
    if covered { chart } else { HitChart::target_only(chart.cover) }
}

/// Returns true if a company can pass through things in its way: it has its movement system ("Mobile Frame Companies").
#[inline]
pub fn crosses(asset: &Asset) -> bool {
    asset.parts.has(Part::Movement)
}
