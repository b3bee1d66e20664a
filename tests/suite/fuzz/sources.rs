//! Good files and commands from which cases are made: one of every kind.

use crate::common::Desk;

/// Companies, a battlefield and policies.
const GAMES: &str = r##"
title = "Games"
game = "rapid-attack"
seed = 3
[policies.bold]
base = "tactician"
[rules]
extends = "rulebook"
clock = { start = 2 }
[[study]]
kind = "games"
size = "skirmish"
companies = [
  { company = "mirror-four", name = "A", color = "#c0392b", policy = "greedy" },
  { name = "B", frames = ["RdYBG", { loadout = "Soldier", name = "S", rockets = 1 }, "RaRaYB", "RhRhGG"], rockets = "auto", spare = "YYB" },
]
policies = ["bold", { base = "random" }]
games = 1
[study.battlefield]
table = { shape = "round", diagonal = 40 }
generator = { kind = "dense-town", layouts = 2, pieces = 8, size = [1.0, 2.0], height = [3, 5] }
"##;

/// Frames, companies and loadouts.
const FRAMES: &str = r#"
title = "Frames"
game = "rapid-attack"
samples = 100
[[study]]
kind = "frames"
frames = ["Soldier"]
[[study]]
kind = "companies"
companies = [{ name = "A", frames = ["Soldier", "RdRdYB"] }]
[[study]]
kind = "loadouts"
where = ["direct >= 1.5", "systems <= 2"]
sort = "durability"
scatter = [["durability", "direct"]]
top = 4
"#;

/// Attacks, durability and the choice after the roll.
const ATTACKS: &str = r#"
title = "Attacks"
game = "rapid-attack"
samples = 100
[[study]]
kind = "attacks"
name = "shots"
attackers = ["Soldier"]
targets = ["RdYBG"]
ranges = ["direct"]
whites = [0, 1]
cover = [0, 2]
spots = ["", "1d6"]
simulate = true
[[study]]
kind = "durability"
frames = ["Soldier"]
whites = [1]
attack = "3d6"
objective = { survive = 1, direct = 0.5 }
attacks = 4
[[study]]
kind = "duels"
frames = ["Rd", "-"]
rounds = 2
rule = "greedy"
[[study]]
kind = "assignment"
frames = ["Soldier"]
range = "direct"
target_defense = 3
weights = { damage = 1, spot = 0.3 }
"#;

/// Exact answers of Apocalypse Frame.
const EXACT: &str = r#"
title = "Exact"
game = "apocalypse-frame"
samples = 100
rules = { extends = "v1.x", rolls = { success_from = 3 } }
[[study]]
kind = "armaments"
gear = "stock"
targets = [{ armor = 1, shields = 2, cover = true, vigor = 3 }]
with = ["Charge"]
tension = 2
simulate = true
[[study]]
kind = "items"
target = { armor = 1 }
[[study]]
kind = "frames"
aces = ["M1-SOLDIER", { frame = "L1-RECON", armaments = ["Plasma Blade", "Scout Rifle + Hot"], trait = false }]
"#;

/// A mission with every part that an encounter may have.
const MISSION: &str = r#"
title = "Mission"
game = "apocalypse-frame"
[[study]]
kind = "missions"
name = "duel"
aces = ["M1-SOLDIER", { frame = "L1-RECON", name = "Wing", attributes = { drive = 3, speed = 2, control = 1 } }]
policies = ["greedy", { base = "greedy" }]
games = 1
battles = [{ encounter = { enemies = [{ kind = "Velite" }] }, cache = true, repairs = false }]
[study.encounter]
name = "E"
map = { hexagon = 3 }
aces = ["-3,0"]
enemies = [{ kind = "Legionnaire", count = 2, at = ["2,0", "1,0"], vigor = 2 }]
cover = [{ at = "0,0", sort = "low" }]
hazards = ["0,1"]
colossi = [{ name = "Consul" }]
changes = [
  { round = 2, enemies = [{ kind = "Velite" }], vigor = { by = 1 }, clear = "0,1" },
  { faces = [1, 6], from = 2, again = true, parts = [{ colossus = "Consul", kind = "Railguns", count = 2, at = "1,1" }] },
]
rounds = 4
at_limit = "defeat"
"#;

