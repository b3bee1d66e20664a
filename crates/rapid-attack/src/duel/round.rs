//! The value of one round, from the values of the states after it.
//!
//! The frame that acts first declares a range, rolls, gives a die to its defense, and attacks and moves in either order.
//! Its attack calls up the other frame (R09, R13): it declares and rolls knowing the attack die, and gives its defense
//! a die. Then the attack is resolved, the first frame ends its turn, and the second one moves and attacks in turn.
//! Without an attack, the second frame takes its turn freely. Defenses and spots end with the round, so that no spot
//! ever adds to an attack: the only frame that could use it has attacked before it is given.
//!
//! All values of the defense of the first frame are computed side by side, in lanes.

use super::bands::Bands;
use super::hands::{Hand, NEVER};
use super::sides::{Declaration, Hands, SideState};
use super::worth::Worth;

/// Defenses that are computed side by side.
const LANES: usize = 8;

/// Values by defense of the frame that acts first.
type Row<W> = [W; LANES];

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
    /// Value of the states after the round, by the states of the two frames and the band.
    pub next: N,
}

/// The value of a round from each band, and the declaration that it is reached by.
pub(super) type Opening<W> = (W, Declaration);

/// Values of the second frame's answers to an attack: `attacked[place][attack][lane]`; the places are the classes of
/// movement that the first frame has left, and after them the place of a frame that has moved already.
type Attacked<W> = Vec<Vec<Row<W>>>;

/// Values after a turn without an attack: `unattacked[moved][band][block of defenses]`, with the cover of the first frame
/// kept or left behind.
type Unattacked<W> = [Vec<Vec<Row<W>>>; 2];

