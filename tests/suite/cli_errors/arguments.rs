//! Mistakes in command-line arguments: exit code 2, and a message with the mistake, the allowed values and the nearest
//! valid name.

use crate::common::Desk;

/// Runs each line and checks the parts that its message must have.
fn refuses_all(cases: &[(&str, &[&str])]) {
    let desk = Desk::new();
    cases.iter().for_each(|(line, parts)| desk.refuses(line, parts));
}

#[test]
fn verbs_and_flags() {
    refuses_all(&[
        ("reprot folder", &["unrecognized subcommand 'reprot'", "'report'"]),
        ("ra fraem RdYBG", &["unrecognized subcommand 'fraem'", "'frame'"]),
        ("ra frame", &["<LOADOUT>", "Usage: "]),
        ("ra attack RdYBG", &["--range <RANGE>"]),
        ("ra attack --attack 3d6 --defence 2d6", &["'--defence'", "'--defense'"]),
        ("ra attack --attack 3d6 --simulate many", &["'many'", "--simulate"]),
        ("ra attack --attack 3d6 --simulate 0", &["allowed: 1 to 100,000,000,000"]),
        ("ra attack --attack 3d6 --simulate 10 --threads 0", &["1 to 1024"]),
        ("ra attack --attack 3d6 --seed 3", &["--simulate [<N>]"]),
        ("ra attack RdYBG --attack 3d6 --range direct", &["cannot be used with"]),
        ("run x.toml --samples 0", &["--samples", "allowed: 1 to 100,000,000,000"]),
    ]);
}

/// Without arguments the program prints its help, one command on a line.
#[test]
fn no_arguments_print_the_help() {
    let said = Desk::new().say("");
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.lines().any(|line| line.trim_start().starts_with("play ")), "{}", said.err);
    assert!(!said.err.contains("\\n"), "{}", said.err);
}

/// A message with many missing options keeps its lines.
#[test]
fn missing_options_stand_in_lines() {
    let message = Desk::new().refused("io attack");
    for option in ["  --attack <DICE>", "  --band <BAND>", "  --target <TARGET>"] {
        assert!(message.lines().any(|line| line == option), "{message}");
    }
}

#[test]
fn mistyped_loadouts_and_archetypes() {
    refuses_all(&[
        ("ra frame Soldeir", &["`Soldeir`", "did you mean the archetype `Soldier`?"]),
        ("ra frame 'Close Asault'", &["did you mean the archetype `Close Assault`?"]),
        ("ra frame RxYBG", &["unknown system `Rx`", "Rh, Rd, Ra"]),
        ("ra frame RdYBQ", &["unknown system `Q`"]),
        ("ra frame Rh/hYB", &["unknown system `Rh/h`"]),
        ("ra attack Tnak --range direct", &["`Tnak`"]),
        ("ra attack Tank --range direct --target Watchtowr", &["did you mean the archetype `Watchtower`?"]),
        ("ra attack Tank --range direct --spot-by Recno", &["did you mean the archetype `Recon`?"]),
        ("ra assign Soldeir --range direct", &["did you mean the archetype `Soldier`?"]),
        ("ra durability Soldeir", &["did you mean the archetype `Soldier`?"]),
        ("ra company RdYBG Soldeir", &["did you mean the archetype `Soldier`?"]),
    ]);
}

#[test]
fn illegal_loadouts() {
    refuses_all(&[
        ("ra frame RdRdRd", &["3 Rd systems", "at most 2 of a type"]),
        ("ra frame YYYB", &["3 Y systems", "at most 2 of a type"]),
        ("ra frame RdYBGE", &["5 systems", "at most 4"]),
        ("ra frame RdYBG+SSR4", &["4 rockets", "at most 3"]),
        ("ra frame RdRdRh/d", &["2.5 Rd systems", "at most 2 of a type"]),
        ("ra attack RdRdRd --range direct", &["3 Rd systems"]),
        ("ra attack Rd --range direct --target BBB", &["3 B systems"]),
    ]);
}

#[test]
fn mistyped_ranges_charts_and_shells() {
    refuses_all(&[
        ("ra attack RdYBG --range dirct", &["'dirct'", "hand-to-hand, direct, artillery", "'direct'"]),
        (
            "ra attack --attack 3d6 --chart opne",
            &["'opne'", "hand-to-hand, open, cover, frame-cover, terrain", "'open'"],
        ),
        ("ra assign RdYBG --range artilery", &["'artilery'", "'artillery'"]),
        ("ra assign RdYBG --range direct --chart covr", &["'covr'", "'cover'"]),
        ("ra durability RdYBG --chart opne", &["'opne'", "'open'"]),
        ("completions basch", &["'basch'", "bash"]),
        ("schema scenaro", &["'scenaro'", "scenario, ruleset"]),
    ]);
}

#[test]
fn dice() {
    refuses_all(&[
        ("ra attack --attack 3x6", &["--attack", "`3x6` is not dice", "3d6+1d8"]),
        ("ra attack --attack 3d6 --spot 1d", &["--spot", "`1d` is not dice"]),
        ("ra attack --attack 3d6 --defense 2d1", &["--defense", "faces 1 to 1", "2 to 20"]),
        ("ra attack --attack 3d21", &["faces 1 to 21", "2 to 20"]),
        ("ra attack --attack 101d6", &["101 dice", "at most 100"]),
        ("ra attack --attack 0d6", &["`0d6`", "1 to 100"]),
        ("ra attack --attack ''", &["at least one die"]),
        ("ra durability RdYBG --attack ''", &["--attack", "at least one die"]),
        ("ra frame ''", &["a loadout is empty", "`-`"]),
        ("ra company ''", &["a loadout is empty", "`-`"]),
        ("ra attack Soldier --range direct --defense 1d6 --target-whites 1", &["--defense", "--target-whites"]),
        ("ra attack --attack 3d6 --target-whites 1", &["--target"]),
        ("ra durability RdYBG --attack 3d6+", &["--attack", "is not dice"]),
    ]);
}

