//! Numbers of frames and stations as separate types, and sets of these numbers.

use hitchart_play::{id, id_set};

id! {
    /// A frame, by number on the table: company by company.
    UnitId below 64
}

id_set! {
    /// A set of frames.
    UnitSet of UnitId in u64
}

id! {
    /// A station, by number on the table: company by company, the special objective last.
    StationId below 16
}

id_set! {
    /// A set of stations.
    StationSet of StationId in u16
}
