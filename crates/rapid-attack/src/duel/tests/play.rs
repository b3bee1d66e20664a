//! Duels played with rolled dice, by players who choose by the solved values.

use super::super::FrameDuels;
use super::naive::{Declared, Memo, Naive, Roll, Side, Turn, after, dice, fire, hits};
use crate::ruleset::Ruleset;
use hitchart_dice::Throw;

/// A duel in which the first side may act first in each round.
pub(super) struct Table<'a> {
    duels: &'a FrameDuels,
    rules: &'a Ruleset,
    /// Memory of the two orders of a round; a round that one side begins is played by its values.
    known: [Memo<(Side, Side, Turn)>; 2],
    openings: Memo<(usize, [Side; 2], usize)>,
}

impl<'a> Table<'a> {
    pub(super) fn new(duels: &'a FrameDuels, rules: &'a Ruleset) -> Table<'a> {
        Table { duels, rules, known: Default::default(), openings: Memo::default() }
    }

    /// Plays a duel; returns true if the first side wins.
    pub(super) fn play(&self, mut pair: [Side; 2], mut band: usize, game: u64) -> bool {
        let mut throw = Throw::new(game);
        loop {
            let values = [0, 1].map(|acting| {
                let value = self.opening(acting, pair, band).1;
                if acting == 0 { value } else { 1.0 - value }
            });
            let acting = usize::from(values[1] > values[0]);
            match self.round(acting, [pair[acting], pair[1 - acting]], band, &mut throw) {
                Ok((sides, to)) => (pair, band) = ([sides[acting], sides[1 - acting]], to),
                Err(first_won) => return first_won == (acting == 0),
            }
        }
    }

    /// Runs a function with the values of a round that a side begins.
    fn with<R>(&self, acting: usize, run: impl FnOnce(&Naive<'_>) -> R) -> R {
        let chance = |p: Side, q: Side, band: usize| match acting {
            0 => self.duels.chance([p, q], 0, band).unwrap(),
            _ => 1.0 - self.duels.chance([q, p], 0, band).unwrap(),
        };
        let naive = Naive::new(self.rules, self.duels, &chance);
        naive.memo.swap(&self.known[acting]);
        let result = run(&naive);
        naive.memo.swap(&self.known[acting]);
        result
    }

    fn opening(&self, acting: usize, pair: [Side; 2], band: usize) -> (Declared, f64) {
        let key = (acting, pair, band);
        if let Some(known) = self.openings.borrow().get(&key) {
            return *known;
        }
        let found = self.with(acting, |naive| naive.opening(pair[acting], pair[1 - acting], band));
        self.openings.borrow_mut().insert(key, found);
        found
    }

    /// Plays a round; returns the sides and the band after it, or true if the frame that acts first wins.
    fn round(
        &self,
        acting: usize,
        [p, q]: [Side; 2],
        band: usize,
        throw: &mut Throw,
    ) -> Result<([Side; 2], usize), bool> {
        let pair = if acting == 0 { [p, q] } else { [q, p] };
        let declared = self.opening(acting, pair, band).0;
        self.with(acting, |naive| {
            let rolled = roll(&dice(&p.0, declared, self.rules), throw);
            let turns = naive.turns(p, q, band, declared, &rolled);
            let turn = turns.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap().0;
            let p = (fire(&p.0, declared.1), p.1);
            let answer = naive.answered(p, q, turn).0;
            let rolled = roll(&dice(&q.0, answer, self.rules), throw);
            let defenses = naive.defenses(p, q, turn, answer, &rolled);
            let (defense, left, _) =
                defenses.into_iter().reduce(|least, next| if next.2 < least.2 { next } else { least }).unwrap();
            let damage = self.damage(naive, turn.attack.saturating_sub(defense), (turn.band, q.1), throw);
            let value = |q: &Side| naive.moves(p, *q, turn, answer, &left).1;
            let Some(q) = after(q, damage, self.rules).into_iter().min_by(|a, b| value(a).total_cmp(&value(b))) else {
                return Err(true);
            };
            let to = naive.moves(p, q, turn, answer, &left).0;
            let p = if turn.moved { (p.0, 0) } else { Naive::at(p, turn.band, to) };
            let endings = naive.endings(p, q, to, turn.defense, answer, &left);
            let ending =
                endings.into_iter().reduce(|least, next| if next.1 < least.1 { next } else { least }).unwrap().0;
            let q = (fire(&q.0, answer.1), if ending.moved { 0 } else { q.1 });
            let damage = self.damage(naive, ending.attack.saturating_sub(turn.defense), (ending.band, p.1), throw);
            let value = |p: &Side| naive.last_move(*p, q, ending).1;
            let Some(p) = after(p, damage, self.rules).into_iter().max_by(|a, b| value(a).total_cmp(&value(b))) else {
                return Err(false);
            };
            let end = naive.last_move(p, q, ending).0;
            Ok(([p, Naive::at(q, ending.band, end)], end))
        })
    }

    fn damage(&self, naive: &Naive<'_>, dice: u8, (band, cover): (usize, u8), throw: &mut Throw) -> (u8, u8) {
        let faces = roll(&[vec![6; dice.into()], vec![], vec![], vec![]], throw);
        hits(&faces[0], naive.range(band), cover)
    }
}

fn roll(dice: &[Vec<u8>; 4], throw: &mut Throw) -> Roll {
    std::array::from_fn(|colour| dice[colour].iter().map(|sides| throw.die(*sides)).collect())
}
