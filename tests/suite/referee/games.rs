//! The fixed games that the referee judges: every ruleset, every option in at least a few games, every number of
//! players, every built-in encounter. Random and greedy players reach rare situations, and are quick.

use hitchart_apocalypse_frame::encounter::ground::BUILT_IN;

/// A game to be judged: a scenario, the policies, and the number of the game.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    pub name: String,
    pub scenario: String,
    pub policies: Vec<String>,
    pub game: u64,
}

fn fixture(name: String, game: &str, (rules, study): (&str, &str), policies: &[&str], number: usize) -> Fixture {
    let scenario = format!("title = \"{name}\"\ngame = \"{game}\"\nseed = 5\nrules = {rules}\n[[study]]\n{study}\n");
    let policies = policies.iter().map(|policy| (*policy).to_owned()).collect();
    Fixture { name, scenario, policies, game: number as u64 }
}

/// Switches of Rapid Attack, as changes of the rulebook.
const RULES: [(&str, &str); 51] = [
    ("climbing", "options = { climbing = true, bricks_per_unit = 3 }"),
    ("climbing, height no cover", "options = { climbing = true, height_covers = false }"),
    ("per-unit order", "order = { per_unit = \"every-round\" }"),
    ("per-unit order, once", "order = { per_unit = \"once\" }"),
    ("early white loss", "frame = { early_white_loss = true }"),
    ("jettison", "options = { jettison = true }"),
    ("no standing on cover", "movement = { standing_on_cover = false }"),
    ("standing on frames", "movement = { standing_on_frames = true }"),
    ("hostile", "options = { hostile_whites = 1 }"),
    ("hostile whites lost", "options = { hostile_whites = 2, hostile_whites_lost = true }"),
    ("commit first", "turn = { commit_all_first = true }"),
    ("renames, commit first", "turn = { commit_all_first = true, responder_renames = true }"),
    ("renames", "turn = { responder_renames = true }"),
    ("rolled when named", "turn = { responder_rolls = \"when-named\" }"),
    ("renames when named", "turn = { responder_rolls = \"when-named\", responder_renames = true }"),
    ("rockets spent on attack", "turn = { rockets_spent_on_attack = true }"),
    ("spot before defense", "turn = { spot_before_defense = true }"),
    ("the destroyed answer", "turn = { destroyed_responder_acts = true }"),
    ("capabilities go", "turn = { capabilities_persist = false }"),
    ("terrain spotted", "spotting = { terrain = true, hand_to_hand = false }"),
    ("border both", "ranges = { border_both = true }"),
    ("short ruler", "ranges = { direct = 7.0, direct_from = 3.0 }"),
    ("corridor", "shelter = { between = \"corridor\", pieces_in_turn = false }"),
    ("defender chooses cover", "shelter = { prefer = \"defender\" }"),
    ("frame covers", "shelter = { prefer = \"frame\", friends_cover = false }"),
    ("alternate ties", "order = { ties = \"alternate\" }"),
    ("sticky ties", "order = { ties = \"sticky\" }"),
    ("sticky ties, per-unit", "order = { ties = \"sticky\", per_unit = \"every-round\" }"),
    ("lowest forced", "order = { forced = \"lowest-score\" }"),
    ("seized at the end", "stations = { seized = \"end-of-turn\", in_passing = true }"),
    ("no limbo, seized in passing", "stations = { limbo = false, in_passing = true }"),
    ("just outside, every damage", "stations = { dodge = \"just-outside\", dodge_every_damage = true }"),
    ("no dodging", "stations = { dodge = \"off\", in_fielding = false }"),
    ("covering frames stay", "stations = { covering_frames_dodge = false }"),
    ("point stations", "stations = { side = 0.0 }, fielding = { stations_together = false }"),
    ("fielded the other way", "fielding = { stations_first = \"highest-score\" }"),
    ("late frames anywhere", "fielding = { late_frames_in_cover = false }"),
    ("roll-off, rockets count", "bidding = { tie_for_defense = \"roll-off\", count_rockets = true }"),
    ("ties beyond limits", "bidding = { tie_within_limits = false, ties_adjust = false }"),
    ("no votes", "clock = { votes = false, concede = true }"),
    ("polls all", "clock = { keep_polling = true, poll_eliminated = true, start = 7 }"),
    ("no split weapons", "weapons = { split_allowed = false }"),
    ("eight rockets", "rockets = { per_company = 8 }"),
    ("frames do not block", "movement = { frames_block = false, sprint_crosses_cover = false }"),
    ("bricks", "shelter = { bricks_per_hit = 3, min_height = 4 }"),
    ("no immune screens", "cover = { two_blues_immune = false }"),
    ("high first", "charts = { cover_order = \"high-first\" }"),
    ("static", "charts = { cover_order = \"static\" }"),
    ("deadly", DEADLY),
    (
        "falls",
        "options = { climbing = true, height_covers = false, bricks_per_unit = 2, bricks_per_fall_die = 1 }, \
         charts = { cover = { cover = 1, blow_through = 5, target = 6 } }",
    ),
    (
        "other dice",
        "dice = { defense = \"2d4\", comms = \"1d8\" }, rockets = { dice = \"2d6\" }, movement = { units_per_pip = 0.5 }",
    ),
];

