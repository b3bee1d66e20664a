//! The value of one round, from the values of the states after it.
//!
//! The frame that acts first declares a range, rolls, gives a die to its defense, and attacks and moves in either order.
//! Its attack calls up the other frame (R09, R13): it declares and rolls knowing the attack die, and gives its defense
//! a die. Then the attack is resolved, the first frame ends its turn, and the second one moves and attacks in turn.
//! Without an attack, the second frame takes its turn freely. Defenses and spots end with the round, so that no spot
//! ever adds to an attack: the only frame that could use it has attacked before it is given.
//!
//! A pair of states is solved by repeated rounds, in which only its own values change. [`Round::prepare`] computes
//! everything else once; [`Round::values`] adds the rounds in which nothing is lost. All values of the defense of the
//! first frame are computed side by side, in lanes.

use super::attacks::{Attack, Attacked};
use super::bands::Bands;
use super::hands::{Hand, NEVER};
use super::replies::{LANES, Own, Replies, Row, add, at, improve, worsen};
use super::sides::{Declaration, Hands, SideState};
use super::worth::Worth;

/// An outcome of an attack: its chance, hits on the cover, damage.
pub(super) type Outcome = (f64, usize, usize);

/// Everything about a duel that does not change from round to round.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub bands: Bands,
    pub hands: Hands,
    /// `damage[band][cover][dice]`: the outcomes of an attack.
    pub damage: Vec<Vec<Vec<Vec<Outcome>>>>,
}

/// A round in which one frame acts before the other.
pub(super) struct Round<'a, N> {
    pub ground: &'a Ground,
    /// States of the frame that acts first, and of the other.
    pub first: &'a [SideState],
    pub second: &'a [SideState],
    /// States of the two frames at the start of the round.
    pub pair: [usize; 2],
    /// Value of the state after the round of any other pair, by the states of the two frames and the band.
    pub next: N,
}

/// The value of a round from each band, and the declaration that it is reached by.
pub(super) type Opening<W> = (W, Declaration);

/// Values of a round that are independent of the values of the pair itself.
pub(super) struct Prepared<W> {
    stances: Vec<Stance<W>>,
    attacks: Vec<Attack<W>>,
}

