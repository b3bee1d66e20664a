//! Campaigns as they are played: every arm on common random numbers, and integer sums over many.

use super::super::batch::{Seated, seated};
use super::{Campaign, Event, Market, State};
use hitchart_apocalypse_frame::campaign::{Aid, Assignment, CampaignBattle, Fate, MissionKind};
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission};
use hitchart_apocalypse_frame::record::{MissionRecord, Whole};
use hitchart_apocalypse_frame::{
    ace::Ace, encounter::MAX_ACES, encounter::MissionPlan, mission::state::Life, players::PolicySpec, ruleset::Ruleset,
    squad,
};
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::{Counts, GroupCounter, Matchup};
use hitchart_lab::study::{Observations, Sums, add_all};
use hitchart_play::{metrics, play};
use serde::{Deserialize, Serialize};
use std::{ops::Range, sync::Arc, sync::atomic::AtomicBool};

metrics! {
    /// Metrics of each mission of a campaign.
    Leg {
        HarmTaken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces in the mission"
        FrameDamage "frame_damage" "Frame damage" Single("times") "times that an Ace lost all Vigor in the mission"
        AmmoLeft "ammo_left" "Ammo left" Several("Ammo") "Ammo of the Aces on the map at the end"
        Rounds "rounds" "Rounds" AtLeastOne("rounds") "rounds begun in the mission"
        Victory "victory" "Victory" Share "1 if the mission was won"
        VigorLeft "vigor_left" "Vigor left" Several("Vigor") "Vigor of the Aces on the map at the end"
        Earned "earned" "Materials earned" Several("Materials") "Materials from drops, from the reward of a won mission and from favors"
        Spent "spent" "Materials spent" Several("Materials") "Materials spent after the mission, including the replacement of lost frames"
        Bought "bought" "Purchases" Single("purchases") "purchases made by the end of the mission"
        Crisis "crisis" "Crisis" Share "1 if it was a Crisis Mission"
        Moonshot "moonshot" "Moonshot" Share "1 if it was a Moonshot Mission"
    }
}

metrics! {
    /// Metrics of a campaign.
    Total {
        Won "missions_won" "Missions won" Single("missions") "missions won in the campaign"
        HarmTaken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces in the campaign"
        Replaced "frames_replaced" "Frames replaced" Single("frames") "lost frames that were replaced"
        Crises "crises" "Crisis Missions" Single("missions") "Crisis Missions played"
        CrisesWon "crises_won" "Crisis Missions won" Single("missions") "Crisis Missions won"
        Favors "favors" "Favors" Single("favors") "favors that Divisions performed"
        Moonshots "moonshots" "Moonshot Missions" Single("missions") "Moonshot Missions played"
        MoonshotsWon "moonshots_won" "Moonshot Missions won" Single("missions") "Moonshot Missions won"
        Earned "earned" "Materials earned" Several("Materials") "Materials earned in the campaign"
        Spent "spent" "Materials spent" Several("Materials") "Materials spent in the campaign"
    }
}

/// Events whose first time in a campaign is counted.
pub(super) const FIRSTS: usize = 3;
/// Names of these events in the order of [`ArmTally::firsts`].
pub(super) const FIRST_EVENTS: [&str; FIRSTS] = ["Crisis Mission", "Moonshot Mission", "Moonshot Mission won"];

/// Sums over the campaigns of an arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ArmTally {
    /// Sums by mission, in the order of [`Leg`].
    pub legs: Vec<Sums>,
    /// Campaigns by number of missions won.
    pub won: Vec<u64>,
    /// Sums in the order of [`Total`].
    pub totals: Sums,
    /// Differences of each campaign from that of the first arm, in the order of [`Total`].
    pub differences: Sums,
    /// Differences of victory from the first arm, by mission.
    pub victories: Sums,
    /// Campaigns by the mission of the first of [`FIRST_EVENTS`], from 1; 0 if there was none.
    pub firsts: [Vec<u64>; FIRSTS],
}

