//! Exact odds: `hitchart io board`, `ram` and `fuel`.

use super::super::names::{named, within};
use super::super::odds::{pmf, pool};
use super::Common;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{InputError, words::counted};
use hitchart_dice::{Pmf, Pool};
use hitchart_intercept_orbit::exact_odds::{
    Boarding, BoardingOdds, Flight, FlightTime, MOST_COMPANIES, MOST_DODGES, PARTIES, Party, RamOdds, Rammed, flown,
    ram,
};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_report::table::{Field, Row, Table, number, percent};
use serde_json::{Value, json};

// `hitchart io board`

#[derive(Debug, Args)]
#[command(
    after_help = "Players on the ship are `owner`, `first` (the boarder of --companies), `second` and `third`. The player with most \
    yellow dice of 3 or more takes the ship; it stays with its owner on a tie. A die damages the companies of one enemy: the \
    owner's, or those of the first boarder if the owner has none, unless --hit names another. A helper and the player that it \
    aids do not hit each other. Damage may exceed what the player can lose. In JSON, p_capture and damage_to_boarders are the \
    first boarder's.\n\nExamples:\n  \
    hitchart io board --companies 2 --ace --owner-companies 1 --reds 2d6\n  \
    hitchart io board --companies 2 --owner-companies 1 --owner-ace --second 1+ace --hit second=first\n  \
    hitchart io board --companies 2 --owner-companies 2 --second 1 --aid second=first"
)]
pub struct BoardArgs {
    /// Companies of the boarder
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_COMPANIES)))]
    companies: u8,
    /// The boarder's ace leads one of them
    #[arg(long)]
    ace: bool,
    /// Companies of the ship's owner
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_COMPANIES)))]
    owner_companies: u8,
    /// The owner's ace leads one of them
    #[arg(long)]
    owner_ace: bool,
    /// Red dice of the ship's point defense, such as 2d6
    #[arg(long, value_name = "DICE")]
    reds: Option<String>,
    /// Companies of a second boarder, such as 1 or 2+ace
    #[arg(long, value_name = "N[+ace]", value_parser = boarder)]
    second: Option<(u8, bool)>,
    /// Companies of a third boarder
    #[arg(long, value_name = "N[+ace]", value_parser = boarder, requires = "second")]
    third: Option<(u8, bool)>,
    /// Player that gives its dice to another, such as second=first; the helper cannot take the ship
    #[arg(long, value_name = "PLAYER=PLAYER", value_parser = pair)]
    aid: Option<(usize, usize)>,
    /// Player whose dice hit the companies of another, such as owner=second; may be repeated
    #[arg(long, value_name = "PLAYER=PLAYER", value_parser = pair)]
    hit: Vec<(usize, usize)>,
    #[command(flatten)]
    common: Common,
}

/// Parses the companies of a boarder, with true if its ace leads one.
fn boarder(text: &str) -> Result<(u8, bool), String> {
    let (number, ace) = text.split_once('+').map_or((text, None), |(number, ace)| (number, Some(ace.trim())));
    let companies = number.trim().parse().ok().filter(|companies| (1..=MOST_COMPANIES).contains(companies));
    match (companies, ace) {
        (Some(companies), None) => Ok((companies, false)),
        (Some(companies), Some(ace)) if ace.eq_ignore_ascii_case("ace") => Ok((companies, true)),
        _ => Err(format!("allowed: 1 to {MOST_COMPANIES} companies, with `+ace` if the ace leads one of them")),
    }
}

/// Parses two players by name.
fn pair(text: &str) -> Result<(usize, usize), String> {
    let player = |name: &str| PARTIES.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
    let read = text.split_once('=').and_then(|(one, other)| player(one).zip(player(other)));
    read.ok_or_else(|| format!("write two of {} with `=` between them, such as second=first", PARTIES.join(", ")))
}

/// Returns the chances of each player to have the ship, and the losses of each.
pub(super) fn answer_board(args: &BoardArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let boarding = boarding(args, &rules)?;
    let odds = boarding.odds(&rules);
    let line = line(&boarding, &odds, &rules);
    let note = "Exact. For the owner, the chance to hold is the chance to keep the ship.";
    let table_of_players = Table::new("boarding", "Boarding", note).of(&players(&boarding, &odds, &rules));
    Ok(Reply::short(line, &[table_of_players, damage(&boarding, &odds)])
        .finish(&args.common.output, to_json(&boarding, &odds, &rules)))
}

