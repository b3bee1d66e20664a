//! Companies as users write them, and the built-in ones.

use super::*;
use crate::bidding::{Size, limits, ppa, standings};
use crate::rules_files::rulebook;
use hitchart_config::{FileText, InputError, from_toml};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    companies: At<Vec<At<RawEntry>>>,
}

fn muster_under(text: &str, size: Size, rules: &Ruleset) -> Result<Vec<FightingCompany>, InputError> {
    let file = FileText { path: "muster.toml".into(), text: text.to_owned() };
    let read: File = from_toml(text).map_err(|error| InputError::read(&file, &error))?;
    resolve(&file, &read.companies, size, rules)
}

fn muster(text: &str) -> Result<Vec<FightingCompany>, InputError> {
    muster_under(text, Size::Skirmish, &rulebook())
}

/// Returns a good company of four together with the company in question.
fn against(company: &str) -> String {
    format!("companies = [\n  'mirror-four',\n  {company},\n]\n")
}

fn refuses(text: &str, parts: &[&str]) {
    let message = muster(text).unwrap_err().to_string();
    parts.iter().for_each(|part| assert!(message.contains(part), "no `{part}` in\n{message}"));
}

fn rockets(company: &FightingCompany) -> Vec<u8> {
    company.frames.iter().map(|frame| frame.loadout.rockets()).collect()
}

fn names(company: &FightingCompany) -> Vec<&str> {
    company.frames.iter().map(|frame| frame.name.as_str()).collect()
}

/// Rulebook, "Example Scores per Asset".
#[test]
fn the_rulebooks_companies_have_its_bids_scores_and_dice() {
    let rules = rulebook();
    let companies = muster("companies = ['estars-anvil', 'suns-fang', 'piercing-eye']").unwrap();
    let stations = limits(3, Size::Skirmish, &rules.sizes).unwrap().stations;
    let bids: Vec<Bid> = companies.iter().map(|company| company.bid(stations, &rules)).collect();
    assert_eq!(bids.iter().map(|bid| (bid.frames, bid.systems)).collect::<Vec<_>>(), [(5, 20), (4, 16), (4, 15)]);
    let scores: Vec<i32> = standings(&bids, &ppa(&bids, &rules.bidding)).iter().map(|s| s.score).collect();
    assert_eq!(scores, [21, 36, 42]);
    let loadout = |company: usize, frame: usize| companies[company].frames[frame].loadout.with_rockets(0).to_string();
    assert_eq!([loadout(0, 0), loadout(0, 1), loadout(1, 0)], ["RdYBB", "RdYBG", "RaRaYB"]);
    assert_eq!([loadout(2, 0), loadout(2, 1), loadout(2, 2)], ["RdYYG", "RdYG", "RdYYG"]);
    assert!(companies.iter().all(|company| company.rockets() == 3));
    assert_eq!(companies[0].color.to_string(), "#0072b2");
}

#[test]
fn every_built_in_company_is_legal_somewhere() {
    let rules = rulebook();
    for known in COMPANIES.all() {
        let company = built_in_company(&known.id, &rules).unwrap();
        let legal = |size| {
            (2..=5).any(|players| {
                let mirrored =
                    |i: usize| FightingCompany { name: i.to_string(), color: Color(i as u8, 0, 0), ..company.clone() };
                check(&(0..players).map(mirrored).collect::<Vec<_>>(), size, &rules).is_ok()
            })
        };
        assert!(Size::ALL.iter().any(|(size, _)| legal(*size)), "{}", known.id);
        assert_eq!(legal(Size::Demo), known.id == "demo-pair", "{}", known.id);
        assert!(!known.summary.is_empty() && known.id == known.id.to_lowercase());
    }
    let mut ids: Vec<&str> = COMPANIES.all().iter().map(|known| known.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), COMPANIES.all().len());
}

