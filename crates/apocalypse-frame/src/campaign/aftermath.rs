//! Clocks and favors, and the time after a battle: rewards, replaced frames, attributes and purchases.

use super::event::{Aid, Event};
use super::market::Goods;
use super::{Assignment, CampaignBattle, Fate, FavorUse, MissionKind, Reward, Run, Spending};
use crate::catalogue::entries::{Attributes, Division};
use crate::sheet::{Piece, Sheet};

// Clocks and favors ("Clocks", "Division Favors").

impl Run<'_> {
    /// Advances the favor clock of a Division; a full clock grants a favor.
    pub(super) fn favor_step(&mut self, division: Division) {
        let segments = self.rules().catalogue.advancement.clocks.favor;
        let full = advance(&mut self.state.divisions[division as usize].favor, segments);
        self.tell(&Event::FavorClock { division, full });
        if full {
            self.grant(division);
        }
    }

    /// Grants a favor. An older favor beyond the number that may be stored is performed first, as Materials.
    fn grant(&mut self, division: Division) {
        let most = self.rules().catalogue.advancement.limits.favors;
        if most > 0 && self.state.divisions[division as usize].favors >= most {
            self.perform(division, Aid::Materials);
        }
        self.state.divisions[division as usize].favors += 1;
        self.tell(&Event::FavorGranted { division });
        if most == 0 || self.choices().favors == FavorUse::Materials {
            self.perform(division, Aid::Materials);
        }
    }

    /// Performs a stored favor; the moonshot clock advances.
    pub(super) fn perform(&mut self, division: Division, aid: Aid) {
        let materials = match aid {
            Aid::Materials => u32::from(self.rules().catalogue.advancement.rewards.favor),
            Aid::Intercept | Aid::Frame => 0,
        };
        self.state.divisions[division as usize].favors -= 1;
        self.state.materials += materials;
        self.tell(&Event::FavorPerformed { division, aid, materials });
        let segments = self.rules().catalogue.advancement.clocks.moonshot;
        let full = advance(&mut self.state.moonshot, segments);
        self.state.moonshot_ready |= full;
        self.tell(&Event::MoonshotClock { full });
    }

    /// Advances the crisis clock of a Division. If it is full, the crisis clocks of all Divisions become empty, and a
    /// Crisis Mission becomes due if none is.
    pub(super) fn crisis_step(&mut self, division: Division) {
        let segments = self.rules().catalogue.advancement.clocks.crisis;
        let full = advance(&mut self.state.divisions[division as usize].crisis, segments);
        if full {
            self.state.divisions.iter_mut().for_each(|clocks| clocks.crisis = 0);
            self.state.crisis = self.state.crisis.or(Some(division));
        }
        self.tell(&Event::CrisisClock { division, full });
    }
}

/// Fills a segment of a clock. Returns true if the clock was full, and is empty now.
fn advance(clock: &mut u8, segments: u8) -> bool {
    *clock += 1;
    let full = *clock >= segments;
    if full {
        *clock = 0;
    }
    full
}

// After a battle.