impl<W: Worth, N: Fn(usize, usize, usize) -> W> Round<'_, N> {
    /// Returns the value of the round for the first frame, from each band.
    pub(super) fn values(&self, p: usize, q: usize) -> Vec<Opening<W>> {
        let state = &self.first[p];
        let mut best: Vec<Option<Opening<W>>> = vec![None; self.ground.bands.len()];
        let mut free: Option<(usize, Vec<u8>, Unattacked<W>)> = None;
        for declared in &state.declarations {
            let hand = self.ground.hands.get(declared.hand);
            if !free.as_ref().is_some_and(|(left, defenses, _)| *left == declared.left && *defenses == hand.defenses) {
                free = Some((declared.left, hand.defenses.clone(), self.free(declared.left, q, &hand.defenses)));
            }
            let Some((_, _, unattacked)) = &free else { continue };
            let attacked: Vec<Attacked<W>> =
                hand.defenses.chunks(LANES).map(|lanes| self.attacked(declared, q, hand, lanes)).collect();
            for (band, best) in best.iter_mut().enumerate() {
                let table = self.table(declared, hand, band, unattacked, &attacked);
                let value = expected(hand, &table);
                let is_better = best.is_none_or(|(known, _)| W::is_better(value, known));
                *best = if is_better { Some((value, *declared)) } else { *best };
            }
        }
        best.into_iter().flatten().collect()
    }

    /// Returns the values after a turn without an attack, by the cover of the first frame (kept, left behind), its band,
    /// the block of defenses.
    fn free(&self, p: usize, q: usize, defenses: &[u8]) -> Unattacked<W> {
        [p, self.first[p].moved].map(|p| {
            let at = |band| defenses.chunks(LANES).map(|lanes| self.turn_alone(p, q, band, lanes)).collect();
            (0..self.ground.bands.len()).map(at).collect()
        })
    }

    /// Returns the value of a turn of the second frame that was not attacked.
    fn turn_alone(&self, p: usize, q: usize, band: usize, lanes: &[u8]) -> Row<W> {
        let mut least = [W::UNBEATEN; LANES];
        for declared in &self.second[q].declarations {
            let hand = self.ground.hands.get(declared.hand);
            let by_frontier = self.answers(p, declared.left, band, (declared, hand), lanes);
            let mut sum = [W::NONE; LANES];
            hand.free
                .iter()
                .for_each(|(chance, frontier)| add(&mut sum, *chance, &by_frontier[usize::from(*frontier)]));
            worsen(&mut least, &sum);
        }
        least
    }

    /// Returns the value of each frontier of the second frame, which moves and attacks last.
    fn answers(
        &self,
        p: usize,
        q: usize,
        band: usize,
        (declared, hand): (&Declaration, &Hand),
        lanes: &[u8],
    ) -> Vec<Row<W>> {
        let bands = &self.ground.bands;
        let top = hand.attacks.last().copied().unwrap_or(0);
        // Values by class of movement and attack.
        let table: Vec<Vec<Row<W>>> = (0..bands.classes())
            .map(|class| {
                let by_dice = self.by_dice(p, q, band, declared.band, class, top);
                let row = |attack: u8| {
                    let dice = |lane: usize| attack.saturating_sub(lanes.get(lane).copied().unwrap_or(0));
                    std::array::from_fn(|lane| by_dice[usize::from(dice(lane))])
                };
                (0..=top).map(row).collect()
            })
            .collect();
        let value = |frontier: &super::hands::Frontier| {
            let mut least = [W::UNBEATEN; LANES];
            for (class, attack) in frontier.iter().enumerate().filter(|(_, attack)| **attack != NEVER) {
                worsen(&mut least, &table[class][usize::from(*attack)]);
            }
            least
        };
        hand.frontiers.iter().map(value).collect()
    }

    /// Returns the value of the best use of a class of movement and of an attack with 0, 1, … damage dice.
    fn by_dice(&self, p: usize, q: usize, band: usize, declared: usize, class: usize, most: u8) -> Vec<W> {
        let without = self.move_on(p, q, band, class);
        let approaches = declared != band && self.ground.bands.reach(class, band).any(|to| to == declared);
        let attack = |dice: usize| {
            let mut value = without;
            if declared == band {
                value.worsen(self.strike_back(p, q, band, class, dice));
            } else if approaches {
                value.worsen(self.strike_back(p, self.second[q].moved, declared, 0, dice));
            }
            value
        };
        (0..=usize::from(most)).map(attack).collect()
    }

    /// Returns the value of an attack of the second frame that rolls these damage dice and moves after it.
    fn strike_back(&self, p: usize, q: usize, band: usize, class: usize, dice: usize) -> W {
        let state = &self.first[p];
        let mut sum = W::NONE;
        for (chance, on_cover, damage) in &self.ground.damage[band][usize::from(state.cover)][dice] {
            let worn = &self.first[state.worn[*on_cover]];
            let mut value = if *damage < worn.lost.len() { W::WORST } else { W::LOST };
            for left in worn.lost.get(*damage).into_iter().flatten() {
                value.improve(self.move_on(*left, q, band, class));
            }
            sum.add(*chance, value);
        }
        sum
    }

    /// Returns the value of the last move of the round, by the second frame.
    #[inline]
    fn move_on(&self, p: usize, q: usize, band: usize, class: usize) -> W {
        let mut least = W::UNBEATEN;
        for to in self.ground.bands.reach(class, band) {
            let q = if to == band { q } else { self.second[q].moved };
            least.worsen((self.next)(p, q, to));
        }
        least
    }

    /// Returns the values of attacks of the first frame in its declared band, for one block of its defenses.
    fn attacked(&self, declared: &Declaration, q: usize, hand: &Hand, lanes: &[u8]) -> Attacked<W> {
        let moved = self.first[declared.left].moved;
        let places: Vec<(usize, usize)> =
            (0..self.ground.bands.classes()).map(|class| (declared.left, class)).collect();
        let places: Vec<(usize, usize)> = places.into_iter().chain([(moved, 0)]).collect();
        let top = hand.attacks.last().map_or(0, |top| usize::from(*top));
        let mut least = vec![vec![[W::UNBEATEN; LANES]; top + 1]; places.len()];
        for answer in &self.second[q].declarations {
            let rolls = self.ground.hands.get(answer.hand);
            let by_damage = self.after_attack(declared.left, answer, rolls, declared.band, lanes);
            for ((p, class), least) in places.iter().zip(&mut least) {
                let by_dice = self.resolved(&by_damage, *p, answer.left, (declared.band, *class), top);
                for attack in &hand.attacks {
                    let mut sum = [W::NONE; LANES];
                    for (chance, options) in &rolls.rolls {
                        let mut value = [W::UNBEATEN; LANES];
                        for (defense, frontier) in options {
                            let dice = usize::from(attack.saturating_sub(*defense));
                            worsen(&mut value, &by_dice[dice][usize::from(*frontier)]);
                        }
                        add(&mut sum, *chance, &value);
                    }
                    worsen(&mut least[usize::from(*attack)], &sum);
                }
            }
        }
        least
    }

    /// Returns the values of all states of the second frame after an attack: `[state][moved][band][frontier]`, with the
    /// cover of the first frame kept or left behind. Empty for states that the attack cannot lead to.
    fn after_attack(&self, p: usize, answer: &Declaration, hand: &Hand, at: usize, lanes: &[u8]) -> AfterAttack<W> {
        let mut by_state: AfterAttack<W> = vec![Default::default(); self.second.len()];
        let worn = &self.second[answer.left].worn;
        let reached = worn.iter().flat_map(|worn| self.second[*worn].lost.iter().flatten());
        for q in reached {
            if by_state[*q][0].is_empty() {
                let value = |p: usize, band: usize| self.answers(p, *q, band, (answer, hand), lanes);
                let moved = self.first[p].moved;
                let away = (0..self.ground.bands.len()).map(|band| value(moved, band)).collect();
                let stays = if moved == p { Vec::new() } else { value(p, at) };
                by_state[*q] = [away, vec![stays]];
            }
        }
        by_state
    }

    /// Returns the values of attacks with 0, 1, … damage dice by frontier of the second frame; the first frame, in state
    /// `p`, moves after the attack.
    fn resolved(
        &self,
        after: &AfterAttack<W>,
        p: usize,
        q: usize,
        (at, class): (usize, usize),
        most: usize,
    ) -> Vec<Vec<Row<W>>> {
        let stays = self.first[p].moved != p;
        let worn = &self.second[q].worn;
        let frontiers = after[q][0][at].len();
        let by_state = |q: usize, frontier: usize| {
            let mut best = [W::WORST; LANES];
            for band in self.ground.bands.reach(class, at) {
                let values = if stays && band == at { &after[q][1][0] } else { &after[q][0][band] };
                improve(&mut best, &values[frontier]);
            }
            best
        };
        let mut by_dice = vec![Vec::with_capacity(frontiers); most + 1];
        for frontier in 0..frontiers {
            let by_damage: Vec<Vec<Row<W>>> = worn
                .iter()
                .map(|worn| {
                    let least = |lost: &Vec<usize>| {
                        let mut least = [W::UNBEATEN; LANES];
                        lost.iter().for_each(|q| worsen(&mut least, &by_state(*q, frontier)));
                        least
                    };
                    self.second[*worn].lost.iter().map(least).collect()
                })
                .collect();
            for (dice, values) in by_dice.iter_mut().enumerate() {
                let mut sum = [W::NONE; LANES];
                for (chance, on_cover, damage) in &self.ground.damage[at][worn.len() - 1][dice] {
                    add(&mut sum, *chance, by_damage[*on_cover].get(*damage).unwrap_or(&[W::WON; LANES]));
                }
                values.push(sum);
            }
        }
        by_dice
    }

    /// Returns the value of each class of movement, attack and defense of the first frame in a band, in this order.
    fn table(
        &self,
        declared: &Declaration,
        hand: &Hand,
        band: usize,
        unattacked: &Unattacked<W>,
        attacked: &[Attacked<W>],
    ) -> Vec<Vec<Vec<W>>> {
        let bands = &self.ground.bands;
        let top = hand.attacks.last().copied().unwrap_or(0);
        let value = |class: usize, attack: u8, place: usize| {
            let (block, lane) = (place / LANES, place % LANES);
            let mut best = W::WORST;
            for to in bands.reach(class, band) {
                best.improve(unattacked[usize::from(to != band)][to][block][lane]);
            }
            if attack > 0 && bands.reach(class, band).any(|to| to == declared.band) {
                let place = if declared.band == band { class } else { bands.classes() };
                best.improve(attacked[block][place][usize::from(attack)][lane]);
            }
            best
        };
        let by_attack = |class: usize| {
            (0..=top)
                .map(|attack| (0..hand.defenses.len()).map(|place| value(class, attack, place)).collect())
                .collect()
        };
        (0..bands.classes()).map(by_attack).collect()
    }
}

