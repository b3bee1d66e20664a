//! Tests of campaigns with scripted battles: clocks, crises, favors, prices, lost frames, and common dice.

use super::market::Market;
use super::*;
use crate::catalogue::entries::{Attributes, Division};
use crate::rules_files::standard;
use hitchart_dice::Throw;
use std::sync::Arc;

/// A mission's encounter numbers: standard 0 to 2 by Division, crises 10 to 12, moonshots 20.
fn clocks() -> Course {
    let sorts = [MissionType::Scouting, MissionType::Hunting, MissionType::Security];
    Course::Clocks {
        standard: [0, 1, 2].map(|place| vec![(sorts[place], place)]),
        crisis: [10, 11, 12].map(|encounter| vec![encounter]),
        moonshot: vec![20],
        teams: Teams::Drawn(3),
    }
}

fn campaign(frames: &[&str], length: u8, course: Course) -> Campaign {
    let rules = Arc::new(standard());
    let squad: Vec<Sheet> = frames.iter().map(|name| Sheet::stock(rules.catalogue.frame(name).unwrap())).collect();
    let choices = Choices {
        spending: Spending::Nothing,
        wishes: Vec::new(),
        mission: MissionChoice::Favors,
        favors: FavorUse::Aid,
        crisis: CrisisTime::Next,
        reward: Reward::Materials,
        upgrades: Upgrade::ALL.to_vec(),
        attributes: vec![None; squad.len()],
    };
    Campaign { rules, squad, length, course, choices, loss: None }
}

/// A battle of an Ace.
fn battle(won: bool, materials: u32, fate: Fate) -> CampaignBattle {
    CampaignBattle { won, materials, fates: vec![fate] }
}

/// Plays a campaign with a script of battles, and returns the last state with all events.
fn played(
    campaign: &Campaign,
    key: u64,
    mut script: impl FnMut(&Assignment, &State) -> CampaignBattle,
) -> (State, Vec<Event>) {
    let market = Market::new(Arc::clone(&campaign.rules));
    let mut events = Vec::new();
    let state = campaign.play(key, &market, &mut script, &mut |_, event| events.push(event.clone()));
    (state, events)
}

fn wishes(campaign: &mut Campaign, texts: &[&str]) {
    campaign.choices.spending = Spending::Purchases;
    campaign.choices.wishes = texts.iter().map(|text| Wish::read(text, &campaign.rules).unwrap()).collect();
}

/// The clock of the Soldier's Division begins with a step, and a favor comes with its fourth.
#[test]
fn a_division_grants_a_favor_for_four_steps() {
    let campaign = campaign(&["M1"], 6, clocks());
    let mut divisions = Vec::new();
    let (state, events) = played(&campaign, 1, |assignment, state| {
        divisions.push((assignment.division, state.divisions[0].favor, assignment.aid.clone()));
        battle(true, 0, Fate::Home)
    });
    assert_eq!(events[1], Event::Recruited { ace: 0, division: Division::Sword });
    assert_eq!(events[2], Event::FavorClock { division: Division::Sword, full: false });
    let favors = events.iter().filter(|event| matches!(event, Event::FavorGranted { .. })).count();
    let performed = events.iter().filter(|event| matches!(event, Event::FavorPerformed { .. })).count();
    let stored: usize = state.divisions.iter().map(|division| usize::from(division.favors)).sum();
    assert!(favors > 0 && favors == performed + stored, "{events:?}");
    assert!(divisions.iter().any(|(.., aid)| aid.contains(&Aid::Intercept)), "{divisions:?}");
}

