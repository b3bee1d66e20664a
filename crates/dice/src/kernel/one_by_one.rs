//! The slow twin of the kernel's hits: damage dice are spent one by one. Tests compare it with the kernel and with games.

use crate::plan::{Cover, CoverOrder, HitChart};

/// Returns the hits spent on the cover, and the damage, of damage dice that are spent one by one.
pub fn spend_one_by_one(faces: &[u16], chart: &HitChart, cover: Cover) -> (u16, u16) {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    if chart.order == CoverOrder::HighFirst {
        faces.reverse();
    }
    let (mut spent, mut damage) = (0, 0);
    let immune = cover == Cover::Immune;
    let meets_cover = immune || cover.hits() > 0;
    for face in faces {
        let [hits_cover, goes_through, hits] =
            [chart.cover, chart.blow_through, chart.target].map(|low| face >= low.into());
        let stands = immune || spent < u16::from(cover.hits());
        if hits || (goes_through && !meets_cover) {
            damage += 1;
        } else if hits_cover && meets_cover && stands {
            spent += u16::from(!immune);
        } else if goes_through && meets_cover && chart.order != CoverOrder::Static {
            damage += 1;
        }
    }
    (spent, damage)
}
