//! What can be attacked, and from where (I38, I44, I61).

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

/// Whether an ace of a colour leads a company: it does as long as the company is in play.
#[inline]
pub fn is_led_by(asset: &Asset, ace: Ace) -> bool {
    asset.ace == Some(ace) && asset.life() == Life::Standing
}

/// The bands that a ship may declare.
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

/// Whether a target is of a kind that a ship may attack at a band: companies at dogfight and point defence only (I44).
pub fn fits_band(asset: &Asset, band: Band) -> bool {
    asset.is_ship() || (asset.is_company() && matches!(band, Band::Dogfight | Band::PointDefense))
}

/// Whether a ship may hope to have a target in a band now or at the end of its move: no farther off than it can sail
/// ("Declare your target").
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

/// Whether an asset at a pose has a target in a band. Companies are in reach of ships' point defence on a ship that is;
/// companies fight whom they share a ship with ("Ranges", "Dogfight range"; I44).
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

/// Whether an asset may be attacked by a player at all: another's ship or company that does not drift (I45, I46).
pub fn is_foe(state: &State, player: u8, asset: u8) -> bool {
    let asset = state.asset(asset);
    asset.side() != player && !asset.is_hva() && matches!(asset.life(), Life::Standing | Life::Docked)
}

/// Ships and companies that a player may attack, as a mask.
#[inline]
pub fn foes(state: &State, player: u8) -> u64 {
    state.targets() & !state.of(player)
}

/// The band at which a company attacks a target from where it is: dogfight, or farther with a red ace (I61).
pub fn band_of_company<D>(battle: &Battle<D>, state: &State, company: u8, target: u8) -> Option<Band> {
    let asset = state.asset(company);
    let bands: &[Band] = match is_led_by(asset, Ace::Red) && battle.rules.aces.red_reaches {
        true => &[Band::Dogfight, Band::PointDefense, Band::Assault],
        false => &[Band::Dogfight],
    };
    bands.iter().copied().find(|band| in_band(battle, state, company, asset.pose, Target::Asset(target), *band))
}

/// Whether the attack of a ship's turn can be made from where it is.
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

/// Whether a company's turn can still make an attack, its target apart.
pub fn company_may_attack(turn: &Turn) -> bool {
    !turn.attacked && !dice_for(turn, Colour::Red).is_none()
}

/// Whom a company can attack from where it is, in the order of [`State::numbers_for`].
pub fn company_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = u8> + 'a {
    let side = state.asset(turn.asset).side();
    let mask = if company_may_attack(turn) { foes(state, side) } else { 0 };
    state.numbers_for(side, mask).filter(move |target| band_of_company(battle, state, turn.asset, *target).is_some())
}

/// Whether an attack is read off the table of companies: at dogfight band, and by a red ace where the rules say so (I61).
pub fn reads_dogfight_table<D>(battle: &Battle<D>, attacker: &Asset, band: Band) -> bool {
    band == Band::Dogfight || (attacker.is_company() && battle.rules.aces.red_hits == RedHits::Company)
}

/// The chart of an attack on a target in the open, or of one in cover.
pub fn chart<D>(battle: &Battle<D>, (attacker, band): (&Asset, Band), on_company: bool, covered: bool) -> HitChart {
    let target = if on_company { TargetKind::Company } else { TargetKind::Ship };
    let chart = Aim { band, target, red_ace: attacker.is_company() }.chart(&battle.rules);
    if covered { chart } else { HitChart::target_only(chart.cover) }
}

/// Whether a company passes through what is in its way: as long as it has its movement system ("Mobile Frame
/// Companies").
#[inline]
pub fn crosses(asset: &Asset) -> bool {
    asset.parts.has(Part::Movement)
}
