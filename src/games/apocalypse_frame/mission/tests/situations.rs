//! Changes that a die picks, restored parts, and the maximum number of enemies ("GM Turn", A43, A66).

use super::super::action::Action;
use super::super::event::{DieOf, Event};
use super::table::{Table, ace, attack, encounter, foe, rules};
use crate::games::apocalypse_frame::ids::EnemySet;

const FIELD: &str = r#"
aces = "-4,0"
enemies = [{ kind = "Legionnaire", at = "4,0", vigor = 30 }]

[[changes]]
round = 2
begin = ["low-oxygen"]

[[changes]]
faces = [1, 2]
hazards = "0,0"

[[changes]]
faces = [3]
from = 3
begin = ["electrical-storm"]

[[changes]]
faces = [4]
again = true
enemies = [{ kind = "Velite", at = "3,0" }]
"#;

/// Ends the round; the game master does nothing.
fn round(table: &mut Table, dice: &[u8]) {
    table.until_gm();
    let before = table.state.round;
    while table.state.round == before {
        match table.may(Action::Hold) {
            true => table.dice(dice).act(Action::Hold),
            false => table.act(Action::Activate(foe(0))),
        };
    }
}

#[test]
fn a_die_picks_what_changes_where_the_round_has_no_change_of_its_own() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    let situations =
        |table: &Table| table.count(|event| matches!(event, Event::DieRolled { of: DieOf::Situation, .. }));
    round(&mut table, &[2]);
    let fire = table.hex(0, 0);
    assert!(table.state.fields.hazards.has(fire));
    round(&mut table, &[]);
    assert!(table.state.everywhere.low_oxygen, "the change of round 2, without a die");
    assert_eq!(situations(&table), 1);
    // The hazard change already happened, so the next possible change follows: that of face 3, allowed from this round
    // on.
    round(&mut table, &[1]);
    assert!(table.state.everywhere.electrical_storm);
}

#[test]
fn a_change_that_came_gives_way_and_no_face_is_no_change() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    round(&mut table, &[6]);
    assert_eq!((table.state.marks.up.len(), table.state.situations), (1, 0), "nothing has a 6");
    round(&mut table, &[]);
    round(&mut table, &[4]);
    round(&mut table, &[4]);
    assert_eq!(table.state.marks.up.len(), 3, "it comes again");
}

const CONSUL: &str = r#"
aces = "-4,0"
colossi = [{ name = "Consul", at = ["1,0", "2,0"] }]

[[changes]]
round = 1
parts = [{ colossus = "Consul", kind = "Railguns", count = 3, at = "3,0" }]
"#;

/// Removes `gone` Railguns, which are parts 6 to 11.
fn without_railguns(table: &mut Table, gone: u8) {
    for part in 6..6 + gone {
        table.state.marks.up.remove(foe(part));
        table.state.parts[0].0 -= 1;
    }
}

#[test]
fn parts_come_back_to_a_colossus_that_lacks_them() {
    let railguns = |table: &Table| {
        let is = |enemy| table.mission.enemy_name(&table.state, enemy) == "Railguns";
        table.state.marks.up.iter().filter(|enemy| is(*enemy)).count()
    };
    for (gone, left) in [(0, 6), (2, 6), (5, 4)] {
        let mut table = Table::new(vec![ace("M1")], CONSUL);
        without_railguns(&mut table, gone);
        round(&mut table, &[]);
        assert_eq!(railguns(&table), left, "{gone} were gone and up to 3 come");
        assert_eq!(usize::from(table.state.parts[0].0), table.state.marks.up.len());
    }
    let mut table = Table::under(rules(|rules| rules.colossi.parts_return = false), vec![ace("M1")], encounter(CONSUL));
    without_railguns(&mut table, 2);
    round(&mut table, &[]);
    assert_eq!(railguns(&table), 4, "not under the other reading");
}

/// "When every part on the Colossus has been taken out, it's been taken out as a whole and can't have Parts restored".
#[test]
fn none_comes_back_to_a_colossus_that_is_gone() {
    let text = format!("enemies = [{{ kind = \"Legionnaire\", at = \"4,0\" }}]\n{CONSUL}");
    let mut table = Table::new(vec![ace("M1")], &text);
    let legionnaire = foe(0);
    table.state.marks.up = EnemySet::of(legionnaire);
    table.state.parts[0].0 = 0;
    round(&mut table, &[]);
    assert_eq!(table.state.marks.up, EnemySet::of(legionnaire));
}

#[test]
fn a_battle_holds_sixty_four_enemies_and_no_more() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", count = 63, at = [\"0,0\", \"1,0\", \"2,0\"] }]\n\
                [[changes]]\nround = 1\nenemies = [{ kind = \"Velite\", count = 2 }]";
    let mut table = Table::new(vec![ace("M1")], text);
    // An Assault Rifle reaches Near, where every third enemy is.
    assert!(table.may(attack(0, 61)) && !table.may(attack(0, 62)));
    let ranges = table.mission.ranges(&table.state, super::table::A);
    assert_eq!([0, 1, 2].map(|band: usize| ranges.by[band].len()), [21, 21, 21]);
    round(&mut table, &[]);
    assert_eq!(table.state.marks.up.len(), 64, "the second Velite stays away");
}
