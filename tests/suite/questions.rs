//! Thirteen questions, each from the first command to a decision. The commands run, the answer is on the first screen, and
//! docs/questions.md shows them. `UPDATE_GOLDENS=1 cargo test --test suite questions` rewrites that page.

use crate::common::Desk;
use crate::documents::{read, root};
use std::fmt::Write;
use std::fs;

/// Lines of a screen, and characters of a line.
const LINES: usize = 25;
const WIDTH: usize = 100;

/// A command and the facts of its answer.
struct Step {
    command: &'static str,
    /// Exit code.
    code: i32,
    /// Words and names that must be in the first `within` lines.
    facts: &'static [&'static str],
    within: usize,
}

/// Creates a step that succeeds and answers in the first lines.
const fn step(command: &'static str, facts: &'static [&'static str], within: usize) -> Step {
    Step { command, code: 0, facts, within }
}

/// A question of a user.
struct Question {
    title: &'static str,
    /// Files that the user writes first.
    files: &'static [(&'static str, &'static str)],
    steps: &'static [Step],
    /// Text of the decision.
    decision: &'static str,
}

/// A ruleset with a longer reach.
const REACH: &str = "extends = \"rulebook\"\nname = \"reach-2\"\n\n[ranges]\nhand_to_hand = 2.0\n";
/// A ruleset in which cover takes three hits, in exact numbers and in games.
const COVER: &str =
    "extends = \"rulebook\"\nname = \"cover-3\"\n\n[cover]\ndefault_hits = 3\n\n[shelter]\nbricks_per_hit = 4\n";
/// A scenario of exact duels of all loadouts with one.
const TANK: &str = "title = \"Which loadout beats the Tank?\"\ngame = \"rapid-attack\"\n\n[[study]]\nkind = \"duels\"\n\
    name = \"tank\"\nframes = [\"loadouts\"]\nagainst = [\"Tank\"]\n";
/// A company.
const MINE: &str =
    "name = \"Mine\"\nframes = [\"Soldier\", \"Close Assault\", \"RaRaYY+SSR2\", \"RdYBG\"]\nrockets = \"auto\"\n";
/// A ruleset in which snipers have two dice fewer.
const SNIPERS: &str = "extends = \"v0.3\"\nname = \"snipers-0\"\n\n[catalogue.armaments.\"Sniper Rifle\"]\ndice = 0\n";
/// A ruleset with another threshold in a damage chart, and the rule for ties of `mirror-five`.
const CHART: &str = "extends = \"rulebook\"\nname = \"other-chart\"\n\n[charts.open]\ntarget = 4\n\n[bidding]\n\
    tie_for_defense = \"roll-off\"\n";
/// A scenario that searches for a fleet and values its parts.
const FLEET: &str = "title = \"The best fleet of 12 systems\"\ngame = \"intercept-orbit\"\nseed = 3\n\n\
    [[study]]\nkind = \"optimise\"\nname = \"twelve\"\ntitle = \"The best fleet of 12 systems\"\n\
    field = [\"long-watch\", \"salt-runners\"]\nsystems = [12, 12]\npopulation = 12\ngenerations = 2\ngames = 200\n\
    test_games = 100\n\n\
    [[study]]\nkind = \"restricted\"\nname = \"carrier\"\ntitle = \"The worth of companies and catapults\"\n\
    fleet = \"salt-runners\"\ngames = 60\n";
/// The same search without catapults.
const NO_CARRIER: &str = "title = \"No carrier\"\ngame = \"intercept-orbit\"\n\n[[study]]\nkind = \"optimise\"\nname = \"none\"\n\
    field = [\"long-watch\", \"salt-runners\"]\nsystems = [12, 12]\nbanned = [\"K\"]\n";

const QUESTIONS: [Question; 13] = [
    Question {
        title: "If hand-to-hand reached 2 units, would brawlers be too good, and which loadouts profit?",
        files: &[("reach-2.toml", REACH)],
        steps: &[step("compare rulebook reach-2.toml --games 100", &["reach-2", "rating"], 8)],
        decision: "The ratings of brawlers (Close Assault) before and after show whether they become too good. Here the \
            intervals are wide: play the number of games that the sentence before `Source:` names before you decide.",
    },
    Question {
        title: "Who beats my company, and which single swap helps most?",
        files: &[("mine.toml", MINE)],
        steps: &[step("ra improve mine.toml --games 1000 --test 200", &["Mine", "single change"], 9)],
        decision: "The first paragraph names the single change, the second the hardest opponent. A change that is not \
            shown to help is no reason to rebuild.",
    },
    Question {
        title: "What would make games a round shorter: the damage chart, the clock, something else?",
        files: &[],
        steps: &[
            step(
                "sweep estars-anvil --field charts.open.target=2..6:2 --target 'rounds <= 4.9' --rungs greedy --games 40",
                &["not reached", "clock.start"],
                8,
            ),
            step(
                "sweep estars-anvil --field clock.start=8..11 --target 'rounds <= 4.9' --rungs greedy --games 40",
                &["rounds <= 4.9", "clock.start"],
                8,
            ),
        ],
        decision: "The damage chart does not shorten games: they end by the clock. Lower `clock.start` to the value of the \
            second answer.",
    },
    Question {
        title: "I bid against 5 frames and 20 systems: what do I bid? And with three at the table?",
        files: &[],
        steps: &[
            step("ra bid --against 5/20", &["Against 5/20, bid", "%"], 6),
            step("ra bid --against 5/20 --players 3 --games 12 --companies 3 --build-games 60", &["5/20", "%"], 6),
        ],
        decision: "Bid what the first sentence says; its interval includes the search for companies. The answer at a table of \
            three is played now: without `--games` it takes about a minute and is more certain.",
    },
    Question {
        title: "How many Legionnaires give a starting trio a victory chance of 70%?",
        files: &[],
        steps: &[step("af enemies Legionnaire --team M1,L1,H1 --victory 70%", &["Legionnaire", "70%"], 9)],
        decision: "Take the number of the first sentence for the game master that it names, and the others as a range for \
            milder and harsher ones.",
    },
    Question {
        title: "What if Snipers rolled two dice fewer?",
        files: &[("snipers.toml", SNIPERS)],
        steps: &[step("compare v0.3 snipers.toml --games 40", &["Sniper Rifle"], 8)],
        decision: "The exact Harm of the rifle halves. Whether missions notice is open at this number of games.",
    },
    Question {
        title: "Fail my pull request if balance drifts, and say in a comment what drifted.",
        files: &[("chart.toml", CHART)],
        steps: &[
            step("baseline mirror-five --games 40 --out balance.json --quiet", &[], 1),
            Step {
                command: "check balance.json --rules chart.toml --format table --format md=comment.md",
                code: 1,
                facts: &["Drift", "charts.open.target"],
                within: 9,
            },
        ],
        decision: "The exit code 1 fails the job, and `comment.md` is the comment. `hitchart new ci FILE` writes the workflow. The \
                   file repeats the rule for ties of `mirror-five`, because `--rules` replaces all rules of a scenario.",
    },
    Question {
        title: "The best fleet of 12 systems against these two, and is a carrier worth it?",
        files: &[("fleet.toml", FLEET), ("no-carrier.toml", NO_CARRIER)],
        steps: &[
            step("run fleet.toml", &["best fleet"], 8),
            Step { command: "run no-carrier.toml", code: 2, facts: &["12", "systems"], within: 4 },
        ],
        decision: "With 12 systems a carrier is no choice but a need: a battle needs 5 assets, and ships alone are too few. The \
            second study says what companies and catapults are worth to a fleet that has them.",
    },
    Question {
        title: "Which gear should my Ace buy first?",
        files: &[],
        steps: &[
            step("af tags --best --format line", &["Buy", "Materials"], 1),
            step("af systems --format line", &["buy", "Harm per Ammo"], 1),
        ],
        decision: "Buy the tag or the system that the sentence names, if your armament and your habits fit its condition. Both \
            answers count Harm alone; `marginal` studies play whole missions with each change.",
    },
    Question {
        title: "I rolled this: what now? And what is RdRdYB worth against YYBG in cover?",
        files: &[],
        steps: &[
            step(
                "ra assign RdYBG --range direct --target-defense 3 --roll 'W5 W3 R2 R6 Y4 B1 G3' --format line",
                &["Attack with the red 6"],
                1,
            ),
            step("ra attack RdRdYB --range direct --target YYBG --cover-hits 2 --format line", &["RdRdYB", "exact"], 1),
        ],
        decision: "Assign the dice as the first line says. The second line is the attack in one sentence.",
    },
    Question {
        title: "I lead after two rounds: who wins from here, what do I do now, and was it luck?",
        files: &[],
        steps: &[
            step("play estars-anvil --replay 17 --format line", &["replay.jsonl"], 3),
            step(
                "ra position replays/replay.jsonl --round 3 --advise --games 100",
                &["Round 3", "chance to win", "network", "Not decided for"],
                10,
            ),
            step("ra audit replays/replay.jsonl --games 20 --screened 4", &["luck", "costliest"], 10),
        ],
        decision: "Take the best action if the first line names one. If it is not decided, the named actions are as good as \
            these games can tell. The audit separates luck from choices, and names the decisions to look at again.",
    },
    Question {
        title: "My rule changes cover from 2 to 3 hits: is the game still balanced?",
        files: &[("cover-3.toml", COVER)],
        steps: &[step("compare rulebook cover-3.toml --games 100", &["rating", "Scouts"], 8)],
        decision: "Exact numbers read `cover.default_hits`, games read `shelter.bricks_per_hit`: change both. The game is \
            balanced for these companies if no rating is clearly above the next, and the rule keeps the balance if no share \
            of wins moves by more than the margin (3 points; `--margins`). Here neither is shown: play the number of games \
            that the sentence before `Source:` names.",
    },
    Question {
        title: "Which loadout beats the Tank?",
        files: &[("tank.toml", TANK)],
        steps: &[step("run tank.toml", &["RhRhBB", "68%"], 8)],
        decision: "Take the loadout of the first sentence. `hitchart run tank.toml --sort Mean --top 5` prints the five best: \
            13 of the 168 win more than half of these exact duels. A duel has no stations and no friends; in battles, \
            `ra improve` counts.",
    },
];

/// Runs a step and returns its output. Checks the exit code, the size of a screen, and the facts near the top.
fn answered(desk: &Desk, step: &Step) -> String {
    let said = desk.say(step.command);
    assert_eq!(said.code, Some(step.code), "{}\n{}", step.command, said.err);
    let out = if step.code == 2 { said.err } else { said.out };
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.len() <= LINES, "{}: {} lines\n{out}", step.command, lines.len());
    // Error messages and lines to paste may have any length.
    if step.code != 2 && !step.command.contains("--format line") {
        let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= WIDTH, "{}: {widest} characters\n{out}", step.command);
    }
    let top = lines[..lines.len().min(step.within)].join("\n");
    step.facts
        .iter()
        .for_each(|fact| assert!(top.contains(fact), "{}: no `{fact}` at the top of\n{out}", step.command));
    out
}

