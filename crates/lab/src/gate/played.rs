//! The part of a scenario that decides which games are played, and the path of its file.

use hitchart_config::FileText;
use serde_json::{Map, Value};
use std::path::{Component, Path};

/// Keys of a scenario that a baseline stores separately, or that change no game.
const HEAD: [&str; 6] = ["title", "description", "rules", "seed", "samples", "study"];
/// Keys of a study that change no game.
const STUDY: [&str; 4] = ["name", "title", "text", "games"];

/// Returns the part of a scenario that decides which games of `studies` are played; `all` names its studies in order.
pub fn asked(file: &FileText, all: &[&str], studies: &[&str]) -> Value {
    let mut root: toml::Table = toml::from_str(&file.text).unwrap_or_default();
    let written = root.get("study").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    HEAD.iter().for_each(|key| drop(root.remove(*key)));
    // `system` is the older key for the game.
    if let Some(game) = root.remove("system") {
        root.entry("game").or_insert(game);
    }
    let mut told = serde_json::to_value(root).unwrap_or_default();
    let asked = all.iter().zip(written).filter(|(name, _)| studies.contains(name)).map(|(name, study)| {
        let mut study = study.as_table().cloned().unwrap_or_default();
        STUDY.iter().for_each(|key| drop(study.remove(*key)));
        ((*name).to_owned(), serde_json::to_value(study).unwrap_or_default())
    });
    told["study"] = Value::Object(asked.collect::<Map<String, Value>>());
    told
}

/// Returns the path from a folder to a file, with `/`, so that both can move together. If there is none, returns the
/// whole path.
pub fn path_from(folder: &Path, file: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (Ok(from), Ok(to)) = (folder.canonicalize(), file.canonicalize()) else { return slashed(file) };
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return slashed(&to);
    }
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<String>>().join("/")
}

fn slashed(path: &Path) -> String {
    let is_root = |part: &Component<'_>| matches!(part, Component::RootDir);
    match path.components().any(|part| is_root(&part)) || cfg!(not(windows)) {
        true => path.display().to_string(),
        false => path.display().to_string().replace('\\', "/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_rules_and_other_studies_decide_nothing() {
        let text = "title = 't'\nsystem = 'rapid-attack'\nrules = 'x'\nseed = 3\n[policies.bold]\nkill = 2.5\n[[study]]\n\
                    kind = 'games'\ntitle = 'u'\ngames = 7\nsize = 'duel'\n[[study]]\nkind = 'frames'\n";
        let file = FileText { path: "x.toml".into(), text: text.into() };
        let found = asked(&file, &["games-1", "frames-2"], &["games-1"]);
        let study = json!({ "games-1": { "kind": "games", "size": "duel" } });
        assert_eq!(found, json!({ "game": "rapid-attack", "policies": { "bold": { "kill": 2.5 } }, "study": study }));
    }

    #[test]
    fn paths_lead_from_the_folder() {
        let desk = tempfile::tempdir().unwrap();
        let (folder, file) = (desk.path().join("a/b"), desk.path().join("c/x.toml"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "").unwrap();
        assert_eq!(path_from(&folder, &file), "../../c/x.toml");
        assert_eq!(path_from(&desk.path().join("c"), &file), "x.toml");
        assert_eq!(path_from(&folder, Path::new("no/such.toml")), "no/such.toml");
    }
}