impl Run<'_> {
    /// Applies the result of a battle and plays the time until the next mission.
    pub(super) fn conclude(&mut self, assignment: &Assignment, battle: &CampaignBattle) {
        let with = |fate: Fate| battle.fates.iter().enumerate().filter(move |(_, of)| **of == fate).map(|(ace, _)| ace);
        let (ejected, mut lost): (Vec<usize>, Vec<usize>) = (with(Fate::Ejected).collect(), with(Fate::Lost).collect());
        if self.campaign.loss == Some(self.state.mission) && !lost.contains(&0) {
            // The campaign sets a mission after which the first Ace loses its frame in any case; its pilot stays.
            lost.insert(0, 0);
        }
        self.state.materials += battle.materials;
        self.throws = 0;
        let CampaignBattle { won, materials, .. } = *battle;
        self.tell(&Event::Fought { won, materials, ejected: ejected.clone(), lost: lost.clone() });
        if won {
            self.reward(assignment, materials);
        } else if let Some(division) = assignment.division {
            self.crisis_step(division);
        }
        // The field of a lost mission belongs to the enemy, so that ejected frames cannot be driven home.
        self.replace_losses(&battle.fates, |ace| lost.contains(&ace) || !won && ejected.contains(&ace));
        (0..self.state.sheets.len()).for_each(|ace| self.change_attributes(ace));
        while self.spend() {}
    }

    /// Replaces the frames that are gone, and the Aces that are lost.
    fn replace_losses(&mut self, fates: &[Fate], is_gone: impl Fn(usize) -> bool) {
        for ace in 0..self.state.sheets.len() {
            if is_gone(ace) {
                self.replace_frame(ace);
            }
            if fates.get(ace) == Some(&Fate::Lost) {
                self.recruit(ace);
            }
        }
    }

    /// Pays for a won mission, and advances its clocks ("Mission Types").
    fn reward(&mut self, assignment: &Assignment, materials: u32) {
        let rewards = self.rules().catalogue.advancement.rewards;
        let percent = match assignment.kind {
            MissionKind::Moonshot => return self.upgrade(),
            MissionKind::Standard => rewards.standard,
            MissionKind::Crisis => rewards.crisis,
        };
        if self.choices().reward == Reward::Gear {
            self.reward_gear(assignment.kind);
        } else {
            let paid = materials * u32::from(percent) / 100;
            self.state.materials += paid;
            self.tell(&Event::Rewarded { materials: paid });
        }
        match assignment.division {
            Some(division) if assignment.kind == MissionKind::Crisis => self.grant(division),
            Some(division) => self.favor_step(division),
            None => {}
        }
    }

    /// Puts a piece of gear into the hangar: a random one with a random tag, or after a crisis the best armament with
    /// the best tags.
    fn reward_gear(&mut self, kind: MissionKind) {
        let (piece, faces) = match kind {
            MissionKind::Crisis => (self.market.best_tagged(), Vec::new()),
            _ => self.market.random_piece(&mut self.throw("reward")),
        };
        self.state.hangar.push(piece.clone());
        self.tell(&Event::RewardedGear { piece: piece.to_string(), faces });
        if let Some(goods) = self.market.place_of(&piece, &self.state) {
            self.buy(goods);
        }
    }

    /// Gives every Ace the next upgrade of the list that none has.
    fn upgrade(&mut self) {
        let has = |upgrade| self.state.sheets.iter().any(|sheet| sheet.upgrades.contains(upgrade));
        let Some(upgrade) = self.choices().upgrades.iter().find(|upgrade| !has(upgrade)).copied() else { return };
        self.state.sheets.iter_mut().for_each(|sheet| sheet.upgrades.push(upgrade));
        self.tell(&Event::Upgraded { upgrade });
    }

    /// Replaces a lost frame. Its added tags are part of the price. If the team cannot pay the full price, the Ace gets
    /// a stock frame for the Materials that are left, at most `replacement_least`.
    fn replace_frame(&mut self, ace: usize) {
        let damage = &self.rules().damage;
        let least = u32::from(damage.replacement_least);
        let full = (least + added_tags(&self.state.sheets[ace])).min(u32::from(damage.replacement).max(least));
        let rebuilt = self.state.materials >= full;
        let cost = if rebuilt { full } else { self.state.materials.min(least) };
        self.state.materials -= cost;
        if !rebuilt && let Ok(model) = self.campaign.rules.catalogue.frame(&self.state.sheets[ace].frame) {
            self.state.sheets[ace] = self.state.sheets[ace].on(model);
        }
        self.tell(&Event::FrameReplaced { ace, cost, rebuilt });
    }

    /// Moves a point of an Ace's attributes, on the shortest way to the attributes that it changes to.
    fn change_attributes(&mut self, ace: usize) {
        let Some(Some(target)) = self.choices().attributes.get(ace).copied() else { return };
        let sheet = &self.state.sheets[ace];
        let legal = |attributes| Sheet { attributes, ..sheet.clone() }.ace(self.rules()).is_ok();
        let Some(attributes) = next_spread(sheet.attributes, target, legal) else { return };
        self.state.sheets[ace].attributes = attributes;
        self.tell(&Event::AttributesChanged { ace, attributes });
    }

    /// Makes one purchase, if there are Materials for the next one. Returns true if something was bought.
    fn spend(&mut self) -> bool {
        let Some(goods) = self.market.next(&mut self.state, self.campaign) else { return false };
        let affordable = self.market.price(&goods, &self.state) <= self.state.materials;
        if affordable {
            self.buy(goods);
            self.state.wishes += usize::from(self.choices().spending == Spending::Purchases);
        }
        affordable
    }

    /// Pays for goods and takes them; a random tag is rolled now.
    fn buy(&mut self, mut goods: Goods) {
        let cost = self.market.price(&goods, &self.state);
        let mut faces = Vec::new();
        if let Goods::Tag { ace, slot, system, tag: tag @ None, .. } = &mut goods {
            let piece = Goods::pieces(&self.state.sheets[*ace], *system)[*slot].clone();
            (*tag, faces) = self.market.random_tag(&piece, *system, &mut self.throw("tag"));
            self.throws += 1;
        }
        self.state.materials -= cost;
        goods.take(&mut self.state, self.market.rules());
        let step = if let Goods::FavorStep { division } = &goods { Some(*division) } else { None };
        self.tell(&Event::Bought { goods, cost, faces });
        step.into_iter().for_each(|division| self.favor_step(division));
    }
}

/// Returns the number of tags added to the gear of a sheet.
fn added_tags(sheet: &Sheet) -> u32 {
    sheet.armaments.iter().chain(&sheet.modular).map(|piece: &Piece| piece.tags.len() as u32).sum()
}

/// Returns the spread that is one point away from the present one, on a shortest way to the target over legal spreads.
fn next_spread(now: Attributes, target: Attributes, legal: impl Fn(Attributes) -> bool) -> Option<Attributes> {
    if now == target {
        return None;
    }
    // Breadth first from the target, until the present spread is a neighbour.
    let (mut known, mut place) = (vec![target], 0);
    while let Some(here) = known.get(place).copied() {
        let near = neighbours(here);
        if near.contains(&now) {
            return Some(here);
        }
        near.into_iter().filter(|next| legal(*next)).for_each(|next| {
            if !known.contains(&next) {
                known.push(next);
            }
        });
        place += 1;
    }
    None
}

/// Lists the spreads that one moved point makes.
fn neighbours(of: Attributes) -> Vec<Attributes> {
    let values = [of.drive, of.speed, of.control];
    let moved = |(from, to): (usize, usize)| {
        let mut values = values;
        values[from] = values[from].checked_sub(1)?;
        values[to] += 1;
        let [drive, speed, control] = values;
        values.iter().all(|value| (1..=3).contains(value)).then_some(Attributes { drive, speed, control })
    };
    let ways = (0..3).flat_map(|from| (0..3).map(move |to| (from, to)));
    ways.filter(|(from, to)| from != to).filter_map(moved).collect()
}
