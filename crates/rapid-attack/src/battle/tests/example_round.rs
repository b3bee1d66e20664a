//! The rulebook's "Example Round" and "Example Attack", die by die.
//!
//! The text gives no positions; these fit everything that it states about ranges, paths and cover. Dice without a face
//! in the text show the faces that its outcomes need.

use super::{scripted::Scripted, story::Story};
use crate::battle::action::{Action, Decision};
use crate::battle::state::Life;
use crate::battle::{Battle, Event, battlefield_rules};
use crate::battlefield::{
    Battlefield, EnvironmentSystem, Layout, PieceKind, PieceLayout, PieceShape, TableLayout, TableShape,
};
use crate::bidding::{Size, limits};
use crate::loadout::Range::{Artillery, Direct};
use crate::ruleset::ChartName::{Cover, Open};
use crate::{ids::UnitId, muster::built_in_company, rules_files::rulebook};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

/// The ragged wall, which one more hit ruins, the tree, and the cover that Joshua's second frame runs to.
const WALL: usize = 0;
const TREE: usize = 1;
const SHRUB: usize = 2;

fn layout() -> Layout {
    let disc = |name: &str, at: [f64; 2], radius: f64, hits: u8| PieceLayout {
        name: Some(name.to_owned()),
        kind: PieceKind::Cover,
        stairs: false,
        station: false,
        needs: EnvironmentSystem::E,
        shape: PieceShape::Disc,
        at: Some(at),
        size: None,
        turn: None,
        radius: Some(radius),
        points: None,
        height: 4,
        bricks: 6 * hits,
        height_after_hits: Vec::new(),
    };
    Layout {
        table: TableLayout { shape: TableShape::Square, diagonal: 48.0 },
        hostile: false,
        needs: EnvironmentSystem::E,
        pieces: vec![
            disc("wall", [1.34, 0.88], 0.3, 1),
            disc("tree", [1.2, -6.9], 0.4, 2),
            disc("shrub", [2.4, -1.1], 0.25, 2),
        ],
        generator: None,
    }
}

/// Fields Joshua's Estar's Anvil, Vincent's Sun's Fang and Sebastian's Piercing Eye by the rules.
fn fielded() -> Story {
    let rules = rulebook();
    let companies = ["estars-anvil", "suns-fang", "piercing-eye"];
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let field = Battlefield::new(&layout(), &battlefield_rules(&rules)).unwrap();
    let limits = limits(3, Size::Skirmish, &rules.sizes).unwrap();
    let battle = Battle::new(rules, (Size::Skirmish, limits), companies, vec![field], Scripted::default());
    let mut story = Story::begin(battle, "JVS");
    assert_eq!(story.state.players().iter().map(|player| player.points_per_asset).collect::<Vec<_>>(), [3, 6, 7]);
    assert_eq!(story.state.seats[..3], [2, 1, 0].map(PlayerId::new), "Sebastian defends, Joshua is on point");
    for at in [(-6.0, 1.0), (-12.0, 1.0)] {
        story.places_station("S", at);
    }
    let frames = [
        ("S1", (-2.0, 0.0)),
        ("S2", (-1.0, 4.0)),
        // Joshua's point frame exposes itself to S1, at exactly a ruler.
        ("J1", (7.0, 0.0)),
        ("V1", (13.0, 12.0)),
        ("J2", (8.0, -4.5)),
        ("V2", (14.0, -13.0)),
        ("J3", (8.2, -8.2)),
        ("V3", (5.0, -16.0)),
        ("J4", (10.0, -8.6)),
        ("V4", (13.0, 5.0)),
        ("J5", (13.0, -9.0)),
    ];
    for (name, at) in frames {
        story.places(name, at);
    }
    for (player, at) in [("J", (10.0, 4.0)), ("J", (7.0, 5.0)), ("V", (15.0, 15.0)), ("V", (10.0, 15.0))] {
        story.places_station(player, at);
    }
    story.places("S3", (-4.0, -7.0));
    story.places("S4", (-3.0, -3.0));
    story.carry_out();
    story
}

impl Story {
    fn stands(&self, piece: usize) -> bool {
        self.state.standing & (1 << piece) != 0
    }

