//! Missions in a row: Materials from drops and rewards buy tags, and the next mission is played with them.
//!
//! Frames are repaired and refilled between missions; a frame lost in a last stand is replaced for Materials
//! ("Advancement", "Running Missions").

use super::super::record::{Record, Whole};
use super::batch::{CANNOT_SWAP, Seated, seated, team};
use super::checker::Checker;
use super::checker::Common;
use super::kinds::RawCampaign;
use hitchart_apocalypse_frame::ace::Ace;
use hitchart_apocalypse_frame::encounter::MissionPlan;
use hitchart_apocalypse_frame::encounter::ground::EncounterAndFile;
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission};
use hitchart_apocalypse_frame::players::PolicySpec;
use hitchart_apocalypse_frame::ruleset::Ruleset;
use hitchart_apocalypse_frame::squad;
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, same_name, some_of, within};
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::{Counts, GroupCounter, Job, Matchup, Streams};
use hitchart_lab::study::{
    Answer, Changes, Contest, EstimateText, Estimates, Games, Metric, Observations, Outcome, Replay, ReplayOrigin, Run,
    RunCounts, Study, Sums, Tunable, Written, add_all, metric, metrics, won,
};
use hitchart_play::play;
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, LEVEL, mean};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most missions of a campaign.
const LONGEST: u8 = 20;
/// Most purchases in a list.
const MAX_PURCHASES: usize = 100;

metrics! {
    /// Metrics of each mission of a campaign.
    Leg {
        HarmTaken "harm_taken" "Harm taken" Several("Harm") "Harm that reached Aces in the mission"
        FrameDamage "frame_damage" "Frame damage" Single("times") "times that an Ace lost all Vigor in the mission"
        AmmoLeft "ammo_left" "Ammo left" Several("Ammo") "Ammo of the Aces on the map at the end"
        Rounds "rounds" "Rounds" Single("rounds") "rounds begun in the mission"
        Victory "victory" "Victory" Share "1 if the mission was won"
        VigorLeft "vigor_left" "Vigor left" Several("Vigor") "Vigor of the Aces on the map at the end"
        Earned "earned" "Materials earned" Several("Materials") "Materials from drops and from the reward of a won mission"
        Spent "spent" "Materials spent" Several("Materials") "Materials spent after the mission, including the replacement of lost frames"
        Bought "bought" "Purchases" Single("purchases") "purchases of the list made by the end of the mission"
    }
}

/// A purchase of a tag: its price, and the team after it.
#[derive(Clone, Debug, PartialEq)]
struct Purchase {
    cost: u16,
    /// The team after the purchase.
    team: Vec<Ace>,
}

/// Missions in a row.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    pub common: Arc<Common>,
    pub games: u64,
    pub policies: [PolicySpec; 2],
    pub kept: Vec<(String, String)>,
    length: usize,
    team: Vec<Ace>,
    /// Plans of the missions in turn.
    plans: Vec<Arc<MissionPlan>>,
    purchases: Vec<Purchase>,
    wishes: Vec<String>,
}

/// Sums over campaigns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CampaignTally {
    pub games: u64,
    /// Sums by mission, in the order of [`Leg`].
    pub legs: Vec<Sums>,
    /// Campaigns by number of missions won.
    pub won: Vec<u64>,
}

impl Counts for CampaignTally {
    fn add(&mut self, other: &CampaignTally) {
        self.games += other.games;
        self.legs.iter_mut().zip(&other.legs).for_each(|(sums, more)| sums.merge(more));
        add_all(&mut self.won, &other.won);
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawCampaign) = checker.on_ground(written)?;
    let mut shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let team = checker.aces(&raw.aces)?;
    let length = raw.length.as_ref().map_or(Ok(5), |length| within(checker.file, length, "length", 1, LONGEST))?;
    if let Some(missions) = &raw.missions {
        some_of(checker.file, missions, "mission", usize::from(LONGEST))?;
    }
    if let Some(purchases) = raw.purchases.as_ref().filter(|purchases| !purchases.value.is_empty()) {
        some_of(checker.file, purchases, "purchase", MAX_PURCHASES)?;
    }
    let mut plans = Vec::new();
    for name in raw.missions.iter().flat_map(|missions| &missions.value) {
        let found = checker.grounds.named(&name.value).map_err(|error| error.or_at(checker.file, name.span.clone()))?;
        plans.push(Arc::new(MissionPlan::single(found.0)));
        shared.kept.extend(found.1);
    }
    if plans.is_empty() {
        plans.push(shared.plan);
    }
    let wishes: Vec<&At<String>> = raw.purchases.iter().flat_map(|purchases| &purchases.value).collect();
    let mut purchases: Vec<Purchase> = Vec::new();
    for wish in &wishes {
        let now = purchases.last().map_or(&team, |last| &last.team);
        let bought = purchase(now, &wish.value, &checker.common.rules)
            .map_err(|error| error.or_at(checker.file, wish.span.clone()))?;
        purchases.push(bought);
    }
    Ok(Arc::new(Campaign {
        common: Arc::clone(checker.common),
        games: shared.games,
        policies: shared.policies,
        kept: shared.kept,
        length: usize::from(length),
        team,
        plans,
        purchases,
        wishes: wishes.iter().map(|wish| wish.value.clone()).collect(),
    }))
}

