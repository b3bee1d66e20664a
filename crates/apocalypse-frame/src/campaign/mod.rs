//! A campaign: missions in a row with clocks, crises, favors, other teams and advancement ("Campaigns").
//!
//! [`Campaign`] is the setup, [`State`] all that changes, [`Event`] an event for ledgers. Battles are a function, so
//! that tests can script their outcomes. All dice come from streams named by mission and purpose: campaigns with other
//! choices have the same dice.

mod aftermath;
mod event;
pub mod market;
mod state;
#[cfg(test)]
mod tests;

pub use event::{Aid, Event, TeamRoll};
pub use market::{Goods, Wish};
pub use state::{DivisionState, State};

use super::catalogue::advancement::{MissionType, Upgrade};
use super::catalogue::entries::{Attributes, Division};
use super::{ruleset::Ruleset, sheet::Sheet};
use hitchart_config::named;
use hitchart_dice::{Stream, Throw, job_id};
use market::Market;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

named! {
    /// Kind of a mission ("Mission Types").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum MissionKind {
        /// A mission of a Division that the Aces choose.
        Standard = "standard",
        /// A mission that a full crisis clock causes.
        Crisis = "crisis",
        /// A mission that a full moonshot clock makes available.
        Moonshot = "moonshot",
    }
}

named! {
    /// Use of Materials between missions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Spending {
        /// Saves all Materials.
        Nothing = "nothing",
        /// Buys the list of `purchases` in order, each as soon as there are Materials for it.
        Purchases = "purchases",
        /// Buys tags of choice for armaments: the largest gain of exact Harm in a round for its price.
        Tags = "tags",
        /// Buys random tags, the cheapest first: armaments, then modular systems.
        RandomTags = "random-tags",
        /// Buys armaments of the list, with the largest gain of exact Harm in a round.
        Gear = "gear",
        /// Buys frames of the list, with the largest gain of exact Harm in a round.
        Frames = "frames",
        /// Buys steps of the fullest favor clock.
        Favors = "favors",
    }
}

named! {
    /// Choice between the missions of the three Divisions.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum MissionChoice {
        /// The Division with the fullest favor clock.
        #[default]
        Favors = "favors",
        /// The Division with the fullest crisis clock, so that no other team can fill it.
        Crises = "crises",
        /// A random Division.
        Random = "random",
    }
}

named! {
    /// Use of Favors ("Division Favors").
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum FavorUse {
        /// Aid on the next mission.
        #[default]
        Aid = "aid",
        /// Aid on the next Crisis or Moonshot Mission.
        Save = "save",
        /// A stack of Materials at once.
        Materials = "materials",
    }
}

named! {
    /// Mission that a full crisis clock turns into a Crisis Mission; the game master chooses ("Crisis Clocks").
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum CrisisTime {
        /// The next mission.
        #[default]
        Next = "next",
        /// The present mission, if the clock fills before it is played.
        Current = "current",
    }
}

named! {
    /// Reward of a Standard or Crisis Mission; the game master chooses ("Standard Missions", "Crisis Missions").
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reward {
        /// A share of the Materials earned in the mission.
        #[default]
        Materials = "materials",
        /// A random armament or modular system with a random tag; after a crisis the best armament with tags of choice.
        Gear = "gear",
    }
}

/// Choices of a campaign: those of the Aces and of the game master.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Use of Materials.
    pub spending: Spending,
    /// Purchases for [`Spending::Purchases`], in order.
    pub wishes: Vec<Wish>,
    /// Choice of the Standard Mission.
    pub mission: MissionChoice,
    /// Use of Favors.
    pub favors: FavorUse,
    /// Time of Crisis Missions.
    pub crisis: CrisisTime,
    /// Reward of missions.
    pub reward: Reward,
    /// Rewards of Moonshot Missions in order, one for each.
    pub upgrades: Vec<Upgrade>,
    /// Attributes that each Ace changes to, a point after each mission; `None` for no change.
    pub attributes: Vec<Option<Attributes>>,
}

/// Another Strike Team ("Other Strike Teams").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// Type of missions for which the team rolls two dice and the higher counts.
    pub prefers: MissionType,
    /// Type of missions for which the team rolls two dice and the lower counts.
    pub weakness: MissionType,
}

/// Strike Teams of a campaign besides the Aces'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Teams {
    /// Teams with fixed types.
    Fixed(Vec<Team>),
    /// A number of teams; each campaign draws their types.
    Drawn(u8),
}

