//! Events of a campaign, and their words.

use super::market::Goods;
use super::{MissionKind, Team};
use crate::catalogue::advancement::{MissionType, Upgrade};
use crate::catalogue::entries::{Attributes, Division};
use hitchart_config::named;
use serde::Serialize;

named! {
    /// Aid of a Division for one mission ("Division Favors").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Aid {
        /// The Sword intercepts enemies that would arrive during the battle.
        Intercept = "intercept",
        /// The Arrow sends another Ace in a stock frame.
        Frame = "frame",
        /// A stack of Materials.
        Materials = "materials",
    }
}

impl Aid {
    /// Returns the aid that a Division gives. The favors of the Shield have no effect in a battle, so that it gives
    /// Materials.
    pub fn of(division: Division) -> Aid {
        match division {
            Division::Sword => Aid::Intercept,
            Division::Arrow => Aid::Frame,
            Division::Shield => Aid::Materials,
        }
    }
}

/// A roll of another team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRoll {
    /// Dice of the team: two for a type that it prefers or is weak at.
    pub faces: Vec<u8>,
    /// Die that counts.
    pub face: u8,
}

impl TeamRoll {
    /// Returns the roll of a team for a mission of a type; the second die is left out if it does not count.
    pub fn of(team: Team, sort: MissionType, faces: [u8; 2]) -> TeamRoll {
        let both = [team.prefers, team.weakness].contains(&sort);
        let face = match sort {
            sort if sort == team.prefers => faces[0].max(faces[1]),
            sort if sort == team.weakness => faces[0].min(faces[1]),
            _ => faces[0],
        };
        TeamRoll { faces: if both { faces.to_vec() } else { vec![faces[0]] }, face }
    }
}

/// An event of a campaign. Aces and teams are numbered from 0.
#[allow(missing_docs, reason = "the names of fields are those of the ledger, which the documentation lists")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The campaign began.
    Began,
    /// An Ace joined from a Division; a step of its favor clock follows.
    Recruited { ace: usize, division: Division },
    /// A favor clock advanced; a full one was emptied.
    FavorClock { division: Division, full: bool },
    /// A Division owes the Aces a favor.
    FavorGranted { division: Division },
    /// A Division performed a favor; a step of the moonshot clock follows.
    FavorPerformed { division: Division, aid: Aid, materials: u32 },
    /// The moonshot clock advanced; a full one was emptied, and the next mission is a Moonshot Mission.
    MoonshotClock { full: bool },
    /// A crisis clock advanced; a full one was emptied with all other crisis clocks, and a Crisis Mission is due.
    CrisisClock { division: Division, full: bool },
    /// The Divisions offered missions of these types, by Division, and the Aces chose one.
    Offered { types: [MissionType; 3], chosen: Division },
    /// Another team took the mission of a Division; `face` counts.
    TeamRolled {
        team: usize,
        division: Division,
        #[serde(rename = "type")]
        sort: MissionType,
        faces: Vec<u8>,
        face: u8,
    },
    /// The Aces got a mission.
    Assigned { kind: MissionKind, division: Option<Division>, encounter: usize },
    /// The battle was fought; Materials are those of drops.
    Fought { won: bool, materials: u32, ejected: Vec<usize>, lost: Vec<usize> },
    /// The mission paid Materials.
    Rewarded { materials: u32 },
    /// The mission paid gear, which is now in the hangar; `faces` are those of the random tables.
    RewardedGear { piece: String, faces: Vec<u8> },
    /// The Aces got an upgrade.
    Upgraded { upgrade: Upgrade },
    /// A lost frame was replaced, with its customization if `rebuilt`.
    FrameReplaced { ace: usize, cost: u32, rebuilt: bool },
    /// An Ace moved a point between attributes.
    AttributesChanged { ace: usize, attributes: Attributes },
    /// The Aces bought something; `faces` are those of the random tables.
    Bought { goods: Goods, cost: u32, faces: Vec<u8> },
}

impl Event {
    /// Describes the event; `aces` are the names of the Aces, and `encounters` those of the encounters.
    pub fn words(&self, aces: &[String], encounters: &[String]) -> String {
        let ace = |ace: &usize| aces.get(*ace).map_or("an Ace", String::as_str);
        let clock = |full: bool| if full { " and is full" } else { "" };
        match self {
            Event::Began => "The campaign begins.".to_owned(),
            Event::Recruited { ace: number, division } => {
                format!("{} joins from the {}.", ace(number), title(*division))
            }
            Event::FavorClock { division, full } => {
                format!("The favor clock of the {} advances{}.", title(*division), clock(*full))
            }
            Event::FavorGranted { division } => format!("The {} owes a favor.", title(*division)),
            Event::FavorPerformed { division, aid, materials: 0 } => {
                format!("The {} performs a favor: {}.", title(*division), aid.name())
            }
            Event::FavorPerformed { division, materials, .. } => {
                format!("The {} performs a favor: {materials} Materials.", title(*division))
            }
            Event::MoonshotClock { full } => format!("The moonshot clock advances{}.", clock(*full)),
            Event::CrisisClock { division, full } => {
                format!("The crisis clock of the {} advances{}.", title(*division), clock(*full))
            }
            Event::Offered { types, chosen } => {
                let [sword, arrow, shield] = types.map(MissionType::name);
                format!("Missions: {sword}, {arrow}, {shield}; the Aces choose that of the {}.", title(*chosen))
            }
            Event::TeamRolled { team, division, face, .. } => {
                format!("Team {} takes the mission of the {} and rolls {face}.", team + 1, title(*division))
            }
            Event::Assigned { kind, division, encounter } => {
                let of = division.map_or_else(String::new, |division| format!(" of the {}", title(division)));
                let name = encounters.get(*encounter).map_or("", String::as_str);
                format!("A {} mission{of}: {name}.", kind.name())
            }
            Event::Fought { won, materials, ejected, lost } => {
                let result = if *won { "won" } else { "lost" };
                let gone = ejected.iter().map(|one| format!("; {} ejected", ace(one)));
                let gone: String = gone.chain(lost.iter().map(|one| format!("; {} is lost", ace(one)))).collect();
                format!("The mission is {result}; {materials} Materials from drops{gone}.")
            }
            Event::Rewarded { materials } => format!("The reward is {materials} Materials."),
            Event::RewardedGear { piece, .. } => format!("The reward is {piece}."),
            Event::Upgraded { upgrade } => format!("Every Ace gets the upgrade `{}`.", upgrade.name()),
            Event::FrameReplaced { ace: number, cost, rebuilt } => {
                let how = if *rebuilt { "rebuilt" } else { "replaced by a stock frame" };
                format!("The frame of {} is {how} for {cost} Materials.", ace(number))
            }
            Event::AttributesChanged { ace: number, attributes: Attributes { drive, speed, control } } => {
                format!("{} changes to Drive {drive}, Speed {speed}, Control {control}.", ace(number))
            }
            Event::Bought { goods, cost, .. } => format!("Bought for {cost} Materials: {}.", goods.words(ace)),
        }
    }
}

/// Returns the name of a Division as the text writes it.
pub(super) fn title(division: Division) -> &'static str {
    match division {
        Division::Sword => "Sword",
        Division::Arrow => "Arrow",
        Division::Shield => "Shield",
    }
}