/// Two failed missions of a Division make the next mission its Crisis Mission. A won crisis gives a favor instead of a
/// step, and doubles the Materials.
#[test]
fn failed_missions_bring_a_crisis() {
    let mut campaign = campaign(&["M1"], 12, clocks());
    campaign.choices.mission = MissionChoice::Crises;
    let mut kinds = Vec::new();
    let (state, events) = played(&campaign, 3, |assignment, state| {
        kinds.push(assignment.kind);
        let expected = match (assignment.kind, assignment.division) {
            (MissionKind::Standard, Some(division)) => division as usize,
            (MissionKind::Crisis, Some(division)) => 10 + division as usize,
            _ => 20,
        };
        assert_eq!(assignment.encounter, expected);
        battle(assignment.kind != MissionKind::Standard, u32::from(state.mission), Fate::Home)
    });
    let crises = kinds.iter().filter(|kind| **kind == MissionKind::Crisis).count();
    assert!(crises > 2, "{kinds:?}");
    let mut earned = 0;
    for (place, event) in events.iter().enumerate() {
        if let Event::Fought { won: true, materials, .. } = event {
            let crisis = matches!(
                events[..place].iter().rev().find(|event| matches!(event, Event::Assigned { .. })),
                Some(Event::Assigned { kind: MissionKind::Crisis, .. })
            );
            assert_eq!(
                crisis,
                events[place + 1] == Event::Rewarded { materials: *materials },
                "{:?}",
                events[place + 1]
            );
            earned += if crisis { *materials } else { 0 };
        }
    }
    let from_battles: u32 = (1..=12).sum();
    let from_favors: u32 = events
        .iter()
        .map(|event| match event {
            Event::FavorPerformed { materials, .. } => *materials,
            _ => 0,
        })
        .sum();
    assert_eq!(state.materials, from_battles + earned + from_favors);
}

/// A script that makes every campaign different: results, Materials and fates come from a key.
fn chance(key: u64) -> impl FnMut(&Assignment, &State) -> CampaignBattle {
    let mut throw = Throw::new(key);
    move |_, state| {
        let fate = |throw: &mut Throw| [Fate::Home, Fate::Home, Fate::Ejected, Fate::Lost][throw.below(4)];
        let fates = state.sheets.iter().map(|_| fate(&mut throw)).collect();
        CampaignBattle { won: throw.below(2) == 0, materials: throw.below(12) as u32, fates }
    }
}

/// Returns every combination of policies that matters, with random scripts.
fn all_kinds() -> Vec<Campaign> {
    let mut all = Vec::new();
    for spending in Spending::ALL {
        for (favors, mission) in FavorUse::ALL.into_iter().zip(MissionChoice::ALL) {
            for (crisis, reward) in CrisisTime::ALL.into_iter().zip(Reward::ALL) {
                let mut one = campaign(&["M1", "L2", "H3"], 15, clocks());
                wishes(
                    &mut one,
                    &["Assault Rifle + random", "Shotgun for Machinegun", "Chaingun + Efficient", "L1 for L2"],
                );
                one.choices = Choices { spending, favors, mission, crisis, reward, ..one.choices };
                one.choices.attributes[0] = Some(Attributes { drive: 1, speed: 2, control: 3 });
                all.push(one);
            }
        }
    }
    all
}

/// Clocks stay below their size, favors within their limit, Materials add up, sheets are legal, and every crisis and
/// moonshot is followed by its mission.
#[test]
fn whatever_happens_the_books_balance() {
    let (mut bought, mut upgraded) = (0, 0);
    for (number, campaign) in all_kinds().iter().enumerate() {
        let market = Market::new(Arc::clone(&campaign.rules));
        let (mut materials, mut before) = (0i64, State::start(&campaign.squad));
        let mut see = |state: &State, event: &Event| {
            materials += match event {
                Event::Fought { materials, .. } | Event::Rewarded { materials } => i64::from(*materials),
                Event::FavorPerformed { materials, .. } => i64::from(*materials),
                Event::Bought { cost, .. } | Event::FrameReplaced { cost, .. } => -i64::from(*cost),
                _ => 0,
            };
            assert_eq!(i64::from(state.materials), materials, "{event:?}");
            for division in &state.divisions {
                assert!(division.favor < 4 && division.crisis < 2 && division.favors <= 1, "{event:?} {division:?}");
            }
            for sheet in &state.sheets {
                sheet.ace(&campaign.rules).unwrap_or_else(|error| panic!("{event:?} {sheet}: {error}"));
            }
            match event {
                Event::Assigned { kind: MissionKind::Moonshot, .. } => assert!(before.moonshot_ready),
                Event::Assigned { kind: MissionKind::Crisis, division, .. } => assert_eq!(before.crisis, *division),
                Event::Offered { .. } => assert!(!state.moonshot_ready && state.crisis.is_none()),
                Event::CrisisClock { full: true, .. } => assert!(state.crisis.is_some()),
                Event::MoonshotClock { full: true } => assert!(state.moonshot_ready),
                Event::Bought { .. } => bought += 1,
                Event::Upgraded { .. } => upgraded += 1,
                _ => {}
            }
            before.clone_from(state);
        };
        campaign.play(number as u64, &market, &mut chance(number as u64), &mut see);
    }
    assert!(bought > 100 && upgraded > 0, "{bought} {upgraded}");
}

