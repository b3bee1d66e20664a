//! Tests of the studies of gear.