/// Missions of a campaign. Encounters are numbered by the caller.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// A number of encounters in turn, without clocks.
    Row(usize),
    /// Missions of the Divisions, with clocks.
    Clocks {
        /// Standard Missions by Division: types and encounters.
        standard: [Vec<(MissionType, usize)>; 3],
        /// Crisis Missions by Division.
        crisis: [Vec<usize>; 3],
        /// Moonshot Missions.
        moonshot: Vec<usize>,
        /// The other Strike Teams, at least two.
        teams: Teams,
    },
}

/// The setup of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Ruleset of the campaign.
    pub rules: Arc<Ruleset>,
    /// Sheets of the Aces at the start.
    pub squad: Vec<Sheet>,
    /// Number of missions.
    pub length: u8,
    /// Missions to choose from.
    pub course: Course,
    /// Choices of the Aces and of the game master.
    pub choices: Choices,
    /// Mission after which the first Ace's frame is lost in any case; `None` for no such loss.
    pub loss: Option<u8>,
}

/// The mission that is played next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Kind of the mission.
    pub kind: MissionKind,
    /// Division of the mission; `None` for Moonshot Missions and without clocks.
    pub division: Option<Division>,
    /// Number of the encounter.
    pub encounter: usize,
    /// Aid by favors.
    pub aid: Vec<Aid>,
}

/// State of an Ace's frame after a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The frame is on the map.
    Home,
    /// The Ace has ejected.
    Ejected,
    /// Ace and frame are lost in a last stand.
    Lost,
}

/// Result of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignBattle {
    /// True if the Aces won.
    pub won: bool,
    /// Materials from drops.
    pub materials: u32,
    /// Fates of the Aces, in their order.
    pub fates: Vec<Fate>,
}

/// A function that plays the battle of a mission.
pub type Fight<'a> = &'a mut dyn FnMut(&Assignment, &State) -> CampaignBattle;
/// A function that observes events, with the state after each.
pub type See<'a> = &'a mut dyn FnMut(&State, &Event);

impl Campaign {
    /// Plays a campaign with the key of its dice, and returns its last state.
    pub fn play(&self, key: u64, market: &Market, fight: Fight<'_>, see: See<'_>) -> State {
        let mut run = Run { campaign: self, market, state: State::start(&self.squad), key, throws: 0, see };
        run.begin();
        for number in 1..=self.length {
            (run.state.mission, run.throws) = (number, 0);
            let assignment = run.assign();
            let battle = fight(&assignment, &run.state);
            run.conclude(&assignment, &battle);
        }
        run.state
    }
}

/// A campaign under way.
struct Run<'a> {
    campaign: &'a Campaign,
    market: &'a Market,
    state: State,
    key: u64,
    /// Purchases with dice since the last mission.
    throws: u64,
    see: See<'a>,
}