/// Describes the chances of each player to have the ship, and the losses, in one sentence.
fn line(boarding: &Boarding, odds: &BoardingOdds, rules: &Ruleset) -> String {
    let chance = |party: usize| percent(odds.holds[party]);
    let boarders: Vec<String> = boarding
        .parties()
        .iter()
        .enumerate()
        .skip(1)
        .map(|(at, party)| {
            let name = if at == 1 { "the boarder".to_owned() } else { format!("the {} boarder", PARTIES[at]) };
            let ace = if party.ace { " and an ace" } else { "" };
            format!("{name} ({}{ace}) takes it {}", counted(party.companies.into(), "companies"), chance(at))
        })
        .collect();
    let taken = odds
        .damage
        .get(1)
        .and_then(Option::as_ref)
        .map_or_else(String::new, |damage| format!("; the boarder takes {} damage", number(damage.mean())));
    format!("The owner keeps the ship {}, {}{taken}, exact [{}]", chance(0), boarders.join(", "), rules.name)
}

fn boarding(args: &BoardArgs, rules: &Ruleset) -> Result<Boarding, InputError> {
    let reds = pool("--reds", args.reds.as_deref().unwrap_or_default())?;
    let owner = Party { companies: args.owner_companies, ace: args.owner_ace, reds };
    let all = [Some((args.companies, args.ace)), args.second, args.third];
    let boarders: Vec<Party> =
        all.into_iter().flatten().map(|(companies, ace)| Party { companies, ace, ..Party::default() }).collect();
    let boarding = Boarding::new(owner, &boarders).map_err(InputError::plain)?;
    let boarding = match args.aid {
        Some((helper, aided)) => boarding.aided(helper, aided, rules),
        None => Ok(boarding),
    };
    for (at, (roller, _)) in args.hit.iter().enumerate() {
        if args.hit[..at].iter().any(|(earlier, _)| earlier == roller) {
            let problem = format!("--hit names `{}` twice as the player that rolls; allowed: once", PARTIES[*roller]);
            return Err(InputError::plain(problem));
        }
    }
    let hitting = |boarding: Boarding, (roller, victim): &(usize, usize)| boarding.hitting(*roller, *victim);
    boarding.and_then(|boarding| args.hit.iter().try_fold(boarding, hitting)).map_err(InputError::plain)
}

/// A player with companies on the ship, and its chances.
struct BoardingPlayer<'a> {
    at: usize,
    party: Party,
    boarding: &'a Boarding,
    odds: &'a BoardingOdds,
    rules: &'a Ruleset,
}

impl BoardingPlayer<'_> {
    /// Returns the damage that the player takes; `None` if the player has no companies.
    fn damage(&self) -> Option<&Pmf> {
        self.odds.damage[self.at].as_ref()
    }
}

impl Row for BoardingPlayer<'_> {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("party", "Player", |row| PARTIES[row.at].to_owned()),
            Field::count("companies", "Companies", |row| Some(row.party.companies.into())),
            Field::flag("led", "Ace", |row: &Self| Some(row.party.ace)).keyed("ace"),
            Field::text("victim", "Hits", |row: &Self| PARTIES[row.boarding.victim(row.at)].to_owned()).keyed("hits"),
            Field::number("p_holds", "P(has the ship)", 4, |row| Some(row.odds.holds[row.at])),
            Field::number("damage", "Mean damage taken", 4, |row: &Self| row.damage().map(Pmf::mean)).table_only(),
            Field::json_only("damage", |row| row.damage().map(pmf).into()),
            Field::number("p_wiped_out", "P(all companies lost)", 4, |row| {
                row.damage().map(|damage| damage.at_least(row.party.life(row.rules)))
            }),
        ]
    }
}

