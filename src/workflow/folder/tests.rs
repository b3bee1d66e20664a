use super::journal::{ASIDE, State};
use super::*;
use hitchart_config::files::OpenFolder;
use std::path::{Path, PathBuf};
use std::{collections::BTreeMap, fs, sync::atomic::AtomicBool};

static NO_STOP: AtomicBool = AtomicBool::new(false);

/// Returns the files of a report with a text and these tables.
fn report(text: &str, tables: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let marked = format!("# Report\n\n{}\n{text}", hitchart_report::MARKER);
    let table = |name: &&str| (format!("tables/{name}").into(), format!("{name} {text}").into_bytes());
    std::iter::once(("report.md".into(), marked.into_bytes())).chain(tables.iter().map(table)).collect()
}

fn write_report(folder: &Path, text: &str, tables: &[&str]) -> Result<(), FolderError> {
    Claim::take(folder, free_or_report)?.replace_report(report(text, tables), &NO_STOP)
}

/// Returns all files and folders below a folder, with their content.
fn content(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            found.insert(path.clone(), fs::read_to_string(&path).unwrap_or_default());
            folders.extend(path.is_dir().then_some(path));
        }
    }
    found
}

/// Creates a folder with a report and a user's files in every folder.
fn lived_in(folder: &Path) {
    write_report(folder, "one", &["a.csv", "old.csv"]).unwrap();
    fs::create_dir_all(folder.join("tables/deep")).unwrap();
    for path in ["notes.txt", "tables/mine.txt", "tables/deep/mine.csv"] {
        fs::write(folder.join(path), "mine").unwrap();
    }
}

#[test]
fn own_entries_go_and_come_and_a_users_stay() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("new/report");
    lived_in(&folder);
    write_report(&folder, "two", &["a.csv", "new.csv"]).unwrap();
    let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    assert!(text("report.md").ends_with("two"));
    assert_eq!((text("tables/a.csv"), text("tables/new.csv")), ("a.csv two".into(), "new.csv two".into()));
    assert!(!folder.join("tables/old.csv").exists());
    for path in ["notes.txt", "tables/mine.txt", "tables/deep/mine.csv"] {
        assert_eq!(text(path), "mine");
    }
    assert_eq!(content(dir.path()).len(), 11, "{:?}", content(dir.path()).keys());
}

#[test]
fn a_stale_file_that_was_edited_is_its_users() {
    let dir = tempfile::tempdir().unwrap();
    lived_in(dir.path().join("report").as_path());
    let edited = dir.path().join("report/tables/old.csv");
    fs::write(&edited, "with my remarks").unwrap();
    write_report(&dir.path().join("report"), "two", &["a.csv"]).unwrap();
    assert_eq!(fs::read_to_string(edited).unwrap(), "with my remarks");
}

/// A file that the user created is not replaced, even if a later report has a table of this name.
#[test]
fn a_users_file_is_not_replaced_by_one_of_its_name() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let before = content(dir.path());
    for name in ["mine.txt", "deep"] {
        assert!(matches!(write_report(&folder, "two", &[name]), Err(FolderError::Taken(_))), "{name}");
        assert_eq!(content(dir.path()), before);
    }
}

/// In reports without a list of files, only the linked files are removed.
#[test]
fn a_report_without_a_list_loses_only_what_it_links_to() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    fs::remove_file(folder.join("SHA256SUMS")).unwrap();
    fs::write(folder.join("tables/unlinked.csv"), "whose?").unwrap();
    let links = "\nFiles: [tables/old.csv](tables/old.csv), [../x](../x), [notes.txt](notes.txt)\n";
    fs::write(folder.join("report.md"), hitchart_report::MARKER.to_owned() + links).unwrap();
    fs::write(dir.path().join("x"), "outside").unwrap();
    write_report(&folder, "two", &["a.csv"]).unwrap();
    assert!(!folder.join("tables/old.csv").exists());
    for path in ["notes.txt", "tables/unlinked.csv", "tables/mine.txt", "../x"] {
        assert!(folder.join(path).exists(), "{path}");
    }
}

/// A list from elsewhere cannot affect files outside its folder.
#[test]
fn a_list_reaches_nothing_outside() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let outside = dir.path().join("precious");
    fs::write(&outside, "precious").unwrap();
    let hash = hitchart_config::sha256("precious");
    let list = format!("{hash}  ../precious\n{hash}  {}\n", outside.display());
    fs::write(folder.join("SHA256SUMS"), list).unwrap();
    write_report(&folder, "two", &["b.csv"]).unwrap();
    assert!(outside.exists());
}