/// A change to damage charts that nearly always hit: it destroys many frames, even with random players.
const DEADLY: &str = "charts = { open = { target = 1 }, hand_to_hand = { target = 1 }, cover = { cover = 2, blow_through = 3, target = 4 } }";

/// Companies by number of players.
const COMPANIES: [&[&str]; 7] = [
    &["mirror-five", "mirror-five"],
    &["close-assault", "shield-wall"],
    &["estars-anvil", "suns-fang", "piercing-eye"],
    &["mirror-four", "scouts", "close-assault"],
    &["mirror-four", "scouts", "artillery-park", "suns-fang"],
    &["mirror-four", "scouts", "artillery-park", "suns-fang", "piercing-eye"],
    &["scouts", "artillery-park"],
];

const FIELDS: [&str; 3] = ["\"dense-town\"", "\"ruins-of-alluel\"", "\"open-plain\""];

/// Exotic ground, with a piece of each shape.
const HOSTILE: &str = "{ hostile = true, pieces = [\
    { shape = \"box\", at = [0, 0], size = [2.4, 2], turn = 30, height = 6, bricks = 36, height_after_hits = [5, 5, 4] },\
    { shape = \"disc\", at = [5, 1], radius = 0.6, height = 5, bricks = 6 },\
    { shape = \"box\", at = [-8, 5], size = [2, 1], station = true },\
    { shape = \"disc\", at = [9, -4], radius = 1, station = true },\
    { kind = \"hostile\", needs = \"Ev\", shape = \"box\", at = [0, 8], size = [20, 6] },\
    { shape = \"polygon\", points = [[-5, 0], [-3, 0], [-4, 2]] } ] }";

/// Returns plateaus that frames can stand on, on a round table. Hits lower them.
fn plateaus() -> String {
    let plateau = |(x, y): (i32, i32)| {
        format!(
            "{{ shape = \"box\", at = [{x}, {y}], size = [6, 6], height = 9, bricks = 36, \
             height_after_hits = [7, 5, 3, 1] }}"
        )
    };
    let plateaus: Vec<String> = [(6, 6), (-6, 6), (0, 0), (6, -6), (-6, -6)].into_iter().map(plateau).collect();
    format!("{{ table = {{ shape = \"round\" }}, pieces = [{}] }}", plateaus.join(", "))
}

fn battle(companies: &[&str], size: &str, field: &str) -> String {
    format!("kind = \"games\"\nsize = \"{size}\"\nbattlefield = {field}\ncompanies = {companies:?}\ngames = 1")
}

