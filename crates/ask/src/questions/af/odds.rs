//! Exact odds: `hitchart af armaments`, `frames`, `systems`, `tags` and `round`.

use super::super::names::{self, NameParser, named, within};
use super::{Common, EnemyArgs, TargetArgs, tags};
use crate::games::apocalypse_frame::studies::exact::{
    Removal, frames_table, gains_table, item_odds, items_table, odds_table, removal_table, rerolls_table, round_table,
};
use crate::games::apocalypse_frame::studies::{against, summary};
use crate::reply::{Reply, under_rules};
use crate::{AskError, Asking};
use clap::{Args, ValueEnum};
use hitchart_apocalypse_frame::catalogue::tag::{Tag, Tags};
use hitchart_apocalypse_frame::odds::rankings::{best_tag_of_each_armament, rank_frames, tag_gains};
use hitchart_apocalypse_frame::odds::round::{Objective, Round, removes_each, solve};
use hitchart_apocalypse_frame::odds::single::{ArmamentOdds, armaments};
use hitchart_apocalypse_frame::{
    catalogue::entries::Armament, catalogue::entries::Gear, ids::MAX_ARMAMENTS, odds::roll::Circumstance, squad,
    squad::armament,
};
use hitchart_config::InputError;
use hitchart_report::table::Table;
use serde_json::{Value, json};

/// Lists of armaments, by name.
const GEAR: [(Gear, &str); 2] = [(Gear::Stock, "stock"), (Gear::Pregen, "pregen")];

#[derive(Debug, Args)]
pub struct ArmamentsArgs {
    /// List to use if the book has two
    #[arg(long, value_parser = named(&GEAR), default_value = Gear::Stock.name())]
    gear: Gear,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tags to count as in force, of those that depend on a circumstance, such as Charge or Scoped
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    with: Vec<String>,
    /// Add the chance to remove an enemy of each kind
    #[arg(long)]
    enemies: bool,
    #[command(flatten)]
    common: Common,
}

/// Returns the effect of every armament on a target.
pub(super) fn answer_armaments(args: &ArmamentsArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (rules, against) = (args.common.rules(asking)?, args.target.against());
    let with = tags(&args.with, &rules)?;
    let constant = with.iter().filter(|tag| !tag.depends_on_circumstance());
    let note = |tag: Tag| format!("note: {} always counts on the armaments that have it", tag.name());
    let notes: Vec<String> = constant.map(note).collect();
    let odds = armaments(args.gear, &against.target, with, &rules);
    let line = format!("{}, exact [{}]", summary::best_armament(&odds, &against), rules.name);
    let json: Vec<Value> = odds.iter().map(|odds| armament_json(odds, against.vigor)).collect();
    let removal = args.enemies.then(|| {
        let each: Vec<Removal> = odds.iter().map(|odds| (odds.name.clone(), odds.remove.clone())).collect();
        removal_table("removal", "Enemies removed by one attack", &each, &rules.catalogue)
    });
    let tables: Vec<Table> = removal.into_iter().chain([odds_table("armaments", &[(&against, odds)], with)]).collect();
    Ok(Reply { notes, ..Reply::short(line, &tables) }
        .finish(&args.common.output, under_rules(json!(json), &rules.name)))
}

/// Returns the odds as JSON, with the chance to remove an enemy of the given Vigor.
fn armament_json(odds: &ArmamentOdds, vigor: u8) -> Value {
    let mut json = json!(odds);
    json["p_removed"] = odds.harm.at_least(vigor).into();
    json
}

// `hitchart af frames`

#[derive(Debug, Args)]
pub struct FramesArgs {
    #[command(flatten)]
    target: EnemyArgs,
    #[command(flatten)]
    common: Common,
}

/// Returns the results of the stock frames in a round.
pub(super) fn answer_frames(args: &FramesArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let (rules, of) = (args.common.rules(asking)?, args.target.against());
    let aces: Vec<_> = rules.catalogue.frames.iter().map(|model| squad::stock(model, &rules)).collect();
    let ranks = rank_frames(&aces, &against(of, Tags::NONE, 0, &rules), &rules);
    let line = format!("{}, exact [{}]", summary::best_frame(&ranks, &of), rules.name);
    Ok(Reply::short(line, &[frames_table("frames", &ranks, &of)])
        .finish(&args.common.output, under_rules(json!(ranks), &rules.name)))
}

// `hitchart af systems`

#[derive(Debug, Args)]
pub struct SystemsArgs {
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    common: Common,
}

/// Returns the effect of every system for its Ammo.
pub(super) fn answer_systems(args: &SystemsArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let target = args.target.target();
    let rules = args.common.rules(asking)?;
    let odds = item_odds(&target, &rules);
    let line = format!("{}, exact [{}]", summary::best_item(&odds, &target, &rules.catalogue), rules.name);
    Ok(Reply::short(line, &[items_table("systems", &odds, &target)])
        .finish(&args.common.output, under_rules(json!(odds), &rules.name)))
}

// `hitchart af tags`