#[test]
fn a_company_of_ones_own() {
    let companies = muster(&against(
        "{ name = ' Own ', frames = ['RdYBB', 'soldier', 'Soldier', { loadout = 'RdYBG', rockets = 1, name = 'Nocs' },\n\
         { loadout = 'Tank' }], rockets = 'auto', spare = 'Soldier', color = '#c0392b', policy = { name = 'x', depth = 2 } }",
    ))
    .unwrap();
    let own = &companies[1];
    assert_eq!(own.name, "Own");
    assert_eq!(names(own), ["RdYBB", "Soldier 1", "Soldier 2", "Nocs", "Tank"]);
    assert_eq!(own.spare.as_ref().unwrap().name, "Spare Soldier");
    assert_eq!(rockets(own), [1, 1, 0, 1, 0]);
    assert_eq!((own.color, companies[0].color), (Color(192, 57, 43), Color(0, 114, 178)));
    let policy = own.policy.as_ref().unwrap();
    assert_eq!(policy.value["depth"].as_integer(), Some(2));
    assert!(companies[0].policy.is_none());
}

#[test]
fn rockets_in_loadouts_tables_and_by_rule() {
    let placed = |frames: &str| {
        let text = against(&format!("{{ name = 'O', frames = [{frames}], rockets = 'auto' }}"));
        rockets(&muster(&text).unwrap()[1])
    };
    assert_eq!(placed("'RdY+SSR2', 'YB', 'YB', { loadout = 'YG', rockets = 1 }"), [2, 0, 0, 1]);
    assert_eq!(placed("'YB', 'RdB', 'YB', 'Rh/dY'"), [0, 2, 0, 1]);
    assert_eq!(placed("'YB', 'RdB', 'YB', 'Y'"), [0, 3, 0, 0]);
    assert_eq!(placed("'YB', 'RaB', '-', 'Y'"), [1, 1, 1, 0]);
    assert_eq!(placed("'YB', 'RdB', '-', 'Super Soldier'"), [0, 1, 0, 2]);
    let mut few = rulebook();
    few.rockets.per_frame = 1;
    let text = against("{ name = 'O', frames = ['RdB', 'YB', '-', 'Y'], rockets = 'auto' }");
    assert_eq!(rockets(&muster_under(&text, Size::Skirmish, &few).unwrap()[1]), [1, 1, 1, 0]);
}

#[test]
fn built_in_companies_by_table_and_several_times() {
    let companies =
        muster("companies = ['Mirror-Five', { company = 'mirror-five', policy = 'b' }, { company = 'mirror-five', name = 'C' }]")
            .unwrap();
    assert_eq!(companies.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["Mirror Five 1", "Mirror Five 2", "C"]);
    assert_eq!(companies[1].policy.as_ref().unwrap().value.as_str(), Some("b"));
    assert_eq!(companies[0].frames, companies[2].frames);
}

#[test]
fn mistakes_are_told_at_their_place() {
    refuses("companies = ['mirror-four', 'miror-five']", &[":1:29", "unknown company", "did you mean `mirror-five`?"]);
    refuses(
        &against("{ name = 'O', frames = ['Soldier', 'Soldeir', 'Tank', 'Tank'], rockets = 'auto' }"),
        &["muster.toml:3:38", "did you mean the archetype `Soldier`?"],
    );
    refuses(
        &against("{ name = 'O', frames = ['Soldier', { loadout = 'RdYBGE' }, 'Tank', 'Tank'] }"),
        &[":3:50", "at most 4"],
    );
    refuses(
        &against("{ name = 'O', frames = ['Soldier', { lodout = 'RdYBG' }, 'Tank', 'Tank'] }"),
        &[":3:40", "`lodout`", "did you mean `loadout`?"],
    );
    refuses(&against("{ name = 'O', frmes = ['Soldier'] }"), &[":3:17", "did you mean `frames`?"]);
    refuses(&against("{ name = 'O', frames = [3] }"), &[":3:27", "a loadout, an archetype, or a table"]);
    refuses("companies = ['mirror-four', 3]", &[":1:29", "the name of a built-in company, or a table"]);
    refuses(
        &against("{ name = 'O', frames = ['Soldier', 'Tank', { loadout = 'Tank', rockets = 4 }, 'Tank'] }"),
        &[":3:76", "`rockets` is 4; allowed: 0 to 3"],
    );
    refuses(&against("{ frames = ['Soldier'] }"), &[":3:3", "no `name`"]);
    refuses(&against("{ name = ' ', frames = ['Soldier'] }"), &[":3:12", "`name` is empty"]);
    refuses(&against("{ name = 'O' }"), &[":3:3", "no frames"]);
    refuses(&against("{ company = 'scouts', frames = ['Soldier'] }"), &[":3:34", "not both"]);
    refuses(&against("{ company = 'scouts', rockets = 'auto' }"), &[":3:35", "built-in company"]);
    refuses(&against("{ company = 'scuots' }"), &[":3:15", "did you mean `scouts`?"]);
    refuses(&against("{ company = 'scouts', color = 'blu' }"), &[":3:33", "did you mean `blue`?"]);
    refuses("companies = []", &["muster.toml:1:13", "0 companies", "2 to 5 players"]);
}

