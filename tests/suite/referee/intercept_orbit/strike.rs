//! Attacks: range, spot, defense, cover, damage dice and their effects (I01, I02, I38 to I44, I61, I62).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, Shape, Tri, any, both, within};
use super::state::{between, shortest};
use super::{Cover, Judge};

impl Judge<'_> {
    /// Returns the outline of a line's target; `None` if there is no target.
    fn target_shape(&self, line: Line) -> Option<Shape> {
        match (line.opt("target_asset"), line.opt("target_piece")) {
            (Some(asset), _) => Some(self.field.base(asset)),
            (None, Some(piece)) => Some(self.field.rock(piece)),
            (None, None) => None,
        }
    }

    /// Returns whether a distance lies in a band (I01, I02). Companies and whites of ships dogfight up to the first
    /// limit.
    fn in_band(&self, band: &str, gap: f64) -> Tri {
        let limit = |key: &str| self.field.real("ranges", key);
        let exclusive = self.field.on("ranges", "exclusive");
        let (least, most) = match band {
            "dogfight" => (-1.0, limit("dogfight")),
            "point-defense" => (-1.0, limit("point_defense")),
            "assault" => (if exclusive { limit("point_defense") } else { -1.0 }, limit("assault")),
            _ => (if exclusive { limit("assault") } else { -1.0 }, f64::INFINITY),
        };
        let is_close = (gap - least).abs() <= BLUR || (gap - most).abs() <= BLUR;
        if is_close { None } else { Some(gap > least && gap < most) }
    }

    /// Returns whether an asset has the target of a line in a band, from its place or, for point defense, from the ship
    /// it is on. Companies fight others on the same ship (I44).
    fn reaches(&self, asset: usize, line: Line, band: &str) -> Tri {
        let Some(shape) = self.target_shape(line) else { return Some(false) };
        let own = self.field.base(asset);
        let attacker = &self.field.assets[asset];
        let mut ways = vec![self.in_band(band, between(&own, &shape))];
        if let Some(target) = line.opt("target_asset") {
            let host = self.field.assets[target].on.filter(|_| self.field.assets[target].is_company());
            if attacker.is_company() && band == "dogfight" {
                ways.push(Some(attacker.on.is_some_and(|ship| ship == target || host == Some(ship))));
            }
            if let Some(host) = host.filter(|_| attacker.is_ship() && band == "point-defense") {
                ways.push(if host == asset { Some(true) } else { self.in_band(band, self.field.gap(asset, host)) });
            }
        }
        any(ways.into_iter())
    }

    /// Takes the declaration of an attack with a die of the hand.
    pub(crate) fn declare_attack(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let band = line.text("band")?;
        let value = line.number("value")?;
        line.rule(line.opt("target_asset").is_some() || line.opt("target_piece").is_some(), || {
            "nothing is attacked".to_owned()
        })?;
        if let Some(target) = line.opt("target_asset") {
            let target = &self.field.assets[target];
            line.rule(target.holder != self.field.assets[asset].holder, || "an own asset is attacked".to_owned())?;
            line.rule(!target.is_hva(), || "I46: a high value asset is attacked".to_owned())?;
            line.rule(target.is_there() && target.scores(), || "I45: what drifts or is gone is attacked".to_owned())?;
            let fits =
                target.is_ship() || !self.field.assets[asset].is_ship() || matches!(band, "dogfight" | "point-defense");
            line.rule(fits, || "I44: a ship attacks a company beyond point defense".to_owned())?;
        }
        line.rule(self.reaches(asset, line, band) != Some(false), || format!("I02: the target is not at {band}"))?;
        let is_ship = self.field.assets[asset].is_ship();
        let red_ace = self.field.assets[asset].ace.as_deref() == Some("red");
        let turn = self.turn_of(line, asset)?;
        line.rule(!turn.attacked, || "one attack a turn".to_owned())?;
        turn.attacked = true;
        if is_ship {
            let named = (line.opt("target_asset"), line.opt("target_piece"));
            line.same("the target declared", (named, band), (turn.target, turn.band.as_str()))?;
        } else {
            line.rule(band == "dogfight" || red_ace, || "I61: a company attacks beyond dogfight".to_owned())?;
        }
        let Some(die) = line.get("die").as_str() else { return line.refuse("an attack without a die") };
        turn.attack = (die.to_owned(), value);
        turn.hand.spend(line, die, value)?;
        self.owe_answer(asset, line.opt("target_asset"));
        Ok(())
    }

    /// Takes the result of an attack.
    pub(crate) fn strike(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let told = (line.text("die").unwrap_or("").to_owned(), line.number("attack")?);
        let declared = self.turn_of(line, asset)?.attack.clone();
        line.same("die of the attack", told, declared)?;
        let target = line.opt("target_asset");
        let spot = line.number("spot")?;
        let there: usize = target.map_or(0, |target| self.field.assets[target].spots.iter().sum());
        line.rule(spot == 0 || spot == there, || format!("I62: the line has spots of {spot}, the referee {there}"))?;
        let defense = target.and_then(|target| self.field.assets[target].defense).unwrap_or(0);
        line.same("defense", line.number("defense")?, defense)?;
        let dice = (line.number("attack")? + spot).saturating_sub(defense);
        line.same("damage dice", line.number("dice")?, dice)?;
        let faces = line.numbers("faces");
        line.same("faces of the damage dice", faces.len(), dice)?;
        line.rule(faces.iter().all(|face| (1..=6).contains(face)) && faces.is_sorted(), || {
            "damage dice show 1 to 6, in rising order".to_owned()
        })?;
        self.check_table(line, asset)?;
        self.check_shelter(line, asset)?;
        let (absorbed, through) = self.hits(line, &faces)?;
        line.same("I38 to I40: hits absorbed", line.number("on_cover")?, absorbed)?;
        line.same("I38 to I40: hits on the target", line.number("on_target")?, through)?;
        if spot > 0
            && let Some(target) = target
        {
            self.field.assets[target].spots = [0; 2];
        }
        if let Some(target) = target {
            self.wound(target, through);
        }
        self.rock = line.opt("target_piece").map(|piece| (piece, through));
        self.hit_cover(line, absorbed)
    }

    /// Takes the hits that cover absorbs, unless the cover is spared (I39 to I41).
    fn hit_cover(&mut self, line: Line, hits: usize) -> Ruled {
        let spot = line.number("spot")?;
        let before = self.field.rule("cover", "spared") == "before-roll";
        let (asset, piece) = (line.opt("cover_asset"), line.opt("cover_piece"));
        let harmed = asset.is_some() && self.field.on("cover", "ships_take") || piece.is_some();
        let may = spot > 0 && before && harmed;
        line.rule(!line.is("spared") || may, || "I41: nothing spares what covers".to_owned())?;
        self.cover = None;
        if line.is("spared") || !harmed {
            return Ok(());
        }
        if spot > 0 && !before && hits > 0 {
            self.cover = Some(Cover { attacker: line.number("asset")?, asset, piece, hits });
        }
        if let Some(covering) = asset {
            self.wound(covering, hits);
        }
        self.rock = piece.map(|piece| (piece, hits)).or(self.rock);
        Ok(())
    }

    /// Takes cover that is spared by the attacker's spot right after the roll (I41).
    pub(crate) fn spare(&mut self, line: Line) -> Ruled {
        let told = Cover {
            attacker: line.number("asset")?,
            asset: line.opt("cover_asset"),
            piece: line.opt("cover_piece"),
            hits: line.number("hits")?,
        };
        let cover = self.cover.take().filter(|_| self.last == "attacked");
        line.same("I41: what is spared", Some(told), cover)?;
        self.rock = None;
        if told.asset.is_some() {
            self.wounds.pop();
        }
        Ok(())
    }

    /// Checks the table used: that of companies at dogfight band, and for red aces (I38, I61).
    fn check_table(&self, line: Line, asset: usize) -> Ruled {
        let by_company = self.field.assets[asset].is_company() && self.field.rule("aces", "red_hits") == "company";
        line.same("I61: the table of companies", line.is("dogfight"), line.text("band")? == "dogfight" || by_company)
    }

    /// Computes the hits absorbed, and the hits on the target.
    fn hits(&self, line: Line, faces: &[usize]) -> Ruled<(usize, usize)> {
        let from = |least: usize| faces.iter().filter(|face| **face >= least).count();
        let on_company = line.opt("target_asset").is_some_and(|target| self.field.assets[target].is_company());
        if line.is("dogfight") {
            let key = if on_company { "dogfight_company" } else { "dogfight_ship" };
            return Ok((0, from(self.field.number("charts", key))));
        }
        let chart = self.field.rule("charts", &line.text("band")?.replace('-', "_"));
        let number = |key: &str| chart[key].as_u64().unwrap_or(7) as usize;
        let (hits, absorbs) = (number("hits"), number("absorbed"));
        if line.text("shelter")? == "open" {
            return Ok((0, from(hits)));
        }
        let over = from(hits.max(absorbs + 1));
        let caught = from(hits) - over;
        let takes = match line.opt("cover_piece") {
            Some(piece) => {
                (self.field.number("cover", "debris_hits").saturating_sub(self.field.pieces[piece].hits)).max(1)
            }
            None => usize::MAX,
        };
        let absorbed = caught.min(takes);
        let through = if self.field.on("cover", "blow_through") { caught - absorbed } else { 0 };
        Ok((absorbed, over + through))
    }

    /// Checks that the shelter in the line covers the target; without shelter, that certainly nothing does (I42, I43).
    fn check_shelter(&self, line: Line, asset: usize) -> Ruled {
        let shelter = line.text("shelter")?;
        let Some(target) = line.opt("target_asset") else {
            return line.same("shelter of debris", shelter, "open");
        };
        if line.is("dogfight") {
            return line.same("shelter at dogfight", shelter, "open");
        }
        let screened = self.is_screened(target);
        let pieces = (0..self.field.pieces.len()).filter(|piece| self.field.pieces[*piece].there);
        let rocks = pieces.map(|piece| self.covers(asset, target, &self.field.rock(piece)));
        let others = (0..self.field.assets.len()).filter(|other| {
            let piece = &self.field.assets[*other];
            let kind = piece.is_ship() || self.field.on("cover", "companies_cover");
            kind && *other != asset && *other != target && piece.life == super::state::Life::Standing
        });
        let hulls = others.map(|other| self.covers(asset, target, &self.field.base(other)));
        match shelter {
            "screen" => line.rule(screened != Some(false), || "I42: nothing screens the target".to_owned()),
            "cover" => {
                line.rule(screened != Some(true), || "I42: the target is screened".to_owned())?;
                let told = match (line.opt("cover_piece"), line.opt("cover_asset")) {
                    (Some(piece), _) => self.covers(asset, target, &self.field.rock(piece)),
                    (None, Some(other)) => self.covers(asset, target, &self.field.base(other)),
                    (None, None) => Some(false),
                };
                line.rule(told != Some(false), || "I43: the cover of the line does not cover".to_owned())
            }
            _ => {
                let covered = any(rocks.chain(hulls));
                line.rule(screened != Some(true), || "I42: the target is screened".to_owned())?;
                line.rule(covered != Some(true), || "I43: the target is in cover".to_owned())
            }
        }
    }

    /// Returns whether a piece is near the target and between the closest points of target and attacker. With several
    /// pairs of closest points, the piece must be between all of them, or none.
    fn covers(&self, asset: usize, target: usize, piece: &Shape) -> Tri {
        let (from, to) = (self.field.base(asset), self.field.base(target));
        let reach = within(between(piece, &to), self.field.real("cover", "reach"));
        if reach == Some(false) || between(&from, &to) <= BLUR {
            return Some(false);
        }
        let ways = shortest(&from, &to);
        let (first, last) = (ways[0], ways[ways.len() - 1]);
        let step = |part: f64| {
            let middle = |a: Place, b: Place| [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
            piece.met(middle(first.0, last.0), middle(first.1, last.1))
        };
        let met: Vec<Tri> = (0..=8).map(|part| step(f64::from(part) / 8.0)).collect();
        let between = if met.iter().all(|one| *one == met[0]) { met[0] } else { None };
        both(reach, between)
    }

    /// Returns whether defenses or a blue ace give the target hits as in cover (I42).
    fn is_screened(&self, target: usize) -> Tri {
        let own = &self.field.assets[target];
        let led = |asset: &super::state::Asset| {
            asset.ace.as_deref() == Some("blue") && asset.life == super::state::Life::Standing
        };
        if led(own) {
            return Some(true);
        }
        let near = (0..self.field.assets.len()).map(|other| {
            let friend = &self.field.assets[other];
            if friend.holder != own.holder || friend.life != super::state::Life::Standing || friend.is_hva() {
                return Some(false);
            }
            let from = self.field.number("cover", "screen_from");
            let by_ship = friend.is_ship() && friend.count("B") >= from && own.is_ship();
            let by_ship = by_ship && (other != target || self.field.on("cover", "screen_self"));
            let by_ace = led(friend) && self.field.on("aces", "blue_covers_others");
            match by_ship || by_ace {
                true if other == target => Some(true),
                true => self.field.near(other, target, self.field.real("ranges", "point_defense")),
                false => Some(false),
            }
        });
        any(near)
    }
}
