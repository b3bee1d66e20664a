//! Numbers of assets as a type, and sets of these numbers.

use crate::battle::state::DEBRIS;
use hitchart_play::{id, id_set};

id! {
    /// A ship, a company or a high value asset, by number in the battle: fleet by fleet, high value assets last. Numbers
    /// from [`DEBRIS`] on are pieces of debris, where debris counts too.
    AssetId below 64
}

id_set! {
    /// A set of assets, and of pieces of debris where these count too.
    AssetSet of AssetId in u64
}

impl AssetId {
    /// Returns the id of a piece of debris.
    #[inline]
    pub const fn of_debris(piece: u8) -> AssetId {
        AssetId::new(DEBRIS + piece)
    }

    /// Returns the number of the piece of debris; `None` for an asset.
    #[inline]
    pub const fn debris(self) -> Option<u8> {
        self.number().checked_sub(DEBRIS)
    }

    /// Returns true for a piece of debris.
    #[inline]
    pub const fn is_debris(self) -> bool {
        self.number() >= DEBRIS
    }
}
