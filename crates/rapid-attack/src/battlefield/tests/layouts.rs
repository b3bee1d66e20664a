use super::*;
use hitchart_config::from_toml;

fn refused(text: &str) -> BattlefieldError {
    read(text).expect_err("a layout that is not allowed")
}

#[test]
fn built_in_battlefields_can_be_played_on() {
    for name in names() {
        let layout = named(name).expect("a built-in battlefield");
        let fields = battlefields(&layout, &BattlefieldRules::default(), 1).expect("battlefields");
        assert_eq!(fields.len(), layout.generator.as_ref().map_or(1, |generator| generator.layouts as usize), "{name}");
        let pieces: Vec<usize> = fields.iter().map(|field| field.pieces().len()).collect();
        let least = if name == "open-plain" { 8 } else { 12 };
        assert!(pieces.iter().all(|count| *count >= least), "{name}: {pieces:?}");
    }
}

#[test]
fn generated_layouts_are_legal_and_leave_gaps() {
    for name in ["dense-town", "open-plain", "avenues", "duel"] {
        let mut layout = named(name).expect("a built-in battlefield");
        let generator = layout.generator.as_mut().expect("a generator");
        generator.layouts = 1;
        for seed in 0..200 {
            let field = battlefields(&layout, &BattlefieldRules::default(), seed).expect("a battlefield").remove(0);
            let shapes: Vec<_> = field.pieces().iter().map(|piece| piece.shape).collect();
            for (i, shape) in shapes.iter().enumerate() {
                assert!(shapes[..i].iter().all(|other| other.shape_distance(shape) > 1.2 - 1e-9), "{name} {seed}");
                let turned = shape.turned_half();
                assert!(
                    name != "duel" || shapes.iter().any(|other| other.centre().distance(turned.centre()) < 1e-9),
                    "{seed}"
                );
            }
        }
    }
}

#[test]
fn layouts_are_drawn_by_seed_and_number() {
    let first = |number| {
        let town = drawn(&named("dense-town").expect("built in"), &BattlefieldRules::default(), 1, number);
        town.expect("a layout").pieces[0].clone()
    };
    assert_eq!(first(0), first(0));
    assert_ne!(first(0).at, first(1).at);
    assert_eq!((first(0).at, first(0).size), (Some([-2.9, 2.0]), Some([2.0, 1.4])));
    assert_eq!((first(1).at, first(1).size), (Some([11.1, -8.2]), Some([3.0, 2.0])));
}

#[test]
fn a_drawn_layout_written_down_is_the_same_battlefield() {
    let town = drawn(&named("avenues").expect("built in"), &BattlefieldRules::default(), 7, 2).expect("a layout");
    let text = toml::to_string(&town).expect("TOML");
    assert_eq!(from_toml::<Layout>(&text).expect("a layout"), town);
}

#[test]
fn height_falls_hit_by_hit() {
    let field = read(
        "pieces = [
           { shape = 'box', at = [0, 0], size = [2, 2], height = 6, bricks = 20, height_after_hits = [5, 2] },
           { shape = 'disc', at = [5, 0], radius = 1 },
           { shape = 'disc', at = [-5, 0], radius = 1, height = 2 },
         ]",
    )
    .expect("a battlefield");
    let tower = &field.pieces()[0];
    assert_eq!(tower.hits, 4);
    assert_eq!([0, 1, 2, 3, 4].map(|lost| tower.height(lost)), [6, 5, 2, 2, 0]);
    assert_eq!([0, 1, 2].map(|lost| field.is_cover(0, lost)), [true, true, false]);
    assert_eq!([0, 1, 2].map(|lost| field.is_cover(1, lost)), [true, true, false]);
    assert_eq!(field.standing(), 0b011);
}

#[test]
fn turned_boxes_keep_their_size() {
    for turn in (-345..=345).step_by(15) {
        let text = format!("pieces = [{{ shape = 'box', at = [3, 1], size = [3, 1], turn = {turn} }}]");
        let piece = read(&text).expect("a battlefield").pieces()[0].clone();
        assert!((piece.area - 3.0).abs() < 1e-12);
        let along = f64::from(turn).to_radians();
        let end = Point::new(3.0 + 1.5 * along.cos(), 1.0 + 1.5 * along.sin());
        assert!(piece.shape.distance(end) < 1e-12 && piece.shape.contains(Point::new(3.0, 1.0)));
    }
}