#[test]
fn names_colors_and_spares() {
    let two = "companies = [{ company = 'scouts', name = 'A' }, { company = 'suns-fang', name = 'A' }]";
    refuses(two, &[":1:82", "two companies are named `A`"]);
    refuses(
        "companies = [{ company = 'scouts', color = 'blue' }, { company = 'suns-fang', color = '#0072b2' }]",
        &[":1:87", "two companies have the color #0072b2"],
    );
    let twice =
        "{ name = 'O', frames = [{ loadout = 'Y', name = 'A' }, { loadout = 'B', name = 'A' }], rockets = 'auto' }";
    refuses(&against(twice), &[":3:82", "two frames are named `A`"]);
    refuses(
        &against("{ name = 'O', frames = ['Y', 'Y', 'Y', 'Y'], rockets = 'auto', spare = 'Super Soldier' }"),
        &[":3:74", "spare frame carries rockets"],
    );
    let own = "{ name = 'O', frames = ['Y', 'Y', { loadout = 'B', name = 'Y 1' }, 'Y'], rockets = 'auto' }";
    assert_eq!(names(&muster(&against(own)).unwrap()[1]), ["Y 2", "Y 3", "Y 1", "Y 4"]);
}

#[test]
fn sizes_and_players() {
    refuses(&against("'balanced-seven'"), &[":3:3", "`Balanced Seven` has 7 frames", "skirmish of 2 players: 4 to 6"]);
    refuses(
        &against("{ name = 'O', frames = ['Y', 'B', 'G'], rockets = 'auto' }"),
        &[":3:26", "`O` has 3 frames", "4 to 6"],
    );
    let six = ["'mirror-four'"; 6].join(", ");
    refuses(&format!("companies = [{six}]"), &["6 companies; a battle has 2 to 5 players"]);
    refuses("companies = ['mirror-four']", &["1 company; a battle has 2 to 5 players"]);
    let battle = muster_under(&against("'balanced-seven'"), Size::Battle, &rulebook()).unwrap_err().to_string();
    assert!(battle.contains("`Mirror Four` has 4 frames; allowed in a battle of 2 players: 5 to 8"), "{battle}");
    let three = "companies = ['mirror-four', 'mirror-five', 'balanced-seven']";
    assert!(muster_under(three, Size::Battle, &rulebook()).is_ok());
}

#[test]
fn rockets_are_exact() {
    let none = "{ name = 'O', frames = ['Y', 'Y', 'B', 'B'] }";
    refuses(&against(none), &[":3:26", "`O` carries 0 rockets", "exactly 3", "rockets = \"auto\""]);
    let four = "{ name = 'O', frames = ['Y+SSR2', 'Y+SSR2', 'B', 'B'] }";
    refuses(&against(four), &[":3:26", "`O` carries 4 rockets", "exactly 3"]);
    let twice = "{ name = 'O', frames = [{ loadout = 'Y+SSR2', rockets = 1 }] }";
    refuses(&against(twice), &[":3:59", "given twice"]);
    refuses(&against("{ name = 'O', frames = ['Y+SSR4'] }"), &[":3:27", "at most 3"]);
    let word = "{ name = 'O', frames = ['Y'], rockets = 'atuo' }";
    refuses(&against(word), &[":3:43", "did you mean `auto`?"]);
    let mut none_at_all = rulebook();
    none_at_all.rockets.per_company = 0;
    assert!(muster_under(&against(none), Size::Skirmish, &none_at_all).is_ok());
}