fn policies(pattern: &[&'static str], players: usize) -> Vec<&'static str> {
    (0..players).map(|player| pattern[player % pattern.len()]).collect()
}

/// Returns battles: each switch on three grounds with 2 to 5 players, then each built-in ruleset in every size.
pub(crate) fn battles() -> Vec<Fixture> {
    let mut all = Vec::new();
    for (i, (name, change)) in RULES.iter().enumerate() {
        for (j, pattern) in [&["random", "greedy"][..], &["random"], &["greedy"]].into_iter().enumerate() {
            let companies = COMPANIES[(i + 2 * j) % COMPANIES.len()];
            let field = match *name {
                name if name.starts_with("hostile") => HOSTILE.to_owned(),
                name if name.contains("climbing") || name == "falls" => plateaus(),
                _ => FIELDS[(i + j) % FIELDS.len()].to_owned(),
            };
            let rules = format!("{{ {change} }}");
            let study = battle(companies, "skirmish", &field);
            let policies = policies(pattern, companies.len());
            all.push(fixture(format!("{name} {j}"), "rapid-attack", (&rules, &study), &policies, 3 * i + j));
        }
    }
    let sized: [(&[&str], &str); 5] = [
        (COMPANIES[0], "skirmish"),
        (COMPANIES[2], "skirmish"),
        (&["balanced-seven", "mirror-five"], "battle"),
        (&["demo-pair", "demo-pair"], "demo"),
        (&["demo-pair", "demo-pair", "demo-pair"], "demo"),
    ];
    for rules in ["rulebook", "draft-2012", "handbook"] {
        for (i, (companies, size)) in sized.into_iter().enumerate() {
            for policy in ["random", "greedy", "tactician"] {
                let study = battle(companies, size, FIELDS[i % 2]);
                let policies = policies(&[policy], companies.len());
                let rules = (format!("\"{rules}\""), format!("{rules} {size} {i} {policy}"));
                all.push(fixture(rules.1, "rapid-attack", (&rules.0, &study), &policies, i));
            }
        }
    }
    all
}

/// Switches of Apocalypse Frame, as changes of v0.3.
const SWITCHES: [(&str, &str); 33] = [
    ("resources", "resources = { tension_less = 1, tension_start_below = 1, vigor_refilled = false }"),
    ("empty pools fail", "rolls = { empty_pool = \"failure\", roll_is = \"any-die\" }"),
    ("harder rolls", "rolls = { success_from = 4, clean_from = 6 }"),
    ("three actions", "turn = { actions = 3, extra_actions = 1, rerolls = 1 }"),
    ("no rerolls", "turn = { actions = 1, rerolls = 0 }"),
    ("shields first", "harm = { order = \"shields-first\", shields_stack = true }"),
    ("stock gear", "armaments = { gear = \"stock\" }"),
    ("spin up forgets", "armaments = { spin_up_lasts = false, mobile_counts = \"bands\" }"),
    ("downed Primes near", "armaments = { downed_primes_near = true, incendiary_goes = false }"),
    ("parallel at one", "traits = { parallel_targets_differ = false }"),
    ("suppression", "traits = { suppression = \"standard\", plating_covers_itself = true }"),
    ("EMP silences", "items = { emp_may_answer = false }"),
    ("nets catch Aces", "items = { nets_catch_aces = true, recoil_ignores_armor = true }"),
    ("backdraft", "items = { backdraft_efficient = true }"),
    ("anybody answers", "gm = { answer = \"any\" }"),
    ("the removed are silent", "gm = { removed_may_answer = false }"),
    ("the downed do not count", "gm = { downed_aces_count = false }"),
    ("three moves", "gm = { first_moves = 3, later_moves = 2 }"),
    ("one move", "gm = { first_moves = 1, later_moves = 1 }"),
    ("no damage allowed", "damage = { allowed = 0 }"),
    ("last stand", "damage = { allowed = 0, last = \"last-stand\" }"),
    ("late last stand", "damage = { allowed = 1, last = \"last-stand\", last_stand_extra = 2 }"),
    ("damage rolled again", "damage = { allowed = 5, repeated = \"reroll\" }"),
    ("much damage", "damage = { allowed = 5, superstructure = 1, tension_gained = 2, ammo_gained = 2 }"),
    ("all leave drops", "drops = { from_all = true, materials_to = 1, tension_to = 3 }"),
    ("most missing", "drops = { sharing = \"most-missing\", build_while_down = true }"),
    ("hazards", "fields = { hazard_harm = 2, cover_less = 2, cover_goes_to = 4 }"),
    ("bombardments", "fields = { bombardment_harm = 2, bombardment_hits_from = 5 }"),
    ("rooftops", "fields = { rooftop_hexes = 2 }"),
    ("gas", "fields = { gas_dice = 2, gas_harm = 2 }"),
    ("storm", "fields = { storm_harm = 3 }"),
    ("firefight", "fields = { firefight_face = 5, firefight_harm = 2 }"),
    ("as it is", ""),
];

const FRAMES: [&str; 9] = [
    "M1-SOLDIER",
    "L1-RECON",
    "H1-VANGUARD",
    "M2-ARCHER",
    "L2-BRAWLER",
    "H2-LANCER",
    "M3-SENTINEL",
    "L3-GLADIATOR",
    "H3-ANGLER",
];

/// Systems with tags that stock models lack.
const MODULES: [&str; 10] = [
    "Chaingun + Superhot",
    "Arc Mortar + Superhot",
    "Pulse Laser + Holdout",
    "Shield Generator + Projecting",
    "Afterburner + Motivating",
    "Entry Thrusters + Protective",
    "Exit Thrusters + Obfuscating",
    "Targeting Radar + Encouraging",
    "Concussion Grenade + Flashy",
    "Missile Battery + Distracting",
];

/// Returns an Ace with two chosen systems and upgrades.
fn own_ace(i: usize) -> String {
    let upgrades = ["commitment", "spirit", "clarity", "preparation", "perseverance"];
    let (first, second) = (MODULES[i % MODULES.len()], MODULES[(i + 3) % MODULES.len()]);
    format!(
        "{{ frame = \"{}\", modular = [\"{first}\", \"{second}\"], upgrades = [\"{}\", \"{}\"] }}",
        FRAMES[i % FRAMES.len()],
        upgrades[i % 5],
        upgrades[(i + 1) % 5],
    )
}

/// Returns a team of `size` Aces, with stock frames and others.
fn team(i: usize, size: usize) -> String {
    let ace = |j: usize| match (i + j) % 2 {
        0 => format!("\"{}\"", FRAMES[(2 * i + 4 * j) % FRAMES.len()]),
        _ => own_ace(i + 3 * j),
    };
    let aces: Vec<String> = (0..size).map(ace).collect();
    format!("aces = [{}]", aces.join(", "))
}

/// An encounter with every sort of place and effect, a Prime, infantry, and changes.
const BUSY: &str = "[study.encounter]\nmap = { hexagon = 4 }\naces = [\"-2,0\", \"-2,1\", \"-1,-1\"]\n\
    enemies = [{ kind = \"Centurion\", at = \"2,0\" }, { kind = \"Legionnaire\", at = [\"1,0\", \"1,-1\"], infantry = true },\
    { kind = \"Velite\", at = [\"3,0\", \"3,-1\"] }, { kind = \"Torch\", at = \"0,2\" }]\n\
    cover = [{ at = [\"0,0\", \"1,0\", \"-1,0\"] }, { at = [\"1,-1\", \"0,1\"], sort = \"low\" }]\n\
    hazards = [\"0,-1\", \"1,1\"]\nrooftops = [\"2,-2\", \"0,-2\"]\nbombardments = [\"1,0\", \"-2,0\"]\n\
    everywhere = [EFFECTS]\nreinforce = [\"Legionnaire\"]\nrounds = 8\n\
    changes = [{ round = 1, enemies = [{ kind = \"Velite\", at = \"4,0\" }], hazards = [\"-1,1\"] },\
    { round = 2, bombardments = [\"0,0\", \"4,-4\"], clear = [\"0,-1\"], armor = { by = 1 } },\
    { round = 3, vigor = { kind = \"Centurion\", by = -2 }, begin = [\"low-oxygen\"], cease = [\"reactive-gas\"] }]";

const EFFECTS: [&str; 4] = [
    "\"reactive-gas\"",
    "\"electrical-storm\"",
    "\"low-oxygen\", \"pitched-firefight\"",
    "\"reactive-gas\", \"electrical-storm\", \"pitched-firefight\"",
];

/// Encounters in which the switches are tried.
const ENCOUNTERS: [&str; 7] = ["patrol", "ambush", "centurion", "hunting-party", "pack", "consul", "siege"];

/// Returns missions: each switch in two battles, then each built-in encounter under both rulesets.
pub(crate) fn missions() -> Vec<Fixture> {
    let mut all = Vec::new();
    let meetings = [["random", "random"], ["random", "greedy"], ["greedy", "ruthless"], ["tactician", "spread"]];
    for (i, (name, change)) in SWITCHES.iter().enumerate() {
        for j in 0..2 {
            let busy = BUSY.replace("EFFECTS", EFFECTS[(i + j) % EFFECTS.len()]);
            let (plain, busy) = if j == 0 { (String::new(), busy) } else { (encounter(i), String::new()) };
            let study = format!("kind = \"missions\"\n{}\ngames = 1\n{plain}\n{busy}", team(i, 1 + (i + j) % 5));
            let meeting = &meetings[(i + j) % 4];
            let rules = format!("{{ {change} }}");
            all.push(fixture(format!("{name} {j}"), "apocalypse-frame", (&rules, &study), meeting, 2 * i + j));
        }
    }
    for rules in ["v0.3", "v1.x"] {
        for (i, (name, _)) in BUILT_IN.iter().enumerate() {
            for (j, meeting) in meetings.iter().enumerate() {
                let next = "battles = [{ encounter = { enemies = [{ kind = \"Velite\", count = 3 }] }, cache = true }]";
                let next = if (i + j) % 2 == 0 { next } else { "" };
                let team = team(i + 2 * j, 1 + (i + j) % 5);
                let study = format!("kind = \"missions\"\nencounter = \"{name}\"\n{team}\n{next}\ngames = 1");
                let rules = (format!("\"{rules}\""), format!("{rules} {name} {j}"));
                all.push(fixture(rules.1, "apocalypse-frame", (&rules.0, &study), meeting, j));
            }
        }
    }
    all
}

fn encounter(i: usize) -> String {
    format!("encounter = \"{}\"", ENCOUNTERS[i % ENCOUNTERS.len()])
}