const SQUADS: &str = r#"
title = "Squads"
game = "apocalypse-frame"
[[study]]
kind = "squads"
squads = [{ name = "A", aces = ["M1-SOLDIER"] }, { aces = ["L1-RECON", "M1-SOLDIER"] }]
frames = ["M1-SOLDIER", "L1-RECON"]
sizes = [1, 2]
encounter = { map = { width = 5, height = 4 }, enemies = [{ kind = "Velite" }], rounds = 2 }
then = ["patrol"]
games = 1
"#;

const DIFFICULTY: &str = r#"
title = "Difficulty"
game = "apocalypse-frame"
[[study]]
kind = "difficulty"
aces = ["M1-SOLDIER", "L1-RECON"]
teams = [1, 2]
kinds = ["Legionnaire", "Velite"]
numbers = [1, 2]
battles = 2
encounter = "patrol"
games = 1
"#;

const MARGINAL: &str = r#"
title = "Marginal"
game = "apocalypse-frame"
[[study]]
kind = "marginal"
aces = ["M1-SOLDIER", "L1-RECON"]
ace = 2
changes = ["upgrades", "traits"]
games = 1
[[study]]
kind = "ladder"
aces = ["M1-SOLDIER"]
ace_policies = ["random", { base = "greedy" }]
gm_policies = ["random"]
games = 1
"#;

const CAMPAIGN: &str = r#"
title = "Campaign"
game = "apocalypse-frame"
[[study]]
kind = "campaign"
aces = ["M1-SOLDIER"]
length = 2
missions = ["patrol", "pack"]
purchases = ["Assault Rifle + Critical", "Chaingun + Efficient"]
games = 1
"#;

const PLAY: &str = "play s.toml --games 1 --threads 2";
const RUN: &str = "run s.toml --out rep --samples 100 --threads 2 --quiet";

/// Scenarios, each with the command that answers it. The first has games.
pub(crate) const SCENARIOS: &[(&str, &str)] = &[
    (GAMES, PLAY),
    (FRAMES, RUN),
    (ATTACKS, RUN),
    (EXACT, RUN),
    (MISSION, PLAY),
    (SQUADS, PLAY),
    (DIFFICULTY, PLAY),
    (MARGINAL, PLAY),
    (CAMPAIGN, PLAY),
    (GAMES, "tune s.toml --study games-1 --games 2 --test 2 --iterations 1 --threads 2"),
    (GAMES, "play s.toml --replay 0 --out rep"),
];

/// Rulesets, each with commands that use it.
pub(crate) const RULES: &[(&str, &[&str])] = &[
    (
        include_str!("../../../crates/rapid-attack/src/rulesets/rulebook.toml"),
        &[
            "rules show r.toml",
            "rules diff rulebook r.toml",
            "ra frame RdYBG --rules r.toml",
            "ra company RdYBG Soldier --rules r.toml --format md",
            "ra attack RdYBG --range direct --target Soldier --whites 1 --rules r.toml --format json",
            "ra assign RdYBG --range direct --rules r.toml",
            "ra durability RdYBG --rules r.toml --format json",
            "ra loadouts --rules r.toml --top 3",
            "ra ppa --frames 5,4 --systems 20,16 --rules r.toml",
        ],
    ),
    (
        include_str!("../../../crates/rapid-attack/src/rulesets/handbook.toml"),
        &["rules show r.toml", "ra loadouts --rules r.toml --top 3 --format csv"],
    ),
    (
        include_str!("../../../crates/apocalypse-frame/src/rulesets/v0.3.toml"),
        &[
            "rules show r.toml",
            "rules diff v0.3 r.toml",
            "af armaments --rules r.toml --format json",
            "af tags --rules r.toml",
            "af systems --rules r.toml",
            "af frames --rules r.toml --format csv",
            "af round 'Machinegun + Hot' --rules r.toml",
        ],
    ),
];

