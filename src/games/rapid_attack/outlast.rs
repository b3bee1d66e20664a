//! Who outlasts whom: the chance to win a duel of two frames that attack in turns until one is destroyed, exactly.
//!
//! Both attack at one range without moving, a fair coin says who begins, and owners choose what a hit costs them so as to
//! win (rulebook, "Damage"). Whites are shared between attack and defense, the odd one going to the attack. Every hit takes
//! something, so that the game ends but for turns in which nobody is hit; a turn of each without a hit comes back to the
//! same state, which makes two linear equations of every state. Frames that cannot hurt each other are even.

use super::attack::{Shelter, plan};
use super::frame::Frame;
use super::loadout::Range;
use super::ruleset::Ruleset;
use hitchart_dice::Pool;
use hitchart_dice::exact::attack;
use hitchart_dice::plan::DefenseDice;
use rayon::prelude::*;

/// What is left of a frame.
#[derive(Clone, Debug)]
struct Left {
    /// Place of its attack among all, if it can attack.
    attack: Option<usize>,
    /// Place of its defense among all.
    defense: usize,
    /// By hits that are taken at once, from one on: what can be left after them; empty where nothing can.
    after: Vec<Vec<usize>>,
    hit_points: usize,
}

/// What frames can come to, and the damage of every attack on every defense.
struct Duels {
    /// By frame: what can be left of it, the whole first.
    frames: Vec<Vec<Left>>,
    /// By attack and defense: chances of so many hits.
    damage: Vec<Vec<Vec<f64>>>,
}

/// The chance of each frame against each other at a range and behind a shelter, row against column, half a tie among it.
pub fn outlast(frames: &[Frame], range: Range, shelter: Shelter, rules: &Ruleset) -> Vec<Vec<f64>> {
    let duels = Duels::new(frames, range, shelter, rules);
    let n = frames.len();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let won: Vec<f64> = pairs.par_iter().map(|(a, b)| duels.won(*a, *b)).collect();
    let mut chances = vec![vec![0.5; n]; n];
    for ((a, b), won) in pairs.into_iter().zip(won) {
        chances[a][b] = won;
        chances[b][a] = 1.0 - won;
    }
    chances
}

/// What is left of frames after hits, a frame each; distinct ones once.
fn descendants(frame: &Frame) -> Vec<(Frame, Vec<Vec<usize>>)> {
    let mut found: Vec<Frame> = vec![*frame];
    let mut steps: Vec<Vec<usize>> = Vec::new();
    let mut next = 0;
    while next < found.len() {
        let mut places = Vec::new();
        for less in lesser(&found[next]) {
            let place = found.iter().position(|known| *known == less).unwrap_or_else(|| {
                found.push(less);
                found.len() - 1
            });
            places.push(place);
        }
        steps.push(places);
        next += 1;
    }
    let after = |place: usize| {
        let mut all: Vec<Vec<usize>> = Vec::new();
        let mut level = steps[place].clone();
        while !level.is_empty() {
            let mut deeper: Vec<usize> = level.iter().flat_map(|place| steps[*place].iter().copied()).collect();
            deeper.sort_unstable();
            deeper.dedup();
            all.push(std::mem::replace(&mut level, deeper));
        }
        all
    };
    let all: Vec<Vec<Vec<usize>>> = (0..found.len()).map(after).collect();
    found.into_iter().zip(all).collect()
}

/// A frame with one thing less.
fn lesser(frame: &Frame) -> Vec<Frame> {
    let mut all: Vec<Frame> = Vec::new();
    if frame.whites > 0 {
        all.push(Frame { whites: frame.whites - 1, ..*frame });
    }
    for kind in frame.loadout.kinds() {
        if let Some(loadout) = frame.loadout.minus(kind) {
            all.push(Frame { loadout, ..*frame });
        }
    }
    all
}

impl Duels {
    fn new(frames: &[Frame], range: Range, shelter: Shelter, rules: &Ruleset) -> Duels {
        let (mut attacks, mut defenses): (Vec<Pool>, Vec<DefenseDice>) = (Vec::new(), Vec::new());
        let mut left = |(frame, after): (Frame, Vec<Vec<usize>>)| {
            let defending = frame.whites / 2;
            let dice = frame.attack_dice(range, frame.whites - defending, 0, rules);
            let attack = dice.map(|dice| place(&mut attacks, dice));
            let defense = place(&mut defenses, frame.defense_dice(defending, rules));
            Left { attack, defense, after, hit_points: frame.hit_points() }
        };
        let of = |frame: &Frame| descendants(frame).into_iter().map(&mut left).collect();
        let frames = frames.iter().map(of).collect();
        let hits = |dice: &Pool, defense: &DefenseDice| {
            let plan = plan(*dice, Pool::EMPTY, *defense, shelter.chart(range), shelter, rules);
            attack(&plan).damage().as_slice().to_vec()
        };
        let damage = attacks.iter().map(|dice| defenses.iter().map(|defense| hits(dice, defense)).collect()).collect();
        Duels { frames, damage }
    }