fn players<'a>(boarding: &'a Boarding, odds: &'a BoardingOdds, rules: &'a Ruleset) -> Vec<BoardingPlayer<'a>> {
    let each = boarding.parties().iter().enumerate();
    each.map(|(at, party)| BoardingPlayer { at, party: *party, boarding, odds, rules }).collect()
}

/// Returns the damage to each player's companies, one row per value.
fn damage(boarding: &Boarding, odds: &BoardingOdds) -> Table {
    let rows: Vec<(&str, usize, f64, f64)> = (0..boarding.parties().len())
        .filter_map(|party| Some((PARTIES[party], odds.damage[party].as_ref()?)))
        .flat_map(|(party, pmf)| (0..=pmf.max()).map(move |k| (party, k, pmf.at(k), pmf.at_least(k))))
        .collect();
    Table::new("damage", "Damage", "Damage to the companies of each player, by its probability.")
        .text("party", "Player", rows.iter().map(|row| row.0))
        .count("value", "Damage", rows.iter().map(|row| row.1 as u64))
        .number("damage", "P(damage)", 6, rows.iter().map(|row| row.2))
        .number("at_least", "P(at least)", 6, rows.iter().map(|row| row.3))
}

fn to_json(boarding: &Boarding, odds: &BoardingOdds, rules: &Ruleset) -> Value {
    let taken = |party: usize| odds.damage[party].as_ref().map(pmf);
    json!({
        "rules": rules.name,
        "p_capture": odds.holds[1],
        "p_keep": odds.holds[0],
        "damage_to_boarders": taken(1),
        "damage_to_defenders": taken(0),
        "players": BoardingPlayer::json(&players(boarding, odds, rules)),
    })
}

// `hitchart io ram --speed N`

#[derive(Debug, Args)]
pub struct RamArgs {
    /// Units that the rammer would have moved; in a chain of collisions, the clicks left
    #[arg(long, value_name = "N")]
    speed: u8,
    /// Target of the collision: high value assets and debris take no damage
    #[arg(long, default_value = "ship", value_parser = named(&Rammed::ALL))]
    target: Rammed,
    #[command(flatten)]
    common: Common,
}

/// Returns the hits on both sides of a collision.
pub(super) fn answer_ram(args: &RamArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let odds = ram(args.speed, args.target, &rules).map_err(|error| InputError::plain(format!("--speed: {error}")))?;
    let note = format!(
        "Exact. Hits by their probability: on average {:.4} on the rammer, {:.4} on its target.",
        odds.rammer.mean(),
        odds.target.mean()
    );
    let line = format!(
        "Mean hits of a ram at speed {} on a target of kind {}: {} on the rammer, {} on the target, exact [{}]",
        args.speed,
        args.target.name(),
        number(odds.rammer.mean()),
        number(odds.target.mean()),
        rules.name
    );
    let data = json!({
        "rules": rules.name,
        "speed": args.speed,
        "rammed": args.target.name(),
        "rammer": pmf(&odds.rammer),
        "target": pmf(&odds.target),
    });
    Ok(Reply::short(line, &[table(&odds, args.speed, note)]).finish(&args.common.output, data))
}

fn table(odds: &RamOdds, speed: u8, note: String) -> Table {
    let hits = 0..=usize::from(speed);
    Table::new("ram", "Collision", note)
        .count("value", "Hits", hits.clone().map(|hits| hits as u64))
        .number("rammer", "P(rammer)", 6, hits.clone().map(|hits| odds.rammer.at(hits)))
        .number("rammed", "P(target)", 6, hits.map(|hits| odds.target.at(hits)))
}

// `hitchart io fuel`

#[derive(Debug, Args)]
#[command(
    after_help = "The highest of the dice is the fuel. A round counts if it begins with fuel; the round of the launch is \
    the first. The end of a round and each dodge cost 1 fuel.\n\nExamples:\n  \
    hitchart io fuel\n  \
    hitchart io fuel --dice 3d6 --dodges 2 --chance 0.5"
)]
pub struct FuelArgs {
    /// Black and white dice; the highest is the fuel [default: those of one catapult, and of two]
    #[arg(long, value_name = "DICE")]
    dice: Option<String>,
    /// Hits in a round that the company may dodge [default: 0, 1 and 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_DODGES)))]
    dodges: Option<u8>,
    /// Chance of each of these hits
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = within(0.0..=1.0))]
    chance: f64,
    /// Number of rounds to list
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=100))]
    rounds: u8,
    #[command(flatten)]
    common: Common,
}