#[test]
fn a_stop_before_the_first_move_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let before = content(dir.path());
    let claim = Claim::take(&folder, free_or_report).unwrap();
    let stopped = claim.replace_report(report("two", &["new.csv"]), &AtomicBool::new(true));
    assert!(matches!(stopped, Err(FolderError::Interrupted)));
    assert_eq!(content(dir.path()), before);
}

/// If a run was killed after any number of moves, the next claim restores everything.
#[test]
fn what_was_killed_after_any_move_is_undone_by_the_next_run() {
    let files = report("two", &["a.csv", "new.csv"]);
    let stale = [PathBuf::from("tables/old.csv")];
    for moves in 0..=files.len() + stale.len() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("report");
        lived_in(&folder);
        let before = content(dir.path());
        let inside = OpenFolder::open(&folder).unwrap();
        let journal = swap::plan(&inside, &files, &stale).unwrap();
        journal.begin(&inside).unwrap();
        swap::write_aside(&inside, &journal, &files, &NO_STOP).unwrap();
        journal.advance(&inside, State::Writing, State::Moving).unwrap();
        journal.moves[..moves].iter().for_each(|entry| entry.apply(&inside).unwrap());
        drop(Claim::take(&folder, free_or_report).unwrap());
        assert_eq!(content(dir.path()), before, "after {moves} moves");
    }
}

/// A run killed while it wrote the new files, or while it removed the hidden folders.
#[test]
fn what_was_killed_before_or_after_the_moves_leaves_nothing() {
    for state in [State::Writing, State::Done] {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("report");
        lived_in(&folder);
        let before = content(dir.path());
        let files = report("one", &["a.csv", "plots/new.svg"]);
        let inside = OpenFolder::open(&folder).unwrap();
        let journal = swap::plan(&inside, &files, &[]).unwrap();
        journal.begin(&inside).unwrap();
        swap::write_aside(&inside, &journal, &files[..2], &NO_STOP).unwrap();
        if let State::Done = state {
            journal.advance(&inside, State::Writing, State::Done).unwrap();
        }
        drop(Claim::take(&folder, free_or_report).unwrap());
        assert_eq!(content(dir.path()), before);
    }
}

/// A file that a user has put in the place of a moved file since the kill belongs to the user.
#[test]
fn undoing_keeps_what_a_user_has_written_since() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let files = report("two", &["new.csv"]);
    let inside = OpenFolder::open(&folder).unwrap();
    let journal = swap::plan(&inside, &files, &[]).unwrap();
    journal.begin(&inside).unwrap();
    swap::write_aside(&inside, &journal, &files, &NO_STOP).unwrap();
    journal.advance(&inside, State::Writing, State::Moving).unwrap();
    journal.moves.iter().for_each(|entry| entry.apply(&inside).unwrap());
    fs::write(folder.join("tables/new.csv"), "mine").unwrap();
    drop(Claim::take(&folder, free_or_report).unwrap());
    assert_eq!(fs::read_to_string(folder.join("tables/new.csv")).unwrap(), "mine");
}

/// A move fails half-way, because a folder took the place of a file, and all moves are undone.
#[test]
fn a_failure_in_the_midst_is_undone_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let before = content(dir.path());
    let stale = [PathBuf::from("tables/never-was.csv")];
    let inside = OpenFolder::open(&folder).unwrap();
    let failed = swap::swap(&inside, &report("two", &["a.csv", "new.csv"]), &stale, &NO_STOP);
    assert!(matches!(failed, Err(FolderError::Io { .. })), "{failed:?}");
    assert_eq!(content(dir.path()), before);
}

/// A user replaces a folder by a file while a run simulates.
#[test]
fn a_file_in_the_place_of_a_folder_inside_stops_a_replacement() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    write_report(&folder, "one", &[]).unwrap();
    let claim = Claim::take(&folder, free_or_report).unwrap();
    fs::write(folder.join("tables"), "mine").unwrap();
    let failed = claim.replace_report(report("two", &["a.csv"]), &NO_STOP);
    assert!(matches!(failed, Err(FolderError::Io { .. })), "{failed:?}");
    assert_eq!(fs::read_to_string(folder.join("tables")).unwrap(), "mine");
    assert_eq!(content(dir.path()).len(), 4, "{:?}", content(dir.path()).keys());
}

