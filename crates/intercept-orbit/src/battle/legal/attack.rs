//! Rules of attacks and cover, of the dice that actions may take, of losses, and of the order of turns.

use super::super::super::attack::{AttackAim, Band, TargetKind};
use super::super::super::space::{Body, Pose};
use super::super::state::{Asset, Colour, CoverBy, Die, Life, Loss, Part, State, Target, Turn, Victim};
use super::super::{super::fleet::Ace, super::ruleset::RedHits, super::ship::System, Battle};
use crate::ids::{AssetId, AssetSet};
use hitchart_dice::plan::HitChart;
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::dice::{DiceLeft, HandDie};

// Rules of attacks: targets and bands (I38, I44, I61).

/// Returns true if an ace of a colour leads a company that stands.
#[inline]
pub fn is_led_by(asset: &Asset, ace: Ace) -> bool {
    asset.ace == Some(ace) && asset.life() == Life::Standing
}

/// Lists the bands that a ship may declare.
pub fn declared_bands<D>(battle: &Battle<D>, ship: &Asset) -> impl Iterator<Item = Band> {
    let (systems, dogfight) = (ship.systems, battle.rules.turn.dogfight);
    Band::ALL.into_iter().map(|(band, _)| band).filter(move |band| systems.may_attack(*band, dogfight))
}

/// Returns true if a ship may attack an asset of this kind at a band. Companies are targets only at dogfight and point
/// defence band (I44).
#[inline]
pub fn fits_band(asset: &Asset, band: Band) -> bool {
    asset.is_ship() || (asset.is_company() && matches!(band, Band::Dogfight | Band::PointDefense))
}

/// Returns true if a ship can have the target in the band now or at the end of its move. The target must be no farther
/// from the band than the ship can sail ("Declare your target").
pub fn may_declare<D>(battle: &Battle<D>, state: &State, ship: AssetId, target: Target, band: Band) -> bool {
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
pub fn in_band<D>(battle: &Battle<D>, state: &State, by: AssetId, at: Pose, target: Target, band: Band) -> bool {
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
#[inline]
pub fn is_foe(state: &State, player: PlayerId, asset: AssetId) -> bool {
    let asset = state.asset(asset);
    asset.side() != player && !asset.is_hva() && matches!(asset.life(), Life::Standing | Life::Docked)
}

/// Returns the ships and companies that a player may attack.
#[inline]
pub fn foes(state: &State, player: PlayerId) -> AssetSet {
    state.targets() - state.of(player)
}

/// Returns the band at which a company attacks a target from its present place: dogfight, or farther with a red ace
/// (I61). `None` if the target is out of reach.
pub fn band_of_company<D>(battle: &Battle<D>, state: &State, company: AssetId, target: AssetId) -> Option<Band> {
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
#[inline]
pub fn company_may_attack(turn: &Turn) -> bool {
    !turn.attacked && !dice_for(turn, Colour::Red).is_none()
}

/// Lists the targets that a company can attack from its present place, in the order of [`State::numbers_for`].
pub fn company_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = AssetId> + 'a {
    let side = state.asset(turn.asset).side();
    let mask = if company_may_attack(turn) { foes(state, side) } else { AssetSet::EMPTY };
    state.numbers_for(side, mask).filter(move |target| band_of_company(battle, state, turn.asset, *target).is_some())
}

/// Returns true if an attack uses the table of companies: at dogfight band, and by a red ace if the rules say so (I61).
pub fn reads_dogfight_table<D>(battle: &Battle<D>, attacker: &Asset, band: Band) -> bool {
    band == Band::Dogfight || (attacker.is_company() && battle.rules.aces.red_hits == RedHits::Company)
}

/// Returns the chart of an attack on a target in cover or in the open.
pub fn chart<D>(battle: &Battle<D>, (attacker, band): (&Asset, Band), on_company: bool, covered: bool) -> HitChart {
    let target = if on_company { TargetKind::Company } else { TargetKind::Ship };
    let chart = AttackAim { band, target, red_ace: attacker.is_company() }.chart(&battle.rules);
    if covered { chart } else { HitChart::target_only(chart.cover) }
}

/// Returns true if a company can pass through things in its way: it has its movement system ("Mobile Frame Companies").
#[inline]
pub fn crosses(asset: &Asset) -> bool {
    asset.parts.has(Part::Movement)
}

// Rules of cover (I39 to I43).

/// Returns the cover of the target of an attack from the present places. A screen comes before debris, and debris
/// before ships; of each the lowest number.
pub fn cover_of<D>(battle: &Battle<D>, state: &State, attacker: AssetId, target: Target, band: Band) -> CoverBy {
    let Target::Asset(number) = target else { return CoverBy::Nothing };
    let by = state.asset(attacker);
    let absorbs = battle.rules.charts.of(band).is_some_and(|chart| chart.absorbed >= chart.hits);
    if !absorbs || reads_dogfight_table(battle, by, band) {
        return CoverBy::Nothing;
    }
    if is_screened(battle, state, number) {
        return CoverBy::Screen;
    }
    pieces(battle, state, (by.body, by.pose), number).find(|piece| *piece != attacker).map_or(
        CoverBy::Nothing,
        |piece| match piece.debris() {
            Some(debris) => CoverBy::Debris(debris),
            None => CoverBy::Asset(piece),
        },
    )
}

/// Returns true if a target is out of cover from a place, not counting screens ("out of cover" for spots; I43).
pub fn is_open<D>(battle: &Battle<D>, state: &State, from: (Body, Pose), by: AssetId, target: AssetId) -> bool {
    pieces(battle, state, from, target).all(|piece| piece == by)
}

/// Lists the debris, then the assets, that cover a target from an attacker.
fn pieces<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    from: (Body, Pose),
    target: AssetId,
) -> impl Iterator<Item = AssetId> + 'a {
    let to = state.asset(target).placed();
    let debris = state.pieces().map(AssetId::of_debris);
    let covering = covering_assets(battle, state) - AssetSet::of(target);
    debris.chain(covering.iter()).filter(move |piece| battle.space.covers(from, to, state.placed(*piece)))
}

