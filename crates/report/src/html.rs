//! The report as one self-contained HTML file.

use super::page::Page;
use super::{Report, ReportError};
use crate::table::printable;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};

/// Name of the template; the ending `.html` turns escaping on.
const NAME: &str = "report.html";
const TEMPLATE: &str = include_str!("report.html.j2");

/// Renders the report as a self-contained page: it opens offline and makes no request. Links to files are relative to
/// the folder of the report.
///
/// # Errors
/// Returns an error if a drawing holds no SVG element.
pub fn html(report: &Report) -> Result<String, ReportError> {
    let page = Page::new(report)?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_template(NAME, TEMPLATE)?;
    Ok(printable(&environment.get_template(NAME)?.render(Serde(page))?))
}
