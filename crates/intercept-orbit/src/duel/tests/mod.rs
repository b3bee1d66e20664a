use super::*;
use crate::ruleset::standard;

fn solved(texts: [&str; 2], setting: Setting, rules: &Ruleset) -> Duels {
    let ships = texts.map(|text| crate::ship::read(text).unwrap());
    duel([&ships[0], &ships[1]], setting, rules).unwrap().solved()
}

#[test]
#[ignore]
fn timing() {
    let rules = standard();
    for texts in [["F:RpRaB", "F:RaRaB"], ["F:RpRaB", "F:RpRaB"], ["C:RaRaBB", "C:RpRpRaB"], ["C:RpRaBY", "C:RpRsRaY"]]
    {
        let start = std::time::Instant::now();
        let duels = solved(texts, Setting::default(), &rules);
        println!("{texts:?} {} pairs {:?}", duels.pairs(), start.elapsed());
        for side in [0, 1] {
            println!("{:?}", duels.starts([0, 0], side));
        }
        println!("{:?}", start.elapsed());
    }
}
