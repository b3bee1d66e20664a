//! Questions that commands of the command line answer too: their arguments, as data, become the words of the command.

use crate::questions::{af, baseline, chain, check, compare, dice, io, list, new, play, ra, rules, schema, training};
use crate::{AskError, Asking, Reply};
use crate::{options::PREFIX, questions::names::in_any_case};
use clap::error::{ContextKind, ContextValue, Error};
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use hitchart_config::{InputError, words::plain_ranges};
use serde_json::{Map, Value, json};
use std::{cell::RefCell, collections::BTreeMap, sync::LazyLock};

/// The commands that answer questions.
#[derive(Debug, Parser)]
#[command(name = "hitchart", disable_help_subcommand = true, disable_help_flag = true)]
enum Question {
    /// Compute the exact distribution of expressions of dice
    Dice(dice::DiceArgs),
    /// Compute the results of attacks that pass steps such as hit, wound and save
    Chain(chain::ChainArgs),
    #[command(subcommand)]
    Ra(ra::RaCommand),
    #[command(subcommand)]
    Af(af::AfCommand),
    #[command(subcommand)]
    Io(io::IoCommand),
    /// Play the games of a scenario
    Play(play::PlayArgs),
    /// Compare rulesets
    Compare(compare::CompareArgs),
    /// Vary fields of the rules
    Sweep(compare::SweepArgs),
    /// Record a baseline of a scenario's results, for `check`
    #[command(mut_arg("out", |out| out.required(false).default_value(baseline::BASELINE_FILE)))]
    Baseline(baseline::BaselineArgs),
    /// Compare current results with a baseline
    Check(check::CheckArgs),
    /// Analyse results of any games
    Meta(compare::MetaArgs),
    /// Tune the parameters of a policy
    Tune(training::TuneArgs),
    /// Search for the best response to a policy
    Exploit(training::ExploitArgs),
    /// Fit an evaluation network to played games
    Learn(training::LearnArgs),
    /// Improve the evaluation of a search, round by round
    Train(training::TrainArgs),
    #[command(subcommand)]
    List(list::ListCommand),
    #[command(subcommand)]
    Show(list::ShowCommand),
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Return a commented file to edit
    New(new::NewArgs),
    /// Return the JSON Schema of scenario and ruleset files
    Schema(schema::SchemaArgs),
}

/// Options on files, printing and time. A question as data has neither these options nor those of [`PREFIX`].
const OF_FILES: [&str; 5] = ["out", "force", "resume", "quiet", "timing"];

/// All commands, with their arguments. It takes longer to build than most questions take to answer.
static PROGRAM: LazyLock<Command> = LazyLock::new(|| in_any_case(Question::command()));

/// A question, and the words of its command.
#[derive(Debug)]
pub(super) struct Typed {
    question: Question,
    path: String,
    words: Vec<Word>,
}

/// Words of a command line for one argument.
#[derive(Debug)]
enum Word {
    /// A value without an option.
    Plain(String),
    /// An option without a value.
    Flag(String),
    /// An option and its value.
    Option(String, String),
}