    fn spot_on(&self, name: &str) -> Option<u8> {
        self.state.unit(self.unit(name)).spot.map(|spot| spot.value)
    }

    fn loadout(&self, name: &str) -> String {
        self.state.unit(self.unit(name)).loadout.with_rockets(0).to_string()
    }

    fn sebastian_presses_joshuas_point_frame(&mut self) {
        self.turn("S1").targets("J1", Direct).rolls("W6 W2 R5 R1 G5 Y3 Y5").defends("W6").attacks("R5");
        self.answer("J1", "S1").targets("S1", Direct).rolls("W5 W1 R2 R6 B4 B5 Y4").defends("B5");
        self.resumes("S1").misses([5, 0, 5], Open).moves("G5", (-7.0, 0.0)).spots("Y5", "J1", None).ends();
        self.resumes("J1").is_out_of_range().moves("W5", (2.0, 0.0)).attacks("R6").misses([6, 0, 6], Open);
        self.spots("Y4", "S1", None).ends();

        // Example Attack: the 4 ruins the wall, the 5 goes through, and the shield is popped off.
        self.turn("S2").targets("J1", Direct).rolls("W2 W4 R3 R3 G2 Y1").defends("W4").attacks("R3").adds_the_spot();
        self.strikes([3, 5, 5], "1 4 5", Cover, (1, 1)).gives_up("J1", "B");
        assert!(!self.stands(WALL));
        assert_eq!((self.loadout("J1"), self.spot_on("J1")), ("RdYB".to_owned(), None));
        self.moves("G2", (-2.2, 5.6)).spots("Y1", "J1", None).ends();
        self.passes("S");
    }

    fn vincent_draws_sebastians_third_frame_out(&mut self) {
        self.turn("V1").targets("S3", Artillery).rolls("W4 W6 R1 R2 d8R5 B4 Y5").defends("B4").attacks("W6");
        self.answer("S3", "V1").targets("J2", Direct).rolls("W5 W2 R2 R6 G4 Y6 Y5").defends("W5");
        self.resumes("V1").strikes([6, 0, 5], "5", Open, (0, 1)).gives_up("S3", "Y");
        // Its Y5 is wasted: no target is in range, so no spot is asked for.
        self.moves("W4", (13.6, 12.8)).ends();

        self.resumes("S3").is_out_of_range().moves("G4", (0.0, -7.0)).attacks("R6");
        self.answer("J2", "S3").targets("S3", Direct).rolls("W5 W4 R6 R3 B2 G6 Y5").defends("W5");
        self.resumes("S3").strikes([6, 0, 5], "4", Open, (0, 0));
        // The frame had two comms systems when it rolled (S15).
        self.spots("Y6", "J1", Some(1)).ends();
        self.resumes("J2").attacks("R6").strikes([6, 0, 5], "4", Cover, (1, 0)).moves("G6", (3.2, -0.9));
        self.spots("Y5", "S2", None).ends();
        assert_ne!(self.state.unit(self.unit("J2")).near & (1 << SHRUB), 0, "into cover");

        self.turn("S4").targets("J1", Direct).rolls("W2 W1 R1 R3 G2 Y2 Y4").defends("W2").attacks("R3").adds_the_spot();
        self.strikes([3, 6, 5], "6 2 5 1", Open, (0, 2)).gives_up("J1", "Y").gives_up("J1", "B");
        self.moves("G2", (-3.8, -3.6)).spots_nobody().ends();
    }

