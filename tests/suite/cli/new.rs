//! `hitchart new`: the files it writes, and the commands it suggests for them.

use crate::common::Desk;

/// Adds options that limit a command to a few games.
fn shortened(command: &str) -> String {
    let more = match command.split(' ').take(2).collect::<Vec<_>>()[..] {
        ["run", _] => " --games 4 --quiet",
        ["play", _] => " --games 4",
        ["baseline", _] => " --games 40",
        ["ra", "improve"] => " --games 8 --test 2",
        _ => "",
    };
    format!("{command}{more}")
}

/// Lists the suggested next commands.
fn next(out: &str) -> Vec<String> {
    out.lines().filter_map(|line| line.strip_prefix("    hitchart ")).map(str::to_owned).collect()
}

#[test]
fn every_file_is_legal_and_the_commands_named_for_it_answer() {
    let games = ["", " --game rapid-attack", " --game apocalypse-frame", " --game intercept-orbit"];
    let each = |kind: &str| games.map(|game| format!("{kind} 'my files/a.toml'{game}"));
    let others = ["company", "fleet", "squad", "encounter"].map(|kind| format!("{kind} mine.toml"));
    let all = [each("house-rule").to_vec(), each("scenario").to_vec(), others.to_vec()].concat();
    for words in all {
        let desk = Desk::new();
        let commands = next(&desk.ok(&format!("new {words}")));
        assert!(!commands.is_empty(), "{words}");
        for command in commands {
            let said = desk.say(&shortened(&command));
            assert_eq!(said.code, Some(0), "{command}\n{}", said.err);
        }
    }
}

/// Every file explains itself, and names the schema if there is a schema for this kind.
#[test]
fn files_are_commented_and_name_their_schema() {
    let desk = Desk::new();
    for (kind, schema) in [
        ("house-rule", Some("ruleset")),
        ("scenario", Some("scenario")),
        ("squad", Some("scenario")),
        ("encounter", Some("scenario")),
        ("company", None),
        ("fleet", None),
        ("ci", None),
    ] {
        let text = desk.ok(&format!("new {kind} -"));
        assert!(text.lines().filter(|line| line.trim_start().starts_with('#')).count() >= 3, "{kind}\n{text}");
        let named = text.lines().next().unwrap().strip_prefix("#:schema ./");
        assert_eq!(named, schema.map(|name| format!("{name}.schema.json")).as_deref(), "{kind}");
        if let Some(name) = schema {
            assert!(text.contains(&format!("hitchart schema {name} > {name}.schema.json")), "{kind}");
        }
    }
    assert!(desk.files().is_empty());
}

/// The commands of the workflow run on the baseline that is made as the program suggests.
#[test]
fn the_workflow_checks_the_baseline_that_is_made_for_it() {
    let desk = Desk::new();
    let commands = next(&desk.ok("new ci .github/workflows/balance.yml"));
    commands.iter().for_each(|command| drop(desk.ok(&shortened(command))));
    let workflow = desk.read(".github/workflows/balance.yml");
    let steps = workflow.lines().filter_map(|line| line.trim().trim_start_matches("run: ").strip_prefix("hitchart "));
    let typed = |line: &str| line.split(" 2> ").next().unwrap().to_owned();
    let steps: Vec<String> = steps.map(typed).collect();
    assert_eq!(steps.len(), 1, "one run has all formats: {steps:?}");
    steps.iter().for_each(|step| drop(desk.ok(step)));
    assert!(desk.read("balance.md").contains("Balance") && desk.read("balance.xml").contains("<testsuite"));
    assert!(workflow.contains("on: pull_request") && !workflow.contains('\t'));
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let desk = Desk::new();
    desk.write("a.toml", "mine");
    desk.refuses("new scenario a.toml", &["a.toml exists", "--force"]);
    desk.ok("new scenario a.toml --force");
    assert!(desk.read("a.toml").contains("[[study]]"));
    desk.refuses("new scenari b.toml", &["scenari", "'scenario'"]);
    desk.refuses("new scenario b.toml --game rapid-atack", &["unknown game", "`rapid-attack`"]);
    desk.refuses("new company b.toml --game intercept-orbit", &["a company is of rapid-attack"]);
    std::fs::create_dir(desk.path("folder")).unwrap();
    desk.refuses("new scenario folder --force", &["cannot write folder"]);
}
