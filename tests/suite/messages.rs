//! Whole error messages as a person reads them, so that a change of wording or place is noticed.

use hitchart::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::Overrides;
use hitchart_rapid_attack::rules_files::load;

fn refused(text: &str) -> String {
    let file = FileText { path: "plan.toml".into(), text: text.to_owned() };
    check(file, &Overrides::default()).expect_err("a bad scenario").to_string()
}

#[test]
fn a_mistyped_archetype() {
    let text =
        "title = 'x'\nsystem = 'rapid-attack'\n[[study]]\nkind = 'frames'\nframes = ['Soldier', 'Squad Laeder']\n";
    insta::assert_snapshot!(refused(text), @r"
    error: loadout `Squad Laeder`: unknown system `S`; allowed: Rh, Rd, Ra, Rh/d, Rh/a, Rd/a, Y, B, G, E, Et, Ev, and rockets such as +SSR2
     --> plan.toml:5:22
      |
    5 | frames = ['Soldier', 'Squad Laeder']
      |                      ^^^^^^^^^^^^^^
      |
      = help: did you mean the archetype `Squad Leader`?
    ");
}

#[test]
fn a_mistyped_key_of_the_rules() {
    let text = "title = 'x'\nsystem = 'rapid-attack'\n[rules.charts.open]\ntagret = 4\n[[study]]\nkind = 'loadouts'\n";
    insta::assert_snapshot!(refused(text), @r"
    error: unknown key `tagret`; allowed: `target`
     --> plan.toml:4:1
      |
    4 | tagret = 4
      | ^^^^^^
      |
      = help: did you mean `target`?
    ");
}

#[test]
fn an_unknown_ruleset() {
    insta::assert_snapshot!(load("handbok").expect_err("no such ruleset"), @r"
    error: unknown ruleset `handbok`; allowed: `rulebook`, `draft-2012`, `handbook`
     |
     = help: did you mean `handbook`?
    ");
}
