//! The file of a learned evaluation, with its provenance.

use super::study::{Learned, LearningStudy};
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, quoted};
use hitchart_play::network::rounded_file;
use std::fmt::Write;

/// The method, as written in the file.
const METHOD: &str = "log loss on states of whole games, Adam (Kingma and Ba 2015), rounded to integers";

/// Inputs of the file of a learned evaluation.
#[derive(Debug)]
pub struct LearnedFile<'a> {
    pub scenario: &'a FileText,
    pub rules: &'a RulesText,
    pub study: &'a LearningStudy,
}

impl LearnedFile<'_> {
    /// Returns the network with its provenance: all that decides the weights, but no clock and no threads. `heading`
    /// begins the first line.
    pub fn file(&self, heading: &str, learned: &Learned) -> String {
        let mut head = format!("{heading}: an evaluation learned from games.\n");
        head += "# Give it to a search as `outlook = \"FILE\"`, with the path of this file.\n\n";
        for (key, value) in self.provenance(learned) {
            // Writing to a string cannot fail.
            let _ = writeln!(head, "provenance.{key} = {value}");
        }
        rounded_file(&learned.network, &head)
    }

    fn provenance(&self, learned: &Learned) -> Vec<(&'static str, String)> {
        let (scenario, rules, plan) = (self.scenario, self.rules, self.study.plan());
        let list = |texts: &mut dyn Iterator<Item = String>| format!("[{}]", texts.collect::<Vec<String>>().join(", "));
        let players = self.study.players().map(|players| list(&mut players.iter().map(|name| quoted(name))));
        let widths = list(&mut plan.hidden.iter().map(usize::to_string));
        let [states, held_out] = learned.states;
        vec![
            ("method", quoted(METHOD)),
            ("version", quoted(env!("CARGO_PKG_VERSION"))),
            ("scenario", quoted(&scenario.name())),
            ("scenario_sha256", quoted(&scenario.sha256())),
            ("studies", list(&mut self.study.names().map(quoted))),
            ("players", list(&mut players.collect::<Vec<String>>().into_iter())),
            ("ruleset", quoted(&rules.name)),
            ("ruleset_sha256", quoted(&rules.sha256())),
            ("seed", self.study.seed().to_string()),
            ("games", list(&mut self.study.games().map(|games| games.to_string()))),
            ("states_a_game", plan.states.to_string()),
            ("hidden", widths),
            ("epochs", plan.epochs.to_string()),
            ("rate", format!("{:?}", plan.rate)),
            ("lambda", format!("{:?}", plan.lambda)),
            ("states", states.to_string()),
            ("states_held_out", held_out.to_string()),
            ("log_loss_held_out", format!("{:.4}", learned.losses.held_out.log)),
            ("log_loss_of_the_mean", format!("{:.4}", learned.losses.base.log)),
        ]
    }
}