/// Sums over campaigns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CampaignTally {
    pub games: u64,
    pub(super) arms: Vec<ArmTally>,
}

impl Counts for CampaignTally {
    fn add(&mut self, other: &CampaignTally) {
        self.games += other.games;
        for (arm, more) in self.arms.iter_mut().zip(&other.arms) {
            arm.legs.iter_mut().zip(&more.legs).for_each(|(sums, more)| sums.merge(more));
            add_all(&mut arm.won, &more.won);
            arm.totals.merge(&more.totals);
            arm.differences.merge(&more.differences);
            arm.victories.merge(&more.victories);
            arm.firsts.iter_mut().zip(&more.firsts).for_each(|(counts, more)| add_all(counts, more));
        }
    }
}

impl ArmTally {
    fn new(length: usize) -> ArmTally {
        ArmTally {
            legs: (0..length).map(|_| Sums::new(Leg::ALL.len())).collect(),
            won: vec![0; length + 1],
            totals: Sums::new(Total::ALL.len()),
            differences: Sums::new(Total::ALL.len()),
            victories: Sums::new(length),
            firsts: std::array::from_fn(|_| vec![0; length + 1]),
        }
    }

    /// Adds a campaign; `first` is the same campaign of the first arm.
    fn add(&mut self, history: &History, first: &History) {
        for (sums, leg) in self.legs.iter_mut().zip(&history.legs) {
            sums.add(leg.iter().copied());
            sums.close(true);
        }
        let closed = |sums: &mut Sums, values: &mut dyn Iterator<Item = i64>| {
            sums.add(values);
            sums.close(true);
        };
        let (totals, others) = (history.totals(), first.totals());
        closed(&mut self.totals, &mut totals.into_iter());
        closed(&mut self.differences, &mut totals.iter().zip(others).map(|(one, other)| one - other));
        let won = |leg: &LegNumbers| leg[Leg::Victory as usize];
        closed(
            &mut self.victories,
            &mut history.legs.iter().zip(&first.legs).map(|(one, other)| won(one) - won(other)),
        );
        self.won[totals[Total::Won as usize] as usize] += 1;
        self.firsts.iter_mut().zip(history.firsts()).for_each(|(counts, mission)| counts[mission] += 1);
    }

    /// Returns true if the sums are possible for this number of campaigns.
    fn fits(&self, games: u64, length: usize) -> bool {
        let of = Observations::of(games);
        let won = |leg: &Sums| i128::from(leg.total[Leg::Victory as usize]);
        let counts = |counts: &Vec<u64>| {
            counts.len() == length + 1
                && counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)) == Some(games)
        };
        self.legs.len() == length
            && self.legs.iter().all(|sums| sums.fits(Leg::ALL.len(), of))
            && self.legs.iter().all(|leg| (0..=i128::from(games)).contains(&won(leg)))
            && self.totals.fits(Total::ALL.len(), of)
            && self.differences.fits(Total::ALL.len(), of)
            && self.victories.fits(length, of)
            && counts(&self.won)
            && self.firsts.iter().all(counts)
            && self.legs.iter().map(won).sum::<i128>()
                == (0..).zip(&self.won).map(|(won, count)| won * i128::from(*count)).sum::<i128>()
    }
}

type LegNumbers = [i64; Leg::ALL.len()];

/// The numbers of one campaign.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    legs: Vec<LegNumbers>,
    replaced: i64,
    favors: i64,
    bought: i64,
    /// Materials earned before the first mission.
    early: i64,
}

