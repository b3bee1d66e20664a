//! Conversion of SVG documents for embedding in an HTML page.

/// Returns the `<svg>` element of a document with `alt` as its label and `prefix` before all ids. `None` if there is no
/// such element. References from `<style>` blocks do not change.
pub(super) fn inline(document: &str, prefix: &str, alt: &str) -> Option<String> {
    let element = &document[document.find("<svg")?..];
    let element = &element[..element.rfind("</svg>")? + "</svg>".len()];
    let (open, content) = element.split_once('>')?;
    let kept: String = attributes(&open["<svg".len()..])
        .filter(|(name, _)| *name != "role" && !name.starts_with("aria-"))
        .map(|(name, value)| format!(" {name}={}", prefixed(name, value, prefix)))
        .collect();
    let alt = minijinja::HtmlEscape(alt);
    Some(format!("<svg role=\"img\" aria-label=\"{alt}\"{kept}>{}", content_prefixed(undescribed(content), prefix)))
}

/// Removes the title and description at the start: the page already has them, and browsers would show them as a
/// tooltip.
fn undescribed(content: &str) -> &str {
    let mut rest = content;
    for (open, close) in [("<title>", "</title>"), ("<desc>", "</desc>")] {
        if let Some((_, after)) = rest.trim_start().strip_prefix(open).and_then(|words| words.split_once(close)) {
            rest = after;
        }
    }
    rest
}

/// Returns attributes as (name, value with quotes). Drawings escape `>` and quotes inside values.
fn attributes(mut rest: &str) -> impl Iterator<Item = (&str, &str)> {
    std::iter::from_fn(move || {
        let (name, tail) = rest.split_once('=')?;
        let tail = tail.trim_start();
        let quote = tail.chars().next().filter(|&c| c == '"' || c == '\'')?;
        let end = tail[1..].find(quote)? + 2;
        rest = &tail[end..];
        Some((name.trim(), &tail[..end]))
    })
}

fn prefixed(name: &str, value: &str, prefix: &str) -> String {
    let (quote, inside) = value.split_at(1);
    match name {
        "id" => format!("{quote}{prefix}{inside}"),
        "href" | "xlink:href" if inside.starts_with('#') => format!("{quote}#{prefix}{}", &inside[1..]),
        _ => value.replace("url(#", &format!("url(#{prefix}")),
    }
}

/// Adds the prefix to the markup after the opening tag. Only tags change: a label may contain `url(#1)`.
fn content_prefixed(content: &str, prefix: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut pieces = content.split('<');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        out.push('<');
        let (tag, text) = piece.split_at(piece.find('>').unwrap_or(piece.len()));
        let refers = ["id=", "(#", "\"#", "'#"].iter().any(|mark| tag.contains(mark));
        out.push_str(&if refers { tag_prefixed(tag, prefix) } else { tag.to_owned() });
        out.push_str(text);
    }
    out
}

fn tag_prefixed(tag: &str, prefix: &str) -> String {
    let Some((name, rest)) = tag.split_once(char::is_whitespace) else { return tag.to_owned() };
    let slash = if rest.trim_end().ends_with('/') { "/" } else { "" };
    let kept = attributes(rest).map(|(name, value)| format!(" {name}={}", prefixed(name, value, prefix)));
    format!("{name}{}{slash}", kept.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::inline;

    #[test]
    fn describes_the_root_and_sets_ids_apart() {
        let document = "<?xml version=\"1.0\"?>\n<svg width=\"4\" role='figure' aria-label=\"old\">\n<title>T</title>\n\
            <desc>D</desc><clipPath id=\"a\"><rect width=\"2\"/></clipPath><use href=\"#a\" clip-path='url(#a)' />\
            <text fill=\"#112233\">url(#1) id=\"b\"</text></svg>\n";
        let expected = "<svg role=\"img\" aria-label=\"one &lt; &quot;two&quot;\" width=\"4\">\
            <clipPath id=\"f-a\"><rect width=\"2\"/></clipPath><use href=\"#f-a\" clip-path='url(#f-a)'/>\
            <text fill=\"#112233\">url(#1) id=\"b\"</text></svg>";
        assert_eq!(inline(document, "f-", "one < \"two\"").as_deref(), Some(expected));
    }

    #[test]
    fn refuses_what_is_no_drawing() {
        for document in ["", "<svg", "<svg>", "no drawing", "</svg><svg"] {
            assert_eq!(inline(document, "f-", ""), None, "{document}");
        }
    }
}
