//! Attacks and the choice after the roll: `hitchart ra attack` and `assign`.

use super::super::names::{NameParser, archetypes, named};
use super::super::odds::{NO_DIE, Simulation, attack_pool, attack_reply, distribution, pmf, pool};
use super::{Common, frames};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::games::rapid_attack::studies::assignment::{Worth, worth};
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{InputError, words::capitalised};
use hitchart_dice::Pool;
use hitchart_dice::exact::{Assignment, AttackOdds, Source, attack};
use hitchart_dice::plan::{AttackPlan, DefenseDice};
use hitchart_rapid_attack::assignment::{ACTIONS, AssignedTurn, MOST_ROLLS, TooManyRolls, Weights};
use hitchart_rapid_attack::attack::{MAX_COVER, Shelter, plan};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{approach::MAX_DISTANCE, attack, loadout::Range};
use hitchart_report::highest;
use hitchart_report::table::{Table, number, object, percent};
use serde_json::{Value, json};

// `hitchart ra attack`

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hitchart ra attack --attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2\n  \
    hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY")]
pub struct AttackArgs {
    /// Attacking loadout or archetype; or give its dice with --attack
    #[arg(required_unless_present = "attack", requires = "range", value_parser = NameParser(archetypes), hide_possible_values = true)]
    attacker: Option<String>,
    /// Attack dice, such as 3d6+1d8; the highest counts
    #[arg(long, value_name = "DICE", conflicts_with_all = ["attacker", "whites", "rockets"])]
    attack: Option<String>,
    /// Range of the attack
    #[arg(long, value_parser = named(&Range::ALL))]
    range: Option<Range>,
    /// White dice given to the attack
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Rockets fired (direct range only)
    #[arg(long, value_name = "N", default_value_t = 0)]
    rockets: u8,
    #[command(flatten)]
    defense: DefenseArgs,
    /// Dice of the spot on the target
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Loadout or archetype that spots the target
    #[arg(long, value_name = "LOADOUT", conflicts_with = "spot", value_parser = NameParser(archetypes), hide_possible_values = true)]
    spot_by: Option<String>,
    /// White dice given to that spot
    #[arg(long, value_name = "N", default_value_t = 0, requires = "spot_by")]
    spot_whites: u8,
    /// Damage chart [default: by range and cover]
    #[arg(long, value_parser = named(&ChartName::ALL))]
    chart: Option<ChartName>,
    /// Hits that the cover absorbs; for frame-cover, the hit points of the covering frame
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Loadout or archetype of the frame that covers the target
    #[arg(long, value_name = "LOADOUT", conflicts_with = "cover_hits", value_parser = NameParser(archetypes), hide_possible_values = true)]
    covered_by: Option<String>,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    common: Common,
}

/// The target of an attack: a frame or its dice.
#[derive(Debug, Args)]
pub(super) struct DefenseArgs {
    /// Loadout or archetype of the target; or give its dice with --defense
    #[arg(long, value_name = "LOADOUT", value_parser = NameParser(archetypes), hide_possible_values = true)]
    pub(super) target: Option<String>,
    /// White dice given to the target's defense
    #[arg(long, value_name = "N", default_value_t = 0, requires = "target", conflicts_with = "defense")]
    target_whites: u8,
    /// Defense dice; the highest counts. Without dice, the defense is 0
    #[arg(id = "defense", long = "defense", value_name = "DICE", conflicts_with = "target")]
    pub(super) dice: Option<String>,
}

impl DefenseArgs {
    /// Returns the target; `None` if only its dice are given.
    pub(super) fn frame(&self, rules: &Ruleset) -> Result<Option<NamedFrame>, InputError> {
        self.target.as_ref().map(|target| frames::frame(target, rules)).transpose()
    }

