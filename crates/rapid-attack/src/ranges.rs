//! Contradictions between fields of a ruleset. The bounds of a single field are declared with the field.

use super::ruleset::{Circumstance, DesignRules, Ruleset, SizeRules};
use super::{battle::state::MAX_STATIONS, loadout::SystemKind};
use hitchart_config::rules::RulesError;
use hitchart_config::{listed, nearest};

/// Largest possible sum of blue dice.
const MOST_DEFENSE: usize = 200;

type Checked = Result<(), RulesError>;

impl Ruleset {
    /// Checks for fields that contradict each other.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub(super) fn check_contradictions(&self) -> Checked {
        self.sizes.check()?;
        self.design.check(self)?;
        let bidding = &self.bidding;
        if bidding.step_frames + bidding.step_systems >= bidding.base {
            let allowed = format!("less than {} together with `bidding.step_frames`, the base", bidding.base);
            return refuse("bidding.step_systems", bidding.step_systems, allowed);
        }
        if self.ranges.bands == 4 && self.ranges.artillery <= self.ranges.direct {
            let allowed = format!("more than {}, which is `ranges.direct`", self.ranges.direct);
            return refuse("ranges.artillery", self.ranges.artillery, allowed);
        }
        let most = self.dice.defense.max_sum() * usize::from(self.frame.max_per_type) + self.extra.defense.max_sum();
        if self.defense.sum_blues && most > MOST_DEFENSE {
            let allowed = format!("false where blues add up to {most}; the sum may be up to {MOST_DEFENSE}");
            return refuse("defense.sum_blues", true, allowed);
        }
        let extra = &self.extra;
        let pips = [
            ("attack", extra.attack_pips),
            ("defense", extra.defense_pips),
            ("movement", extra.movement_pips),
            ("spot", extra.spot_pips),
        ];
        if let Some((name, pips)) = pips.into_iter().find(|(_, pips)| *pips != 0)
            && extra.when == Circumstance::Always
        {
            let allowed = "0 where `extra.when` is `always`; use `modifiers`";
            return refuse(&format!("extra.{name}_pips"), pips, allowed);
        }
        let spotting = &self.spotting;
        for (name, by) in [("none", &spotting.none), ("one", &spotting.one), ("two", &spotting.two)] {
            if by.targets > 1 && self.turn.commit_all_first {
                let allowed = "1 where `turn.commit_all_first` sets one die aside for the spot";
                return refuse(&format!("spotting.{name}.targets"), by.targets, allowed);
            }
        }
        Ok(())
    }
}

impl SizeRules {
    /// Checks that a battle can hold the numbers of frames and stations.
    fn check(&self) -> Checked {
        for (size, table) in [("skirmish", &self.skirmish), ("battle", &self.battle)] {
            for (players, i) in (2u8..).zip(0..4) {
                let refuse = |field: &str, found: u8, allowed: String| {
                    refuse(&format!("sizes.{size}.{field}"), format!("{found} for {players} players"), allowed)
                };
                let most = 4.min((MAX_STATIONS as u8 - 1) / players);
                if table.stations[i] > most {
                    return refuse("stations", table.stations[i], format!("1 to {most}"));
                }
                if table.max_frames[i] < table.min_frames[i] {
                    return refuse("max_frames", table.max_frames[i], format!("{} to 8", table.min_frames[i]));
                }
            }
        }
        Ok(())
    }
}

impl DesignRules {
    /// Checks that the named systems exist, and that frames and companies can have them.
    fn check(&self, rules: &Ruleset) -> Checked {
        let lists =
            [("company_needs", &self.company_needs), ("frame_needs", &self.frame_needs), ("banned", &self.banned)];
        for (field, tokens) in lists {
            for token in tokens {
                let refuse = |allowed: String| refuse(&format!("design.{field}"), format!("`{token}`"), allowed);
                let known = || SystemKind::ALL.iter().map(|(_, token)| *token).chain([DesignRules::ROCKET]);
                let is_there =
                    SystemKind::of_token(token).map_or(token == DesignRules::ROCKET, |kind| kind.is_of(&rules.ranges));
                if !is_there {
                    let hint = nearest(token, known()).map(|near| format!("; did you mean `{near}`?"));
                    return refuse(format!("{}{}", listed(known()), hint.unwrap_or_default()));
                }
                if field != "banned" && self.banned.contains(token) {
                    return refuse("a system that `design.banned` does not have".to_owned());
                }
            }
        }
        let fewest = self.frame_needs.iter().filter(|token| *token != DesignRules::ROCKET).count() as f64;
        if self.max_average < fewest {
            return refuse("design.max_average", self.max_average, format!("{fewest} to 8"));
        }
        Ok(())
    }
}

fn refuse(field: &str, found: impl std::fmt::Display, allowed: impl std::fmt::Display) -> Checked {
    Err(RulesError::out_of_range(field, found, allowed))
}
