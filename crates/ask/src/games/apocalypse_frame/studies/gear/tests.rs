//! Tests of the studies of gear: planted best parts, threads, places of mistakes, and restricted players.

use super::super::tests::{counted, scenario};
use super::restricted::Bar;
use super::setting::{GearSetting, Measure, Opponent};
use crate::games::apocalypse_frame::design::{GearSpace, Sort};
use crate::scenario::check;
use hitchart_apocalypse_frame::mission::{Action, KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::{Player, PolicySpec, ROLES, Side};
use hitchart_apocalypse_frame::{
    catalogue::book, encounter::MissionPlan, encounter::ground::built_in, rules_files::standard, sheet::Sheet,
};
use hitchart_config::FileText;
use hitchart_lab::builds::{Changes, RestrictedSetting};
use hitchart_lab::study::{Answer, Overrides};
use hitchart_play::policy::Book;
use hitchart_play::{Game, Policy, RestrictedPolicy, Restriction, Unwatched, play};
use std::{sync::Arc, sync::atomic::AtomicBool};

/// House rules under which one armament is far better than all others.
const PLANTED: &str = "[rules.catalogue.armaments.'Scout Rifle']\ndice = 4\nharm = 9\n";

const IMPROVE: &str = "[[study]]\nkind = \"improve\"\nname = \"i\"\naces = [\"M1\"]\nencounter = \"pack\"\n\
                       policies = [\"greedy\", \"greedy\"]\nchanges = [\"armaments\", \"systems\"]\ngames = 3000\n\
                       test_games = 100\n";
const OPTIMISE: &str = "[[study]]\nkind = \"optimise\"\nname = \"o\"\naces = [\"M1\"]\n\
                        encounters = [\"pack\"]\npolicies = [\"greedy\", \"greedy\"]\nmaterials = 2\n\
                        changes = [\"armaments\"]\npopulation = 24\ngenerations = 3\ngames = 4000\ntest_games = 100\n";

/// Counts and answers the first study of a scenario.
fn answer(text: &str) -> Answer {
    let scenario = scenario(text);
    let study = &scenario.studies[0];
    study.method.answer(&study.name, &counted(&scenario, 2))
}

#[test]
fn a_planted_armament_is_found() {
    let improved = answer(&format!("{PLANTED}{IMPROVE}"));
    // An encounter earns no points, so that it beats no Ace.
    let said = improved.said.join(" ");
    assert!(said.contains("met only") && said.contains("frame damage is half a point"), "{said}");
    let opponents = improved.tables.iter().find(|table| table.name == "i-opponents").unwrap();
    let told = format!("{} {} {said}", opponents.title, opponents.note);
    assert!(!told.contains("beat") && !told.contains("tie") && !told.contains("opponent"), "{told}");
    let json = improved.json.unwrap();
    let best = json["changes"].as_array().unwrap().iter().find(|one| one["pair"] == false).unwrap();
    assert!(best["change"].as_str().unwrap().contains("with Scout Rifle"), "{best}");
    assert!(best["gain"]["interval"][0].as_f64().unwrap() > 0.0, "{best}");
    assert!(improved.said[0].contains("with Scout Rifle") && improved.said.last().unwrap().contains("100 missions"));
    let best = answer(&format!("{PLANTED}{OPTIMISE}")).json.unwrap();
    let armaments = best["aces"][0]["armaments"].to_string();
    assert!(armaments.contains("Scout Rifle"), "{best}");
    assert!(best["price"].as_str().is_some_and(|price| price.contains("Material")), "{best}");
}

/// The planted armament joins against several encounters; the game master mixes those that are hardest for the gear.
#[test]
fn a_planted_armament_joins_against_the_choice_of_encounters() {
    let oracle = "[[study]]\nkind = \"double-oracle\"\nname = \"d\"\naces = [\"M1\"]\nencounters = [\"pack\", \"patrol\"]\n\
                  policies = [\"greedy\", \"greedy\"]\nchanges = [\"armaments\"]\nmaterials = 2\nmeasure = \"victory\"\n\
                  games = 200\nsearch_games = 3000\ntest_games = 400\nrounds = 2\n";
    let found = answer(&format!("{PLANTED}{oracle}"));
    let table = |name: &str| found.tables.iter().find(|table| table.name == name).unwrap();
    let sheets = table("d-field").texts("sheets");
    assert!(sheets.len() > 1 && sheets[1].contains("Scout Rifle"), "{sheets:?}");
    let gains = table("d-rounds").numbers("exploitability");
    assert!(gains[0].unwrap() > 0.02, "{gains:?}");
    for name in ["d-field", "d-opponents"] {
        let sum: f64 = table(name).numbers("equilibrium_share").into_iter().flatten().sum();
        assert!((sum - 1.0).abs() < 1e-6, "{name}: {sum}");
    }
    // No opponent holds the mixed gear below the value, which is the least of its points.
    let json = found.json.as_ref().unwrap();
    let least = table("d-opponents").numbers("points_share").into_iter().flatten().fold(1.0, f64::min);
    assert!((json["value"].as_f64().unwrap() - least).abs() < 1e-6, "{json}");
    assert_eq!(table("d-matrix").rows(), 2 * sheets.len());
}

/// The same for a team, in which every Ace may change: by its gear, and as the first purchase, tested again.
#[test]
fn a_planted_armament_is_found_for_a_team() {
    let improve = IMPROVE.replace("[\"M1\"]", "[\"M1\", \"L1\"]").replace("games = 3000", "games = 5000");
    let json = answer(&format!("{PLANTED}{improve}")).json.unwrap();
    let best = json["changes"].as_array().unwrap().iter().find(|one| one["pair"] == false).unwrap();
    assert!(best["change"].as_str().unwrap().contains("with Scout Rifle"), "{best}");
    // Among armaments: some modular systems save a team more Harm than any armament.
    let first = "[[study]]\nkind = \"marginal\"\nname = \"m\"\naces = [\"M1\", \"L1\"]\nencounter = \"pack\"\n\
                 policies = [\"greedy\", \"greedy\"]\nchanges = [\"armaments\"]\nmaterials = 1\ngames = 60\n";
    let bought = answer(&format!("{PLANTED}{first}"));
    let tested = bought.tables.iter().find(|table| table.name == "m-tested").unwrap();
    assert!(tested.texts("change")[0].contains("with Scout Rifle (1 Material)"), "{:?}", tested.texts("change"));
    assert!(bought.said[0].contains("The best first purchase"), "{:?}", bought.said);
    // Victory, Harm taken and frames lost, each with an interval and the missions of the test.
    assert_eq!(tested.texts("metric"), ["victory", "harm_taken", "frames_out"]);
    assert_eq!(tested.numbers("n"), [Some(240.0); 3]);
    assert!(tested.intervals("interval").iter().all(Option::is_some));
    let changes = bought.tables.iter().find(|table| table.name == "m-changes").unwrap();
    assert!(changes.texts("change").iter().all(|change| change.contains("Material")));
}

/// The JSON of a found squad is the `aces` of another scenario.
#[test]
fn a_found_squad_is_a_squad_of_a_file() {
    let json = answer(IMPROVE).json.unwrap();
    for found in json["changes"].as_array().unwrap() {
        let aces: toml::Value = serde_json::from_value(found["aces"].clone()).unwrap();
        let study = toml::to_string(&toml::toml! { kind = "missions" }).unwrap();
        let aces = toml::to_string(&toml::Table::from_iter([("aces".to_owned(), aces)])).unwrap();
        let aces = aces.replace("[[aces]]", "[[study.aces]]").replace("[aces.", "[study.aces.");
        scenario(&format!("[[study]]\n{study}{aces}"));
    }
}

#[test]
fn threads_do_not_matter() {
    let rest = "[[study]]\nkind = \"restricted\"\nname = \"r\"\naces = [\"M1\", \"L1\"]\npolicies = [\"greedy\", \"greedy\"]\n\
                gm_policies = [\"greedy\", \"gentle\"]\ngames = 20\n\
                [[study]]\nkind = \"costs\"\nname = \"c\"\naces = [\"M1\"]\nslot = 2\narmaments = [\"Shotgun\", \"carbine + hot\"]\n\
                policies = [\"greedy\", \"greedy\"]\nthen = [\"centurion\"]\ngames = 20\n";
    let scenario = scenario(&format!("{IMPROVE}{OPTIMISE}{rest}"));
    let (one, four) = (counted(&scenario, 1), counted(&scenario, 4));
    assert_eq!(one.0, four.0);
    for study in &scenario.studies {
        let answer = study.method.answer(&study.name, &one);
        assert!(!answer.said.is_empty() && !answer.tables.is_empty(), "{}", study.name);
        for table in &answer.tables {
            assert!(table.rows() > 0, "{}", table.name);
        }
        for (figure, table) in &answer.figures {
            hitchart_report::plot::draw(figure, table, "").unwrap_or_else(|error| panic!("{}: {error}", figure.name));
        }
    }
}

/// The worth of choices is asked only under rules that have them; without last stands and ejecting, one of both is left.
#[test]
fn choices_have_their_worth() {
    let study = "[[study]]\nkind = \"restricted\"\nname = \"r\"\naces = [\"M1\", \"L1\"]\nencounter = \"siege\"\n\
                 measure = \"victory\"\ngames = 60\n";
    let choice = "[rules.damage]\nlast = \"choice\"\nallowed = 0\n[rules.drops]\nsharing = \"choice\"\n";
    let restrictions = |text: &str| {
        let found = answer(text);
        found.tables[0].texts("change").to_vec()
    };
    let with = restrictions(&format!("{choice}{study}"));
    for bar in ["without last stands", "without ejecting", "without choosing who gets drops"] {
        assert!(with.iter().any(|known| known == bar), "{with:?}");
        assert!(!restrictions(study).iter().any(|known| known == bar));
    }
}

/// Refuses a study, with the line and column of the mistake.
fn refuses(study: &str, place: &str, parts: &[&str]) {
    let text = format!("title = \"T\"\ngame = \"apocalypse-frame\"\n[[study]]\n{study}");
    let file = FileText { path: "t.toml".into(), text };
    let message = check(file, &Overrides::default()).unwrap_err().to_string();
    for part in parts.iter().chain([&place]) {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
}

#[test]
fn mistakes_have_places() {
    let improve = |rest: &str| format!("kind = \"improve\"\naces = [\"M1\"]\n{rest}\n");
    refuses(&improve("changes = []"), "t.toml:6:11", &["at least one kind of change"]);
    refuses(&improve("ace = 2"), "t.toml:6:7", &["`ace` is 2", "1 to 1"]);
    refuses(&improve("banned = [\"Shotgan\"]"), "t.toml:6:11", &["unknown name `Shotgan`", "did you mean `Shotgun`?"]);
    refuses(&improve("encounter = \"ambush\"\nencounters = [\"patrol\"]"), "t.toml:6:13", &["leave out one of them"]);
    refuses(&improve("encounters = [\"patroll\"]"), "t.toml:6:15", &["did you mean `patrol`?"]);
    refuses(&improve("materials = 2000"), "t.toml:6:13", &["0 to 1000"]);
    refuses(&improve("measure = \"harm\""), "t.toml:6:11", &["frames", "victory"]);
    refuses(&improve("materials = 0\nchanges = [\"armaments\"]"), "t.toml:7:11", &["no single change of M1-SOLDIER"]);
    refuses("kind = \"improve\"\naces = [\"M9\"]\n", "t.toml:5:9", &["unknown frame"]);
    let optimise = "kind = \"optimise\"\naces = [\"M1\"]\nmaterials = 0\nrequired = [\"shotgun\"]\n";
    refuses(optimise, "t.toml:4:8", &["no squad was found", "allow more `materials`"]);
    let costs = |rest: &str| format!("kind = \"costs\"\naces = [\"M1\"]\n{rest}\n");
    refuses(&costs(""), "t.toml:4:8", &["nothing to compare"]);
    refuses(&costs("armaments = [\"Shotgun\"]"), "t.toml:6:13", &["one armament has nothing to be compared with"]);
    refuses(&costs("armaments = [\"Shotgun\"]\nframes = [\"L1\"]"), "t.toml:7:10", &["leave out one of the lists"]);
    refuses(&costs("frames = [\"L1\", \"H1\"]\nslot = 1"), "t.toml:7:8", &["`slot` goes with"]);
    refuses(&costs("armaments = [\"Shotgun\", \"Carbine\"]\nslot = 3"), "t.toml:7:8", &["1 to 2"]);
    let double = "armaments = [\"Shotgun\", \"Assault Rifle + Burst\"]";
    refuses(&costs(double), "t.toml:6:25", &["has the tag Burst already"]);
    refuses("kind = \"restricted\"\naces = []\n", "t.toml:5:8", &["1 to 5"]);
    let oracle = |rest: &str| format!("kind = \"double-oracle\"\naces = [\"M1\"]\n{rest}\n");
    refuses(&oracle("margin = 0.9"), "t.toml:6:10", &["0 to 0.5"]);
    refuses(&oracle("encounters = []"), "t.toml:6:14", &["at least one encounter"]);
}

/// The setting of a Soldier and a Recon in an ambush.
fn setting(measure: Measure) -> (GearSetting, Opponent) {
    let rules = Arc::new(standard());
    let own: Vec<Sheet> =
        ["M1", "L1"].map(|name| Sheet::stock(rules.catalogue.frame(name).unwrap())).into_iter().collect();
    let names = own.iter().map(|sheet| sheet.frame.clone()).collect();
    let (sorts, banned, required) = (Sort::ALL.to_vec(), Vec::new(), Vec::new());
    let space =
        GearSpace { rules: Arc::clone(&rules), own, names, only: None, sorts, materials: None, banned, required };
    let policies = Book::new(&ROLES);
    let named = |side: Side, name: &str| policies.named(side as usize, name).unwrap();
    let (policy, gm) = (named(Side::Aces, "tactician"), named(Side::Gm, "ruthless"));
    let plan = Arc::new(MissionPlan::single(built_in("ambush", book()).unwrap()));
    let common = Arc::new(super::super::checker::Common { rules, policies });
    (GearSetting { common, space, policy, measure, kept: Vec::new() }, Opponent::new(plan, gm))
}

/// Pairs have the same dice for every squad, the signs of margins do not depend on the measure for defeats, and the
/// opponents come in turn.
#[test]
fn margins_are_points_of_missions() {
    let stop = AtomicBool::new(false);
    let margins = |measure: Measure| {
        let (setting, opponent) = setting(measure);
        let field = Arc::new(super::Field { opponents: vec![opponent.clone(), opponent] });
        let table = setting.table_without(&setting.space.start(), None, &field);
        let mut bouts = table(&stop);
        let all: Vec<[i16; 2]> = (0..40).map(|pair| bouts(pair, pair)).collect();
        assert_eq!(all[3], bouts(3, 3), "the same key gives the same pair");
        assert_eq!([0, 1, 2].map(|pair| GearSetting::opponent(&field, pair)), [Some(0), Some(1), Some(0)]);
        all.concat()
    };
    let (frames, victory) = (margins(Measure::Frames), margins(Measure::Victory));
    assert!(frames.iter().all(|margin| (-1..=1).contains(margin)));
    assert!(frames.iter().zip(&victory).all(|(frames, victory)| (*frames < 0) == (*victory < 0) && *victory != 0));
    assert!(victory.iter().any(|margin| *margin > 1), "margins count Harm");
}

/// A tactician, restricted or not, with a count of the watched actions.
struct Watched {
    player: RestrictedPolicy<Player, Bar, Action>,
    watched: Bar,
    done: u32,
}

impl Policy<Mission<KeyedDice>> for Watched {
    fn begin(&mut self, key: u64) {
        Policy::<Mission<KeyedDice>>::begin(&mut self.player, key);
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        let action = self.player.decide(mission, state);
        let mut all = Vec::new();
        mission.candidates(state, &mut all);
        assert!(all.contains(&action), "{action:?}");
        self.done += u32::from(!self.watched.allows(mission, state, &action));
        action
    }
}

/// A restricted player never takes a barred action; missions still end.
#[test]
fn what_is_barred_is_not_done() {
    let (setting, opponent) = setting(Measure::Frames);
    let aces = setting.space.start().aces(&standard()).unwrap();
    let mission = Mission::new(standard(), aces, opponent.plan.as_ref().clone(), KeyedDice);
    let player = |policy: &PolicySpec, bar, goes_without: bool| Watched {
        player: RestrictedPolicy::new(policy.build(), Some(bar).filter(|_| goes_without)),
        watched: bar,
        done: 0,
    };
    let mut often = 0;
    for bar in Bar::ALL {
        let [free, barred] = [false, true].map(|without| {
            let mut players = [player(&setting.policy, bar, without), player(&opponent.gm, bar, false)];
            (0..20).for_each(|key| {
                let end = play(&mission, key, &mut players, &mut Unwatched);
                assert!(end.ending.is_some());
            });
            players[0].done
        });
        assert_eq!(barred, 0, "{}: {free} times where it may be", bar.label());
        often += u32::from(free > 0);
    }
    assert!(often >= 3, "only {often} of the actions happen at all");
}
