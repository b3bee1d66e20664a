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
    for start in map.hexes() {
        let mut known = vec![None; map.len()];
        known[start.index()] = Some(0u8);
        let mut edge = vec![start];
        while let Some(hex) = edge.pop() {
            let next = known[hex.index()].unwrap() + 1;
            for to in map.neighbours(hex).into_iter().flatten() {
                if known[to.index()].is_none_or(|old| old > next) {
                    known[to.index()] = Some(next);
                    edge.push(to);
                }
            }
        }
        for to in map.hexes() {
            assert_eq!(Some(map.distance(start, to)), known[to.index()]);
            let ring = (0..4).find(|steps| map.ring(start, *steps).has(to));
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
    assert_eq!(HexSet::from_iter([left, right]).iter().collect::<Vec<_>>(), [left, right]);
}
