//! Before the battle: points per asset, a tie for defense, seats (R01 to R04, S22, S23).

use super::super::lines::{Line, Ruled};
use super::{Battle, Life};
use serde_json::Value;

/// Fewest and most frames of a company, by players from 2 on: skirmish, then battle (rulebook, "Company Size").
const FRAMES: [[usize; 4]; 4] = [[4, 6, 5, 8], [3, 5, 4, 7], [3, 4, 4, 6], [3, 4, 3, 5]];

impl Battle<'_> {
    /// Compares the companies, breaks a tie for defense, and seats the players.
    pub(crate) fn companies(&mut self) -> Ruled {
        self.points = self.compared();
        if self.rules["bidding"]["tie_for_defense"] == "change-frames" && !self.is_demo() {
            self.tie_for_defense()?;
        }
        let order = self.seated_by_score()?;
        let line = self.take("setup")?;
        line.same("R07: seats", line.numbers("seats"), order.clone())?;
        let told: Vec<i64> = line.items("points_per_asset").iter().filter_map(Value::as_i64).collect();
        line.same("R01: points per asset", &told, &self.points)?;
        let header: Vec<Option<i64>> =
            self.header.items("companies").iter().map(|company| company["points_per_asset"].as_i64()).collect();
        line.rule(header.into_iter().eq(told.into_iter().map(Some)), || "R03: the header has other points".to_owned())?;
        let players = self.players();
        self.last_to_act = (order[0] + players - 1) % players;
        let score = |seat: usize| self.score(order[seat]);
        let is_tied = score(players - 1) == score(players - 2) && score(0) > score(players - 1);
        self.tied_last = is_tied.then_some(order[players - 1]);
        (self.seats, self.query) = (order.clone(), order);
        Ok(())
    }

    /// Computes the points per asset of the current companies (R01).
    fn compared(&self) -> Vec<i64> {
        let base = self.int("bidding", "base") as i64;
        let all = 0..self.players();
        if self.is_demo() {
            return all.map(|_| base).collect();
        }
        let frames: Vec<usize> = all.clone().map(|company| self.frames(company)).collect();
        let systems: Vec<usize> = all.clone().map(|company| self.systems(company)).collect();
        let step = |counts: &[usize], of: usize| {
            let (most, fewest) = (counts.iter().max(), counts.iter().min());
            let alone = counts.iter().filter(|count| Some(*count) == fewest).count() == 1;
            let gains = Some(&counts[of]) == fewest && (alone || self.on("bidding", "ties_adjust"));
            i64::from(gains) - i64::from(Some(&counts[of]) == most)
        };
        all.map(|company| base + step(&frames, company) + step(&systems, company)).collect()
    }

    /// Counts the systems of a company's frames, and rockets if the rules count them (R02).
    fn systems(&self, company: usize) -> usize {
        let rockets = |rockets: usize| if self.on("bidding", "count_rockets") { rockets } else { 0 };
        let own = self.units.iter().filter(|unit| unit.company == company && unit.life == Life::Waiting);
        own.map(|unit| unit.systems.len() + rockets(unit.rockets)).sum()
    }

    /// Checks a tie for defense: one company with the highest score adds the spare frame or gives up a frame. If none
    /// of them can, a roll alone decides (S22, R04).
    fn tie_for_defense(&mut self) -> Ruled {
        let best = self.scores().into_iter().max();
        let tied: Vec<usize> = (0..self.players()).filter(|company| Some(self.score(*company)) == best).collect();
        let can = |company: &usize| self.may_add(*company) || self.may_remove(*company);
        let due = tied.len() > 1 && tied.iter().any(can);
        let added = self.comes("frame-added");
        if !added && !self.comes("frame-withdrawn") {
            return if due { self.lines.refuse("S22: a tie for defense is to be broken by frames") } else { Ok(()) };
        }
        let line = self.take(if added { "frame-added" } else { "frame-withdrawn" })?;
        let unit = self.unit_of(line, "unit")?;
        let company = self.units[unit].company;
        line.rule(due && tied.contains(&company), || "S22: this company is not tied for defense".to_owned())?;
        let may = if added { self.may_add(company) } else { self.may_remove(company) };
        line.rule(may, || "R04: the company would leave its limits".to_owned())?;
        let was = if added { Life::Withdrawn } else { Life::Waiting };
        line.same("state of the frame", self.units[unit].life, was)?;
        self.units[unit].life = if added { Life::Waiting } else { Life::Withdrawn };
        if !added {
            self.hand_on_rockets(line, unit);
        }
        self.close()?;
        // Compared once more, then fixed (R03). Scores of the line are from before.
        self.points = self.compared();
        Ok(())
    }

    fn limits(&self) -> (usize, usize) {
        if !self.on("bidding", "tie_within_limits") {
            return (1, usize::MAX);
        }
        let row = FRAMES[self.players() - 2];
        if self.size == "battle" { (row[2], row[3]) } else { (row[0], row[1]) }
    }

    fn may_add(&self, company: usize) -> bool {
        let spare = self.units.iter().any(|unit| unit.company == company && unit.life == Life::Withdrawn);
        spare && self.frames(company) < self.limits().1
    }

    fn may_remove(&self, company: usize) -> bool {
        self.frames(company) > self.limits().0
    }

    /// Gives the rockets of a withdrawn frame to the others one by one, frames with a direct weapon first. A header
    /// that was written afterwards already includes them.
    fn hand_on_rockets(&mut self, line: Line, from: usize) {
        let (company, most) = (self.units[from].company, self.int("rockets", "per_frame"));
        let carried: usize = self.units.iter().filter(|unit| unit.company == company).map(|unit| unit.rockets).sum();
        if line.number == 1 && carried > self.int("rockets", "per_company") {
            return;
        }
        let mut left = self.units[from].rockets;
        for (armed, has) in [true, false].into_iter().flat_map(|armed| (0..most).map(move |has| (armed, has))) {
            for unit in &mut self.units {
                let is_armed = unit.weapons('d') != (0, 0);
                if unit.company == company
                    && unit.life == Life::Waiting
                    && is_armed == armed
                    && unit.rockets <= has
                    && left > 0
                {
                    unit.rockets += 1;
                    left -= 1;
                }
            }
        }
    }

    /// Returns the players from the highest score down; equal players are in the order of a roll, which the line shows
    /// (R05, R07).
    pub(crate) fn seated_by_score(&mut self) -> Ruled<Vec<usize>> {
        let scores = self.scores();
        if !self.are_level() {
            let mut order: Vec<usize> = (0..self.players()).collect();
            order.sort_by_key(|company| -scores[*company]);
            return Ok(order);
        }
        let line = self.take("rolled-off")?;
        let order = line.numbers("order");
        let mut all = order.clone();
        all.sort_unstable();
        line.same("companies that rolled off", all, (0..self.players()).collect())?;
        line.rule(order.windows(2).all(|pair| scores[pair[0]] >= scores[pair[1]]), || {
            format!("R05: {order:?} is no order by the scores {scores:?}")
        })?;
        Ok(order)
    }
}