/// Returns the assets that may cover others: ships, and other assets if the rules say so (I43).
pub fn covering_assets<D>(battle: &Battle<D>, state: &State) -> AssetSet {
    if battle.rules.cover.companies_cover { state.standing() } else { state.ships() }
}

/// Returns true if defences or a blue ace let a target take hits as though in cover (I42).
pub fn is_screened<D>(battle: &Battle<D>, state: &State, target: AssetId) -> bool {
    let (rules, asset) = (&battle.rules, state.asset(target));
    if is_led_by(asset, Ace::Blue) {
        return true;
    }
    let screens = |number: AssetId| {
        let other = state.asset(number);
        let is_ship = other.is_ship() && other.systems.count(System::Defense) >= rules.cover.screen_from;
        // A ship screens ships; an ace screens any tactical asset.
        let by_ship = is_ship && asset.is_ship() && (rules.cover.screen_self || number != target);
        let by_ace = rules.aces.blue_covers_others && is_led_by(other, Ace::Blue);
        by_ship || by_ace
    };
    let friends = (state.standing() - state.hvas()) & state.of(asset.side());
    friends.iter().any(|friend| {
        screens(friend)
            && (friend == target
                || battle.space.within(state.asset(friend).placed(), asset.placed(), rules.ranges.point_defense))
    })
}

// Dice that may be given to actions.

impl HandDie for Die {
    #[inline]
    fn of_bit(bit: u8) -> Die {
        match bit {
            0 => Die::Own,
            1..=4 => Die::White(bit - 1),
            _ => Die::Black(bit - 5),
        }
    }
}

/// Returns the first place of each value among the given places, as a mask.
#[inline]
fn differing(places: u8, values: &[u8; 4]) -> u16 {
    let (mut differing, mut met) = (0, 0u32);
    for (place, value) in values.iter().enumerate() {
        let here = u32::from(places >> place & 1) << value;
        differing |= u16::from(here & !met != 0) << place;
        met |= here;
    }
    differing
}

/// Returns the whites that may be given to any action, as a mask of places, the first of each value. On a captured ship
/// there are none, because the first owner has assigned them (I33).
#[inline]
pub fn free_whites(turn: &Turn) -> u16 {
    if turn.given.is_some() { 0 } else { differing(turn.whites(), &turn.hand().whites) }
}

/// Returns the dice that an action of a colour may take: its best die and the whites of different values. If the first
/// owner has given a white to the action, it may take only that one (I33).
#[inline]
pub fn dice_for(turn: &Turn, colour: Colour) -> DiceLeft<Die> {
    match turn.given.map(|given| given.to(colour)) {
        Some(Die::White(place)) if turn.whites() >> place & 1 == 1 => DiceLeft::of(2 << place),
        _ => DiceLeft::of(u16::from(turn.has(colour)) | free_whites(turn) << 1),
    }
}