/// Returns the purchase of a tag for the first gear of that name in the team that can still take it
/// ("Armament/System Improvement").
///
/// # Errors
///
/// An error if no gear of the team has the name, or if none of that name can take the tag.
fn purchase(team: &[Ace], text: &str, rules: &Ruleset) -> Result<Purchase, InputError> {
    let Some((name, tag)) = text.split_once('+').map(|(name, tag)| (name.trim(), tag.trim())) else {
        return Err(InputError::plain(format!("`{text}` buys nothing; write an armament or a system, `+`, and a tag")));
    };
    let mut full = None;
    for (place, ace) in team.iter().enumerate() {
        let improved = match improved_armament(ace, name, tag, rules)? {
            Improvement::NoSuchGear => improved_item(ace, name, tag, rules)?,
            other => other,
        };
        match improved {
            Improvement::NoSuchGear => {}
            Improvement::Full(message) => full = full.or(Some(message)),
            Improvement::Bought(cost, ace) => {
                let mut team = team.to_vec();
                team[place] = *ace;
                return Ok(Purchase { cost, team });
            }
        }
    }
    let armaments = team.iter().flat_map(|ace| &ace.armaments).map(|armament| armament.name.as_str());
    let modular = team.iter().flat_map(|ace| &ace.modular).map(|item| item.name.as_str());
    let known: Vec<&str> = armaments.chain(modular).collect();
    let unknown = || InputError::unknown("armament or modular system of the team", name, known);
    Err(full.map_or_else(unknown, InputError::plain))
}

/// The result of a search for gear of one Ace that can take a tag.
enum Improvement {
    NoSuchGear,
    /// Message that the gear can take no more of the tag.
    Full(String),
    /// Cost of the tag, and the Ace with it.
    Bought(u16, Box<Ace>),
}

/// Adds a tag to the armament of that name.
fn improved_armament(ace: &Ace, name: &str, tag: &str, rules: &Ruleset) -> Result<Improvement, InputError> {
    let catalogue = &rules.catalogue;
    let (costs, limits) = (catalogue.advancement.costs, catalogue.advancement.limits);
    let Some(place) = ace.armaments.iter().position(|armament| same_name(&armament.name, name)) else {
        return Ok(Improvement::NoSuchGear);
    };
    let armament = &ace.armaments[place];
    let mark = catalogue.tag(tag)?;
    let stock = catalogue.armament(&armament.name, rules.armaments.gear)?;
    let added = armament.tags.iter().filter(|tag| !stock.tags.has(*tag)).count();
    if armament.tags.has(mark.does) || added >= usize::from(limits.armament_tags) {
        return Ok(Improvement::Full(format!("{} can take no {} more", armament.name, mark.name)));
    }
    let mut changed = ace.clone();
    changed.armaments[place] = armament.plus(mark.clone());
    let cost = if added == 0 { costs.chosen_armament_tag } else { costs.chosen_second_armament_tag };
    Ok(Improvement::Bought(cost, Box::new(changed)))
}

