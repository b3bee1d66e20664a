//! Ten questions, each from the first command to a decision: the commands run, the answer stands on the first screen, and
//! docs/questions.md shows them. `UPDATE_GOLDENS=1 cargo test --test suite questions` writes that page.

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
    /// Words and names that stand in the first `within` lines.
    facts: &'static [&'static str],
    within: usize,
}

/// A step that succeeds and answers in the first lines.
const fn step(command: &'static str, facts: &'static [&'static str], within: usize) -> Step {
    Step { command, code: 0, facts, within }
}

/// A question of a user.
struct Question {
    title: &'static str,
    /// Files that the user writes first.
    files: &'static [(&'static str, &'static str)],
    steps: &'static [Step],
    /// The decision, in words.
    decision: &'static str,
}

const QUESTIONS: [Question; 10] = [
    Question {
        title: "If hand-to-hand reached 2 units, would brawlers be too good, and which loadouts profit?",
        files: &[("reach-2.toml", "extends = \"rulebook\"\nname = \"reach-2\"\n\n[ranges]\nhand_to_hand = 2.0\n")],
        steps: &[step("compare rulebook reach-2.toml --games 100", &["reach-2"], 8)],
        decision: "",
    },
    Question {
        title: "Who beats my company, and which single swap helps most?",
        files: &[(
            "mine.toml",
            "name = \"Mine\"\nframes = [\"Soldier\", \"Close Assault\", \"RaRaYY+SSR2\", \"RdYBG\"]\nrockets = \"auto\"\n",
        )],
        steps: &[step("ra improve mine.toml --field field --games 2000 --test 400", &["Mine"], 8)],
        decision: "",
    },
    Question {
        title: "What would make games a round shorter: the damage chart, the clock, something else?",
        files: &[],
        steps: &[
            step(
                "sweep estars-anvil --field charts.open.target=2..6:2 --target 'rounds <= 4.9' --rungs greedy --games 40",
                &["clock.start"],
                10,
            ),
            step("sweep estars-anvil --field clock.start=8..11 --target 'rounds <= 4.9' --rungs greedy --games 40", &["clock.start"], 8),
        ],
        decision: "",
    },
    Question {
        title: "I bid against 5 frames and 20 systems: what do I bid? And with three at the table?",
        files: &[],
        steps: &[step("ra bid --against 5/20", &["5/20"], 6), step("ra bid --against 5/20 --players 3", &["5/20"], 6)],
        decision: "",
    },
    Question {
        title: "How many Legionnaires give a starting trio a victory chance of 70%?",
        files: &[],
        steps: &[step("af enemies Legionnaire --team M1,L1,H1 --victory 70% --games 60", &["Legionnaire", "70%"], 8)],
        decision: "",
    },
    Question {
        title: "What if Snipers rolled two dice fewer?",
        files: &[("snipers.toml", "extends = \"v0.3\"\nname = \"snipers-0\"\n\n[catalogue.armaments.\"Sniper Rifle\"]\ndice = 0\n")],
        steps: &[step("compare v0.3 snipers.toml --games 60", &["snipers"], 8)],
        decision: "",
    },
    Question {
        title: "Fail my pull request if balance drifts, and say in a comment what drifted.",
        files: &[("chart.toml", "extends = \"rulebook\"\nname = \"softer-chart\"\n\n[charts.open]\ntarget = 5\n")],
        steps: &[
            step("baseline mirror-five --games 40 --out balance.json", &["balance.json"], 8),
            Step {
                command: "check balance.json --rules chart.toml --format table --format md=comment.md",
                code: 1,
                facts: &["drift", "charts.open.target"],
                within: 12,
            },
        ],
        decision: "",
    },
    Question {
        title: "The best fleet of 12 systems against these two, and is a carrier worth it?",
        files: &[],
        steps: &[],
        decision: "",
    },
    Question {
        title: "Which gear should my Ace buy first?",
        files: &[],
        steps: &[step("af tags --best", &["tag"], 4), step("af systems", &["Harm"], 4)],
        decision: "",
    },
    Question {
        title: "I rolled this: what now? And what is RdRdYB worth against YYBG in cover?",
        files: &[],
        steps: &[
            step("ra assign RdYBG --range direct --target-defense 3 --roll 'W5 W3 R2 R6 Y4 B1 G3'", &["attack"], 3),
            step("ra attack RdRdYB --range direct --target YYBG --cover-hits 2 --format line", &["RdRdYB", "exact"], 1),
        ],
        decision: "",
    },
];

/// The output of a step, checked: the exit code, the size of a screen, and the facts near its top.
fn answered(desk: &Desk, step: &Step) -> String {
    let said = desk.say(step.command);
    assert_eq!(said.code, Some(step.code), "{}\n{}", step.command, said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines.len() <= LINES, "{}: {} lines\n{}", step.command, lines.len(), said.out);
    if !step.command.contains("--format line") {
        let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= WIDTH, "{}: {widest} characters\n{}", step.command, said.out);
    }
    let top = lines[..lines.len().min(step.within)].join("\n");
    step.facts.iter().for_each(|fact| assert!(top.contains(fact), "{}: no `{fact}` at the top of\n{}", step.command, said.out));
    said.out
}

/// The part of the page on a question.
fn shown(number: usize, question: &Question) -> String {
    let desk = Desk::new();
    let mut part = format!("\n## {number}. {}\n", question.title);
    for (name, text) in question.files {
        desk.write(name, text);
        write!(part, "\n```toml\n# {name}\n{text}```\n").unwrap();
    }
    for step in question.steps {
        let out = answered(&desk, step);
        write!(part, "\n```text\n$ hitchart {}\n{}\n```\n", step.command, out.trim_end()).unwrap();
    }
    write!(part, "\n**Decision.** {}\n", question.decision).unwrap();
    part
}

const LEAD: &str = "# Ten questions\n\nEach question leads from the first command to a decision. A test runs these commands and checks \
    their answers. The numbers of games are small, so that everybody can repeat them in a minute; the intervals say how far to \
    trust them. `--games` plays more.\n";

#[test]
fn ten_questions_are_answered_on_the_first_screen() {
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
