//! Balance analysis for tabletop mecha games: exact odds, a simulator that agrees with them, whole games played by
//! policies, tables, plots and reports. The games are *Mobile Frame Zero: Rapid Attack*, *Mobile Frame Zero: Intercept
//! Orbit* and *Apocalypse Frame*. The program `hitchart` is [`run`]; the other items on this page are its parts.
//!
//! # A tour
//!
//! Data flows in one direction; `docs/architecture.md` gives an overview.
//!
//! - **Rules are data.** A [ruleset](hitchart_rapid_attack::ruleset) contains every number and switch of a game, built
//!   in or from a file. Loadouts, frames, companies and battlefields are checked against it.
//! - **One attack rule, two interpreters.** A game converts an attack to a [`plan`]: pools of [`dice`], a hit chart,
//!   cover. [`exact`] computes the distribution of the damage, the [`kernel`] samples it, and [`stats`] compares both.
//! - **Whole games** implement [`play::Game`]: a flat state, candidates, scores. A [`play::Policy`] chooses among the
//!   candidates, a [`play::Observer`] watches, and [`play::play`] is the only loop.
//! - **Scenarios.** A [`scenario`] is a file of [studies](hitchart_lab::study) of one of the [`games`]. A study
//!   requests simulations, and the [`runner`] counts them on all threads. The counts are integers that do not depend on
//!   the threads, and the study presents them as [tables](hitchart_report::table). [`plot`] draws them, [`report`]
//!   arranges them, and [`workflow`] writes the folder.
//!
//! Every random number comes from a stream that is determined by seed, simulation and block, so the same call gives the
//! same result anywhere. Every simulated number is a [`stats::Estimate`], with its interval and the number of
//! observations.
//!
//! [`plan`]: hitchart_dice::plan
//! [`dice`]: hitchart_dice
//! [`exact`]: hitchart_dice::exact
//! [`kernel`]: hitchart_dice::kernel
//! [`stats`]: hitchart_stats
//! [`play::Game`]: hitchart_play::Game
//! [`play::Policy`]: hitchart_play::Policy
//! [`play::Observer`]: hitchart_play::Observer
//! [`play::play`]: hitchart_play::play()
//! [`runner`]: hitchart_lab::runner
//! [`plot`]: hitchart_report::plot
//! [`report`]: hitchart_report
//! [`stats::Estimate`]: hitchart_stats::Estimate
//!
//! # The odds of an attack
//!
//! ```
//! use hitchart_dice::Pool;
//! use hitchart_dice::exact::attack;
//! use hitchart_rapid_attack::attack::{Shelter, plan};
//! use hitchart_rapid_attack::frame::Frame;
//! use hitchart_rapid_attack::loadout::Range;
//! use hitchart_rapid_attack::loadouts::loadout_of;
//! use hitchart_rapid_attack::rules_files::rulebook;
//! use hitchart_lab::runner::sample;
//! use hitchart_stats::{LEVEL, mean};
//!
//! let rules = rulebook();
//! let anvil = Frame::new(loadout_of("Anvil", &rules)?, &rules);
//! let target = Frame::new(loadout_of("YYBG", &rules)?, &rules);
//! let dice = anvil.attack_dice(Range::Direct, 1, 0, &rules).ok_or("an Anvil has direct weapons")?;
//! let (defense, cover) = (target.defense_dice(1, &rules), Shelter::Terrain(2));
//! let plan = plan(dice, Pool::EMPTY, defense, cover.chart(Range::Direct), cover, &rules);
//!
//! let damage = attack(&plan).damage();
//! let line = format!("{dice} on {defense}: {:.3}, {:.3}", damage.mean(), damage.at_least(1));
//! assert_eq!(line, "3d6+1d8 on 2d6: 0.290, 0.237");
//!
//! // Sampling agrees: the exact mean lies in the interval of 100,000 attacks.
//! let sampled = mean(&sample(&plan, 100_000, 1, "a tour").damage(), LEVEL);
//! assert!(sampled.interval.0 < damage.mean() && damage.mean() < sampled.interval.1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A study of a scenario
//!
//! ```
//! use hitchart_config::FileText;
//! use hitchart_report::terminal;
//! use hitchart::scenario::check;
//! use hitchart_lab::study::{Overrides, RunCounts};
//!
//! let text = r#"
//!     title = "Who stands longest?"
//!     game = "rapid-attack"
//!     [[study]]
//!     kind = "durability"
//!     frames = ["Soldier", "Tank"]
//!     whites = [1]
//! "#;
//! let scenario = check(FileText { path: "stands.toml".into(), text: text.into() }, &Overrides::default())?;
//! let study = &scenario.studies[0];
//! // The answer is exact: no simulation is needed.
//! let answer = study.method.answer(&study.name, &RunCounts::default());
//! let durability = &answer.tables[0];
//! assert_eq!(durability.texts("frame"), ["Soldier", "Tank"]);
//! assert!(durability.numbers("attrition")[0] < durability.numbers("attrition")[1]);
//! println!("{}", terminal(durability, None));
//! # Ok::<(), hitchart_config::InputError>(())
//! ```
//!
//! # A game between two policies
//!
//! ```
//! use hitchart_rapid_attack::battle::Battle;
//! use hitchart_rapid_attack::bidding::Size;
//! use hitchart_rapid_attack::players::PolicySpec;
//! use hitchart_rapid_attack::rules_files::rulebook;
//! use hitchart_play::{Game, Unwatched, play, play_swapped};
//! use hitchart_lab::runner::games::key;
//! use hitchart_stats::{LEVEL, mean};
//!
//! let companies = ["mirror-four", "mirror-four"];
//! let battle = Battle::built_in(&companies, "duel", Size::Skirmish, &rulebook(), 1)?;
//! let player = |name| PolicySpec::named(name).map(|policy| policy.build()).ok_or("no such policy");
//! let mut players = [player("greedy")?, player("random")?];
//!
//! let end = play(&battle, key(1, "a tour", 0), &mut players, &mut Unwatched);
//! assert_eq!(battle.scores(&end).as_slice().len(), 2);
//!
//! // Ten pairs of games, in which the players swap seats and have the same dice, with an interval over the pairs.
//! let mut pairs = [0; 5];
//! (1..=10).for_each(|pair| pairs[play_swapped(&battle, key(1, "a tour", pair), &mut players)] += 1);
//! let half_points = mean(&pairs, LEVEL);
//! assert_eq!(half_points.observations, 10);
//! assert!(half_points.point / 4.0 > 0.5, "greed beats chance");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Longer examples are in `examples/`: `attack_odds`, `duel`, and `own_policy` for a custom policy.

#![deny(unsafe_code)]

mod cli;
pub mod workflow;

pub use cli::run;
pub use hitchart_ask::{games, scenario};
