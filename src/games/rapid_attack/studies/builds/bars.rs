//! Restrictions of one side: actions that its player may not take, and rules that it does not benefit from.

use crate::games::rapid_attack::battle::open_turn::Target;
use crate::games::rapid_attack::battle::{Action, Barred, Battle, Dice, State};
use crate::games::rapid_attack::loadout::{Kind, Range};
use crate::games::rapid_attack::players::Player;
use hitchart_play::{RestrictedPolicy, Restriction};

/// A restriction of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Places no spots.
    Spots,
    /// Adds no spots to attacks.
    SpotUse,
    /// Makes no attacks at a range.
    Attacks(Range),
    /// Never counts the clock down by choice.
    Tick,
    /// Frames without ranged weapons roll no sprint die (S21, R17).
    Sprint,
    /// Frames seize no stations (S13, S14).
    Capture,
}

impl Bar {
    /// All restrictions, including those of ranges that only some rulesets have.
    const ALL: [Bar; 9] = [
        Bar::Attacks(Range::HandToHand),
        Bar::Attacks(Range::Direct),
        Bar::Attacks(Range::Artillery),
        Bar::Attacks(Range::Extreme),
        Bar::Spots,
        Bar::SpotUse,
        Bar::Sprint,
        Bar::Capture,
        Bar::Tick,
    ];

    /// Returns the restrictions of a side that may have systems of these kinds. Attacks hand-to-hand need no system.
    pub fn all(kinds: &[Kind]) -> impl Iterator<Item = Bar> {
        Bar::ALL.into_iter().filter(|bar| match bar {
            Bar::Attacks(range) => *range == Range::HandToHand || kinds.contains(&range.weapon()),
            _ => true,
        })
    }

    /// Returns the restriction as text for people.
    pub fn label(self) -> &'static str {
        match self {
            Bar::Spots => "without placing spots",
            Bar::SpotUse => "without using spots",
            Bar::Attacks(Range::HandToHand) => "without attacks hand-to-hand",
            Bar::Attacks(Range::Direct) => "without direct fire",
            Bar::Attacks(Range::Artillery) => "without artillery",
            Bar::Attacks(Range::Extreme) => "without attacks at extreme range",
            Bar::Tick => "without counting the clock down",
            Bar::Sprint => "without the sprint die",
            Bar::Capture => "without capturing stations",
        }
    }

    /// Returns the rules that a battle disables for a player; none if the restriction is an action, which the player
    /// itself avoids.
    pub fn of_battle(self, player: usize) -> Barred {
        let only = |this: bool| u8::from(this) << player;
        Barred { sprint: only(self == Bar::Sprint), capture: only(self == Bar::Capture) }
    }

    /// Returns true if the restriction is a rule rather than an action.
    pub fn is_rule(self) -> bool {
        matches!(self, Bar::Sprint | Bar::Capture)
    }

    /// Returns true if the restriction permits an action.
    fn lets(self, action: &Action) -> bool {
        match (self, action) {
            (Bar::Spots, Action::Spot { .. }) | (Bar::SpotUse, Action::UseSpot(true)) | (Bar::Tick, Action::Tick) => {
                false
            }
            (Bar::Attacks(barred), Action::Declare { target, range, .. }) => {
                *range != barred || *target == Target::Nothing
            }
            _ => true,
        }
    }
}

/// Distances between the wanted and the played action: another range on the same target, the same decision declined,
/// and anything else.
const SAME_TARGET: f64 = 0.0;
const DECLINED: f64 = 1.0;
const OTHER: f64 = 2.0;

impl<D: Dice> Restriction<Battle<D>> for Bar {
    fn allows(self, _: &Battle<D>, _: &State, action: &Action) -> bool {
        self.lets(action)
    }

    fn apart(self, _: &Battle<D>, wanted: &Action, other: &Action) -> f64 {
        let aimed_at = |action: &Action| match action {
            Action::Declare { target, .. } => Some(*target),
            _ => None,
        };
        match other {
            Action::Declare { target, .. } if Some(*target) == aimed_at(wanted) => SAME_TARGET,
            Action::NoSpot | Action::UseSpot(false) | Action::Hold => DECLINED,
            Action::Declare { target: Target::Nothing, .. } => DECLINED,
            _ => OTHER,
        }
    }
}

/// A player under a restriction, if any.
pub type Restricted = RestrictedPolicy<Player, Bar, Action>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::battle::{Event, KeyedDice, battlefield_rules};
    use crate::games::rapid_attack::battlefield::{battlefields, named};
    use crate::games::rapid_attack::bidding::{Size, limits};
    use crate::games::rapid_attack::muster::built_in_company;
    use crate::games::rapid_attack::players::PolicySpec;
    use crate::games::rapid_attack::rules_files::rulebook;
    use hitchart_play::{Observer, play};

    /// Counts events of the first player that restrictions can prevent.
    #[derive(Default)]
    struct Deeds {
        spots: u32,
        captures: u32,
        hand_to_hand: u32,
    }

    impl Observer<Battle<KeyedDice>> for Deeds {
        fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
            let own = |unit: &u8| u32::from(state.unit(*unit).owner == 0);
            match event {
                Event::StationTaken { to: Some(0), .. } => self.captures += 1,
                Event::Spotted { unit, .. } => self.spots += own(unit),
                Event::Declared { unit, target, range: Range::HandToHand, .. } if *target != Target::Nothing => {
                    self.hand_to_hand += own(unit);
                }
                _ => {}
            }
        }
    }

    /// Plays six battles of tacticians: restricted players never do the barred thing, and unrestricted ones do.
    #[test]
    fn what_is_barred_is_not_done() {
        let rules = rulebook();
        let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
        let fields = battlefields(&named("avenues").unwrap(), &battlefield_rules(&rules), 1).unwrap();
        let companies: Vec<_> =
            ["mirror-six", "close-assault"].iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
        let mut battle = Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice);
        let mut deeds = |bar: Option<Bar>| {
            battle.barred = bar.map_or_else(Barred::default, |bar| bar.of_battle(0));
            let player = |bar| Restricted::new(PolicySpec::named("tactician").unwrap().build(), bar);
            let (mut players, mut deeds) = ([player(bar), player(None)], Deeds::default());
            (0..6).for_each(|key| {
                play(&battle, key, &mut players, &mut deeds);
            });
            deeds
        };
        let free = deeds(None);
        assert!(free.spots > 0 && free.captures > 0 && free.hand_to_hand > 0);
        assert_eq!(deeds(Some(Bar::Spots)).spots, 0);
        assert_eq!(deeds(Some(Bar::Capture)).captures, 0);
        assert_eq!(deeds(Some(Bar::Attacks(Range::HandToHand))).hand_to_hand, 0);
    }
}