impl Typed {
    /// Converts a question to the words of its command, and parses them.
    ///
    /// # Errors
    /// Fails on unknown questions and arguments, with the nearest name, and on values that the command refuses.
    pub(super) fn of(path: &str, arguments: &Map<String, Value>) -> Result<Typed, InputError> {
        let command = at(path)?;
        let words = words_of(command, arguments)?;
        let question = parse(command, path, &words).and_then(|matches| Question::from_arg_matches(&matches));
        Ok(Typed { question: question.map_err(|error| refused(&error))?, path: path.to_owned(), words })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// Fails on mistakes in the question, and if the work was stopped.
    pub(super) fn answer(&self, asking: &Asking<'_>) -> Result<Reply, AskError> {
        match &self.question {
            Question::Dice(args) => dice::answer(args, asking),
            Question::Chain(args) => chain::answer(args, asking),
            Question::Ra(command) => ra::answer(command, asking),
            Question::Af(command) => af::answer(command, asking),
            Question::Io(command) => io::answer(command, asking),
            Question::Play(args) => play::answer(args, asking),
            Question::Compare(args) => compare::answer_compare(args, asking),
            Question::Sweep(args) => compare::answer_sweep(args, asking),
            Question::Baseline(args) => baseline::answer_baseline(args, asking),
            Question::Check(args) => check::answer_check(args, asking),
            Question::Meta(args) => compare::answer_meta(args, asking),
            Question::Tune(args) => training::answer(args, asking),
            Question::Exploit(args) => training::answer(args, asking),
            Question::Learn(args) => training::answer(args, asking),
            Question::Train(args) => training::answer(args, asking),
            Question::List(command) => list::answer_list(command, asking),
            Question::Show(command) => list::answer_show(command, asking),
            Question::Rules(command) => rules::answer(command, asking),
            Question::New(args) => new::answer_new(args),
            Question::Schema(args) => Ok(schema::answer_schema(args)),
        }
    }

    /// Returns the command line of the question, to paste into a shell.
    pub(super) fn line(&self) -> String {
        let text = |word: &Word| match word {
            Word::Plain(word) => quoted(word),
            Word::Flag(name) => format!("--{name}"),
            Word::Option(name, value) => format!("--{name} {}", quoted(value)),
        };
        let command = format!("hitchart {}", self.path);
        // A command line must name the file of a baseline.
        let out = matches!(self.question, Question::Baseline(_)).then(|| format!("--out {}", baseline::BASELINE_FILE));
        std::iter::once(command).chain(self.words.iter().map(text)).chain(out).collect::<Vec<_>>().join(" ")
    }
}

/// Parses the words of a command.
fn parse(command: &Command, path: &str, words: &[Word]) -> Result<ArgMatches, Error> {
    thread_local! {
        // A parser takes longer to build than most answers to compute, and a parser that is built can be used again.
        static PARSERS: RefCell<BTreeMap<String, Command>> = const { RefCell::new(BTreeMap::new()) };
    }
    let names: Vec<&str> = path.split_whitespace().collect();
    let build = || {
        let above = names.iter().rev().skip(1).chain(&["hitchart"]);
        let program = above.fold(command.clone(), |below, name| Command::new(name.to_string()).subcommand(below));
        program.disable_help_subcommand(true)
    };
    PARSERS.with_borrow_mut(|parsers| {
        let parser = parsers.entry(path.to_owned()).or_insert_with(build);
        parser.try_get_matches_from_mut(parsed_words(&names, words))
    })
}

/// Returns the words for the parser: options before values, so that no value is taken for an option.
fn parsed_words(path: &[&str], words: &[Word]) -> Vec<String> {
    let value = |word: &Word| match word {
        Word::Plain(word) => Some(word.clone()),
        Word::Flag(_) | Word::Option(..) => None,
    };
    let option = |word: &Word| match word {
        Word::Plain(_) => None,
        Word::Flag(name) => Some(format!("--{name}")),
        Word::Option(name, value) => Some(format!("--{name}={value}")),
    };
    let names = ["hitchart"].into_iter().chain(path.iter().copied()).map(str::to_owned);
    let options = words.iter().filter_map(option);
    names.chain(options).chain(["--".to_owned()]).chain(words.iter().filter_map(value)).collect()
}

/// Returns the command of a question.
fn at(path: &str) -> Result<&'static Command, InputError> {
    let found = path.split_whitespace().try_fold(&*PROGRAM, |command, name| command.find_subcommand(name));
    found.filter(|command| !path.is_empty() && !command.has_subcommands()).ok_or_else(|| {
        let known = names().into_iter().chain(super::runs::NAMES.map(str::to_owned)).collect::<Vec<_>>();
        InputError::unknown("question", path, known.iter().map(String::as_str))
    })
}

/// Returns the names of all questions that commands answer.
fn names() -> Vec<String> {
    fn add(command: &Command, above: &str, known: &mut Vec<String>) {
        for below in command.get_subcommands() {
            let name = format!("{above}{}", below.get_name());
            if below.has_subcommands() { add(below, &format!("{name} "), known) } else { known.push(name) }
        }
    }
    let mut known = Vec::new();
    add(&PROGRAM, "", &mut known);
    known
}

/// Returns the name of an argument in questions.
fn name_of(arg: &Arg) -> String {
    match arg.get_long() {
        Some(long) => long.replace('-', "_"),
        None => {
            let name = arg.get_value_names().and_then(|names| names.first()).map(|name| name.to_lowercase());
            let name = name.unwrap_or_else(|| arg.get_id().to_string());
            name.trim_end_matches('…').replace(['-', ' '], "_")
        }
    }
}

/// Returns the arguments of a command that questions may have.
fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_for_terminals = |id: &str| id.starts_with(PREFIX) || OF_FILES.contains(&id) || id == "help";
    command.get_arguments().filter(move |arg| !is_for_terminals(arg.get_id().as_str()))
}