/// Other teams roll the same dice whatever the Aces choose and spend.
#[test]
fn campaigns_with_other_choices_have_the_same_dice() {
    let rolls = |spending: Spending| {
        let mut one = campaign(&["M1"], 8, clocks());
        one.choices.spending = spending;
        let (_, events) = played(&one, 9, |_, _| battle(true, 20, Fate::Home));
        events
            .into_iter()
            .filter_map(|event| match event {
                Event::TeamRolled { team, division, faces, .. } => Some((team, division, faces)),
                _ => None,
            })
            .take(4)
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(Spending::Nothing), rolls(Spending::Tags));
    assert_eq!(rolls(Spending::Nothing), rolls(Spending::RandomTags));
}

/// Prices of the text: 2 and 3 for random tags, 4 and 6 for tags of choice, 5 and 10 for systems, 1 for gear, 5 for a
/// frame.
#[test]
fn purchases_cost_what_the_text_says() {
    let list = [
        ("Assault Rifle + random", 2),
        ("Assault Rifle + random", 3),
        ("Machinegun + Hot", 4),
        ("Machinegun + Focused", 6),
        ("Chaingun + random", 5),
        ("Pulse Laser + Holdout", 10),
        ("Shotgun for Assault Rifle", 1),
        ("Assault Rifle for Shotgun", 0),
        ("H1-VANGUARD for M1", 5),
    ];
    let mut one = campaign(&["M1"], 1, Course::Row(1));
    wishes(&mut one, &list.map(|(text, _)| text));
    let (state, events) = played(&one, 1, |_, _| battle(false, 40, Fate::Home));
    let costs: Vec<u32> = events
        .iter()
        .filter_map(|event| if let Event::Bought { cost, .. } = event { Some(*cost) } else { None })
        .collect();
    assert_eq!(costs, list.map(|(_, cost)| cost));
    assert_eq!((state.materials, state.sheets[0].frame.as_str()), (4, "H1-VANGUARD"));
    let tagged = state.hangar.iter().find(|piece| piece.name == "Assault Rifle").unwrap();
    assert_eq!(tagged.tags.len(), 2, "the rifle that was fetched from the hangar has its tags");
}

/// A lost frame costs 2 Materials, and one more for each added tag, up to 5. Without them it loses its customization.
#[test]
fn a_lost_frame_costs_two_to_five() {
    for (materials, tags, cost, rebuilt) in
        [(9, 0, 2, true), (9, 1, 3, true), (9, 3, 5, true), (9, 4, 5, true), (4, 3, 2, false), (1, 3, 1, false)]
    {
        let mut one = campaign(&["M1"], 1, Course::Row(1));
        let added = [(0, "Hot"), (0, "Focused"), (1, "Hot"), (1, "Focused")];
        for (slot, tag) in &added[..tags] {
            one.squad[0].armaments[*slot].tags.push((*tag).to_owned());
        }
        let before = one.squad[0].clone();
        // An ejected frame is driven home from a field that was won.
        let (home, _) = played(&one, 1, |_, _| battle(true, 0, Fate::Ejected));
        assert_eq!(home.sheets[0], before);
        for fate in [Fate::Ejected, Fate::Lost] {
            let (state, events) = played(&one, 1, |_, _| battle(false, materials, fate));
            assert!(events.contains(&Event::FrameReplaced { ace: 0, cost, rebuilt }), "{tags} {events:?}");
            assert_eq!(state.materials, materials - cost);
            assert_eq!(state.sheets[0] == before, rebuilt || tags == 0);
        }
        one.loss = Some(1);
        let (state, _) = played(&one, 1, |_, _| battle(true, materials, Fate::Home));
        let (earned, full) = (materials + materials / 2, (2 + tags as u32).min(5));
        assert_eq!(state.materials, earned - if earned >= full { full } else { earned.min(2) });
    }
}

