//! Game masters at play.
