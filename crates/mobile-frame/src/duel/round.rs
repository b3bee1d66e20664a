//! The value of one round, from the values of the states after it.
//!
//! The side that acts first declares a range, rolls, gives a die to its defense, and attacks and moves in either order.
//! Its attack calls up the other side (R09, R13): it declares and rolls knowing the attack die, and gives its defense
//! a die. Then the attack is resolved, the first side ends its turn, and the second one moves and attacks in turn.
//! Without an attack, the second side takes its turn freely. Defenses and spots end with the round, so that no spot
//! ever adds to an attack: the only side that could use it has attacked before it is given.
//!
//! Without repair, a pair of states is solved by repeated rounds, in which only its own values change. [`Round::prepare`]
//! computes everything else once; [`Round::values`] adds the rounds in which nothing is lost. All values of the defense
//! of the first side are computed side by side, in lanes.

use super::attacks::{After, Attack};
use super::bands::{Bands, bands_of};
use super::hands::{Hand, NEVER};
use super::replies::{LANES, Own, Replies, Row, add, at, improve, worsen};
use super::sides::{Declaration, Hands, SideState};
use super::worth::Worth;

/// An outcome of an attack: its chance, hits on the cover, damage.
pub type DamageOutcome = (f64, usize, usize);

/// Everything about a duel that does not change from round to round.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub bands: Bands,
    pub hands: Hands,
    /// Values that a defense can have, from 0 on.
    pub defenses: Vec<u8>,
    /// `damage[chart][shelter][dice]`: the outcomes of an attack.
    pub damage: Vec<Vec<Vec<Vec<DamageOutcome>>>>,
}

/// A round in which one side acts before the other.
pub(super) struct Round<'a, N> {
    pub ground: &'a Ground,
    /// States of the side that acts first, and of the other.
    pub first: &'a [SideState],
    pub second: &'a [SideState],
    /// States of the two sides at the start of the round.
    pub pair: [usize; 2],
    /// Value of the state after the round of any other pair, by the states of the two sides and the band.
    pub next: N,
}

/// The value of a round from each band, and the declaration that it is reached by.
pub(super) type Opening<W> = (W, Declaration);

/// Values of a round that are independent of the values of the pair itself.
pub(super) struct Prepared<W> {
    stances: Vec<Stance<W>>,
    /// The attacks of each declaration, by number of repairs, repaired state, and the band that they are made from.
    attacks: Vec<(Declaration, Vec<Vec<Repaired<W>>>)>,
}

/// Index of a stance, and its attacks.
type Repaired<W> = (usize, Vec<Attack<W>>);

/// The first side after its declaration and repairs.
pub(super) struct Stance<W> {
    /// State after rockets are fired and systems are repaired.
    pub left: usize,
    /// `replies[block][answer]`: values while the second side is undamaged, by block of defenses and declaration of the
    /// second side.
    pub replies: Vec<Vec<Replies<W>>>,
    /// `unattacked[moved][band][block]`: values after a turn without an attack, with the cover of the first side kept or
    /// left behind.
    pub unattacked: Unattacked<W>,
}

/// Values of turns without an attack: by move out of the cover, band and block of defenses.
pub(super) type Unattacked<W> = [Vec<Vec<Row<W>>>; 2];

