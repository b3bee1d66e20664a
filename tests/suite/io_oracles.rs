//! The oracle of Intercept Orbit: attacks, boarding, collisions and points enumerated by another program (described in
//! `tests/suite/data/intercept_orbit.json`).
//!
//! The exact engine must equal every figure. The kernel must agree with the exact joint distribution on every attack:
//! Pearson's chi-square on a fixed seed at a family-wise level of 0.001, corrected for the 60 attacks by Holm.

use crate::oracles::assert_close;
use hitchart_dice::plan::AttackPlan;
use hitchart_dice::{Pool, Stream, exact, job_id, kernel};
use hitchart_intercept_orbit::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use hitchart_intercept_orbit::bidding::{ppa, standings};
use hitchart_intercept_orbit::exact_odds::{Boarding, Party, Rammed, ram};
use hitchart_intercept_orbit::fleet::Bid;
use hitchart_intercept_orbit::ruleset::standard;
use hitchart_stats::{chi_square, holm};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const LEVEL: f64 = 0.001;
const SAMPLES: u64 = 200_000;
const SEED: u64 = 20_150_702;
const EXACT: f64 = 1e-12;

#[derive(Deserialize)]
struct Oracle {
    attacks: Vec<AttackCase>,
    boarding: Vec<BoardingCase>,
    ram: BTreeMap<u8, RamCase>,
    ppa: Vec<PpaCase>,
}

#[derive(Deserialize)]
struct AttackCase {
    attack: Pool,
    spot: Pool,
    defense: Pool,
    band: Band,
    target: TargetKind,
    cover: bool,
    damage_dice: Vec<f64>,
    damage: Vec<f64>,
    absorbed: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct BoardingCase {
    owner: Side,
    boarder: Side,
    p_capture: f64,
    damage_to_boarders: Vec<f64>,
    damage_to_defenders: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct Side {
    companies: u8,
    ace: bool,
    #[serde(default)]
    reds: Pool,
}

#[derive(Deserialize)]
struct RamCase {
    rammer: Vec<f64>,
    target: Vec<f64>,
}

#[derive(Deserialize)]
struct PpaCase {
    fleets: Vec<FleetCase>,
    expect: Vec<Points>,
}

#[derive(Deserialize)]
struct FleetCase {
    ships: u8,
    companies: u8,
    systems: u16,
    hvas: u8,
}

#[derive(Deserialize)]
struct Points {
    ppa: u8,
    score: u16,
}

static ORACLE: LazyLock<Oracle> =
    LazyLock::new(|| serde_json::from_str(include_str!("data/intercept_orbit.json")).unwrap());

impl AttackCase {
    fn label(&self) -> String {
        let AttackCase { attack, spot, defense, band, target, cover, .. } = self;
        format!("{attack} with {spot} on {defense}, {} {} {cover}", band.name(), target.name())
    }

    fn plan(&self) -> AttackPlan {
        let aim = AttackAim { band: self.band, target: self.target, red_ace: false };
        let shelter = if self.cover { Shelter::Lasting } else { Shelter::Open };
        plan(self.attack, self.spot, self.defense, aim, shelter, &standard())
    }
}

impl Side {
    fn party(&self) -> Party {
        Party { companies: self.companies, ace: self.ace, reds: self.reds }
    }
}

#[test]
fn attacks_equal_every_case() {
    assert_eq!(ORACLE.attacks.len(), 60);
    for case in &ORACLE.attacks {
        let (odds, label) = (exact::attack(&case.plan()), case.label());
        assert_close(odds.damage_dice.as_slice(), &case.damage_dice, EXACT, &label);
        assert_close(odds.damage().as_slice(), &case.damage, EXACT, &label);
        if let Some(absorbed) = &case.absorbed {
            assert_close(odds.cover().as_slice(), absorbed, EXACT, &label);
        }
    }
}

#[test]
fn the_kernel_agrees_on_every_attack() {
    let p = |case: &AttackCase| {
        let stream = Stream { seed: SEED, job: job_id(&case.label()), stream: 0 };
        let (counts, joint) = (kernel::attack_block(&case.plan(), stream, SAMPLES), exact::attack(&case.plan()).joint);
        assert_eq!((counts.joint.rows(), counts.joint.columns()), (joint.rows(), joint.columns()), "{}", case.label());
        chi_square(counts.joint.as_slice(), joint.as_slice()).p_value
    };
    let adjusted = holm(&ORACLE.attacks.iter().map(p).collect::<Vec<f64>>());
    for (case, p) in ORACLE.attacks.iter().zip(adjusted) {
        assert!(p > LEVEL, "{}: p = {p}", case.label());
    }
}

#[test]
fn boardings_equal_every_case() {
    let rules = standard();
    assert_eq!(ORACLE.boarding.len(), 24);
    for case in &ORACLE.boarding {
        let odds = Boarding::new(case.owner.party(), &[case.boarder.party()]).unwrap().odds(&rules);
        assert_close(&[odds.holds[1]], &[case.p_capture], EXACT, "capture");
        let taken = |party: usize| odds.damage[party].as_ref().map(|damage| damage.as_slice().to_vec());
        assert_close(&taken(1).unwrap(), &case.damage_to_boarders, EXACT, "boarders");
        assert_eq!(taken(0).is_some(), case.damage_to_defenders.is_some());
        if let (Some(found), Some(expected)) = (taken(0), &case.damage_to_defenders) {
            assert_close(&found, expected, EXACT, "defenders");
        }
    }
}

#[test]
fn collisions_equal_every_speed() {
    assert_eq!(ORACLE.ram.len(), 9);
    for (speed, case) in &ORACLE.ram {
        let odds = ram(*speed, Rammed::Ship, &standard()).unwrap();
        assert_close(odds.rammer.as_slice(), &case.rammer, EXACT, &format!("rammer at {speed}"));
        assert_close(odds.target.as_slice(), &case.target, EXACT, &format!("target at {speed}"));
    }
}

#[test]
fn points_equal_every_comparison() {
    assert_eq!(ORACLE.ppa.len(), 12);
    for case in &ORACLE.ppa {
        let bid = |f: &FleetCase| Bid { ships: f.ships, companies: f.companies, systems: f.systems, hvas: f.hvas };
        let bids: Vec<Bid> = case.fleets.iter().map(bid).collect();
        let order: Vec<usize> = (0..bids.len()).collect();
        let found = standings(&bids, &ppa(&bids, &standard().bidding), &order);
        let found: Vec<(u8, u16)> = found.iter().map(|one| (one.ppa, one.score)).collect();
        assert_eq!(found, case.expect.iter().map(|one| (one.ppa, one.score)).collect::<Vec<_>>());
    }
}