    /// The chance that the first outlasts the second.
    fn won(&self, first: usize, second: usize) -> f64 {
        let (first, second) = (&self.frames[first], &self.frames[second]);
        // By what is left of both: the chance of the first where it attacks next, and where the other does.
        let mut chances = vec![[0.5; 2]; first.len() * second.len()];
        let mut order: Vec<(usize, usize)> =
            (0..first.len()).flat_map(|a| (0..second.len()).map(move |b| (a, b))).collect();
        order.sort_by_key(|(a, b)| first[*a].hit_points + second[*b].hit_points);
        for (a, b) in order {
            let (one, other) = (&first[a], &second[b]);
            if one.hit_points == 0 || other.hit_points == 0 {
                continue;
            }
            let at = |a: usize, b: usize| chances[a * second.len() + b];
            let least = |b: &usize| at(a, *b)[1];
            let most = |a: &usize| at(*a, b)[0];
            let (missed, hit) = self.attack(one, other, 1.0, |lefts| lefts.iter().map(least).fold(1.0, f64::min));
            let (missed_by, hit_by) = self.attack(other, one, 0.0, |lefts| lefts.iter().map(most).fold(0.0, f64::max));
            let both_miss = missed * missed_by;
            chances[a * second.len() + b] = if both_miss >= 1.0 {
                [0.5; 2]
            } else {
                [(hit + missed * hit_by) / (1.0 - both_miss), (hit_by + missed_by * hit) / (1.0 - both_miss)]
            };
        }
        f64::midpoint(chances[0][0], chances[0][1])
    }

    /// An attack: the chance that nothing is hit, and what hits come to for the first frame of the duel, where the end of
    /// the target is worth `end` and its owner chooses among what is left by `choice`.
    fn attack(&self, by: &Left, on: &Left, end: f64, choice: impl Fn(&[usize]) -> f64) -> (f64, f64) {
        let Some(attack) = by.attack else { return (1.0, 0.0) };
        let chances = &self.damage[attack][on.defense];
        let worth = |hits: usize| if hits >= on.hit_points { end } else { choice(&on.after[hits - 1]) };
        let hits = chances.iter().enumerate().skip(1).map(|(hits, chance)| chance * worth(hits)).sum();
        (chances.first().copied().unwrap_or(1.0), hits)
    }
}

/// The place of an entry, which is added where it is new.
fn place<T: PartialEq>(all: &mut Vec<T>, entry: T) -> usize {
    all.iter().position(|known| *known == entry).unwrap_or_else(|| {
        all.push(entry);
        all.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::roster::{archetypes, loadout_of};
    use super::super::rules_files::rulebook;
    use super::*;
    use hitchart_dice::exact::survival;
    use std::time::Instant;

    fn frames(texts: &[&str]) -> Vec<Frame> {
        let rules = rulebook();
        texts.iter().map(|text| Frame::new(loadout_of(text, &rules).unwrap(), &rules)).collect()
    }

    #[test]
    fn what_has_nothing_to_lose_but_whites_is_a_race_of_geometric_chances() {
        // One white each: attack and nothing to defend with, so that a hit destroys, and equals are even.
        let rules = rulebook();
        let bare = Frame { whites: 1, ..Frame::new(Loadout::default(), &rules) };
        let armed = Frame { whites: 1, ..frames(&["RdRd"])[0] };
        let even = outlast(&[bare, bare], Range::HandToHand, Shelter::Open, &rules);
        assert!((even[0][1] - 0.5).abs() < 1e-12);
        let direct = outlast(&[bare, armed], Range::Direct, Shelter::Open, &rules);
        assert_eq!((direct[0][1], direct[1][0]), (0.0, 1.0), "a frame without a weapon at the range cannot win");
        // The one that is attacked only lasts as its survival says: all hits lead to the end, whoever chooses.
        let plan = plan(
            armed.attack_dice(Range::Direct, 1, 0, &rules).unwrap(),
            Pool::EMPTY,
            bare.defense_dice(0, &rules),
            Shelter::Open.chart(Range::Direct),
            Shelter::Open,
            &rules,
        );
        assert!(survival(&attack(&plan).damage(), bare.hit_points(), 400).alive_after.last().unwrap() < &1e-9);
    }

    #[test]
    fn more_of_the_same_is_better_and_all_pairs_of_the_archetypes_are_quick() {
        let rules = rulebook();
        let chances = outlast(&frames(&["RdBG", "RdYBG", "RdB"]), Range::Direct, Shelter::Open, &rules);
        assert!(chances[1][0] > 0.5 && chances[0][2] > 0.5 && chances[1][2] > chances[0][2], "{chances:?}");
        let all: Vec<Frame> = archetypes().iter().map(|archetype| frames(&[archetype.name.as_str()])[0]).collect();
        let began = Instant::now();
        let chances = outlast(&all, Range::Direct, Shelter::Terrain(2), &rules);
        assert_eq!(chances.len(), 35);
        assert!((0..35).all(|a| (0..35).all(|b| (chances[a][b] + chances[b][a] - 1.0).abs() < 1e-12)));
        assert!(began.elapsed().as_secs_f64() < 20.0, "all pairs take less than a second where nothing else runs");
    }
}