/// The options of the first side in a state after its repairs.
pub(super) struct Options<'a, W> {
    pub unattacked: &'a Unattacked<W>,
    /// Attacks by the band that they are made from.
    pub attacks: Vec<&'a Attack<W>>,
}

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Computes the values that the pair itself does not change; `own` has the values of the pair after the round.
    pub(super) fn prepare(&self, own: &Own<W>) -> Prepared<W> {
        let mut stances: Vec<Stance<W>> = Vec::new();
        let mut attacks: Vec<(Declaration, Vec<Vec<Repaired<W>>>)> = Vec::new();
        for declared in &self.first[self.pair[0]].declarations {
            let dice = self.ground.hands.get(declared.hand).attack_dice(self.ground.bands.classes());
            let mut repaired = |left: &usize| {
                let stance = stances.iter().position(|stance| stance.left == *left).unwrap_or_else(|| {
                    stances.push(self.stance(*left, own));
                    stances.len() - 1
                });
                let attack = |from| self.attack(*left, (declared.chart, from), dice);
                (stance, bands_of(declared.bands).map(attack).collect())
            };
            let by_repairs = &self.first[declared.left].repaired;
            attacks.push((
                *declared,
                by_repairs.iter().map(|states| states.iter().map(&mut repaired).collect()).collect(),
            ));
        }
        for (number, stance) in stances.iter().enumerate() {
            let all = attacks.iter_mut().flat_map(|(_, repaired)| repaired).flatten();
            let mut attacks: Vec<&mut Attack<W>> =
                all.filter(|(stance, _)| *stance == number).flat_map(|(_, attacks)| attacks).collect();
            for lanes in self.ground.defenses.chunks(LANES) {
                let after = |answer: &Declaration| self.after_damage(stance.left, answer, lanes, own);
                let after: Vec<After<W>> = self.answers_of().iter().map(after).collect();
                self.damage(&after.iter().collect::<Vec<_>>(), &mut attacks);
            }
        }
        Prepared { stances, attacks }
    }

    /// Returns the declarations that the second side can answer with.
    #[inline]
    pub(super) fn answers_of(&self) -> &[Declaration] {
        &self.second[self.pair[1]].declarations
    }

    /// Returns a stance with the values of all answers.
    fn stance(&self, left: usize, own: &Own<W>) -> Stance<W> {
        let of = |lanes: &[u8]| {
            let replies = |answer: &Declaration| self.replies([left, answer.left], answer, lanes, own);
            self.answers_of().iter().map(replies).collect()
        };
        let replies = self.ground.defenses.chunks(LANES).map(of).collect();
        let mut stance = Stance { left, replies, unattacked: Default::default() };
        stance.unattacked = self.leave(&lists(&stance.replies));
        stance
    }

    /// Computes the answers of a stance that change with the values of the pair itself.
    fn refresh(&self, stance: &mut Stance<W>, own: &Own<W>) {
        let mut changed = false;
        for (lanes, replies) in self.ground.defenses.chunks(LANES).zip(&mut stance.replies) {
            for (answer, replies) in self.answers_of().iter().zip(replies) {
                if [stance.left, answer.left] == self.pair {
                    *replies = self.replies(self.pair, answer, lanes, own);
                    changed = true;
                }
            }
        }
        if changed {
            stance.unattacked = self.leave(&lists(&stance.replies));
        }
    }

    /// Returns the values after a turn without an attack, from the replies by block of defenses and answer.
    pub(super) fn leave(&self, replies: &[Vec<&Replies<W>>]) -> Unattacked<W> {
        let bands = 0..self.ground.bands.len();
        [false, true].map(|is_moved| {
            let value = |band: usize| replies.iter().map(|all| self.turn_alone(all, is_moved, band)).collect();
            bands.clone().map(value).collect()
        })
    }

    /// Returns the value of a turn of the second side that was not attacked.
    fn turn_alone(&self, replies: &[&Replies<W>], is_moved: bool, band: usize) -> Row<W> {
        let mut least = [W::UNBEATEN; LANES];
        for (declared, replies) in self.answers_of().iter().zip(replies) {
            let by_frontier = at(replies, is_moved, band);
            let mut sum = [W::NONE; LANES];
            for (chance, frontier) in &self.ground.hands.get(declared.hand).free {
                add(&mut sum, *chance, &by_frontier[usize::from(*frontier)]);
            }
            worsen(&mut least, &sum);
        }
        least
    }

    /// Returns the value of the round for the first side, from each band; `own` has the values of the pair after the
    /// round.
    pub(super) fn values(&self, prepared: &mut Prepared<W>, own: &Own<W>) -> Vec<Opening<W>> {
        let mut best: Vec<Option<Opening<W>>> = vec![None; self.ground.bands.len()];
        prepared.stances.iter_mut().for_each(|stance| self.refresh(stance, own));
        let Prepared { stances, attacks } = prepared;
        for (declared, by_repairs) in attacks {
            for (stance, attacks) in by_repairs.iter_mut().flatten() {
                let replies = lists(&stances[*stance].replies);
                attacks.iter_mut().for_each(|attack| self.strike(attack, &replies));
            }
            let mut options: Vec<Vec<Options<'_, W>>> = Vec::new();
            for states in by_repairs.iter() {
                let unattacked = |stance: usize| &stances[stance].unattacked;
                let of = states.iter();
                options.push(
                    of.map(|(at, all)| Options { unattacked: unattacked(*at), attacks: all.iter().collect() })
                        .collect(),
                );
            }
            self.ground.take_better(&mut best, declared, &options);
        }
        best.into_iter().flatten().collect()
    }
}