/// Returns the dice worth giving to the action of a colour.
#[inline]
pub fn worth_giving(turn: &Turn, colour: Colour) -> DiceLeft<Die> {
    dice_for(turn, colour).worth_giving(turn.hand().best[colour as usize], &turn.hand().whites)
}

/// Returns true if leaving the asset without a defense is a choice: there is no blue die and no white assigned to the
/// defense.
#[inline]
pub fn may_stay_undefended(turn: &Turn) -> bool {
    let is_given = turn.given.is_some_and(|given| given.defense != Die::None);
    !turn.has(Colour::Blue) && !is_given
}

/// Returns the blacks and whites that can fuel or repair companies.
#[inline]
pub fn launch_dice(turn: &Turn) -> DiceLeft<Die> {
    DiceLeft::of(free_whites(turn) << 1 | differing(turn.blacks(), &turn.hand().blacks) << 5)
}

// Losses for hits, and steps away from hits (I07, I08, I64).

/// Lists the possible losses of an asset for a hit: systems first, then whites, the ace last.
pub fn losses(asset: &Asset) -> impl Iterator<Item = Loss> + '_ {
    let systems = asset.systems.kinds().map(Loss::System);
    let parts = asset.parts.iter().map(Loss::Part);
    let has_systems = asset.systems.total() > 0 || asset.parts.count() > 0;
    let white = (!has_systems && asset.whites > 0).then_some(Loss::White);
    let ace = (!has_systems && asset.whites == 0 && asset.ace_left).then_some(Loss::Ace);
    systems.chain(parts).chain(white).chain(ace)
}

/// Returns true if a company may spend fuel and step away instead of taking a hit: from the ship that it touches, or
/// from a company that it carries.
pub fn may_dodge<D>(battle: &Battle<D>, state: &State, company: AssetId) -> bool {
    let (rules, asset) = (&battle.rules.fuel, state.asset(company));
    asset.is_company()
        && asset.life() == Life::Standing
        && asset.fuel >= rules.per_dodge.max(1)
        && (!rules.dodge_needs_green || asset.parts.has(Part::Movement))
        && (asset.on.is_some() || carries(state, company))
}

fn carries(state: &State, asset: AssetId) -> bool {
    state.drifting.iter().any(|other| state.asset(other).carried_by == Some(asset))
}

/// Returns the assets that may take a hit of a wound.
pub fn victims<D>(battle: &Battle<D>, state: &State, victim: Victim) -> AssetSet {
    match victim {
        Victim::Asset(asset) => state.on_table() & AssetSet::of(asset),
        Victim::Aboard { ship, player } => fighters_of(battle, state, ship, player),
    }
}

/// Returns the companies on a ship that take part in boarding: flying ones, and docked ones if the rules say
/// so (I15).
pub fn fighters<D>(battle: &Battle<D>, state: &State, ship: AssetId) -> AssetSet {
    taking_part(battle, state, ship, state.companies())
}

/// Returns the same companies of one player.
#[inline]
pub fn fighters_of<D>(battle: &Battle<D>, state: &State, ship: AssetId, player: PlayerId) -> AssetSet {
    taking_part(battle, state, ship, state.companies() & state.of(player))
}

fn taking_part<D>(battle: &Battle<D>, state: &State, ship: AssetId, companies: AssetSet) -> AssetSet {
    let docked = battle.rules.launch.docked_board;
    let fights = |company: &AssetId| {
        let company = state.asset(*company);
        company.on == Some(ship) && (company.life() == Life::Standing || (docked && company.life() == Life::Docked))
    };
    AssetSet::from_iter(companies.iter().filter(fights))
}

// Rules about the order of turns: assets that may act, and players that may not pass.

/// Returns true if the player who is asked must act: no later player can act, the rules have no passing (I12), or it is
/// the first turn of the battle (I14).
pub fn must_act<D>(battle: &Battle<D>, state: &State) -> bool {
    let rest = &state.query[usize::from(state.place) + 1..usize::from(state.player_count)];
    !battle.rules.order.passing || !state.opened || rest.iter().all(|player| state.ready(*player).is_empty())
}

/// Returns the assets with which a player may begin a turn. The first turn of the battle is that of a ship
/// or a high value asset (I14); no other assets stand at that time.
#[inline]
pub fn may_act(state: &State, player: PlayerId) -> AssetSet {
    state.ready(player)
}