impl Run<'_> {
    fn rules(&self) -> &Ruleset {
        &self.campaign.rules
    }

    fn choices(&self) -> &Choices {
        &self.campaign.choices
    }

    fn tell(&mut self, event: &Event) {
        (self.see)(&self.state, event);
    }

    /// Returns the dice of the present mission for a purpose.
    fn throw(&self, purpose: &str) -> Throw {
        let Run { key, throws, .. } = *self;
        let stream = u64::from(self.state.mission) << 32 | throws;
        Throw::new(Stream { seed: key, job: job_id(purpose), stream }.key())
    }

    fn has_clocks(&self) -> bool {
        matches!(self.campaign.course, Course::Clocks { .. })
    }

    /// Begins the campaign: every Ace's Division advances its favor clock ("Divisions").
    fn begin(&mut self) {
        if let Course::Clocks { teams, .. } = &self.campaign.course {
            self.state.teams = match teams {
                Teams::Fixed(teams) => teams.clone(),
                Teams::Drawn(count) => drawn_teams(*count, &mut self.throw("teams")),
            };
        }
        self.tell(&Event::Began);
        for ace in 0..self.state.sheets.len() {
            self.recruit(ace);
        }
    }

    /// Adds the step of a favor clock for a new Ace.
    fn recruit(&mut self, ace: usize) {
        let division = self.rules().catalogue.frame(&self.state.sheets[ace].frame).map(|frame| frame.written.division);
        if let Some(division) = division.ok().filter(|_| self.has_clocks()) {
            self.tell(&Event::Recruited { ace, division });
            self.favor_step(division);
        }
    }

    /// Selects the next mission, rolls for the missions of other teams, and calls for aid.
    fn assign(&mut self) -> Assignment {
        let campaign = self.campaign;
        let (standard, crisis, moonshot) = match &campaign.course {
            Course::Clocks { standard, crisis, moonshot, .. } => (standard, crisis, moonshot),
            Course::Row(many) => {
                let encounter = usize::from(self.state.mission - 1) % (*many).max(1);
                return self.assigned(MissionKind::Standard, None, encounter);
            }
        };
        let mut pick = self.throw("encounter");
        let mut any = |all: &[usize]| all[pick.below(all.len())];
        if self.state.moonshot_ready {
            self.state.moonshot_ready = false;
            return self.assigned(MissionKind::Moonshot, None, any(moonshot));
        }
        if let Some(division) = self.state.crisis.take() {
            return self.assigned(MissionKind::Crisis, Some(division), any(&crisis[division as usize]));
        }
        let mut offer = self.throw("offers");
        let offers = standard.each_ref().map(|missions| missions[offer.below(missions.len())]);
        let chosen = self.chosen();
        self.tell(&Event::Offered { types: offers.map(|(sort, _)| sort), chosen });
        self.other_teams(chosen, &offers);
        match self.state.crisis.filter(|_| self.choices().crisis == CrisisTime::Current) {
            Some(division) => {
                self.state.crisis = None;
                self.assigned(MissionKind::Crisis, Some(division), any(&crisis[division as usize]))
            }
            None => self.assigned(MissionKind::Standard, Some(chosen), offers[chosen as usize].1),
        }
    }

    /// Returns the Division whose mission the Aces take. Ties go to the first Division from a random one on.
    fn chosen(&self) -> Division {
        let first = self.throw("choice").below(3);
        let inclination = |division: &Division| {
            let clocks = self.state.divisions[*division as usize];
            match self.choices().mission {
                MissionChoice::Favors => clocks.favor,
                MissionChoice::Crises => clocks.crisis,
                MissionChoice::Random => 0,
            }
        };
        // The last of equal maxima counts.
        let order = (0..3).rev().map(|place| Division::ALL[(first + place) % 3]);
        order.max_by_key(inclination).unwrap_or(Division::Sword)
    }

    /// Rolls for the missions that other teams take ("Standard Missions").
    fn other_teams(&mut self, chosen: Division, offers: &[(MissionType, usize); 3]) {
        let mut draw = self.throw("other teams");
        let mut free: Vec<usize> = (0..self.state.teams.len()).collect();
        for division in Division::ALL {
            // Every Division has its team and dice, so that the choice of the Aces does not change those of the others.
            let (place, faces) = (draw.below(free.len().max(1)), [draw.die(6), draw.die(6)]);
            if division == chosen || free.is_empty() {
                continue;
            }
            let team = free.remove(place.min(free.len() - 1));
            let sort = offers[division as usize].0;
            let roll = TeamRoll::of(self.state.teams[team], sort, faces);
            self.tell(&Event::TeamRolled { team, division, sort, faces: roll.faces, face: roll.face });
            if let Some(steps) = self.rules().catalogue.advancement.other_team(roll.face) {
                (0..steps.crisis).for_each(|_| self.crisis_step(division));
                (0..steps.favor).for_each(|_| self.favor_step(division));
            }
        }
    }

    /// Returns the assignment, after the favors that aid it.
    fn assigned(&mut self, kind: MissionKind, division: Option<Division>, encounter: usize) -> Assignment {
        self.tell(&Event::Assigned { kind, division, encounter });
        let wanted = match self.choices().favors {
            FavorUse::Materials => false,
            FavorUse::Aid => true,
            FavorUse::Save => kind != MissionKind::Standard,
        };
        let mut aid = Vec::new();
        for division in Division::ALL.into_iter().filter(|_| wanted) {
            if self.state.divisions[division as usize].favors > 0 {
                let given = Aid::of(division);
                self.perform(division, given);
                aid.push(given);
            }
        }
        Assignment { kind, division, encounter, aid }
    }
}

/// Draws the types of other teams; no team is weak at what it prefers.
fn drawn_teams(count: u8, throw: &mut Throw) -> Vec<Team> {
    let types = MissionType::ALL;
    let team = |_| {
        let prefers = throw.below(types.len());
        let weakness = (prefers + 1 + throw.below(types.len() - 1)) % types.len();
        Team { prefers: types[prefers], weakness: types[weakness] }
    };
    (0..count).map(team).collect()
}