#[derive(Debug, Args)]
pub struct TagsArgs {
    /// Armament to show [default: all]
    #[arg(value_parser = NameParser(names::armaments), hide_possible_values = true)]
    armament: Option<String>,
    /// Show only the best tag of each armament, counted without its condition
    #[arg(long)]
    best: bool,
    /// List to use if the book has two
    #[arg(long, value_parser = named(&GEAR), default_value = Gear::Stock.name())]
    gear: Gear,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tension at the start of the round
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    tension: u8,
    #[command(flatten)]
    common: Common,
}

/// Returns the value of one more tag.
pub(super) fn answer_tags(args: &TagsArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let of = args.target.against();
    let list: Vec<Armament> = match &args.armament {
        None => rules.catalogue.armaments(args.gear).to_vec(),
        Some(name) => vec![rules.catalogue.armament(name, args.gear)?.clone()],
    };
    let all = tag_gains(&list, &against(of, Tags::NONE, args.tension, &rules), &rules);
    // The sentence compares all tags.
    let best: Option<Vec<_>> = args.best.then(|| best_tag_of_each_armament(&all).into_iter().cloned().collect());
    let gains = best.as_ref().unwrap_or(&all);
    let line = format!(
        "{}, exact [{}]",
        summary::best_tag(&all, &of, (args.tension, rules.catalogue.advancement.costs.armament_tag)),
        rules.name
    );
    Ok(Reply::short(line, &[gains_table("tags", gains, &of, (rules.turn.actions, args.tension))])
        .finish(&args.common.output, under_rules(json!(gains), &rules.name)))
}

// `hitchart af round ARMAMENT…`

#[derive(Debug, Args)]
pub struct RoundArgs {
    /// 1 to 3 armaments, with tags added as in `Assault Rifle + Hot`
    #[arg(required = true, value_parser = NameParser(names::armaments), hide_possible_values = true)]
    armaments: Vec<String>,
    #[command(flatten)]
    target: EnemyArgs,
    /// Tension at the start of the turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=12))]
    tension: u8,
    /// Maximum Tension, for the tag Focused [default: 3 more than at the start]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    max_tension: Option<u8>,
    /// Value that the policy maximises
    #[arg(long, value_enum, default_value_t)]
    aim: Aim,
    /// Value of avoiding a consequence, in units of --aim
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = within(0.0..=1000.0))]
    price: f64,
    /// Tags to count as in force, of those that depend on a circumstance outside the round
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
    with: Vec<String>,
    /// Add the chance to remove an enemy of each kind
    #[arg(long)]
    enemies: bool,
    #[command(flatten)]
    common: Common,
}

/// Aim of a round.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Aim {
    /// Expected Harm
    #[default]
    Harm,
    /// Chance to remove one enemy
    Removal,
    /// Expected number of such enemies removed, one after the other
    Removals,
}

/// Solves a round.
pub(super) fn answer_round(args: &RoundArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    if args.armaments.len() > MAX_ARMAMENTS {
        let problem = format!("{} armaments; allowed: 1 to {MAX_ARMAMENTS}", args.armaments.len());
        return Err(InputError::plain(problem).into());
    }
    let armaments = args.armaments.iter().map(|text| armament(text, &rules)).collect::<Result<Vec<_>, _>>()?;
    let of = args.target.against();
    let max_tension = args.max_tension.unwrap_or(args.tension + rules.resources.tension_start_below);
    if max_tension < args.tension {
        let problem = format!("--max-tension is {max_tension}; allowed: {} (--tension) to 20", args.tension);
        return Err(InputError::plain(problem).into());
    }
    let objective = match args.aim {
        Aim::Harm => Objective::Harm,
        Aim::Removal => Objective::Removal { vigor: of.vigor },
        Aim::Removals => Objective::Removals { vigor: of.vigor },
    };
    let circumstance = Circumstance { in_force: tags(&args.with, &rules)?, ..Circumstance::default() };
    let new = Round::new(&armaments, of.target, args.tension, max_tension);
    let round = Round { circumstance, objective, consequence_price: args.price, ..new };
    let odds = match args.aim {
        Aim::Harm => solve(&round, &rules).removing(of.vigor),
        Aim::Removal | Aim::Removals => solve(&round, &rules),
    };
    let removal = args.enemies.then(|| {
        let each = removes_each(&round, &rules.catalogue.enemies, &rules);
        removal_table("removal", "Enemies removed in the round", &[(args.armaments.join(", "), each)], &rules.catalogue)
    });
    let is_chance = !matches!(args.aim, Aim::Removals);
    let answer = [rerolls_table("rerolls", &odds), round_table("round", &odds, &of, is_chance)];
    let tables: Vec<Table> = removal.into_iter().chain(answer).collect();
    let line =
        format!("{}, exact [{}]", summary::round(&args.armaments, &odds, &of, (args.tension, is_chance)), rules.name);
    Ok(Reply::short(line, &tables).finish(&args.common.output, under_rules(json!(odds), &rules.name)))
}