    /// Returns the dice that the target rolls.
    pub(super) fn rolled(&self, target: Option<&NamedFrame>, rules: &Ruleset) -> Result<DefenseDice, InputError> {
        match (target, &self.dice) {
            (Some(target), _) => {
                let whites = frames::whites("--target-whites", self.target_whites, target, rules)?;
                frames::may_use_whites("--target-whites", whites, ("defense.whites", rules.defense.whites), rules)?;
                Ok(target.frame.defense_dice(whites, rules))
            }
            (None, Some(dice)) => {
                Ok(DefenseDice { bonus: rules.modifiers.defense, ..DefenseDice::from(pool("--defense", dice)?) })
            }
            (None, None) => Ok(DefenseDice::default()),
        }
    }
}

/// An attack from the arguments.
struct Asked {
    plan: AttackPlan,
    chart: ChartName,
    shelter: Shelter,
    target: Option<NamedFrame>,
}

/// Returns the odds of an attack.
pub(super) fn answer_attack(args: &AttackArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asked = lower(args, &rules)?;
    let odds = attack(&asked.plan);
    let simulated = args.simulation.run(&asked.plan, &odds, asking)?;
    let texts = (line(args, &asked, &odds, &rules), summary(&asked, &odds, &rules));
    let tables = (distribution(&odds), simulated);
    let reply = attack_reply(&args.common.output, texts, tables, to_json(&asked, &odds, &rules))?;
    Ok(reply.noted(super::left_out(&rules)).noted(super::ignored_cover(asked.chart, args.cover_hits)))
}