const BESIDE_ACES: &str = "title = \"T\"\nsystem = \"apocalypse-frame\"\n[[study]]\nkind = \"missions\"\n\
    aces = [\"M1-SOLDIER\"]\npolicies = [\"greedy\", \"greedy\"]\ngames = 1\nencounter = \"thing.toml\"\n";
const BESIDE_COMPANIES: &str = "title = \"T\"\nsystem = \"rapid-attack\"\n[[study]]\nkind = \"games\"\ngames = 1\n\
    companies = [\"mirror-four\", \"mirror-five\"]\npolicies = [\"random\", \"random\"]\n\
    battlefield = \"thing.toml\"\n";

/// Files that a scenario refers to, each with its scenario.
pub(crate) const THINGS: &[(&str, &str)] = &[
    (include_str!("../../../crates/apocalypse-frame/src/encounters/centurion.toml"), BESIDE_ACES),
    (include_str!("../../../crates/apocalypse-frame/src/encounters/ambush.toml"), BESIDE_ACES),
    (include_str!("../../../crates/apocalypse-frame/src/encounters/consul.toml"), BESIDE_ACES),
    (include_str!("../../../crates/rapid-attack/src/battlefields/ruins-of-alluel.toml"), BESIDE_COMPANIES),
    (include_str!("../../../crates/rapid-attack/src/battlefields/avenues.toml"), BESIDE_COMPANIES),
];

/// Commands of every verb.
pub(crate) const COMMANDS: &[&str] = &[
    "ra frame RdYBG --rules handbook --format json",
    "ra company RdYBG Soldier RaRaYB",
    "ra attack --attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2 --format json",
    "ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY --spot-whites 1",
    "ra attack Tank --range direct --covered-by Soldier --format md",
    "ra loadouts --where 'direct >= 1.5' --where 'systems <= 2' --sort durability --top 4 --whites 1",
    "ra durability RdYBG --attack 3d6 --spot 1d6 --cover-hits 2 --objective survive=1,direct=0.5 --attacks 4",
    "ra assign RdYBG --range direct --target-defense 3 --weights damage=1,move=2 --roll 'W5 W3 R2 R6 Y4 B1 G3'",
    "ra ppa --frames 5,4,4 --systems 20,16,15 --stations 2 --format csv",
    "af armaments --armor 1 --shields 2 --format json",
    "af tags --armor 1",
    "af systems --shields 2 --format md",
    "af frames --armor 1 --vigor 4",
    "af round 'Machinegun + Hot' 'Assault Rifle' --aim removals --tension 3 --price 0.5 --with Charge --enemies",
    "rules list",
    "rules show handbook",
    "rules diff rulebook handbook",
    "schema scenario",
    "completions bash",
    "report rep --quiet",
    "play s.toml --study games-1 --policies random,greedy --seed 3 --threads 2 --format json",
    "run s.toml --out rep --threads 2 --quiet",
];

/// Saved reports: counts, provenance, and the page that marks a folder as a report.
pub(crate) struct Saved {
    pub reports: Vec<[String; 3]>,
}

/// Creates saved reports.
pub(crate) fn saved() -> Saved {
    let report = |scenario: &&str| {
        let desk = Desk::new();
        desk.write("s.toml", scenario);
        desk.ok(RUN);
        ["rep/counts.json", "rep/provenance.json", "rep/report.md"].map(|name| desk.read(name))
    };
    Saved { reports: [ATTACKS, GAMES, MISSION, CAMPAIGN].iter().map(report).collect() }
}
