//! The kinds of files that `new` writes.

use clap::ValueEnum;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A ruleset that changes another, for `compare` and `--rules`
    HouseRule,
    /// Questions for `run` and `play`
    Scenario,
    /// A company of Rapid Attack, for `ra company` and `ra improve`
    Company,
    /// A fleet of Intercept Orbit, for `io fleet`
    Fleet,
    /// Aces of Apocalypse Frame on a mission, for `play`
    Squad,
    /// An encounter of Apocalypse Frame with Aces who meet it, for `play`
    Encounter,
    /// A GitHub workflow that checks the balance on every pull request
    Ci,
}

/// Games that have a template for the kinds of files common to all games.
const ALL: &[&str] = &["rapid-attack", "apocalypse-frame", "intercept-orbit"];

impl Kind {
    /// Returns the name of the kind in messages.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Kind::HouseRule => "house rule",
            Kind::Scenario => "scenario",
            Kind::Company => "company",
            Kind::Fleet => "fleet",
            Kind::Squad => "squad",
            Kind::Encounter => "encounter",
            Kind::Ci => "workflow",
        }
    }

    /// Returns the games that have this kind of file, the default first.
    pub(crate) fn games(self) -> &'static [&'static str] {
        match self {
            Kind::HouseRule | Kind::Scenario | Kind::Ci => ALL,
            Kind::Company => &ALL[..1],
            Kind::Squad | Kind::Encounter => &ALL[1..2],
            Kind::Fleet => &ALL[2..],
        }
    }

    /// Returns the text of the file for a game.
    pub(crate) fn text(self, game: &str) -> &'static str {
        match (self, game) {
            (Kind::HouseRule, "apocalypse-frame") => include_str!("templates/house-rule-apocalypse-frame.toml"),
            (Kind::HouseRule, "intercept-orbit") => include_str!("templates/house-rule-intercept-orbit.toml"),
            (Kind::HouseRule, _) => include_str!("templates/house-rule-rapid-attack.toml"),
            (Kind::Scenario, "apocalypse-frame") => include_str!("templates/scenario-apocalypse-frame.toml"),
            (Kind::Scenario, "intercept-orbit") => include_str!("templates/scenario-intercept-orbit.toml"),
            (Kind::Scenario, _) => include_str!("templates/scenario-rapid-attack.toml"),
            (Kind::Company, _) => include_str!("templates/company.toml"),
            (Kind::Fleet, _) => include_str!("templates/fleet.toml"),
            (Kind::Squad, _) => include_str!("templates/squad.toml"),
            (Kind::Encounter, _) => include_str!("templates/encounter.toml"),
            (Kind::Ci, _) => include_str!("templates/ci.yml"),
        }
    }

    /// Returns the commands to run next on a file.
    pub(crate) fn next(self, file: &str) -> impl Iterator<Item = String> {
        let commands: &[&str] = match self {
            Kind::HouseRule => &["hitchart rules check FILE"],
            Kind::Scenario => &["hitchart run FILE"],
            Kind::Company => &["hitchart ra company FILE", "hitchart ra improve FILE --field field"],
            Kind::Fleet => &["hitchart io fleet FILE"],
            Kind::Squad | Kind::Encounter => &["hitchart play FILE"],
            Kind::Ci => &["hitchart baseline estars-anvil --out balance.json"],
        };
        commands.iter().map(|command| command.replace("FILE", file)).collect::<Vec<_>>().into_iter()
    }
}