/// A flight and the time that it lasts.
struct TimedFlight {
    flight: Flight,
    flown: FlightTime,
}

/// Returns the flight times of companies.
pub(super) fn answer_fuel(args: &FuelArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let flights = flights(args, &rules)?;
    let timed = |flight: Flight| TimedFlight { flight, flown: flown(&flight, args.rounds.into(), &rules) };
    let rows: Vec<TimedFlight> = flights.into_iter().map(timed).collect();
    let line = fuel_line(&rows, &rules);
    Ok(Reply::short(line, &[summary(&rows, args.chance), curves(&rows)])
        .finish(&args.common.output, json!({ "rules": rules.name, "flights": TimedFlight::json(&rows) })))
}

/// Describes the flight times of companies in one sentence.
fn fuel_line(rows: &[TimedFlight], rules: &Ruleset) -> String {
    let row = |TimedFlight { flight, flown }: &TimedFlight| {
        let dodges = match flight.dodges {
            0 => "without dodges".to_owned(),
            n if flight.chance < 1.0 => {
                format!("with {} a round at a chance of {}", counted(n.into(), "dodges"), percent(flight.chance))
            }
            n => format!("with {} a round", counted(n.into(), "dodges")),
        };
        format!(
            "best of {}: {} rounds {dodges}",
            flight.dice,
            flown.rounds.map_or_else(|| "endless".to_owned(), number)
        )
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("A company flies with the {}, exact [{}]", rows.join("; "), rules.name)
}

fn flights(args: &FuelArgs, rules: &Ruleset) -> Result<Vec<Flight>, InputError> {
    let dice: Vec<Pool> = match &args.dice {
        Some(text) => vec![pool("--dice", text)?],
        None => vec![rules.dice.catapult, rules.dice.catapults],
    };
    if dice.iter().any(Pool::is_empty) {
        return Err(InputError::plain("--dice: fuel needs at least one die"));
    }
    let dodges = args.dodges.map_or_else(|| vec![0, 1, 2], |dodges| vec![dodges]);
    let each = dice.iter().flat_map(|dice| dodges.iter().map(|dodges| (*dice, *dodges)));
    Ok(each.map(|(dice, dodges)| Flight { dice, dodges, chance: args.chance }).collect())
}

impl Row for TimedFlight {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("fuel_dice", "Best of", |row: &Self| row.flight.dice.to_string()).keyed("dice"),
            Field::count("dodges", "Dodges a round", |row| Some(row.flight.dodges.into())),
            Field::json_only("chance", |row| row.flight.chance.into()),
            Field::number("fuel", "Mean fuel", 4, |row: &Self| Some(row.flown.fuel.mean())).table_only(),
            Field::json_only("fuel", |row| pmf(&row.flown.fuel)),
            Field::number("rounds", "Mean rounds", 4, |row: &Self| row.flown.rounds).keyed("mean_rounds"),
            Field::json_only("flying_after", |row| row.flown.flying_after.clone().into()),
        ]
    }
}

fn summary(rows: &[TimedFlight], chance: f64) -> Table {
    let note = format!("Exact. Rounds that begin with fuel; each dodge comes with a chance of {chance}.");
    Table::new("fuel", "Fuel", note).of(rows)
}

fn curves(rows: &[TimedFlight]) -> Table {
    let each = || rows.iter().flat_map(|row| row.flown.flying_after.iter().enumerate().map(move |p| (&row.flight, p)));
    Table::new("flying", "Flying", "Probability of fuel left, by number of rounds.")
        .text("fuel_dice", "Best of", each().map(|(flight, _)| flight.dice.to_string()))
        .count("dodges", "Dodges a round", each().map(|(flight, _)| u64::from(flight.dodges)))
        .count("round", "Rounds", each().map(|(_, (round, _))| round as u64))
        .number("flying", "Flies on", 4, each().map(|(_, (_, flying))| *flying))
}
