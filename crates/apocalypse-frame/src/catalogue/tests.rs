//! Tests of the catalogue against the lists of the text.

use super::entries::{Build, Division, Trait};
use super::item::{Class, Effect, ItemTag};
use super::tag::{Band, Bands, Tag};
use super::*;
use super::{advancement::entry, entries::Gear, entries::Rank};
use crate::encounter::ground::built_in;
use std::collections::BTreeSet;

const BOTH: [Gear; 2] = [Gear::Stock, Gear::Pregen];

fn unlike<'a>(names: impl IntoIterator<Item = &'a str>) -> usize {
    names.into_iter().collect::<BTreeSet<_>>().len()
}

#[test]
fn all_of_the_book_is_there_under_names_of_its_own() {
    let all = book();
    assert_eq!(unlike(all.frames.iter().map(|frame| &*frame.name)), 9);
    assert_eq!(BOTH.map(|gear| unlike(all.armaments(gear).iter().map(|armament| &*armament.name))), [18, 18]);
    assert_eq!([all.stock.len(), all.pregen.len(), all.frames.len(), all.backups.len()], [18, 18, 9, 3]);
    assert_eq!(unlike(all.modular.iter().map(|item| &*item.name)), 18);
    assert_eq!(unlike(all.integral.iter().map(|item| &*item.name)), 9);
    assert_eq!(unlike(all.enemies.iter().map(|enemy| &*enemy.name)), all.enemies.len());
    let of = |faction: &str| all.enemies.iter().filter(|enemy| enemy.written.faction == faction).count();
    let factions = ["Republic", "Claw", "Wildlife", "Survivalists", "Wayfarers", "Other"];
    assert_eq!(factions.map(of), [7, 4, 9, 3, 3, 4]);
    assert_eq!(all.enemies.len(), 30);
}

#[test]
fn every_name_is_found_however_it_is_written() {
    let all = book();
    let otherwise = |name: &str| name.to_uppercase().replace(' ', "-");
    for frame in &all.frames {
        assert_eq!(all.frame(&otherwise(&frame.name)).unwrap(), frame);
        frame.name.split('-').for_each(|part| assert_eq!(all.frame(&part.to_lowercase()).unwrap(), frame));
    }
    for armament in &all.pregen {
        assert_eq!(all.armament(&otherwise(&armament.name), Gear::Pregen).unwrap(), armament);
    }
    all.backups.iter().for_each(|backup| assert_eq!(all.backup(&otherwise(&backup.name)).unwrap(), backup));
    all.modular.iter().for_each(|item| assert_eq!(all.modular(&otherwise(&item.name)).unwrap(), item));
    all.integral.iter().for_each(|item| assert_eq!(all.integral(&otherwise(&item.name)).unwrap(), item));
    for enemy in &all.enemies {
        assert_eq!(all.enemy(&otherwise(&enemy.name)).unwrap(), enemy);
        assert_eq!(all.kinds(&enemy.name).unwrap(), [enemy]);
    }
    assert_eq!(all.modular("elbow blades").unwrap().name, "Elbow Spikes");
    assert_eq!([all.kinds("consul").unwrap().len(), all.kinds("World Serpent").unwrap().len()], [3, 2]);
    Trait::ALL.iter().for_each(|known| {
        assert_eq!(all.integral_trait(&otherwise(known.name())).unwrap().does, *known);
    });
}

#[test]
fn a_mistyped_name_gets_the_nearest() {
    let all = book();
    let says = |error: InputError, part: &str| assert!(error.to_string().contains(part), "{error}");
    says(all.enemy("Legionaire").unwrap_err(), "did you mean `Legionnaire`?");
    says(all.kinds("Consull").unwrap_err(), "did you mean `Consul`?");
    says(all.armament("Recoiless Rifle", Gear::Stock).unwrap_err(), "did you mean `Recoilless Rifle`?");
    says(all.frame("Soldeir").unwrap_err(), "did you mean `M1-SOLDIER`?");
}