#[test]
fn whites_rockets_and_reach() {
    refuses_all(&[
        ("ra attack RdYBG --range direct --whites 3", &["--whites is 3", "2 white dice"]),
        ("ra attack RdYBG --range direct --target Y --target-whites 3", &["--target-whites is 3"]),
        ("ra attack RdYBG --range direct --spot-by Y --spot-whites 3", &["--spot-whites is 3"]),
        ("ra durability RdYBG --whites 3", &["--whites is 3"]),
        ("ra duel Tank Soldeir", &["did you mean the archetype `Soldier`?"]),
        ("ra duel Rd Rh --range extreme", &["--range", "no range `extreme`", "hand-to-hand, direct, artillery"]),
        ("ra assign Soldier --range extreme --target-defense 3", &["no range `extreme`", "artillery"]),
        ("ra duel Rd Rh --rounds 0", &["'0'", "1 to 100"]),
        ("ra duel Rd Rh --rules draft-2012", &["do not model `turn.commit_all_first = true`"]),
        ("ra duel 0W Rd", &["`0W` has no white die"]),
        ("ra duel RdYBG+SSR3 RaRaYY+SSR3 --cover 4", &["more than 6000 pairs of states"]),
        ("io duel F:RpRdB", &["unknown system `Rd`"]),
        ("io duel F:RaBY C:RaB", &["2 systems; a capital ship has 4"]),
        ("io duel F:RaBY --band direct", &["'direct'", "dogfight, point-defense, assault, support"]),
        ("io duel F:RaBY --first c", &["'c'", "a, b"]),
        ("ra loadouts --whites 3", &["--whites is 3"]),
        ("ra attack RdYBG --range direct --rockets 1", &["--rockets is 1", "carries 0", "RdYBG+SSR2"]),
        ("ra attack RdYBG --range artillery", &["cannot attack at artillery range", "no weapon"]),
        ("ra attack Y --range hand-to-hand", &["no die", "--whites"]),
        ("ra attack --attack 3d6 --cover-hits 41", &["'41'", "0 to 40"]),
        ("ra attack --attack 3d6 --chart open --cover-hits 2", &["`open` has no cover", "`cover` or `frame-cover`"]),
        ("ra attack RdYBG --range direct --chart hand-to-hand", &["`hand-to-hand`", "`direct`"]),
        ("ra durability RdYBG --chart cover", &["`cover` needs cover hits"]),
        ("ra assign RdYBG --range direct --target-defense 21", &["'21'", "0 to 20"]),
    ]);
}

#[test]
fn rolls_and_weights() {
    refuses_all(&[
        ("ra assign RdYBG --range direct --roll 'W5 W3 R2 R6 Y4 B1 X3'", &["--roll", "`X3` is not a die"]),
        ("ra assign RdYBG --range direct --roll 'W5 W3 R2 R6 Y4 B0 G3'", &["`B0` is not a die"]),
        ("ra assign RdYBG --range direct --roll 'W7 W3 R2 R6 Y4 B1 G3'", &["`W7 W3`", "2d6"]),
        ("ra assign RdYBG --range direct --roll 'W5 W3 R2 R6 Y4 B1'", &["--roll", "G dice", "1d6"]),
        (
            "ra assign RdYBG --range direct --weights dmaage=1",
            &["`dmaage`", "`damage`, `defense`, `spot`, `move`", "did you mean `damage`?"],
        ),
        ("ra assign RdYBG --range direct --weights damage", &["--weights", "`damage` is not a weight", "name=number"]),
        ("ra assign RdYBG --range direct --weights damage=-1", &["`damage=-1`", "0 or more"]),
        ("ra assign RdYBG --range direct --weights damage=inf", &["`damage=inf`", "0 or more"]),
        ("ra durability RdYBG --objective surive=1", &["`surive`", "did you mean `survive`?"]),
    ]);
}

#[test]
fn conditions() {
    refuses_all(&[
        ("ra loadouts --where 'drect >= 1.5'", &["unknown field `drect`", "`systems`", "did you mean `direct`?"]),
        ("ra loadouts --where direct", &["`direct` is not a condition", "`direct >= 1.5`"]),
        ("ra loadouts --where 'direct >= many'", &["`direct >= many`", "number"]),
        ("ra loadouts --sort durabilty", &["unknown field `durabilty`", "did you mean `durability`?"]),
        ("ra loadouts --top 0", &["'0'", "--top"]),
    ]);
}

#[test]
fn numbers_and_names_of_fleets_and_companies() {
    refuses_all(&[
        ("io ppa --ships 3,30 --companies 2,2 --systems 4,4", &["--ships", "fleet 2", "30 ships", "1 to 10"]),
        ("io ppa --ships 3,3 --companies 2,2 --systems 4,400", &["--systems", "fleet 2", "400 systems", "0 to 12"]),
        ("io ppa --ships 3,3 --companies 2,2 --systems 4,4 --hvas 9,200", &["--hvas", "fleet", "high value assets"]),
        ("io ppa --ships 3 --companies 2 --systems 4", &["--ships", "1 fleet", "2 to 4"]),
        ("io fleet nonesuch", &["unknown fleet `nonesuch`", "C:RpRaBY"]),
        ("io fleet long-wach", &["did you mean `long-watch`?"]),
        ("ra company shield-wal", &["did you mean `shield-wall`?"]),
        ("train estars-anvil --study x --held-out x", &["unknown study `x`"]),
    ]);
}
