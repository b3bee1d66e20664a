//! The page that plays a replay.

use super::header::Header;
use super::json;
use super::line::Line;
use crate::table::printable;
use serde::Serialize;

const PAGE: &str = include_str!("replay.html");
const STYLE: &str = include_str!("replay.css");
/// States from lines; the map; the rest of the page and what plays it.
const SCRIPT: &str = concat!(include_str!("states.js"), "\n", include_str!("map.js"), "\n", include_str!("replay.js"));

/// All that the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    header: &'a Header,
    lines: &'a [Line],
}

/// The replay as one page that needs nothing beside it: it opens offline and makes no request.
pub fn html(header: &Header, lines: &[Line]) -> String {
    // Inside a script element only `<` could end or comment out the data.
    let data = printable(&json(&Data { header, lines })).replace('<', "\\u003c");
    let parts = [("{{style}}", STYLE), ("{{data}}", data.as_str()), ("{{script}}", SCRIPT)];
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page + rest
}