/// Adds a tag to the modular system of that name.
fn improved_item(ace: &Ace, name: &str, tag: &str, rules: &Ruleset) -> Result<Improvement, InputError> {
    let catalogue = &rules.catalogue;
    let Some(place) = ace.modular.iter().position(|item| same_name(&item.name, name)) else {
        return Ok(Improvement::NoSuchGear);
    };
    let item = &ace.modular[place];
    let mark = catalogue.item_tag(tag)?;
    let stock = squad::under(catalogue.modular(&item.name)?, rules);
    let added = item.tags.iter().filter(|tag| !stock.tags.has(*tag)).count();
    let full = item.tags.has(mark.does) || added >= usize::from(catalogue.advancement.limits.item_tags);
    if full || mark.does.class().is_some_and(|class| class != item.class) {
        return Ok(Improvement::Full(format!("{} can take no {} more", item.name, mark.name)));
    }
    let mut changed = ace.clone();
    changed.modular[place].bear(mark);
    Ok(Improvement::Bought(catalogue.advancement.costs.chosen_item_tag, Box::new(changed)))
}

/// A campaign ready to be played: the missions of each plan with each state of the team's gear.
struct Course {
    campaign: Campaign,
    /// Missions by plan, then by purchases made.
    missions: Vec<Vec<Mission<KeyedDice>>>,
}

impl Campaign {
    /// Returns all campaigns, ready to be played.
    fn course(&self) -> Course {
        let rules = &self.common.rules;
        let teams = || std::iter::once(&self.team).chain(self.purchases.iter().map(|purchase| &purchase.team));
        let of_plan = |plan: &Arc<MissionPlan>| {
            let plan = plan.as_ref();
            let mission = |team: &Vec<Ace>| Mission::new(rules.as_ref().clone(), team.clone(), plan.clone(), KeyedDice);
            teams().map(mission).collect()
        };
        Course { campaign: self.clone(), missions: self.plans.iter().map(of_plan).collect() }
    }
}

impl Study for Campaign {
    fn kind(&self) -> &'static str {
        "campaign"
    }

    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let streams = Streams { name: run.name.to_owned(), seed: run.seed, groups: 0..self.games };
        vec![streams.job(run.name.to_owned(), self.course())]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| answer(name, self, &tally))
    }
}

impl Games for Campaign {
    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        2
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        if changes.swap_seats {
            return Err(InputError::plain(CANNOT_SWAP));
        }
        let mut campaign = self.clone();
        campaign.games = changes.games.unwrap_or(campaign.games);
        if let Some(names) = changes.policies {
            campaign.policies = self.common.both_named(names)?;
        }
        Ok(Arc::new(campaign))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.kept).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = CampaignTally::deserialize(saved).ok()?;
        let (games, Answer { tables, warnings, .. }) = (tally.games, answer(name, self, &tally));
        let json = Map::from_iter(tables.iter().map(|table| (table.name.clone(), table.to_json())));
        Some(Outcome { games, all: tables.first()?.clone(), tables, json, warnings })
    }

    fn win_rates(&self, tally: &Value) -> Vec<Estimate> {
        let Ok(tally) = CampaignTally::deserialize(tally) else { return Vec::new() };
        let victory = Leg::Victory as usize;
        tally.legs.iter().map(|leg| estimate(&Leg::ALL[victory], leg, victory, &tally)).collect()
    }

    fn replay(&self, _: &str, _: &ReplayOrigin, _: &AtomicBool) -> Result<Option<Replay>, InputError> {
        let problem = format!("a study of kind `{}` has no replay", self.kind());
        Err(InputError::plain(problem).with_help(Some("play one of its missions in a study of `missions`")))
    }

    fn tunable(&self, _: Option<&str>) -> Result<Tunable, InputError> {
        Err(InputError::plain(format!("a study of kind `{}` tunes nothing", self.kind())))
    }

    fn contest(&self, _: &str, _: Option<&str>) -> Result<Contest, InputError> {
        Err(InputError::plain(format!("a study of kind `{}` has no answers to a policy", self.kind())))
    }
}

impl Matchup for Course {
    type Counts = CampaignTally;

    fn effort(&self) -> f64 {
        let mission: f64 = self.campaign.policies.iter().map(PolicySpec::effort).sum();
        mission * self.campaign.length as f64
    }

