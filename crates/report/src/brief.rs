//! A brief answer on one screen: question, summary, key numbers, and where to find the rest.

use crate::{table::escape::line, table::unsigned};

/// Most lines of a brief answer: it fits a terminal of 80 by 25.
pub const MOST_LINES: usize = 25;
/// Characters per line if the width of the terminal is unknown.
pub const WIDTH: usize = 100;
/// Most sentences of the summary.
const SENTENCES: usize = 3;
/// Most lines of the question, the summary, the undecided part and the pointer to the rest. With [`NUMBERS`] and the
/// empty lines between the parts, they add up to 25.
const QUESTION_LINES: usize = 2;
const ANSWER_LINES: usize = 8;
const UNDECIDED_LINES: usize = 3;
const MORE_LINES: usize = 3;
/// Most key numbers of an answer.
pub const NUMBERS: usize = 5;

/// A key number of an answer, formatted for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyNumber {
    /// Name of the number, such as `Rating of Close Assault`.
    pub label: String,
    /// Value, with its interval if there is one.
    pub value: String,
}

impl KeyNumber {
    /// Returns a key number; `value` is text with its unit and interval, such as `56% (51 to 61%)`.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> KeyNumber {
        KeyNumber { label: label.into(), value: value.into() }
    }
}

/// A brief answer.
#[derive(Clone, Debug, Default)]
pub struct Brief<'a> {
    /// The question, or the title of a study.
    pub question: &'a str,
    /// The summary; the first three sentences are printed.
    pub summary: &'a [String],
    /// Key numbers, the most important first; the first five are printed. May be empty.
    pub numbers: &'a [KeyNumber],
    /// Open comparisons; may be empty.
    pub undecided: &'a str,
    /// The source, and where to find the rest: a paragraph each.
    pub more: &'a [String],
}

/// Returns the text of a brief answer: at most [`MOST_LINES`] lines of at most `width` characters.
pub fn brief(of: &Brief<'_>, width: usize) -> String {
    let before = [clipped(wrapped(of.question, width), QUESTION_LINES), sentences(of.summary, width)];
    let after = [clipped(wrapped(of.undecided, width), UNDECIDED_LINES), paragraphs(of.more, width)];
    // An empty line separates these parts.
    let taken =
        before.iter().chain(&after).filter(|lines| !lines.is_empty()).map(|lines| lines.len() + 1).sum::<usize>();
    let numbers = rows(of.numbers, width, MOST_LINES.saturating_sub(taken));
    let parts = before
        .into_iter()
        .chain([numbers])
        .chain(after)
        .filter(|lines| !lines.is_empty())
        .map(|lines| lines.join("\n"));
    parts.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Returns a brief answer to several questions: a paragraph of at least two lines for each, as many as fit.
pub fn brief_list(question: &str, answers: &[String], more: &[String], width: usize) -> String {
    const EACH: usize = 2;
    const EACH_OF_FEW: usize = 5;
    let question = clipped(wrapped(question, width), QUESTION_LINES);
    let more = paragraphs(more, width);
    // Two empty lines, and one line for the number of answers that do not fit.
    let room = MOST_LINES - question.len() - more.len() - 3;
    let each = (room / answers.len().max(1)).clamp(EACH, EACH_OF_FEW);
    let mut lines = Vec::new();
    let mut shown = 0;
    for answer in answers {
        let next = whole_sentences(&format!("- {answer}"), width, each);
        if lines.len() + next.len() > room {
            break;
        }
        lines.extend(next);
        shown += 1;
    }
    if shown < answers.len() {
        lines.push(format!("  … and {} more in the report", answers.len() - shown));
    }
    [question, lines, more].map(|lines| lines.join("\n")).join("\n\n") + "\n"
}

/// Returns the lines of the sentences of a text that fit into `most` lines. If the first sentence does not fit, it is
/// cut.
fn whole_sentences(text: &str, width: usize, most: usize) -> Vec<String> {
    let ends =
        text.match_indices(". ").map(|(at, _)| at + 1).filter(|end| text[end + 1..].starts_with(char::is_uppercase));
    let lines = |end: usize| wrapped(&text[..end], width);
    let fits = ends.chain([text.len()]).map(lines).take_while(|lines| lines.len() <= most).last();
    fits.unwrap_or_else(|| clipped(wrapped(text, width), most))
}

/// Returns the lines on the source and the rest.
fn paragraphs(more: &[String], width: usize) -> Vec<String> {
    clipped(more.iter().flat_map(|paragraph| wrapped(paragraph, width)).collect(), MORE_LINES)
}

/// Returns the lines of the first sentences of a summary that fit; the first sentence is always included.
fn sentences(summary: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for sentence in summary.iter().take(SENTENCES) {
        let next = wrapped(sentence, width);
        if !lines.is_empty() && lines.len() + next.len() > ANSWER_LINES {
            break;
        }
        lines.extend(next);
    }
    clipped(lines, ANSWER_LINES)
}

/// Returns the lines of numbers. The labels are padded to the widest and leave room for the values. Longer labels are
/// wrapped, because their ends may tell them apart; if that needs more than `most` lines, they are cut.
fn rows(numbers: &[KeyNumber], width: usize, most: usize) -> Vec<String> {
    let numbers = &numbers[..numbers.len().min(NUMBERS)];
    let longest =
        |of: fn(&KeyNumber) -> &str| numbers.iter().map(|number| of(number).chars().count()).max().unwrap_or(0);
    let room = width.saturating_sub(longest(|number| &number.value) + 4).max(12);
    let widest = longest(|number| &number.label).min(room);
    let row = |label: &str, value: &str| cut(&unsigned(&format!("  {label:<widest$}  {}", line(value))), width);
    let several = |number: &KeyNumber| {
        let mut lines = wrapped(&number.label, widest);
        let last = lines.pop().unwrap_or_default();
        let mut all: Vec<String> = lines.iter().map(|line| row(line, "")).collect();
        all.push(row(&last, &number.value));
        all
    };
    let all: Vec<String> = numbers.iter().flat_map(several).collect();
    if all.len() <= most {
        return all;
    }
    numbers.iter().map(|number| row(&cut(&line(&number.label), widest), &number.value)).collect()
}

/// Returns a text of at most `most` characters; a longer text ends with an ellipsis.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.trim_end().to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(std::iter::once('…')).collect()
}