#[test]
fn a_demo_has_two_frames_and_up_to_three_rockets() {
    let demo = |text: &str| muster_under(text, Size::Demo, &rulebook()).map_err(|error| error.to_string());
    let companies = demo("companies = ['demo-pair', 'demo-pair']").unwrap();
    assert_eq!(companies[1].name, "Demo Pair 2");
    assert_eq!(companies[0].rockets(), 0);
    assert!(demo("companies = ['demo-pair', { name = 'O', frames = ['Y+SSR3', 'Y'] }]").is_ok());
    let many = demo("companies = ['demo-pair', { name = 'O', frames = ['Y+SSR3', 'Y+SSR1'] }]").unwrap_err();
    assert!(many.contains("`O` carries 4 rockets; allowed in a demo: 0 to 3"), "{many}");
    let frames = demo("companies = ['demo-pair', 'scouts']").unwrap_err();
    assert!(frames.contains("allowed in a demo of 2 players: 2"), "{frames}");
}

#[test]
fn built_in_companies_under_a_house_rule() {
    let mut rules = rulebook();
    rules.frame.max_systems = 3;
    let message = muster_under("companies = ['scouts', 'suns-fang']", Size::Skirmish, &rules).unwrap_err().to_string();
    assert!(
        message.contains(":1:14") && message.contains("built-in company `scouts`") && message.contains("at most 3")
    );
    rules = rulebook();
    (rules.bidding.count_rockets, rules.rockets.per_company) = (true, 5);
    let company = built_in_company("scouts", &rules).unwrap();
    assert_eq!(company.bid(3, &rules), Bid { frames: 4, systems: 20, stations: 3 });
}

#[test]
fn a_frame_less_keeps_the_rockets() {
    let rules = rulebook();
    let company = built_in_company("mirror-five", &rules).unwrap();
    let less = company.clone().without(0, &rules).unwrap();
    assert_eq!((less.frames.len(), less.systems(&rules), less.rockets()), (4, 16, 3));
    assert!(company.without(5, &rules).is_none());
}

/// A policy may be a name or a table; places do not show in a schema.
#[test]
fn schema_of_companies() {
    let schema = schemars::schema_for!(RawEntry).to_value();
    assert_eq!(schema["anyOf"].as_array().unwrap().len(), 2);
    let company = &schema["$defs"]["RawCompany"];
    assert_eq!(company["additionalProperties"], false);
    for key in ["name", "company", "frames", "rockets", "spare", "color", "policy"] {
        assert!(company["properties"][key].is_object(), "{key}");
    }
}

/// Rulebook, "Are there special design parameters?": companies that break a parameter get an error that names it.
#[test]
fn parameters_of_design_are_kept_to() {
    let refused = |change: fn(&mut Ruleset), says: &str| {
        let mut rules = rulebook();
        change(&mut rules);
        hitchart_config::rules::check(&rules).unwrap();
        let error = built_in_companies(&["suns-fang", "piercing-eye"], Size::Skirmish, &rules).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    };
    refused(|rules| rules.design.banned = vec!["Ra".to_owned()], "Ra is banned");
    refused(|rules| rules.design.company_needs = vec!["E".to_owned()], "has no E");
    refused(|rules| rules.design.frame_needs = vec!["B".to_owned()], "it has no B");
    refused(|rules| rules.design.max_ranged = 4, "6 ranged weapons; at most 4");
    refused(|rules| rules.design.max_average = 3.9, "16 systems on 4 frames; at most 3.9");
}
