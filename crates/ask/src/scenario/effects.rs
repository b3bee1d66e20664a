//! Effects of the options that change a scenario: the studies that use them.

use super::{Scenario, has_budget};
use hitchart_lab::study::{NamedStudy, Overrides};

/// Sentences on the options that change a scenario, named as on the command line.
#[derive(Debug, Default)]
pub struct Effects {
    /// The studies that an option applies to, a sentence for each option.
    pub applied: Vec<String>,
    /// Options without effect, and studies whose number of games `--games` does not change.
    pub unused: Vec<String>,
}

/// Returns the effects of changes of a scenario.
pub fn effects(scenario: &Scenario, changes: &Overrides) -> Effects {
    let named = |uses: &dyn Fn(&NamedStudy) -> bool| {
        let studies = scenario.studies.iter().filter(|study| uses(study));
        studies.map(|study| study.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let options: [(&str, bool, String); 5] = [
        ("--samples", changes.samples.is_some(), named(&|study| study.method.is_sampled())),
        ("--games", changes.games.is_some(), named(&|study| study.method.takes_games())),
        ("--precision", changes.precision.is_some(), named(&|study| study.method.games().is_some())),
        ("--policies", changes.policies.is_some(), named(&|study| study.method.games().is_some())),
        ("--budget", changes.budget.is_some(), named(&|study| scenario.budget.is_some() && has_budget(study))),
    ];
    let fixed = changes.games.and_then(|_| fixed(scenario));
    let mut effects = Effects::default();
    for (option, _, studies) in options.iter().filter(|(_, given, _)| *given) {
        match studies.as_str() {
            // The sentence below names the keys that set these games.
            "" if *option == "--games" && fixed.is_some() => {}
            "" => effects.unused.push(format!("{option} has no effect: no study of this scenario uses it")),
            _ => effects.applied.push(format!("{option} applies to {studies}")),
        }
    }
    effects.unused.extend(fixed.map(|fixed| format!("--games has no effect on {fixed}")));
    effects
}

/// Returns the studies whose number of games only the file determines, each with its keys; `None` if there are none.
fn fixed(scenario: &Scenario) -> Option<String> {
    let keys = |study: &NamedStudy| study.games_keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>();
    let fixed = scenario.studies.iter().filter(|study| !study.method.takes_games()).map(|study| (study, keys(study)));
    let fixed: Vec<String> = fixed
        .filter(|(_, keys)| !keys.is_empty())
        .map(|(study, keys)| format!("{} (set {} in the file)", study.name, keys.join(", ")))
        .collect();
    (!fixed.is_empty()).then(|| fixed.join(", "))
}