/// A journal that cannot be read is kept, with all its files.
#[test]
fn a_journal_that_cannot_be_read_is_said_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    for text in ["", r#"{"made":[],"moves":[{"path":"../x","change":"removed","sha256":""}]}"#] {
        fs::create_dir_all(folder.join(ASIDE)).unwrap();
        fs::write(folder.join(ASIDE).join("moving.json"), text).unwrap();
        let stuck = Claim::take(&folder, free_or_report);
        assert!(matches!(stuck, Err(FolderError::Unfinished { .. })), "{stuck:?}");
        assert!(folder.join(ASIDE).join("moving.json").exists());
    }
}

#[test]
fn one_claim_at_a_time_and_none_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("a/b");
    let claim = Claim::take(&folder, free_or_report).unwrap();
    assert!(matches!(Claim::take(&folder, free_or_report), Err(FolderError::Busy(_))));
    drop(claim);
    assert!(content(dir.path()).is_empty());
}

/// If the folder is removed while a run simulates, it is created again for the report.
#[test]
fn a_folder_that_was_removed_meanwhile_is_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("report");
    lived_in(&folder);
    let claim = Claim::take(&folder, free_or_report).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    claim.replace_report(report("two", &["a.csv"]), &NO_STOP).unwrap();
    assert_eq!(content(dir.path()).len(), 5);
}

#[test]
fn what_is_no_folder_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("letter.txt");
    fs::write(&file, "precious").unwrap();
    let paths = [file.clone(), file.join("in/it"), "letter.txt/".into(), "/dev/null".into(), "/dev/null/x".into()];
    for path in paths.map(|path| dir.path().join(path)) {
        let refused = Claim::take(&path, free_or_report);
        assert!(matches!(refused, Err(FolderError::NoFolder { .. })), "{path:?}: {refused:?}");
    }
    assert!(matches!(Claim::take(Path::new(""), free_or_report), Err(FolderError::Unnamed)));
    assert!(matches!(Claim::take(dir.path(), free_or_report), Err(FolderError::Foreign(_))));
    assert!(matches!(Claim::take(dir.path(), saved), Err(FolderError::NotSaved { .. })));
    assert_eq!(content(dir.path()).len(), 1);
}

/// Links in a report folder are never followed, even if lists and journals name them.
#[cfg(unix)]
#[test]
fn a_list_or_a_journal_reaches_nothing_through_a_link() {
    use std::os::unix::fs::symlink;
    let known = hitchart_config::sha256("known");
    let list = format!("{known}  link/known\n{known}  hard\n");
    let journal =
        format!(r#"{{"made":["link/new"],"moves":[{{"path":"link/known","change":"added","sha256":"{known}"}}]}}"#);
    for (path, text) in
        [("SHA256SUMS", &list), (".hitchart-aside/moving.json", &journal), (".hitchart-aside/done.json", &journal)]
    {
        let dir = tempfile::tempdir().unwrap();
        let (folder, home) = (dir.path().join("report"), dir.path().join("home"));
        lived_in(&folder);
        fs::create_dir_all(home.join(".hitchart-aside")).unwrap();
        fs::create_dir(home.join("new")).unwrap();
        fs::write(home.join("known"), "known").unwrap();
        symlink("../home", folder.join("link")).unwrap();
        let before = content(&home);
        fs::create_dir_all(folder.join(ASIDE)).unwrap();
        fs::write(folder.join(path), text).unwrap();
        let _ = write_report(&folder, "two", &["a.csv"]);
        assert_eq!(content(&home), before, "{path}");
    }
}

/// Links and pipes under the names of hidden files are rejected: links are not followed, and the run does not wait for
/// pipes.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_hidden_file_is_refused() {
    for name in [".hitchart-lock", ".hitchart-counts", ".hitchart-aside"] {
        for target in ["../diary", "../nothing", "../home"] {
            let dir = tempfile::tempdir().unwrap();
            let folder = dir.path().join("report");
            lived_in(&folder);
            fs::create_dir(dir.path().join("home")).unwrap();
            fs::write(dir.path().join("diary"), "precious").unwrap();
            fs::write(dir.path().join("home/letter"), "precious").unwrap();
            std::os::unix::fs::symlink(target, folder.join(name)).unwrap();
            let before = content(dir.path());
            let refused = write_report(&folder, "two", &["a.csv"]);
            assert!(matches!(refused, Err(FolderError::Taken(_))), "{name} to {target}: {refused:?}");
            assert_eq!(content(dir.path()), before, "{name} to {target}");
        }
    }
}