/// Returns the section of the page on a question.
fn shown(number: usize, question: &Question) -> String {
    let desk = Desk::new();
    let mut part = format!("\n## {number}. {}\n", question.title);
    for (name, text) in question.files {
        // As a reader copies it, with the line of its name.
        let text = format!("# {name}\n{text}");
        desk.write(name, &text);
        write!(part, "\n```toml\n{text}```\n").unwrap();
    }
    for step in question.steps {
        let out = answered(&desk, step);
        write!(part, "\n```text\n$ hitchart {}\n{}\n```\n", step.command, out.trim_end()).unwrap();
    }
    write!(part, "\n**Decision.** {}\n", question.decision).unwrap();
    part
}

const LEAD: &str = "# Thirteen questions\n\nEach question leads from the first command to a decision. A test runs these commands and checks \
    their answers. The numbers of games are small, so that you can repeat each command in about a minute, \
    `af enemies` in up to two on a busy machine. The intervals say how far to trust them. `--games` plays more.\n";

#[test]
fn thirteen_questions_are_answered_on_the_first_screen() {
    let parts: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> =
            QUESTIONS.iter().enumerate().map(|(i, question)| scope.spawn(move || shown(i + 1, question))).collect();
        running.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let page = LEAD.to_owned() + &parts.concat();
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        return fs::write(root().join("docs/questions.md"), page).unwrap();
    }
    assert_eq!(read("docs/questions.md"), page, "UPDATE_GOLDENS=1 writes the page");
}