#[test]
fn errors_name_the_key() {
    let a_box = |keys: &str| refused(&format!("pieces = [{{ shape = 'box', {keys} }}]"));
    for (error, key, message) in [
        (refused("table = { diagonal = 31.0 }"), "table.diagonal", "is 31, but must be from 32 to 48, `table.least`"),
        (refused("table = { diagonal = nan }"), "table.diagonal", "is NaN"),
        (a_box("at = [0, 0]"), "pieces[0].size", "is missing; a box needs it"),
        (a_box("at = [0, 0], size = [1, 0]"), "pieces[0].size", "is 0, but must be at least 0.01"),
        (a_box("at = [0, inf], size = [1, 1]"), "pieces[0].at", "is inf"),
        (a_box("at = [0, 0], size = [1, 1], radius = 2"), "pieces[0].radius", "cannot be used with a box"),
        (a_box("at = [0, 0], size = [1, 1], turn = 10"), "pieces[0].turn", "multiple of 15"),
        (a_box("at = [14, 0], size = [1, 1]"), "pieces[0]", "reaches over the edge of the table"),
        (a_box("at = [0, 0], size = [1, 1], bricks = 0"), "pieces[0].bricks", "1 to 240"),
        (a_box("at = [0, 0], size = [1, 1], height_after_hits = [5]"), "pieces[0].height_after_hits[0]", "at most 4"),
        (
            refused("pieces = [{ shape = 'polygon', points = [[0, 0], [2, 0], [0.5, 0.5], [0, 2]] }]"),
            "pieces[0].points",
            "not convex at corner",
        ),
        (
            refused("pieces = [{ shape = 'disc', at = [0, 0], radius = 1 }]\ngenerator = { kind = 'dense-town' }"),
            "generator",
            "`pieces` or `generator`",
        ),
        (refused("generator = { kind = 'dense-town', gap = 1.1 }"), "generator.gap", "from 1.2 to 8"),
        (refused("generator = { kind = 'dense-town', layouts = 0 }"), "generator.layouts", "from 1 to 1000"),
        (refused("generator = { kind = 'dense-town', size = [3, 2] }"), "generator.size[1]", "from 3 to 6"),
        (refused("generator = { kind = 'dense-town', avenue = 3 }"), "generator.avenue", "cannot be used"),
        (refused("pieces = [{ shape = 'disc', at = [0, 0], radius = 10 }]"), "", "companies need 60 %"),
    ] {
        assert_eq!(error.key(), key, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn too_many_pieces_and_unknown_names() {
    let piece = "{ shape = 'disc', at = [0, 0], radius = 0.1 },";
    assert_eq!(
        refused(&format!("pieces = [{}]", piece.repeat(65))),
        BattlefieldError::TooManyPieces { found: 65, most: 64 }
    );
    let error = named("dense-twon").expect_err("no such battlefield");
    assert_eq!(error.help().as_deref(), Some("did you mean `dense-town`?"));
    assert!(error.to_string().ends_with("; did you mean `dense-town`?"), "{error}");
}

#[test]
fn a_perimeter_must_leave_room_outside() {
    // The table as a whole is free enough, but the pieces stand where the attackers would be fielded.
    let ring: String = (-9..=9)
        .step_by(3)
        .flat_map(|i| [(f64::from(i), 9.7), (f64::from(i), -9.7), (9.7, f64::from(i)), (-9.7, f64::from(i))])
        .map(|(x, y)| format!("{{ shape = 'box', at = [{x:?}, {y:?}], size = [2.6, 2.6] }},"))
        .collect();
    let error = refused(&format!("table = {{ diagonal = 32 }}\npieces = [{ring}]"));
    assert!(matches!(error, BattlefieldError::NoApproach { .. } | BattlefieldError::Crowded { .. }), "{error}");
}

/// Attackers who break off the top bricks first take the height of a piece hit by hit, and fell it as cover sooner; the
/// layouts are otherwise the same (R33).
#[test]
fn bricks_are_broken_from_the_top() {
    let of = |breaks: &str| read(&format!("generator = {{ kind = 'dense-town', layouts = 1{breaks} }}")).unwrap();
    let (plain, top) = (of(""), of(", breaks = 'top'"));
    assert_eq!(of(", breaks = 'any'").pieces(), plain.pieces());
    assert_eq!(plain.pieces().len(), top.pieces().len());
    let mut felled = 0;
    for (plain, top) in plain.pieces().iter().zip(top.pieces()) {
        assert_eq!((&plain.shape, plain.hits, plain.height(0)), (&top.shape, top.hits, top.height(0)));
        for hits in 1..plain.hits {
            assert_eq!(plain.height(hits), plain.height(0));
            assert!(top.height(hits) <= top.height(hits - 1));
            felled += usize::from(top.height(hits) < 3);
        }
    }
    // A wall of three bricks in height loses the top one with its first hit of two.
    assert!(felled > 0, "{felled}");
}