/// Describes the odds in one sentence: `RdRdYB +1W direct, spot YY, vs YYBG +1W in cover 2: 1.38 damage (73% hit, 0.4%
/// destroyed), exact [rulebook]`.
fn line(args: &AttackArgs, asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> String {
    let whites = |count: u8| if count > 0 { format!(" +{count}W") } else { String::new() };
    let rockets = if args.rockets > 0 { format!(" +{}SSR", args.rockets) } else { String::new() };
    let range = args.range.map_or_else(String::new, |range| format!(" {}", range.name()));
    let attacker = match &args.attacker {
        Some(attacker) => format!("{}{}{rockets}{range}", attacker.trim(), whites(args.whites)),
        None => asked.plan.attack.with_pips(rules.modifiers.attack) + &range,
    };
    let spot = match &args.spot_by {
        Some(spotter) => format!(", spot {}{}", spotter.trim(), whites(args.spot_whites)),
        None if asked.plan.spot.is_empty() => String::new(),
        None => format!(", spot {}", asked.plan.spot.with_pips(rules.modifiers.spot)),
    };
    let target = match &args.defense.target {
        Some(target) => target.trim().to_owned() + &whites(args.defense.target_whites),
        None if asked.plan.defense.is_empty() => "no defense".to_owned(),
        None => asked.plan.defense.to_string(),
    };
    let place = match (&args.covered_by, asked.plan.cover.hits()) {
        (Some(frame), _) => format!(" behind {}", frame.trim()),
        (None, 0) => String::new(),
        (None, hits) => format!(" in cover {hits}"),
    };
    let damage = odds.damage();
    let destroyed = asked.target.as_ref().map(|target| damage.at_least(target.frame.hit_points()));
    let destroyed = destroyed.map_or_else(String::new, |chance| format!(", {} destroyed", percent(chance)));
    let hit = percent(damage.at_least(1));
    let mean = number(damage.mean());
    format!("{attacker}{spot}, vs {target}{place}: {mean} damage ({hit} hit{destroyed}), exact [{}]", rules.name)
}

fn lower(args: &AttackArgs, rules: &Ruleset) -> Result<Asked, InputError> {
    let target = args.defense.frame(rules)?;
    let (chart, shelter) = chart_and_shelter(args, rules)?;
    let attack = attack_dice(args, rules)?;
    let defense = args.defense.rolled(target.as_ref(), rules)?;
    let spot = match (&args.spot_by, &args.spot) {
        (Some(spotter), _) => {
            let spotter = frames::frame(spotter, rules)?;
            let whites = frames::whites("--spot-whites", args.spot_whites, &spotter, rules)?;
            frames::may_use_whites("--spot-whites", whites, ("spotting.whites", rules.spotting.whites), rules)?;
            spotter.frame.spot_dice(whites, rules)
        }
        (None, Some(dice)) => pool("--spot", dice)?,
        (None, None) => Pool::EMPTY,
    };
    Ok(Asked { plan: plan(attack, spot, defense, chart, shelter, rules), chart, shelter, target })
}

fn attack_dice(args: &AttackArgs, rules: &Ruleset) -> Result<Pool, InputError> {
    let (Some(attacker), Some(range)) = (&args.attacker, args.range) else {
        return attack_pool(args.attack.as_deref().unwrap_or_default());
    };
    let frame = frames::frame(attacker, rules)?;
    let whites = frames::whites("--whites", args.whites, &frame, rules)?;
    let rockets = frames::rockets(args.rockets, &frame)?;
    let dice = frame.frame.attack_dice(range, whites, rockets, rules).ok_or_else(|| {
        InputError::plain(format!("`{}` cannot attack at {} range: it has no weapon for it", frame.name, range.name()))
    })?;
    if dice.is_empty() {
        let problem = format!("`{}` has no die for an attack at {} range: {NO_DIE}", frame.name, range.name());
        return Err(InputError::plain(problem).with_help(Some("give it white dice with --whites")));
    }
    Ok(dice)
}

fn chart_and_shelter(args: &AttackArgs, rules: &Ruleset) -> Result<(ChartName, Shelter), InputError> {
    if let Some(covering) = &args.covered_by {
        let shelter = Shelter::behind(&frames::frame(covering, rules)?.frame, rules);
        let chart = args.range.map_or(ChartName::FrameCover, |range| shelter.chart(range));
        return match args.chart {
            Some(asked) if asked != chart => {
                Err(InputError::plain(format!("--chart {} cannot be used with --covered-by", asked.name())))
            }
            _ => Ok((chart, shelter)),
        };
    }
    let read = match args.range {
        Some(range) => attack::chart_and_shelter(range, args.chart, args.cover_hits, rules),
        None => {
            let chart = args.chart.unwrap_or(attack::ranged_chart(args.cover_hits));
            attack::shelter(chart, args.cover_hits, rules).map(|shelter| (chart, shelter))
        }
    };
    read.map_err(InputError::plain)
}

fn summary(asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> Table {
    let damage = odds.damage();
    let plan = &asked.plan;
    let or_none = |dice: String| if dice.is_empty() { "none".to_owned() } else { dice };
    let table = Table::new("attack", "Attack", "Exact: no sampling error.")
        .text("attack_dice", "Attack", [or_none(plan.attack.with_pips(rules.modifiers.attack))])
        .text("spot", "Spot", [or_none(plan.spot.with_pips(rules.modifiers.spot))])
        .text("defense_dice", "Defense", [or_none(plan.defense.to_string())])
        .text("chart", "Chart", [asked.chart.name()])
        .text("place", "Target is", [asked.shelter.label()])
        .number("damage", "Mean damage", 4, [damage.mean()])
        .number("p_damage", "P(damage)", 4, [damage.at_least(1)])
        .number("cover_hits", "Mean hits on cover", 4, [odds.cover().mean()]);
    match &asked.target {
        None => table,
        Some(target) => table
            .number("p_destroyed", "P(destroyed)", 4, [damage.at_least(target.frame.hit_points())])
            .number("wasted", "Wasted", 4, [damage.excess_over(target.frame.hit_points())]),
    }
}

fn to_json(asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> Value {
    let plan = &asked.plan;
    let damage = odds.damage();
    let mut json = json!({
        "rules": rules.name,
        "attack": plan.attack.with_pips(rules.modifiers.attack),
        "spot": plan.spot.with_pips(rules.modifiers.spot),
        "defense": plan.defense.to_string(),
        "chart": asked.chart.name(),
        "cover_hits": plan.cover.hits(),
        "damage_dice": pmf(&odds.damage_dice),
        "damage": pmf(&damage),
        "cover": pmf(&odds.cover()),
    });
    if let Some(target) = &asked.target {
        json["target"] = json!({
            "loadout": target.name,
            "hit_points": target.frame.hit_points(),
            "p_destroyed": damage.at_least(target.frame.hit_points()),
            "wasted": damage.excess_over(target.frame.hit_points()),
        });
    }
    json
}

// `hitchart ra assign LOADOUT`

#[derive(Debug, Args)]
#[command(
    after_help = "Value of an assignment: damage x expected damage to the target, minus defense x expected damage of one \
    typical attack on the defense chosen, plus spot x pips of the spot, plus move x pips of movement.\n\nExample:\n  \
    hitchart ra assign RdYBG --range direct --target-defense 3 --roll 'W5 W3 R2 R6 Y4 B1 G3'"
)]
pub struct AssignArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    loadout: String,
    /// Range of the attack
    #[arg(long, value_parser = named(&Range::ALL))]
    range: Range,
    /// Damage chart [default: by range and cover]
    #[arg(long, value_parser = named(&ChartName::ALL))]
    chart: Option<ChartName>,
    /// Hits that the cover of the target absorbs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Defense of the target
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=20))]
    target_defense: u8,
    /// Rockets fired with the attack
    #[arg(long, value_name = "N", default_value_t = 0)]
    rockets: u8,
    /// Units that the frame must move before its attack, because the target is out of range
    #[arg(long, value_name = "UNITS", default_value_t = 0.0)]
    gap: f64,
    /// Weight of each effect; effects without a weight count nothing
    #[arg(long, value_name = "WEIGHTS", default_value = "damage=1,defense=1,spot=0.3333333333333333,move=0")]
    weights: String,
    /// Roll of the frame's dice to assign, such as 'W5 W3 R2 R6 Y4 B1 G3'
    #[arg(long, value_name = "ROLL")]
    roll: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Returns the value of best play, and the best assignment of a roll.
