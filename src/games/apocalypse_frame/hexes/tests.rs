use super::*;

fn hexagon(radius: u8) -> HexMap {
    Shape::Hexagon { hexagon: radius }.map().unwrap()
}

#[test]
fn hexagons_have_as_many_hexes_as_they_should() {
    for (radius, hexes) in [(0, 1), (1, 7), (2, 19), (4, 61), (6, 127)] {
        assert_eq!(hexagon(radius).len(), hexes);
    }
    assert_eq!(Shape::Hexagon { hexagon: 7 }.map(), Err(ShapeError::Hexes(169)));
}

#[test]
fn distance_is_the_length_of_the_shortest_way() {
    let map = hexagon(3);
    for start in 0..map.len() as u8 {
        let mut known = vec![None; map.len()];
        known[usize::from(start)] = Some(0u8);
        let mut edge = vec![start];
        while let Some(hex) = edge.pop() {
            let next = known[usize::from(hex)].unwrap() + 1;
            for to in map.neighbours(hex).into_iter().filter(|to| *to != NOWHERE) {
                if known[usize::from(to)].is_none_or(|old| old > next) {
                    known[usize::from(to)] = Some(next);
                    edge.push(to);
                }
            }
        }
        for to in 0..map.len() as u8 {
            assert_eq!(Some(map.distance(start, to)), known[usize::from(to)]);
            let ring = (0..4).find(|steps| map.ring(start, *steps) & 1 << to != 0);
            assert_eq!(ring, Some(map.distance(start, to)).filter(|steps| *steps < 4));
        }
    }
}

#[test]
fn rows_and_rectangles_agree() {
    let rectangle = Shape::Rectangle { width: 4, height: 3 }.map().unwrap();
    let drawn = Shape::Rows { rows: vec!["....".into(); 3] }.map().unwrap();
    assert_eq!(rectangle, drawn);
    assert_eq!(rectangle.name(rectangle.at((-1, 2)).unwrap()), "-1,2");
    assert_eq!(Shape::Rows { rows: vec!["#".into()] }.map(), Err(ShapeError::Sign('#')));
    assert_eq!(Shape::Rows { rows: vec!["  ".into()] }.map(), Err(ShapeError::Hexes(0)));
    assert_eq!(Shape::Rectangle { width: 127, height: 127 }.map(), Err(ShapeError::Hexes(16129)));
}

#[test]
fn opposite_edges_are_opposite() {
    let map = hexagon(4);
    let (left, right) = (map.near(0.0, 0.5), map.near(1.0, 0.5));
    assert_eq!((map.name(left), map.name(right)), ("-4,0".into(), "4,0".into()));
    assert_eq!(each(1 << left | 1 << right).collect::<Vec<_>>(), [left, right]);
}
