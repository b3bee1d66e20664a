//! Policies of a scenario that are programs: `[policies] mine = { command = ["python3", "mine.py"] }`, or the same
//! table in place of a policy's name in a study.

use hitchart_config::{FileText, InputError, read_node};
use hitchart_lab::study::{Overrides, RulesChoice};
use hitchart_play::program::{MAX_TIMEOUT, ProgramCommand};
use hitchart_play::{ExternalDecision, ExternalPlayer, SharedPlayer};
use std::collections::{BTreeMap, BTreeSet};
use std::{path::PathBuf, sync::Arc};
use toml::{Spanned, de::DeValue};

/// Default of the longest time for a decision, in seconds.
const TIMEOUT: f64 = 10.0;

/// Policies as written, without those that are programs, and the players of these.
type Taken<'a> = (Option<Spanned<DeValue<'a>>>, Vec<SharedPlayer>);

/// Replaces each policy with a command in the studies of a scenario by the name of its player, which is the command, and
/// starts the programs that are not started yet.
///
/// # Errors
/// As [`taken`].
pub(super) fn in_studies(
    file: &FileText,
    studies: &mut Spanned<DeValue<'_>>,
    overrides: &Overrides,
    players: &mut Vec<SharedPlayer>,
) -> Result<(), InputError> {
    if has_command(studies.get_ref()) {
        let name = name_of(file, studies)?;
        if !players.iter().any(|known| known.0.name() == name) {
            players.push(player(file, &name, studies, overrides)?);
        }
        *studies.get_mut() = DeValue::String(name.into());
        return Ok(());
    }
    match studies.get_mut() {
        DeValue::Array(all) => all.iter_mut().try_for_each(|one| in_studies(file, one, overrides, players)),
        DeValue::Table(all) => all.iter_mut().try_for_each(|(_, one)| in_studies(file, one, overrides, players)),
        _ => Ok(()),
    }
}

/// Returns the words of a command as the name of its player.
fn name_of(file: &FileText, written: &Spanned<DeValue<'_>>) -> Result<String, InputError> {
    let value = hitchart_config::value_of(file, written)?;
    let words = value.get("command").and_then(toml::Value::as_array).into_iter().flatten();
    let name = words.filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" ");
    Ok(if name.is_empty() { "command".to_owned() } else { name })
}

fn has_command(value: &DeValue<'_>) -> bool {
    value.as_table().is_some_and(|table| table.contains_key("command"))
}

/// Takes the policies with a command out of the policies of a scenario, and starts their programs.
///
/// A saved run is rendered without them: its players make no decision.
///
/// # Errors
/// Fails on other keys next to a command, and if a program does not start or may not be started.
pub(super) fn taken<'a>(
    file: &FileText,
    policies: Option<Spanned<DeValue<'a>>>,
    overrides: &Overrides,
) -> Result<Taken<'a>, InputError> {
    let Some(mut policies) = policies else { return Ok((None, Vec::new())) };
    let DeValue::Table(table) = policies.get_mut() else { return Ok((Some(policies), Vec::new())) };
    let names: Vec<String> = table
        .iter()
        .filter(|(_, value)| has_command(value.get_ref()))
        .map(|(name, _)| name.get_ref().to_string())
        .collect();
    let mut players = Vec::new();
    for name in names {
        let Some(written) = table.remove(name.as_str()) else { continue };
        players.push(player(file, &name, &written, overrides)?);
    }
    Ok((Some(policies), players))
}

/// Returns the files of the players that have some, by player.
pub(super) fn files(players: &[SharedPlayer]) -> BTreeMap<String, BTreeMap<String, String>> {
    let all = players.iter().map(|player| (player.0.name().to_owned(), player.0.files()));
    all.filter(|(_, files)| !files.is_empty()).collect()
}

/// Starts the program of a policy.
fn player(
    file: &FileText,
    name: &str,
    written: &Spanned<DeValue<'_>>,
    overrides: &Overrides,
) -> Result<SharedPlayer, InputError> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct RawPlayer {
        command: Vec<String>,
        timeout: Option<f64>,
    }
    let span = written.span();
    let at = |problem: String| InputError::at(file, span.clone(), format!("policy `{name}`: {problem}"));
    let raw: RawPlayer = read_node(written.clone()).map_err(|error| InputError::read(file, &error))?;
    let timeout = raw.timeout.unwrap_or(TIMEOUT);
    if raw.command.is_empty() || !(timeout > 0.0 && timeout <= MAX_TIMEOUT) {
        return Err(at(format!("it needs a `command`, and a `timeout` above 0, up to {MAX_TIMEOUT} seconds")));
    }
    let folder = file.path.parent().map(PathBuf::from).unwrap_or_default();
    let command = ProgramCommand { words: raw.command, folder, timeout };
    match (&overrides.programs.0, &overrides.rules) {
        (Some(programs), _) => programs.player(name, &command).map_err(|fault| at(fault.to_string())),
        (None, Some(RulesChoice::Complete(_))) => Ok(SharedPlayer(Arc::new(SavedPlayer(name.to_owned())))),
        (None, _) => {
            let problem = format!("it is a program (`{command}`), and programs are not started here");
            Err(at(problem).with_help(Some("use `hitchart play`, `run` or `compare` with the scenario as a file")))
        }
    }
}

/// The player of a saved run, which is not played again.
#[derive(Debug)]
struct SavedPlayer(String);

impl ExternalPlayer for SavedPlayer {
    fn name(&self) -> &str {
        &self.0
    }

    fn base(&self) -> Option<&str> {
        None
    }

    fn kinds(&self) -> Option<&BTreeSet<String>> {
        None
    }

    fn choose(&self, _: ExternalDecision) -> Option<usize> {
        None
    }
}
