//! What the page of a mission has of its own.

use crate::replay::Page;

/// The page of a mission: the map, and who takes part.
pub const PAGE: Page = Page {
    styles: &[include_str!("replay.css")],
    // States from lines; the map; the rest of the page.
    scripts: &[include_str!("states.js"), include_str!("map.js"), include_str!("replay.js")],
    standing: "",
    aside: r#"  <section id="roster" aria-label="Who takes part">
    <div id="aces"></div>
    <div id="enemies"></div>
    <details id="legend"><summary>Legend</summary><div id="signs"></div></details>
  </section>
"#,
    below: "",
    drawing: "The map",
    view: ("Show the whole map", "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z"),
};
