//! Expected harm of attacks by the exact tables: the best attack of each asset on a target in reach now or after a
//! usual move.

use super::super::super::band::Band;
use super::super::super::battle::Dice;
use super::super::super::battle::legal::attack::fits_band;
use super::super::super::battle::odds::{Behind, Situation};
use super::super::super::battle::state::{Asset, MAX_FLEETS, numbers_in};
use super::super::super::space::Pose;
use super::super::tactician::USUAL_FLIGHT;
use super::super::view::{Mark, View};

/// Expected share of lives that is lost, and expected number of destructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Harm {
    pub life: f64,
    pub kills: f64,
}

impl Harm {
    fn add(&mut self, (life, kills): (f64, f64)) {
        self.life += life;
        self.kills += kills;
    }
}

/// Harm by side, dealt by its own assets and feared by it. Each is split into assets that still act this round and all
/// assets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strikes {
    pub dealt: [[Harm; 2]; MAX_FLEETS],
    pub feared: [[Harm; 2]; MAX_FLEETS],
}

/// Indices of the assets that still act and of all assets in [`Strikes`].
pub const NOW: usize = 0;
pub const LATER: usize = 1;

/// Distance in units outside a band that a little steering makes up for.
const SLACK: f64 = 1.5;

/// Returns the sums of the best attacks of all assets.
pub fn strikes<D: Dice>(view: &View<'_, D>) -> Strikes {
    let state = view.state;
    let mut all = Strikes::default();
    for by in numbers_in(state.standing() & !state.hvas()) {
        let asset = state.asset(by);
        let Some((harm, side)) = best(view, asset) else { continue };
        let from = if state.has_acted(by) { LATER } else { NOW };
        for time in from..=LATER {
            all.dealt[usize::from(asset.side())][time].add(harm);
            all.feared[usize::from(side)][time].add(harm);
        }
    }
    all
}

/// Returns the attack of an asset that takes most of a life, and the side of its target. `None` if nothing is in reach.
fn best<D: Dice>(view: &View<'_, D>, asset: &Asset) -> Option<((f64, f64), u8)> {
    let state = view.state;
    let way = view.battle.space.direction(asset.pose.heading);
    let ahead = Pose { at: asset.pose.at + way * f64::from(asset.speed), ..asset.pose };
    let foes = state.targets() & !state.of(asset.side());
    let mut best = None;
    let mut most = 0.0;
    for (band, _) in Band::ALL {
        let Some(dice) = view.arms(asset, band) else { continue };
        for target in numbers_in(foes) {
            let to = state.asset(target);
            let out = if asset.is_company() {
                view.out_of_band(asset, asset.pose, to, band) - USUAL_FLIGHT
            } else if fits_band(to, band) {
                view.out_of_band(asset, asset.pose, to, band).min(view.out_of_band(asset, ahead, to, band)) - SLACK
            } else {
                continue;
            };
            if out > 0.0 {
                continue;
            }
            let Mark { spot, defense, life, kind } = Mark::new(to);
            let at =
                if asset.is_company() { Situation::dogfight(kind) } else { Situation::of(band, kind, Behind::Nothing) };
            let (mean, kill) = view.odds.strike(dice, spot, defense, at, life);
            let share = (mean / f64::from(life.max(1))).min(1.0);
            if share + kill > most {
                most = share + kill;
                best = Some(((share, kill), to.side()));
            }
        }
    }
    best
}
