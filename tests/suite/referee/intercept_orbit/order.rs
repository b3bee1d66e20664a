//! Order of play: tactical order and passing (I11, I12, I14), answers to attacks (I45), votes on the clock (I37), and
//! the order of the parts of a turn.

use super::super::lines::{Line, Ruled};
use super::state::Life;
use super::{Judge, Turn};

/// State of the tactical order.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Players from the highest starting score down.
    pub seats: Vec<usize>,
    /// Players in the order in which they choose, and the index of the next.
    asked: Option<(Vec<usize>, usize)>,
    /// Result of a roll between level players, until it is needed.
    rolled: Option<Vec<usize>>,
    /// Players in the order in which they vote on the clock, and the number of votes so far.
    votes: Option<(Vec<usize>, usize)>,
    /// True if the first turn of the battle has begun.
    opened: bool,
    /// The asset that must answer an attack next, and its attacker (I45).
    answers: Option<(usize, usize)>,
}

/// The part of a turn that gives a defense.
const DEFENDED: u8 = 4;
/// The part in which assets attack and move.
const ACTS: u8 = 6;

/// Returns the part of a turn that an event belongs to, and the key of the acting asset.
fn part_of(line: Line) -> Option<(u8, &'static str)> {
    Some(match line.event() {
        "declared" => (1, "asset"),
        "rolled" => (2, "asset"),
        "given" => (3, "asset"),
        "defended" => (DEFENDED, "asset"),
        "repaired" => (5, "asset"),
        "attack-declared" | "attacked" | "set-out" | "flew" => (ACTS, "asset"),
        "attack-forgone" => (7, "asset"),
        "mended" | "launched" => (8, "by"),
        "spotted" => (9, "asset"),
        "turn-ended" => (10, "asset"),
        _ => return None,
    })
}