fn lists<W>(replies: &[Vec<Replies<W>>]) -> Vec<Vec<&Replies<W>>> {
    replies.iter().map(|all| all.iter().collect()).collect()
}

impl Ground {
    /// Takes the values of a declaration from the bands where it is better than those before. `options` has the states
    /// after each number of repairs.
    pub(super) fn take_better<W: Worth>(
        &self,
        best: &mut [Option<Opening<W>>],
        declared: &Declaration,
        options: &[Vec<Options<'_, W>>],
    ) {
        let hand = self.hands.get(declared.hand);
        let values = hand.played(&self.choices(hand, options));
        for (value, best) in values.into_iter().zip(best) {
            let is_better = best.is_none_or(|(known, _)| W::is_better(value, known));
            *best = if is_better { Some((value, *declared)) } else { *best };
        }
    }

    /// Returns the values by band of each frontier with each defense of the first side.
    fn choices<W: Worth>(&self, hand: &Hand, options: &[Vec<Options<'_, W>>]) -> Vec<Own<W>> {
        let top = hand.attacks.last().copied().unwrap_or(0);
        let classes = self.bands.classes();
        let row = |of_use: usize, die: u8| -> Vec<Own<W>> {
            let choice = |defense: &u8| {
                let mut values = [W::WORST; _];
                for options in options.get(of_use / classes).into_iter().flatten() {
                    improve(&mut values, &self.choice(options, (of_use % classes, die, usize::from(*defense))));
                }
                values
            };
            hand.defenses.iter().map(choice).collect()
        };
        let rows = |of_use: usize| (0..=top).map(|die| row(of_use, die)).collect();
        let table: Vec<Vec<Vec<Own<W>>>> =
            (0..hand.uses()).map(|of_use| if hand.allows(of_use) { rows(of_use) } else { vec![] }).collect();
        let mut values = vec![[W::WORST; _]; hand.frontiers.len() * hand.defenses.len()];
        for (values, frontier) in values.chunks_mut(hand.defenses.len()).zip(&hand.frontiers) {
            for (of_use, die) in frontier.iter().enumerate().filter(|(_, die)| **die != NEVER) {
                let row = &table[of_use][usize::from(*die)];
                values.iter_mut().zip(row).for_each(|(best, value)| improve(best, value));
            }
        }
        values
    }

    /// Returns the values by band of a class of movement, an attack die and a defense.
    fn choice<W: Worth>(&self, options: &Options<'_, W>, (class, die, defense): (usize, u8, usize)) -> Own<W> {
        let bands = &self.bands;
        let (block, lane) = (defense / LANES, defense % LANES);
        let mut values = [W::WORST; _];
        for (band, best) in values.iter_mut().enumerate().take(bands.len()) {
            for to in bands.reach(class, band) {
                best.improve(options.unattacked[usize::from(to != band)][to][block][lane]);
            }
            for attack in options.attacks.iter().filter(|_| die > 0) {
                if bands.reaches(class, band, attack.from) {
                    let place = if attack.from == band { attack.place_of[class] } else { attack.approach };
                    best.improve(attack.values[block][place][usize::from(die)][lane]);
                }
            }
        }
        values
    }
}
