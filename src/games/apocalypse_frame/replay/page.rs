//! The mission's part of the replay page.

use hitchart_lab::replay::Page;

/// The page of a mission: the map, and the participants.
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
    view: (
        "Look closer, where the figures are",
        "M10 3a7 7 0 1 0 4.2 12.600l5.1 5.1 1.4-1.4-5.1-5.100A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm-1 \
         2v2H7v2h2v2h2v-2h2V9h-2V7z",
    ),
};