/// The first frame after its declaration and roll, with the values of the defense that it can have.
pub(super) struct Stance<W> {
    /// State after the rockets are fired.
    pub left: usize,
    pub defenses: Vec<u8>,
    /// `replies[block][answer]`: values while the second frame is undamaged, by block of defenses and declaration of the
    /// second frame.
    pub replies: Vec<Vec<Replies<W>>>,
    /// `unattacked[moved][band][block]`: values after a turn without an attack, with the cover of the first frame kept or
    /// left behind.
    unattacked: [Vec<Vec<Row<W>>>; 2],
}

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Computes the values that the pair itself does not change.
    pub(super) fn prepare(&self) -> Prepared<W> {
        let mut stances: Vec<Stance<W>> = Vec::new();
        let mut attacks = Vec::new();
        for declared in &self.first[self.pair[0]].declarations {
            let hand = self.ground.hands.get(declared.hand);
            let is_known = |stance: &Stance<W>| stance.left == declared.left && stance.defenses == hand.defenses;
            let stance = stances.iter().position(is_known).unwrap_or_else(|| {
                stances.push(self.stance(declared.left, &hand.defenses));
                stances.len() - 1
            });
            attacks.push(self.attack(declared, stance));
        }
        for (number, stance) in stances.iter().enumerate() {
            self.damage(stance, attacks.iter_mut().filter(|attack| attack.stance == number).collect());
        }
        Prepared { stances, attacks }
    }

    /// Returns a stance with the values of all answers.
    fn stance(&self, left: usize, defenses: &[u8]) -> Stance<W> {
        let of = |lanes: &[u8]| {
            let replies = |answer: &Declaration| self.replies([left, answer.left], answer, lanes, &[W::NONE; _]);
            self.second[self.pair[1]].declarations.iter().map(replies).collect()
        };
        let replies = defenses.chunks(LANES).map(of).collect();
        let mut stance = Stance { left, defenses: defenses.to_vec(), replies, unattacked: Default::default() };
        self.leave(&mut stance);
        stance
    }

    /// Computes the answers of a stance that change with the values of the pair itself.
    fn refresh(&self, stance: &mut Stance<W>, own: &Own<W>) {
        let mut changed = false;
        for (lanes, replies) in stance.defenses.chunks(LANES).zip(&mut stance.replies) {
            for (answer, replies) in self.second[self.pair[1]].declarations.iter().zip(replies) {
                if [stance.left, answer.left] == self.pair {
                    *replies = self.replies(self.pair, answer, lanes, own);
                    changed = true;
                }
            }
        }
        if changed {
            self.leave(stance);
        }
    }

    /// Computes the values of a stance after a turn without an attack.
    fn leave(&self, stance: &mut Stance<W>) {
        let bands = 0..self.ground.bands.len();
        stance.unattacked = [false, true].map(|is_moved| {
            let value = |band: usize| stance.replies.iter().map(|all| self.turn_alone(all, is_moved, band)).collect();
            bands.clone().map(value).collect()
        });
    }

    /// Returns the value of a turn of the second frame that was not attacked.
    fn turn_alone(&self, replies: &[Replies<W>], is_moved: bool, band: usize) -> Row<W> {
        let mut least = [W::UNBEATEN; LANES];
        for (declared, replies) in self.second[self.pair[1]].declarations.iter().zip(replies) {
            let by_frontier = at(replies, is_moved, band);
            let mut sum = [W::NONE; LANES];
            for (chance, frontier) in &self.ground.hands.get(declared.hand).free {
                add(&mut sum, *chance, &by_frontier[usize::from(*frontier)]);
            }
            worsen(&mut least, &sum);
        }
        least
    }

    /// Returns the value of the round for the first frame, from each band; `own` has the values of the pair after the
    /// round.
    pub(super) fn values(&self, prepared: &mut Prepared<W>, own: &Own<W>) -> Vec<Opening<W>> {
        let mut best: Vec<Option<Opening<W>>> = vec![None; self.ground.bands.len()];
        prepared.stances.iter_mut().for_each(|stance| self.refresh(stance, own));
        for attack in &prepared.attacks {
            let stance = &prepared.stances[attack.stance];
            let hand = self.ground.hands.get(attack.declared.hand);
            let attacked: Vec<Attacked<W>> =
                (0..stance.replies.len()).map(|block| self.attacked(attack, &stance.replies[block], block)).collect();
            let values = hand.played(&self.choices(attack, hand, stance, &attacked));
            for (value, best) in values.into_iter().zip(&mut best) {
                let is_better = best.is_none_or(|(known, _)| W::is_better(value, known));
                *best = if is_better { Some((value, attack.declared)) } else { *best };
            }
        }
        best.into_iter().flatten().collect()
    }

    /// Returns the values by band of each frontier with each defense of the first frame.
    fn choices(&self, attack: &Attack<W>, hand: &Hand, stance: &Stance<W>, attacked: &[Attacked<W>]) -> Vec<Own<W>> {
        let top = hand.attacks.last().copied().unwrap_or(0);
        let row = |class: usize, die: u8| -> Vec<Own<W>> {
            (0..hand.defenses.len())
                .map(|defense| self.choice(attack, (class, die, defense), stance, attacked))
                .collect()
        };
        let rows = |class: usize| (0..=top).map(|die| row(class, die)).collect();
        let table: Vec<Vec<Vec<Own<W>>>> = (0..self.ground.bands.classes())
            .map(|class| if hand.moves(class) { rows(class) } else { vec![] })
            .collect();
        let mut values = vec![[W::WORST; _]; hand.frontiers.len() * hand.defenses.len()];
        for (values, frontier) in values.chunks_mut(hand.defenses.len()).zip(&hand.frontiers) {
            for (class, die) in frontier.iter().enumerate().filter(|(_, die)| **die != NEVER) {
                let row = &table[class][usize::from(*die)];
                values.iter_mut().zip(row).for_each(|(best, value)| improve(best, value));
            }
        }
        values
    }

    /// Returns the values by band of a class of movement, an attack die and a defense (by its place in the list).
    fn choice(
        &self,
        attack: &Attack<W>,
        (class, die, defense): (usize, u8, usize),
        stance: &Stance<W>,
        attacked: &[Attacked<W>],
    ) -> Own<W> {
        let (bands, at) = (&self.ground.bands, attack.declared.band);
        let (block, lane) = (defense / LANES, defense % LANES);
        let mut values = [W::WORST; _];
        for (band, best) in values.iter_mut().enumerate().take(bands.len()) {
            for to in bands.reach(class, band) {
                best.improve(stance.unattacked[usize::from(to != band)][to][block][lane]);
            }
            if die > 0 && bands.reach(class, band).any(|to| to == at) {
                let place = if at == band { attack.place_of[class] } else { attack.approach };
                best.improve(attacked[block][place][usize::from(die)][lane]);
            }
        }
        values
    }
}