/// A point of the attributes moves after each mission, over legal spreads only.
#[test]
fn attributes_change_by_a_point_after_a_mission() {
    let path = |rules: &str| {
        let mut one = campaign(&["M1"], 3, Course::Row(1));
        one.rules = Arc::new(hitchart_config::rules::load(rules).unwrap());
        one.choices.attributes = vec![Some(Attributes { drive: 1, speed: 2, control: 3 })];
        let (_, events) = played(&one, 1, |_, _| battle(true, 0, Fate::Home));
        let spread = |event: &Event| match event {
            Event::AttributesChanged { attributes: Attributes { drive, speed, control }, .. } => {
                Some([*drive, *speed, *control])
            }
            _ => None,
        };
        events.iter().filter_map(spread).collect::<Vec<_>>()
    };
    assert_eq!(path("v0.3"), [[2, 2, 2], [1, 2, 3]]);
    // Without 2/2/2 the way is longer.
    assert_eq!(path("v1.x").len(), 3);
}

/// Every text of a wish is read; mistakes are named.
#[test]
fn wishes_are_read() {
    let rules = standard();
    let state = State::start(&[Sheet::stock(rules.catalogue.frame("M1").unwrap())]);
    let goods = |text: &str| Wish::read(text, &rules).and_then(|wish| wish.goods(&state, &rules));
    assert!(matches!(goods("machinegun + hot"), Ok(Goods::Tag { slot: 0, random: false, .. })));
    assert!(matches!(goods("favor shield"), Ok(Goods::FavorStep { division: Division::Shield })));
    for (text, part) in [
        ("nothing", "buys nothing"),
        ("favor swrd", "did you mean `sword`?"),
        ("Railgun + Hot", "Railgun"),
        ("Machinegun + Hott", "did you mean `Hot`?"),
        ("Shotgun", "no Ace has a free slot"),
        ("Shotgun for Sniper Rifle", "Sniper Rifle"),
        ("H1 for L1", "frame of the team"),
    ] {
        let error = goods(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Steps of other teams: 2 of 3 neutral rolls advance the crisis clock, and 2 of 3 the favor clock. Level 0.001.
#[test]
fn other_teams_roll_as_the_text_says() {
    let one = campaign(&["M1"], 20, clocks());
    let mut counts = [[0u32; 6]; 3];
    for key in 0..400 {
        let mut teams = Vec::new();
        let market = Market::new(Arc::clone(&one.rules));
        one.play(key, &market, &mut |_, _| battle(true, 0, Fate::Home), &mut |state, event| {
            teams.clone_from(&state.teams);
            if let Event::TeamRolled { team, sort, face, .. } = event {
                let kind = usize::from(teams[*team].prefers == *sort) + 2 * usize::from(teams[*team].weakness == *sort);
                counts[kind][usize::from(face - 1)] += 1;
            }
        });
    }
    let expected: [fn(f64) -> f64; 3] =
        [|_| 1.0 / 6.0, |face| (2.0 * face - 1.0) / 36.0, |face| (2.0 * (7.0 - face) - 1.0) / 36.0];
    for (counts, expected) in counts.iter().zip(expected) {
        let n: u32 = counts.iter().sum();
        assert!(n > 1_000, "{n}");
        let terms = (1..).zip(counts).map(|(face, count)| {
            let expected = expected(f64::from(face)) * f64::from(n);
            (f64::from(*count) - expected).powi(2) / expected
        });
        // The upper 0.001 of chi-square with 5 degrees of freedom.
        assert!(terms.sum::<f64>() < 20.52, "{counts:?}");
    }
}