impl History {
    /// Counts an event. Materials count with the last mission that was assigned, or else with the first.
    pub(super) fn see(&mut self, event: &Event) {
        let (earned, spent) = match event {
            Event::FavorPerformed { materials, .. } => {
                self.favors += 1;
                (*materials, 0)
            }
            Event::Fought { materials, .. } | Event::Rewarded { materials } => (*materials, 0),
            Event::FrameReplaced { cost, .. } => {
                self.replaced += 1;
                (0, *cost)
            }
            Event::Bought { cost, .. } => {
                self.bought += 1;
                (0, *cost)
            }
            Event::Assigned { kind, .. } => {
                let mut leg = [0; Leg::ALL.len()];
                leg[Leg::Crisis as usize] = i64::from(*kind == MissionKind::Crisis);
                leg[Leg::Moonshot as usize] = i64::from(*kind == MissionKind::Moonshot);
                leg[Leg::Earned as usize] = std::mem::take(&mut self.early);
                self.legs.push(leg);
                (0, 0)
            }
            _ => return,
        };
        let Some(leg) = self.legs.last_mut() else { return self.early += i64::from(earned) };
        leg[Leg::Earned as usize] += i64::from(earned);
        leg[Leg::Spent as usize] += i64::from(spent);
        leg[Leg::Bought as usize] = self.bought;
    }

    /// Counts the battle of the last mission.
    fn fought(&mut self, record: &MissionRecord) {
        let Some(leg) = self.legs.last_mut() else { return };
        for (of, whole) in [
            (Leg::Victory, Whole::Victory),
            (Leg::HarmTaken, Whole::Taken),
            (Leg::FrameDamage, Whole::FrameDamage),
            (Leg::AmmoLeft, Whole::AmmoLeft),
            (Leg::Rounds, Whole::Rounds),
            (Leg::VigorLeft, Whole::VigorLeft),
        ] {
            leg[of as usize] = i64::from(record.whole(whole));
        }
    }

    /// Returns the number of missions won.
    pub(super) fn won(&self) -> i64 {
        self.totals()[Total::Won as usize]
    }

    fn totals(&self) -> [i64; Total::ALL.len()] {
        let sum = |of: Leg| self.legs.iter().map(|leg| leg[of as usize]).sum();
        let both = |of: Leg| self.legs.iter().map(|leg| leg[of as usize] * leg[Leg::Victory as usize]).sum();
        let mut totals = [0; Total::ALL.len()];
        for (of, number) in [
            (Total::Won, sum(Leg::Victory)),
            (Total::HarmTaken, sum(Leg::HarmTaken)),
            (Total::Replaced, self.replaced),
            (Total::Crises, sum(Leg::Crisis)),
            (Total::CrisesWon, both(Leg::Crisis)),
            (Total::Favors, self.favors),
            (Total::Moonshots, sum(Leg::Moonshot)),
            (Total::MoonshotsWon, both(Leg::Moonshot)),
            (Total::Earned, sum(Leg::Earned)),
            (Total::Spent, sum(Leg::Spent)),
        ] {
            totals[of as usize] = number;
        }
        totals
    }

    /// Returns the missions of the first of [`FIRST_EVENTS`], from 1; 0 if there was none.
    fn firsts(&self) -> [usize; FIRSTS] {
        let first = |is: &dyn Fn(&LegNumbers) -> bool| self.legs.iter().position(is).map_or(0, |place| place + 1);
        let moonshot = |leg: &LegNumbers| leg[Leg::Moonshot as usize] == 1;
        [
            first(&|leg| leg[Leg::Crisis as usize] == 1),
            first(&moonshot),
            first(&|leg| moonshot(leg) && leg[Leg::Victory as usize] == 1),
        ]
    }
}

/// All arms of a study, ready to be played.
pub(super) struct Runs {
    pub campaign: Campaign,
}

impl Matchup for Runs {
    type Counts = CampaignTally;

    fn effort(&self) -> f64 {
        let mission: f64 = self.campaign.policies.iter().map(PolicySpec::effort).sum();
        mission * (self.campaign.length() * self.campaign.arms.len()) as f64
    }