pub(super) fn answer_assign(args: &AssignArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let turn = turn(args, &rules)?;
    let best = match &args.roll {
        None => None,
        Some(text) => {
            let roll = turn.read_roll(text, &rules).map_err(|error| InputError::plain(format!("--roll: {error}")))?;
            Some(turn.choice(&rules).best(&roll.own, &roll.wild))
        }
    };
    TooManyRolls::check(turn.choice(&rules).rolls(), MOST_ROLLS)
        .map_err(|error| InputError::plain(error).with_help(Some(TooManyRolls::HELP)))?;
    let worth = worth(&turn, &rules);
    let line = match &best {
        Some(best) => best_line(best, &rules),
        None => worth_line(&args.loadout, &turn, &worth, &rules),
    };
    let mut tables: Vec<Table> = best.iter().map(best_table).collect();
    tables.push(worth_table(&worth));
    Ok(Reply::short(line, &tables)
        .noted(super::left_out(&rules))
        .finish(&args.common.output, assign_json(&turn, &worth, best.as_ref(), &rules)))
}

fn turn(args: &AssignArgs, rules: &Ruleset) -> Result<AssignedTurn, InputError> {
    let frame = frames::frame(&args.loadout, rules)?;
    let (chart, shelter) =
        attack::chart_and_shelter(args.range, args.chart, args.cover_hits, rules).map_err(InputError::plain)?;
    let names = Weights::default().named().map(|(name, _)| name);
    let [damage, defense, spot, movement] = frames::weights("--weights", &args.weights, names)?;
    Ok(AssignedTurn {
        frame: frame.frame,
        range: args.range,
        target_defense: args.target_defense,
        chart,
        shelter,
        rockets: frames::rockets(args.rockets, &frame)?,
        gap: gap(args.gap)?,
        weights: Weights { damage, defense, spot, movement },
    })
}

/// Checks a distance to move.
fn gap(units: f64) -> Result<f64, InputError> {
    let problem = || InputError::plain(format!("--gap: {units}; allowed: 0 to {MAX_DISTANCE} units"));
    (0.0..=MAX_DISTANCE).contains(&units).then_some(units).ok_or_else(problem)
}