/// Keeps at most `most` lines; if lines are dropped, an ellipsis replaces the last word.
fn clipped(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let end = last.rfind(' ').unwrap_or(last.len());
            *last = format!("{}…", last[..end].trim_end_matches([',', ';', ':', '.']));
        }
    }
    lines
}

/// Breaks a text between words into lines of at most `width` characters; a longer word gets a separate line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in unsigned(&line(text)).split_whitespace() {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brief_answer_fits_one_screen_whatever_it_says() {
        let long = "a long sentence of many words that goes on ".repeat(40);
        let summary = vec![long.clone(); 7];
        let numbers = vec![KeyNumber::new(long.clone(), "+10 points (+8 to +12)"); 9];
        let of = Brief { question: &long, summary: &summary, numbers: &numbers, undecided: &long, more: &summary };
        for width in [40, 80, 200] {
            let text = brief(&of, width);
            assert!(text.lines().count() <= MOST_LINES, "{}", text.lines().count());
            assert!(text.lines().all(|line| line.chars().count() <= width));
            assert_eq!(text.matches("(+8 to +12)").count(), NUMBERS);
            let list = brief_list(&long, &vec![long.clone(); 99], &summary, width);
            assert!(list.lines().count() <= MOST_LINES && list.contains("more in the report"));
        }
    }

    #[test]
    fn long_labels_keep_their_ends_where_they_fit() {
        let label =
            |shelter: &str| format!("attack of two weapons at point-defense band on a ship with 0 blues, {shelter}");
        let numbers = ["debris", "open"].map(|shelter| KeyNumber::new(label(shelter), "1.24 to 1.92"));
        let text = brief(&Brief { question: "What changes?", numbers: &numbers, ..Brief::default() }, 60);
        assert!(text.contains("debris") && text.contains("open") && !text.contains('…'), "{text}");
        assert_eq!(text.matches("1.24 to 1.92").count(), 2);
    }

    #[test]
    fn answers_of_a_list_end_with_whole_sentences() {
        let short = "Hammers win 66% of 100 games.".to_owned();
        let long = format!("{short} {}", "Nobody knows why this is so in so many games. ".repeat(20));
        let few = brief_list("Who wins?", &[long.trim().to_owned(), short.clone()], &[], 40);
        assert!(few.contains("- Hammers win 66% of 100 games. Nobody"), "{few}");
        assert!(!few.contains('…') && few.lines().count() < 12, "{few}");
        let one = "word ".repeat(100);
        assert!(brief_list("Who wins?", &[one.trim().to_owned()], &[], 40).contains("word…"));
    }

    #[test]
    fn the_first_sentence_is_whole_where_it_fits() {
        let summary = ["Brawlers gain.".to_owned(), "Nobody loses.".to_owned()];
        let text = brief(&Brief { question: "Who gains?", summary: &summary, ..Brief::default() }, 80);
        assert_eq!(text, "Who gains?\n\nBrawlers gain.\nNobody loses.\n");
    }
}