/// Values after an attack, by state of the second frame.
type AfterAttack<W> = Vec<[Vec<Vec<Row<W>>>; 2]>;

/// Returns the value of the best choice of the first frame, over all its rolls.
fn expected<W: Worth>(hand: &Hand, table: &[Vec<Vec<W>>]) -> W {
    let mut places = [0; 256];
    hand.defenses.iter().enumerate().for_each(|(place, defense)| places[usize::from(*defense)] = place);
    let mut sum = W::NONE;
    for (chance, options) in &hand.rolls {
        let mut best = W::WORST;
        for (defense, frontier) in options {
            let frontier = hand.frontiers[usize::from(*frontier)];
            for (class, attack) in frontier.iter().enumerate().filter(|(_, attack)| **attack != NEVER) {
                best.improve(table[class][usize::from(*attack)][places[usize::from(*defense)]]);
            }
        }
        sum.add(*chance, best);
    }
    sum
}

#[inline(always)]
fn add<W: Worth>(sum: &mut Row<W>, chance: f64, row: &Row<W>) {
    sum.iter_mut().zip(row).for_each(|(sum, value)| sum.add(chance, *value));
}

#[inline(always)]
fn improve<W: Worth>(best: &mut Row<W>, row: &Row<W>) {
    best.iter_mut().zip(row).for_each(|(best, value)| best.improve(*value));
}

#[inline(always)]
fn worsen<W: Worth>(least: &mut Row<W>, row: &Row<W>) {
    least.iter_mut().zip(row).for_each(|(least, value)| least.worsen(*value));
}
