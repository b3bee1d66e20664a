//! The circumstance of an attack besides the armament, and the resulting shot.

use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::tag::{Band, Tag, Tags};
use crate::games::apocalypse_frame::shot::{Shot, ShotInputs};

/// Conditions of an attack. All are off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstance {
    /// Tags with a condition that holds; they count for armaments that have them.
    pub in_force: Tags,
    /// Band of the target; `None` lets every armament attack at a band that it reaches (see [`band`]).
    pub at: Option<Band>,
    /// True for a marked target: +1 die (A33).
    pub painted: bool,
    /// Targeting Radar: dice added.
    pub radar: u8,
    /// Hits on the sensors: one die less for each (A47, A48).
    pub sensor_hits: u8,
    /// True for a shot at three hexes with Long-Range Optics: one die less (A28).
    pub extended: bool,
    /// Harm that Tripled Feed Motors add; 0 without the trait.
    pub feed_motors: u8,
    /// Encouraging: +1 Harm; in a round on the first attack only.
    pub encouraged: bool,
    /// Distracted by an enemy: one die less; in a round on the first roll only.
    pub distracted: bool,
}

impl Circumstance {
    /// Returns the inputs of a shot.
    pub fn inputs(&self) -> ShotInputs {
        let mut in_force = self.in_force;
        if self.at.is_some_and(|band| band != Band::Far) {
            in_force = in_force.without(Tag::Scoped);
        }
        if self.at.is_some_and(|band| band != Band::Close) {
            in_force = in_force.without(Tag::Sighted);
        }
        let more = i8::from(self.painted) + self.radar as i8;
        let fewer = self.sensor_hits as i8 + i8::from(self.extended) + i8::from(self.distracted);
        ShotInputs { in_force, dice: more - fewer, harm: u8::from(self.encouraged), feed_motors: self.feed_motors }
    }
}

/// Returns the shot of an armament in a circumstance.
pub fn plan(armament: &Armament, circumstance: &Circumstance) -> Shot {
    Shot::of(armament, &circumstance.inputs())
}

/// Returns the band of an attack; `None` if the armament does not reach the target.
///
/// Without a band of the target, a condition in force decides: Far for Scoped, or Close for Sighted. Otherwise the band
/// is Far for an extended shot, or else the nearest of the armament, where cover does not count.
pub fn band(armament: &Armament, circumstance: &Circumstance) -> Option<Band> {
    let usable = armament.usable();
    let asks = |tag, band| armament.tags.has(tag) && circumstance.in_force.has(tag) && armament.bands.has(band);
    let wanted = match circumstance.at {
        Some(band) => Some(band),
        None if circumstance.extended || asks(Tag::Scoped, Band::Far) => Some(Band::Far),
        None if asks(Tag::Sighted, Band::Close) => Some(Band::Close),
        None => usable.nearest(),
    };
    wanted.filter(|band| usable.has(*band) && !(circumstance.extended && *band != Band::Far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::apocalypse_frame::odds::fixtures::armament;
    use Band::{Close, Far, Near};

    #[test]
    fn dice_are_added_and_taken() {
        let rifle = armament("Rifle", 3, 2, &[Near], &[]);
        let dice = |circumstance| plan(&rifle, &circumstance).dice;
        let plain = Circumstance::default();
        assert_eq!(dice(Circumstance { painted: true, radar: 1, ..plain }), 5);
        assert_eq!(dice(Circumstance { sensor_hits: 2, extended: true, distracted: true, ..plain }), -1);
        assert_eq!(plan(&rifle, &Circumstance { encouraged: true, ..plain }).harm, 3);
    }

    #[test]
    fn a_place_of_the_target_settles_scoped_and_sighted() {
        let both = armament("Odd", 2, 2, &[Close, Near, Far], &[Tag::Scoped, Tag::Sighted]);
        let in_force = [Tag::Scoped, Tag::Sighted].into_iter().collect();
        let shot = |at| plan(&both, &Circumstance { in_force, at: Some(at), ..Circumstance::default() });
        assert_eq!([Close, Near, Far].map(|at| (shot(at).dice, shot(at).harm)), [(3, 3), (2, 2), (3, 2)]);
    }

    #[test]
    fn where_an_attack_is_made() {
        let rifle = armament("Rifle", 2, 2, &[Near, Far], &[Tag::Scoped]);
        let at = |at| band(&rifle, &Circumstance { at, ..Circumstance::default() });
        assert_eq!([at(None), at(Some(Close)), at(Some(Far))], [Some(Near), None, Some(Far)]);
        let in_force = [Tag::Scoped].into_iter().collect();
        assert_eq!(band(&rifle, &Circumstance { in_force, ..Circumstance::default() }), Some(Far));
        let blade = armament("Blade", 2, 2, &[Close], &[]);
        assert_eq!(band(&blade, &Circumstance { extended: true, ..Circumstance::default() }), None);
    }
}