/// Describes the best use of a roll: `Attack with the red 6, defend with the white 5, move with the green 3, spot with
/// the yellow 4: worth 2.31, exact [rulebook]`.
fn best_line(best: &Assignment, rules: &Ruleset) -> String {
    const VERBS: [&str; ACTIONS.len()] = ["defend", "attack", "move", "spot"];
    const COLOURS: [&str; ACTIONS.len()] = ["blue", "red", "green", "yellow"];
    // The order of a player's decisions, the attack first.
    const ORDER: [usize; ACTIONS.len()] = [1, 0, 3, 2];
    let die = |action: usize| match best.sources[action] {
        Source::None => None,
        Source::Own => Some(format!("{} with the {} {}", VERBS[action], COLOURS[action], best.dice[action])),
        Source::Wild => Some(format!("{} with the white {}", VERBS[action], best.dice[action])),
    };
    let used: Vec<String> = ORDER.into_iter().filter_map(die).collect();
    let unused: Vec<&str> =
        ORDER.into_iter().filter(|action| best.sources[*action] == Source::None).map(|action| VERBS[action]).collect();
    let unused = if unused.is_empty() { String::new() } else { format!("; no die to {}", unused.join(" or ")) };
    let used = if used.is_empty() { "use no die".to_owned() } else { used.join(", ") };
    format!("{}{unused}: worth {}, exact [{}]", capitalised(&used), number(best.value), rules.name)
}

/// Describes the value of a turn before the roll, and the best rule of thumb.
fn worth_line(loadout: &str, turn: &AssignedTurn, worth: &Worth, rules: &Ruleset) -> String {
    let rules_of_thumb: Vec<(String, f64)> =
        worth.rules.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let rule = highest(&rules_of_thumb).map_or_else(String::new, |best| {
        let loss = number((worth.best - best.value).max(0.0));
        format!("; the best rule of thumb, {}, loses {loss}", best.name())
    });
    let range = turn.range.name();
    let farthest = turn.frame.movement_value(turn.frame.whites, rules).max() as f64 * rules.movement.units_per_pip;
    let of = match turn.gap {
        0.0 => format!("a turn at {range} range"),
        gap if gap > farthest => {
            format!("no roll moves {gap} units to {range} range, at most {farthest}; a turn without an attack")
        }
        gap => format!("a turn at {range} range after a move of {gap} units"),
    };
    let worth = number(worth.best);
    format!("{}: {of} is worth {worth}{rule}, exact [{}]", loadout.trim(), rules.name)
}

fn best_table(best: &Assignment) -> Table {
    let source = |source: &Source| match source {
        Source::None => "no die",
        Source::Own => "own colour",
        Source::Wild => "white",
    };
    Table::new("best", "Best assignment of the roll", format!("Value {:.4}.", best.value))
        .text("action", "Action", ACTIONS)
        .count("die", "Die", best.dice.iter().map(|die| u64::from(*die)))
        .text("source", "From", best.sources.iter().map(source))
}

fn worth_table(worth: &Worth) -> Table {
    let all = || std::iter::once(("best play", worth.best)).chain(worth.rules.iter().copied());
    Table::new("worth", "Expected value of the turn", "Exact over all rolls; regret is the loss by a rule of thumb.")
        .text("player", "Way to play", all().map(|(name, _)| name))
        .number("expected", "Expected value", 4, all().map(|(_, value)| value))
        .number("regret", "Regret", 4, all().map(|(_, value)| worth.best - value))
}

fn assign_json(turn: &AssignedTurn, worth: &Worth, best: Option<&Assignment>, rules: &Ruleset) -> Value {
    let by_rule = |value: &dyn Fn(f64) -> f64| object(worth.rules.iter().map(|(name, v)| (*name, json!(value(*v)))));
    let weights = object(turn.weights.named().map(|(name, weight)| (name, json!(weight))));
    let mut json = json!({
        "loadout": turn.frame.loadout.to_string(),
        "rules": rules.name,
        "range": turn.range.name(),
        "chart": turn.chart.name(),
        "target_defense": turn.target_defense,
        "gap": turn.gap,
        "weights": weights,
        "expected": { "best": worth.best, "rules": by_rule(&|value| value) },
        "regret": by_rule(&|value| worth.best - value),
    });
    if let Some(best) = best {
        let mut dice = object(ACTIONS.iter().zip(&best.dice).map(|(action, die)| (*action, json!(die))));
        dice.insert("value".to_owned(), json!(best.value));
        json["best"] = Value::Object(dice);
    }
    json
}