impl Judge<'_> {
    /// Takes a roll for the order of level players.
    pub(crate) fn roll_off(&mut self, line: Line) -> Ruled {
        let before = self.order.rolled.replace(line.numbers("order"));
        line.rule(before.is_none() && self.turns.is_empty(), || "I11: a second roll for the order".to_owned())
    }

    /// Refuses an unnecessary roll for the order.
    pub(crate) fn no_roll(&mut self, line: Line) -> Ruled {
        line.rule(self.order.rolled.take().is_none(), || "I11: a roll for the order without a tie".to_owned())
    }

    /// Returns the players from the highest score down; level players in the order of their roll (I11).
    pub(crate) fn by_score(&mut self, line: Line) -> Ruled<Vec<usize>> {
        let scores = self.score();
        let level = (1..scores.len()).any(|player| scores[..player].contains(&scores[player]));
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by_key(|player| -scores[*player]);
        if !level {
            self.no_roll(line)?;
            return Ok(order);
        }
        let Some(rolled) = self.order.rolled.take() else {
            return line.refuse("I11: players are level without a roll");
        };
        let mut all = rolled.clone();
        all.sort_by_key(|player| scores.get(*player).map(|score| -score));
        line.same("I11: players of the order", rolled.len(), scores.len())?;
        line.same("I11: the order is that of the scores", all, rolled.clone())?;
        order.sort_unstable();
        let mut players = rolled.clone();
        players.sort_unstable();
        line.same("I11: players of the order", players, order)?;
        Ok(rolled)
    }

    /// Returns true if a player has an asset that has not begun a turn this round.
    fn is_ready(&self, fleet: usize) -> bool {
        let ready = |asset: &super::state::Asset| asset.life == Life::Standing && asset.holder == fleet && !asset.acted;
        self.field.assets.iter().any(ready)
    }

    /// Returns the player who must act or pass; the order starts again after every turn (I12). The defender opens
    /// (I14).
    fn next_player(&mut self, line: Line) -> Ruled<usize> {
        let acts = self.round > 0 && !self.ending && self.turns.is_empty();
        line.rule(acts, || "I12: no turn may begin here".to_owned())?;
        let (order, place) = match self.order.asked.take() {
            Some(asked) => asked,
            None if self.order.opened => (self.by_score(line)?, 0),
            None => (self.order.seats.clone(), 0),
        };
        let Some(next) = (place..order.len()).find(|place| self.is_ready(order[*place])) else {
            return line.refuse("I12: no asset is left to act");
        };
        let player = order[next];
        self.order.asked = Some((order, next));
        Ok(player)
    }

    /// Takes a pass: a later player must be able to act, and it is not the first turn of the battle (I12, I14).
    pub(crate) fn pass(&mut self, line: Line) -> Ruled {
        let player = self.next_player(line)?;
        line.same("I12: who acts or passes", line.number("fleet")?, player)?;
        let Some((order, place)) = self.order.asked.take() else { return Ok(()) };
        let may = order[place + 1..].iter().any(|after| self.is_ready(*after));
        line.rule(may && self.order.opened && self.field.on("order", "passing"), || {
            format!("I12, I14: player {player} must act")
        })?;
        self.order.asked = Some((order, place + 1));
        Ok(())
    }

    /// Takes a turn that its player chose; the first turn of a battle is for a ship or a high value asset (I14).
    pub(crate) fn act(&mut self, line: Line, asset: usize) -> Ruled {
        let player = self.next_player(line)?;
        let own = &self.field.assets[asset];
        line.same("I12: who acts", own.holder, player)?;
        line.rule(self.order.opened || !own.is_company(), || "I14: a company opens the battle".to_owned())?;
        (self.order.opened, self.order.asked) = (true, None);
        Ok(())
    }

    /// Requires an answer from a target that stands, has no defense yet and has not acted, before the attack goes on
    /// (I45).
    pub(crate) fn owe_answer(&mut self, by: usize, target: Option<usize>) {
        self.order.answers = target.map(|target| (target, by)).filter(|(target, _)| {
            let target = &self.field.assets[*target];
            target.life == Life::Standing && target.defense.is_none() && !target.acted
        });
    }

    /// Checks that anything due comes next (an answer, hits on debris), and that no other answer comes (I45).
    pub(crate) fn check_due(&mut self, line: Line) -> Ruled {
        let answer = (line.event() == "turn-began").then(|| (line.opt("asset"), line.opt("attacked_by")));
        let owed = self.order.answers.take().map(|(target, by)| (Some(target), Some(by)));
        match (owed, answer) {
            (Some(owed), _) => line.same("I45: who answers whom", answer, Some(owed))?,
            (None, Some((_, Some(_)))) => return line.refuse("I45: no answer is due"),
            (None, _) => {}
        }
        if line.event() == "spared" {
            return Ok(());
        }
        match self.rock.take().filter(|(piece, hits)| *hits > 0 && self.field.pieces[*piece].there) {
            Some(due) => {
                let told = (line.event() == "debris-hit").then(|| (line.opt("piece"), line.opt("hits")));
                line.same("I40: hits on debris", told, Some((Some(due.0), Some(due.1))))
            }
            None => line.rule(line.event() != "debris-hit", || "I40: nothing hits debris".to_owned()),
        }
    }

    /// Returns the asset with the current turn: an answer until it has a defense, otherwise the turn that was begun
    /// first (I45).
    fn in_control(&self) -> Option<usize> {
        let answers = self.turns.get(1).filter(|turn| !turn.defended);
        answers.or(self.turns.first()).map(|turn| turn.asset)
    }

    /// Checks that the parts of a turn come in order, in the current turn; a declared attack lands first.
    pub(crate) fn check_part(&mut self, line: Line) -> Ruled {
        let Some((part, key)) = part_of(line) else { return Ok(()) };
        let asset = self.field.asset_of(line, key)?;
        line.same("I45: whose turn goes on", Some(asset), self.in_control())?;
        let is_hva = self.field.assets[asset].is_hva();
        let stands = self.field.assets[asset].life == Life::Standing;
        let turn = self.turn_of(line, asset)?;
        line.rule(part >= turn.part, || format!("`{}` comes too late in a turn", line.event()))?;
        turn.part = part;
        turn.defended |= part == DEFENDED;
        line.rule(part <= DEFENDED || turn.defended || is_hva || !stands, || "it acts before it defends".to_owned())?;
        let lands = std::mem::replace(&mut turn.pending, line.event() == "attack-declared");
        line.rule(lands == (line.event() == "attacked"), || "an attack lands once it is declared".to_owned())
    }

    /// Checks that ships and high value assets have moved; an attack that was named and not made is given up.
    pub(crate) fn check_done(&self, line: Line, turn: &Turn) -> Ruled {
        let own = &self.field.assets[turn.asset];
        let rests = own.life != Life::Standing || own.is_company() || (turn.moved && !self.under_way);
        line.rule(rests, || "I47: it always moves".to_owned())
    }

    /// Takes a player's vote on the clock; each votes once, from the highest score on (I37).
    pub(crate) fn vote(&mut self, line: Line) -> Ruled {
        line.rule(self.field.on("clock", "everyone_ticks"), || "I37: players do not tick".to_owned())?;
        let (order, place) = match self.order.votes.take() {
            Some(votes) => votes,
            None => (self.by_score(line)?, 0),
        };
        line.same("I37: who is asked about the clock", line.opt("fleet"), order.get(place).copied())?;
        line.rule(self.clock > 0, || "I37: the clock has run out".to_owned())?;
        self.order.votes = Some((order, place + 1));
        Ok(())
    }

    /// Checks before a round that all have voted on the clock (I37), and restarts the order of players.
    pub(crate) fn begin_order(&mut self, line: Line) -> Ruled {
        let votes = self.order.votes.take().map_or(0, |(_, votes)| votes);
        let wanted = if self.field.on("clock", "everyone_ticks") && self.round > 0 { self.field.fleets() } else { 0 };
        line.same("I37: players who were asked about the clock", votes, wanted)?;
        self.order.asked = None;
        self.no_roll(line)
    }
}