#[test]
fn frames_carry_what_is_listed_and_backups_share_a_band() {
    let all = book();
    for frame in &all.frames {
        all.integral(&frame.written.integral).unwrap();
        frame.written.modular.iter().for_each(|name| assert!(all.modular(name).is_ok(), "{name}"));
        for (name, backup) in frame.written.armaments.iter().zip(&frame.written.backups) {
            let armament = all.armament(name, Gear::Pregen).unwrap();
            assert_ne!(armament.bands.and(all.backup(backup).unwrap().bands), Bands::NONE, "{name}");
        }
        let attributes = frame.written.attributes;
        let mut spread = [attributes.drive, attributes.speed, attributes.control];
        spread.sort_unstable();
        assert_eq!(spread, [1, 2, 3]);
        assert_eq!(frame.written.vigor + frame.written.tension + frame.written.ammo, 15);
        let build = match frame.name.as_bytes()[0] {
            b'L' => Build::Light,
            b'M' => Build::Medium,
            _ => Build::Heavy,
        };
        assert_eq!(frame.written.build, build);
        let division = match frame.name.as_bytes()[1] {
            b'1' => Division::Sword,
            b'2' => Division::Arrow,
            _ => Division::Shield,
        };
        assert_eq!(frame.written.division, division);
    }
    let carried = |of: fn(&FrameModel) -> Vec<&str>| unlike(all.frames.iter().flat_map(of));
    assert_eq!(carried(|frame| frame.written.armaments.iter().map(String::as_str).collect()), 18);
    assert_eq!(carried(|frame| frame.written.modular.iter().map(String::as_str).collect()), 18);
    assert_eq!(carried(|frame| vec![&frame.written.integral]), 9);
    assert_eq!(
        all.frames.iter().map(|frame| frame.integral_trait.as_ref().unwrap().does).collect::<Vec<_>>(),
        Trait::ALL
    );
}

/// A12, A13.
#[test]
fn the_two_lists_of_armaments_differ_in_four() {
    let all = book();
    let differ = all.stock.iter().zip(&all.pregen).filter(|(stock, pregen)| stock != pregen);
    let names: Vec<&str> = differ.map(|(stock, _)| &*stock.name).collect();
    assert_eq!(names, ["Gatling", "Kinetic Cannon", "Recoilless Rifle", "Rocket Launcher"]);
    let rocket = |gear| all.armament("Rocket Launcher", gear).unwrap();
    assert_eq!(BOTH.map(|gear| rocket(gear).bands.text()), ["Near/Far", "Far"]);
    assert_eq!(BOTH.map(|gear| rocket(gear).tags.has(Tag::Incendiary)), [false, true]);
    let recoilless = |gear| all.armament("Recoilless Rifle", gear).unwrap();
    assert_eq!(BOTH.map(|gear| recoilless(gear).bands.has(Band::Near)), [false, true]);
}

#[test]
fn armaments_and_systems_keep_to_their_limits() {
    let all = book();
    let of_enemies = [Tag::Approach, Tag::Deliberate, Tag::Desperation, Tag::Retreat];
    for armament in all.stock.iter().chain(&all.pregen).chain(&all.backups) {
        assert!((1..=4).contains(&armament.dice) && (1..=5).contains(&armament.harm), "{}", armament.name);
        assert!(armament.bands != Bands::NONE && of_enemies.iter().all(|tag| !armament.tags.has(*tag)));
    }
    for item in all.modular.iter().chain(&all.integral) {
        let fits = |tag: ItemTag| tag.class().is_none_or(|class| class == item.class);
        assert!(item.tags.iter().all(fits), "{}", item.name);
    }
    let support = all.modular.iter().filter(|item| item.class == Class::Support).count();
    assert_eq!(support, 6);
    let backdraft = Effect::Strike { close: 3, near: 0, far: 0, wounded: 2 };
    assert_eq!(all.modular("Reactor Backdraft").unwrap().effect, backdraft);
}

/// Vigor boxes in the text, by faction; A56 for enemies without boxes.
#[test]
fn enemies_have_as_much_vigor_as_the_text_has_boxes() {
    let all = book();
    let vigor = |faction: &str| -> Vec<u8> {
        all.enemies.iter().filter(|enemy| enemy.written.faction == faction).map(|enemy| enemy.written.vigor).collect()
    };
    assert_eq!(vigor("Republic"), [3, 2, 4, 8, 3, 3, 8]);
    assert_eq!(vigor("Claw"), [5, 2, 2, 8]);
    assert_eq!(vigor("Wildlife"), [3, 2, 2, 3, 1, 10, 8, 6, 6]);
    let placeholders = ["Survivalists", "Wayfarers", "Other"];
    assert_eq!(placeholders.map(vigor).concat(), [1, 3, 2, 1, 3, 2, 3, 1, 1, 3]);
    for enemy in &all.enemies {
        assert_eq!(enemy.written.unsourced, placeholders.contains(&&*enemy.written.faction), "{}", enemy.name);
    }
}

