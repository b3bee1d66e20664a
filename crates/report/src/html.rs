//! The report as one HTML file that needs nothing beside it.

use super::page::Page;
use super::{Report, ReportError};
use crate::table::printable;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};

/// The template's name; its ending turns escaping on.
const NAME: &str = "report.html";
const TEMPLATE: &str = include_str!("report.html.j2");

/// The report as a self-contained page: it opens offline and makes no request. Links to files are relative to the
/// folder of the report.
///
/// # Errors
/// When a drawing holds no SVG element.
pub fn html(report: &Report) -> Result<String, ReportError> {
    let page = Page::new(report)?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_template(NAME, TEMPLATE)?;
    Ok(printable(&environment.get_template(NAME)?.render(Serde(page))?))
}
