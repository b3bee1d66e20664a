//! The tactician's parameters: what it weighs, by how much, within which bounds.

use crate::policy::parameters;

parameters! {
    /// The tactician's weights. Worth is counted in points of score unless said otherwise.
    Tactics {
        /// Worth of damage: a whole life in hit points, in assets.
        attrition: 0.8, 0.0..=3.0;
        /// Worth of destroying an asset, in assets, beyond the damage.
        kill: 1.0, 0.0..=3.0;
        /// Weight of rivals who do not lead, against 1 for the one who does.
        rivals: 0.6, 0.0..=1.0;
    }
}