    fn empty(&self) -> CampaignTally {
        let length = self.campaign.length;
        let legs = (0..length).map(|_| Sums::new(Leg::ALL.len())).collect();
        CampaignTally { games: 0, legs, won: vec![0; length + 1] }
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, CampaignTally>> {
        let mut players = seated(&self.campaign.policies, stop);
        Some(Box::new(move |game, tally| {
            tally.games += 1;
            let mut wins = 0;
            for (sums, leg) in tally.legs.iter_mut().zip(self.one(game.key, &mut players)) {
                wins += leg[Leg::Victory as usize] as usize;
                sums.add(leg.into_iter());
                sums.close(true);
            }
            tally.won[wins] += 1;
        }))
    }

    fn fits(&self, tally: &CampaignTally, games: u64, _: &Range<u64>) -> bool {
        let length = self.campaign.length;
        tally.games == games
            && tally.legs.len() == length
            && tally.legs.iter().all(|sums| sums.fits(Leg::ALL.len(), Observations::of(games)))
            && tally.legs.iter().all(|sums| sums.total[Leg::Victory as usize] as u64 <= games)
            && tally.won.len() == length + 1
            && tally.won.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)) == Some(games)
            && tally.legs.iter().map(|sums| i128::from(sums.total[Leg::Victory as usize])).sum::<i128>()
                == (0..).zip(&tally.won).map(|(won, count)| won * i128::from(*count)).sum::<i128>()
    }
}

impl Course {
    /// Plays one campaign with the key of its random numbers, and returns the numbers of each mission.
    fn one(&self, dice: u64, players: &mut Seated<'_>) -> Vec<[i64; Leg::ALL.len()]> {
        let campaign = &self.campaign;
        let (mut materials, mut bought) = (0u32, 0usize);
        let leg = |number: usize| {
            let mission = &self.missions[number % self.missions.len()][bought];
            let mut record = Record::default();
            let dice = key(dice, "mission", number as u64);
            play(mission, dice, players, &mut record);
            let won = record.whole(Whole::Victory);
            let from_drops = record.whole(Whole::Materials);
            let reward =
                from_drops * u32::from(campaign.common.rules.catalogue.advancement.rewards.standard) / 100 * won;
            let earned = from_drops + reward;
            materials += earned;
            let lost = record.whole(Whole::Lost) * u32::from(campaign.common.rules.damage.replacement);
            let mut spent = lost.min(materials);
            materials -= spent;
            while let Some(next) = campaign.purchases.get(bought).filter(|next| u32::from(next.cost) <= materials) {
                materials -= u32::from(next.cost);
                spent += u32::from(next.cost);
                bought += 1;
            }
            let mut numbers = [0; Leg::ALL.len()];
            for (leg, number) in [
                (Leg::Victory, won),
                (Leg::HarmTaken, record.whole(Whole::Taken)),
                (Leg::FrameDamage, record.whole(Whole::FrameDamage)),
                (Leg::AmmoLeft, record.whole(Whole::AmmoLeft)),
                (Leg::Rounds, record.whole(Whole::Rounds)),
                (Leg::VigorLeft, record.whole(Whole::VigorLeft)),
                (Leg::Earned, earned),
                (Leg::Spent, spent),
                (Leg::Bought, bought as u32),
            ] {
                numbers[leg as usize] = i64::from(number);
            }
            numbers
        };
        (0..campaign.length).map(leg).collect()
    }
}

/// Returns the answer: mission by mission, and the number of missions won. Shares of missions won are drawn only if
/// they distinguish the missions.
fn answer(name: &str, asked: &Campaign, tally: &CampaignTally) -> Answer {
    let legs = legs_table(name, asked, tally);
    let numbers = || (1..=asked.length).map(|number| format!("Mission {number}"));
    let costs = Figure::new(
        format!("{name}-harm-taken"),
        "Harm taken in the course of a campaign",
        format!("Harm taken in a mission, first to last; the numbers are in the table {name}-missions."),
        FigureKind::ranking(
            ["mission_label", "harm_taken", "harm_taken_interval"],
            "Harm taken in a mission, 95% intervals",
            None,
        ),
    );
    let mut figures = vec![(costs, legs.clone().text("mission_label", "Mission", numbers()))];
    let all_or_none = |share: &Option<f64>| share.is_some_and(|share| !(0.01..=0.99).contains(&share));
    if !legs.numbers("victory").iter().all(all_or_none) {
        figures.push(won_figure(name, asked, &legs));
    }
    let mut answer = Answer { tables: vec![legs, won_table(name, tally)], figures, ..Answer::default() };
    summarise(&mut answer, asked, tally);
    answer
}