/// Converts arguments to words, values without an option first.
fn words_of(command: &Command, given: &Map<String, Value>) -> Result<Vec<Word>, InputError> {
    let known: Vec<(&Arg, String)> = arguments(command).map(|arg| (arg, name_of(arg))).collect();
    let is = |key: &str, name: &str| key.len() == name.len() && key.replace('-', "_") == name;
    if let Some(unknown) = given.keys().find(|key| !known.iter().any(|(_, name)| is(key, name))) {
        return Err(InputError::unknown("argument", unknown, known.iter().map(|(_, name)| name.as_str())));
    }
    let (mut values, mut options) = (Vec::new(), Vec::new());
    for (arg, name) in &known {
        if let Some((_, value)) = given.iter().find(|(key, _)| is(key, name)) {
            let into = if arg.is_positional() { &mut values } else { &mut options };
            add(into, arg, name, value)?;
        }
    }
    Ok(values.into_iter().chain(options).collect())
}

/// Adds the words of one argument.
fn add(words: &mut Vec<Word>, arg: &Arg, name: &str, value: &Value) -> Result<(), InputError> {
    let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
    // An option whose value may be left out is also a flag.
    let may_be_flag = arg.get_num_args().is_some_and(|values| values.min_values() == 0) && value.is_boolean();
    let wrong =
        |allowed: &str| Err(InputError::plain(format!("--{}: {value}; allowed: {allowed}", name.replace('_', "-"))));
    let word = |text: String| match arg.get_long() {
        Some(long) => Word::Option(long.to_owned(), text),
        None => Word::Plain(text),
    };
    match (is_flag || may_be_flag, value) {
        (_, Value::Null) | (true, Value::Bool(false)) => Ok(()),
        (true, Value::Bool(true)) => {
            words.push(Word::Flag(arg.get_long().unwrap_or(name).to_owned()));
            Ok(())
        }
        (true, _) => wrong("true or false"),
        (false, Value::Array(list)) => list.iter().try_for_each(|one| match one {
            Value::Array(_) | Value::Object(_) | Value::Null => wrong("texts and numbers"),
            one => {
                words.push(word(text_of(one)));
                Ok(())
            }
        }),
        (false, Value::Object(_)) => wrong("a text, a number or a list"),
        (false, one) => {
            words.push(word(text_of(one)));
            Ok(())
        }
    }
}

/// Returns a value as typed. A whole number may be written with a fraction or an exponent: `3.0`, `1e3`.
fn text_of(value: &Value) -> String {
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15 && value.is_f64());
    match (value.as_str(), whole) {
        (Some(text), _) => text.to_owned(),
        (None, Some(number)) => (number as i64).to_string(),
        (None, None) => value.to_string(),
    }
}

/// Quotes a word for a shell if it needs quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+=@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Converts an error of the parser, with the argument at fault in front.
fn refused(error: &Error) -> InputError {
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let problem = paragraphs.next().unwrap_or_default().trim_start_matches("error: ").trim();
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let problem = plain_ranges(&problem.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let argument = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(arg)) => Some(arg.clone()),
        Some(ContextValue::Strings(args)) => args.first().cloned(),
        _ => None,
    };
    let name = argument.as_deref().and_then(|arg| arg.strip_prefix("--")).and_then(|arg| arg.split([' ', '=']).next());
    let problem = name.map_or(problem.clone(), |name| format!("--{name}: {problem}"));
    InputError::plain(problem).with_help(tip)
}

/// Returns the JSON Schemas of the questions that commands answer.
pub(super) fn forms() -> Vec<Value> {
    names().iter().filter_map(|path| Some(form(path, at(path).ok()?))).collect()
}

fn form(path: &str, command: &Command) -> Value {
    let mut properties = Map::new();
    properties.insert("version".to_owned(), json!({ "const": super::VERSION }));
    properties.insert("ask".to_owned(), json!({ "const": path }));
    properties.insert("figures".to_owned(), json!({ "type": "boolean" }));
    let mut required = vec![Value::from("ask")];
    let mut position = 0;
    for arg in arguments(command) {
        let name = name_of(arg);
        let mut property = property(arg);
        if arg.is_positional() {
            position += 1;
            property["position"] = position.into();
        }
        if arg.is_required_set() {
            required.push(name.clone().into());
        }
        properties.insert(name, property);
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    json!({
        "type": "object",
        "title": path,
        "description": about,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(arg: &Arg) -> Value {
    let mut property = Map::new();
    let one = json!(["string", "number", "boolean"]);
    let is_list = arg.get_num_args().is_some_and(|range| range.max_values() > 1)
        || matches!(arg.get_action(), ArgAction::Append)
        || arg.get_value_delimiter().is_some();
    let kind = match arg.get_action() {
        ArgAction::SetTrue => json!("boolean"),
        _ if is_list => json!(["string", "number", "boolean", "array"]),
        _ => one,
    };
    property.insert("type".to_owned(), kind);
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    property.insert("description".to_owned(), help.into());
    Value::Object(property)
}