#[test]
fn enemies_are_what_their_rank_says() {
    let all = book();
    let parts: Vec<(&str, u8)> =
        all.enemies.iter().filter_map(|enemy| Some((enemy.part_of()?, enemy.written.count))).collect();
    let counts = [("Consul", 6), ("Consul", 6), ("Consul", 2), ("World Serpent", 3), ("World Serpent", 8)];
    assert_eq!(parts, counts);
    for enemy in &all.enemies {
        let desperate = enemy.attacks.iter().any(|attack| attack.tags.has(Tag::Desperation));
        let prime = enemy.written.rank == Rank::Prime;
        assert_eq!(enemy.written.restorations, u8::from(prime), "{}", enemy.name);
        assert_eq!(enemy.written.rank == Rank::Part, enemy.part_of().is_some());
        assert!(!desperate || enemy.written.rank != Rank::Standard, "{}", enemy.name);
        assert!(enemy.attacks.iter().all(|attack| attack.bands != Bands::NONE && (1..=4).contains(&attack.harm)));
        assert!(!enemy.written.picks_one || enemy.attacks.len() > 1);
    }
    let having = |has: fn(&EnemyKind) -> bool| -> Vec<&str> {
        all.enemies.iter().filter(|enemy| has(enemy)).map(|enemy| &*enemy.name).collect()
    };
    assert_eq!(
        having(|enemy| enemy.written.rank == Rank::Prime),
        ["Centurion", "Apex", "Pack Leader", "Scaled Horror"]
    );
    assert_eq!(having(|e| e.written.no_drop), ["Swarming Pest", "Irregular", "Caravaneer", "Drone", "Light Turret"]);
    let pick =
        ["Slinger", "Reptilian Predator", "Irregular", "Highwayman", "Caravaneer", "Light Turret", "Heavy Turret"];
    assert_eq!(having(|enemy| enemy.written.picks_one), pick);
    assert_eq!(having(|enemy| enemy.written.shields > 0), ["Slinger", "Torch", "Apex"]);
}

#[test]
fn tables_cover_armaments_tags_and_systems() {
    let all = book();
    let tables = &all.tables;
    let armaments = tables.armaments.iter().flatten().map(|name| &*all.armament(name, Gear::Stock).unwrap().name);
    assert_eq!(unlike(armaments), 18);
    let tags: BTreeSet<Tag> = tables.armament_tags.iter().flatten().copied().collect();
    assert!(Tag::OF_ARMAMENTS.iter().all(|tag| tags.contains(tag)));
    // The tags are in alphabetical order, column by column.
    let by_columns = (0..3).flat_map(|column| tables.armament_tags.iter().map(move |row| row[column]));
    assert!(by_columns.eq(Tag::OF_ARMAMENTS));
    assert_eq!(unlike(tables.modular.iter().flatten().map(|name| &*all.modular(name).unwrap().name)), 18);
    let items = &tables.item_tags;
    let listed =
        |tag: &ItemTag| [&items.general, &items.support, &items.offensive].iter().any(|list| list.contains(tag));
    assert_eq!(ItemTag::ALL.iter().filter(|tag| !listed(tag)).collect::<Vec<_>>(), [&ItemTag::Limited]);
    assert!(items.support.iter().all(|tag| tag.class() == Some(Class::Support)));
    assert!(items.offensive.iter().all(|tag| tag.class() == Some(Class::Offensive)));
    assert_eq!((&**entry(&tables.armaments, 2, 1), &**entry(&tables.modular, 3, 5)), ("Assault Rifle", "Elbow Blades"));
    assert_eq!(entry(&tables.armaments, 6, 6), "Recoilless Rifle");
    assert_eq!(items.entry(Class::Support, 2, 4), ItemTag::Holdout);
    assert_eq!(items.entry(Class::Offensive, 3, 4), ItemTag::Energy);
}

#[test]
fn advancement_is_as_suggested() {
    let advancement = &book().advancement;
    let clocks = advancement.clocks;
    assert_eq!([clocks.favor, clocks.crisis], [4, 2]);
    for division in Division::ALL {
        let missions = advancement.missions.of(division);
        assert_eq!([missions.standard.len(), missions.crisis.len()], [5, 5]);
        let names = missions.standard.iter().map(|mission| &mission.encounter).chain(&missions.crisis);
        names.chain(advancement.missions.moonshot()).for_each(|name| drop(built_in(name, book()).unwrap()));
    }
    assert_eq!(advancement.missions.moonshot().len(), 10);
    let steps = |face| advancement.other_team(face).map(|team| (team.favor, team.crisis));
    assert_eq!([1, 2, 3, 4, 5, 6].map(steps), [(0, 1), (0, 1), (1, 1), (1, 1), (1, 0), (1, 0)].map(Some));
    let gives: Vec<Upgrade> = advancement.upgrade.iter().filter_map(|entry| entry.gives).collect();
    assert_eq!((gives.as_slice(), advancement.upgrade.len()), (Upgrade::ALL.as_slice(), 9));
    let costs = advancement.costs;
    assert_eq!([costs.gear, costs.frame, costs.random_system_tag, costs.system_tag], [1, 5, 5, 10]);
    let tags = [costs.random_tag, costs.second_random_tag];
    assert_eq!([tags, [costs.armament_tag, costs.second_armament_tag]].concat(), [2, 3, 4, 6]);
}
