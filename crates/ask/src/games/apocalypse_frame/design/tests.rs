//! Tests of the space of gear.