/// Fills in the summary, the line and the numbers of an answer.
fn summarise(answer: &mut Answer, asked: &Campaign, tally: &CampaignTally) {
    let of = |leg: usize, known: Leg| {
        let estimate = estimate(&Leg::ALL[known as usize], &tally.legs[leg], known as usize, tally);
        match known {
            Leg::Victory => estimate.percent(),
            _ => estimate.number(),
        }
    };
    let (last, length) = (asked.length - 1, asked.length);
    let wins = mean(&tally.won, LEVEL);
    let (wins, games) = (wins.number(), counted(tally.games, "campaigns"));
    let all = won(tally.won[length], tally.games).share;
    let all = all.percent();
    let team = team(&asked.team);
    answer.said = vec![
        format!("{team} wins {wins} of {length} missions, and all of them in {all} of {games}."),
        format!(
            "The first mission is won in {} of campaigns and costs {} Harm; the last is won in {} and costs {}.",
            of(0, Leg::Victory),
            of(0, Leg::HarmTaken),
            of(last, Leg::Victory),
            of(last, Leg::HarmTaken)
        ),
    ];
    if !asked.wishes.is_empty() {
        answer.said.push(format!(
            "By the end, {} of {} wished purchases are made.",
            of(last, Leg::Bought),
            asked.wishes.len()
        ));
    }
    answer.line = format!(
        "{team} wins {wins} of {length} missions of a campaign ({games}, {}, game master {})",
        asked.policies[0].name(),
        asked.policies[1].name()
    );
    answer.numbers = vec![
        KeyNumber::new("Missions won in a campaign", wins),
        KeyNumber::new("Campaigns with all missions won", all),
        KeyNumber::new("Last mission won", of(last, Leg::Victory)),
        KeyNumber::new("Harm taken in the last mission", of(last, Leg::HarmTaken)),
        KeyNumber::new("Purchases made by the end", of(last, Leg::Bought)),
    ];
}

/// Draws one curve of missions won, even if the missions differ.
fn won_figure(name: &str, asked: &Campaign, legs: &Table) -> (Figure, Table) {
    let figure = Figure::new(
        format!("{name}-missions"),
        "Missions won in the course of a campaign",
        format!("Share of missions won, first to last; the numbers are in the table {name}-missions."),
        FigureKind::shares(["series", "mission", "victory"], "Mission", "Share of missions won"),
    );
    let drawn = Table::new(format!("{name}-missions-figure"), "Missions won", "")
        .text("series", "Series", (0..asked.length).map(|_| "Missions won"))
        .count("mission", "Mission", (1..=asked.length).map(|number| number as u64))
        .number("victory", "Share", 4, legs.numbers("victory"));
    (figure, drawn)
}

fn legs_table(name: &str, asked: &Campaign, tally: &CampaignTally) -> Table {
    let missions = || (0..asked.length).map(|i| asked.plans[i % asked.plans.len()].name.as_str());
    let wishes = if asked.wishes.is_empty() { "nothing".to_owned() } else { asked.wishes.join(", then ") };
    let note = format!(
        "Aces: {}, game master: {}. Purchases in order, as soon as there are Materials: {wishes}. A campaign is one \
         observation.",
        asked.policies[0].name(),
        asked.policies[1].name(),
    );
    let mut table = Table::new(format!("{name}-missions"), "Mission by mission", note)
        .count("mission", "Mission", (1..=asked.length).map(|number| number as u64))
        .text("series", "Against", missions());
    for (i, known) in Leg::ALL.iter().enumerate() {
        let of = |sums: &Sums| estimate(known, sums, i, tally);
        let means: Vec<Estimate> = tally.legs.iter().map(of).collect();
        table = table.estimate(known.name, known.title, 3, means);
    }
    table.count("n", "N", (0..asked.length).map(|_| tally.games))
}

fn estimate(known: &Metric, sums: &Sums, i: usize, tally: &CampaignTally) -> Estimate {
    metric(known, sums, i, Observations::of(tally.games))
}

fn won_table(name: &str, tally: &CampaignTally) -> Table {
    let shares: Vec<_> = tally.won.iter().map(|count| won(*count, tally.games)).collect();
    Table::new(format!("{name}-won"), "Missions won in a campaign", "A campaign is one observation.")
        .count("won", "Won", (0..tally.won.len()).map(|won| won as u64))
        .count("campaigns", "Campaigns", shares.iter().map(|share| share.count))
        .estimates(["share", "interval"], "Share", 4, shares.iter().map(|share| share.share))
        .count("n", "N", shares.iter().map(|_| tally.games))
}