    fn sebastians_third_frame_falls(&mut self) {
        self.turn("V2").targets("J3", Direct).rolls("W2 W3 R2 R4 d8R1 B3 Y1").defends("B3").attacks("R4");
        self.answer("J3", "V2").targets("S3", Direct).rolls("W3 W5 R6 R2 B5 G2 Y6").defends("B5");
        self.resumes("V2").misses([4, 0, 5], Open).stays().spots_nobody().ends();
        assert!(self.stands(TREE));
        self.resumes("J3").attacks("R6").strikes([6, 0, 5], "4", Cover, (1, 0));
        assert!(!self.stands(TREE));
        self.moves("G2", (6.25, -7.9)).spots("Y6", "S3", None).ends();

        self.turn("V3").targets("S3", Direct).rolls("W3 W2 R4 R1 B2 G2 Y4").defends("W3").is_out_of_range();
        self.moves("G2", (4.06, -14.24)).attacks("R4").adds_the_spot().strikes([4, 6, 5], "1 5 2 6 3", Open, (0, 2));
        self.gives_up("S3", "Y").gives_up("S3", "G").spots("Y4", "S3", None).ends();
        self.passes("V");

        assert_eq!(self.scores(), [21, 36, 42]);
        self.carry_out();
        assert!(!self.candidates().contains(&Action::Pass), "no player after Joshua has frames left");
        self.turn("J4").targets("S3", Direct).rolls("W2 W5 R4 R3 B1 G2 Y1").defends("W5").is_out_of_range();
        self.moves("G2", (8.04, -8.3)).attacks("R4").adds_the_spot().strikes([4, 4, 5], "5 5 6", Open, (0, 3));
        assert_eq!(self.state.unit(self.unit("S3")).life(), Life::Destroyed);
        assert_eq!(self.scores(), [21, 36, 35]);
        self.spots("Y1", "V3", None).ends();
    }

    fn the_round_ends(&mut self) {
        self.turn("V4").targets("J5", Direct).rolls("W1 W2 R5 R3 B2 G3 Y2").defends("B2").is_out_of_range();
        self.moves("G3", (12.0, 6.0)).ends();
        let unit = self.unit("V4");
        assert!(self.events.contains(&Event::AttackForgone { unit }));
        self.turn("J5").targets("V3", Direct).rolls("W1 W2 R3 R2 B4 G2 Y3").defends("B4").is_out_of_range();
        self.moves("G2", (11.36, -9.96)).attacks("R3").adds_the_spot().strikes([3, 1, 3], "2", Open, (0, 0));
        assert_eq!(self.state.clock, 11);
        self.spots_nobody().ends();
    }
}

#[test]
fn the_rulebooks_example_round() {
    let mut story = fielded();
    assert_eq!((story.state.clock, story.state.round), (11, 1));
    assert_eq!(story.scores(), [21, 36, 42]);
    story.sebastian_presses_joshuas_point_frame();
    story.vincent_draws_sebastians_third_frame_out();
    story.sebastians_third_frame_falls();
    story.the_round_ends();

    assert_eq!(story.state.clock, 10);
    story.ticks("V", true);
    story.ticks("S", false);
    assert_eq!(story.state.clock, 9);
    story.ticks("J", false);
    story.asked(PlayerId::new(1), Decision::Act);
    assert_eq!((story.state.clock, story.state.round), (9, 2));
    assert!(
        story
            .state
            .units()
            .iter()
            .all(|unit| unit.defense.is_none() && unit.spot.is_none() && !unit.acted || !unit.stands())
    );
}

/// Checks that every standing frame gets one turn, in the order of the text.
#[test]
fn the_order_of_turns() {
    let mut story = fielded();
    story.sebastian_presses_joshuas_point_frame();
    story.vincent_draws_sebastians_third_frame_out();
    story.sebastians_third_frame_falls();
    story.the_round_ends();
    let ended = |event: &Event| match event {
        Event::TurnEnded { unit, .. } => Some(*unit),
        _ => None,
    };
    let order: Vec<UnitId> = story.events.iter().filter_map(ended).collect();
    let text = "S1 J1 S2 V1 S3 J2 S4 V2 J3 V3 J4 V4 J5";
    assert_eq!(order, text.split(' ').map(|name| story.unit(name)).collect::<Vec<_>>());
}

/// Checks that the ranges of the text hold between the positions.
#[test]
fn frames_stand_as_far_apart_as_the_text_says() {
    let story = fielded();
    let at = |name: &str| story.state.unit(story.unit(name)).at;
    assert!((story.battle.between(at("S1"), at("J1")) - 8.0).abs() < 1e-9);
    assert!(story.battle.between(at("V1"), at("S3")) > 8.0);
    assert!(
        story.battle.between(at("S3"), at("J2")) > 8.0 && story.battle.between(Point::new(0.0, -7.0), at("J2")) <= 8.0
    );
}