    fn empty(&self) -> CampaignTally {
        let arms = self.campaign.arms.iter().map(|_| ArmTally::new(self.campaign.length()));
        CampaignTally { games: 0, arms: arms.collect() }
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, CampaignTally>> {
        let mut players = seated(&self.campaign.policies, stop);
        let market = Market::new(Arc::clone(&self.campaign.common.rules));
        Some(Box::new(move |game, tally| {
            tally.games += 1;
            let arms = 0..self.campaign.arms.len();
            let histories: Vec<History> =
                arms.map(|arm| self.campaign.one(arm, game.key, (&market, &mut players), &mut |_, _| {})).collect();
            tally.arms.iter_mut().zip(&histories).for_each(|(arm, history)| arm.add(history, &histories[0]));
        }))
    }

    fn fits(&self, tally: &CampaignTally, games: u64, _: &Range<u64>) -> bool {
        let length = self.campaign.length();
        tally.games == games
            && tally.arms.len() == self.campaign.arms.len()
            && tally.arms.iter().all(|arm| arm.fits(games, length))
    }
}

impl Campaign {
    /// Plays one campaign of an arm with the key of its random numbers, and returns its numbers.
    pub(super) fn one(
        &self,
        arm: usize,
        dice: u64,
        (market, players): (&Market, &mut Seated<'_>),
        watch: &mut dyn FnMut(&State, &Event),
    ) -> History {
        let history = std::cell::RefCell::new(History::default());
        let mut fight = |assignment: &Assignment, state: &State| {
            let (battle, record) = self.fight(assignment, state, (dice, players));
            history.borrow_mut().fought(&record);
            battle
        };
        let mut see = |state: &State, event: &Event| {
            history.borrow_mut().see(event);
            watch(state, event);
        };
        self.arms[arm].campaign.play(dice, market, &mut fight, &mut see);
        history.into_inner()
    }

    /// Plays the battle of a mission.
    fn fight(
        &self,
        assignment: &Assignment,
        state: &State,
        (dice, players): (u64, &mut Seated<'_>),
    ) -> (CampaignBattle, MissionRecord) {
        let rules = &self.common.rules;
        let mut aces: Vec<Ace> = state.sheets.iter().filter_map(|sheet| sheet.ace(rules).ok()).collect();
        aces.iter_mut().zip(&self.names).for_each(|(ace, name)| ace.name.clone_from(name));
        let team = aces.len();
        let plan = self.plans[assignment.encounter].as_ref();
        let plan = assignment.aid.iter().fold(plan.clone(), |plan, aid| aided(plan, *aid, &mut aces, rules));
        let mission = Mission::new(rules.as_ref().clone(), aces, plan, KeyedDice);
        let mut record = MissionRecord::default();
        let dice = key(dice, "mission", u64::from(state.mission - 1));
        let end = play(&mission, dice, players, &mut record);
        let fate = |life: Life| match life {
            Life::Ejected => Fate::Ejected,
            Life::Lost => Fate::Lost,
            _ => Fate::Home,
        };
        let fates = end.aces[..team].iter().map(|ace| fate(ace.life)).collect();
        let won = record.whole(Whole::Victory) == 1;
        (CampaignBattle { won, materials: record.whole(Whole::Materials), fates }, record)
    }
}

/// Returns the plan of a mission with the aid of a favor; another Ace joins the team.
fn aided(mut plan: MissionPlan, aid: Aid, aces: &mut Vec<Ace>, rules: &Ruleset) -> MissionPlan {
    match aid {
        Aid::Materials => {}
        Aid::Intercept => plan.battles.iter_mut().for_each(|battle| battle.encounter.intercept()),
        Aid::Frame => {
            let arrow = |frame: &&hitchart_apocalypse_frame::catalogue::entries::FrameModel| {
                frame.written.division == hitchart_apocalypse_frame::catalogue::entries::Division::Arrow
            };
            if let Some(model) = rules.catalogue.frames.iter().find(arrow).filter(|_| aces.len() < MAX_ACES) {
                let mut ace = squad::stock(model, rules);
                ace.name = "Aid".to_owned();
                aces.push(ace);
            }
        }
    }
    plan
}
