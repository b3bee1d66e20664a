//! The texts that users name: their kinds, their origin, and the folders in which they are searched.

use super::{InputError, MAX_FILE, nearest, same_name, sha256};
use crate::files::{self, BUILT_IN, BuiltInFile, built_in_at};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// The text of a file, for messages that show a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// The path, and what the text may do.
    pub path: TextOrigin,
    /// The content.
    pub text: String,
}

impl FileText {
    /// Reads a text file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not UTF-8.
    pub fn read(path: &Path) -> Result<FileText, InputError> {
        let text = files::read(path, MAX_FILE)
            .and_then(|text| String::from_utf8(text).map_err(|_| std::io::Error::other("it is not UTF-8 text")));
        let text = text.map_err(|cause| {
            let help = match cause.kind() {
                std::io::ErrorKind::NotFound => near_file(path),
                _ => None,
            };
            InputError { place: None, problem: format!("cannot read {}: {cause}", path.display()), help }
        })?;
        Ok(FileText { path: path.into(), text })
    }

    /// Reads a file that the command line names: see [`SearchFolder::find`].
    ///
    /// # Errors
    /// As [`SearchFolder::named`].
    pub fn named(kind: FileKind, name: &Path) -> Result<FileText, InputError> {
        match name.to_str() {
            Some(name) => SearchFolder::here().named(kind, name),
            None => FileText::read(name),
        }
    }

    /// Reads standard input. Files that the text names are searched in the current folder.
    ///
    /// # Errors
    /// Fails if the input is too long or not UTF-8.
    pub fn standard_input() -> Result<FileText, InputError> {
        let cannot = |cause: &dyn std::fmt::Display| InputError::plain(format!("cannot read standard input: {cause}"));
        let text = files::standard_input(MAX_FILE).map_err(|cause| cannot(&cause))?;
        let text = String::from_utf8(text.to_owned()).map_err(|_| cannot(&"it is not UTF-8 text"))?;
        Ok(FileText { path: "stdin".into(), text })
    }

    /// Returns a text without a folder: it can name no files.
    pub fn carried(name: &str, text: &str) -> FileText {
        FileText { path: TextOrigin::carried(name), text: text.to_owned() }
    }

    /// Returns the folder in which the files named by the text are searched.
    pub fn beside(&self) -> SearchFolder {
        SearchFolder::of(&self.path)
    }

    /// Returns the file name without its folders, so that outputs do not depend on the location of the file.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the SHA-256 of the text.
    pub fn sha256(&self) -> String {
        sha256(&self.text)
    }
}

/// Suggests the nearest file name in the folder of a file that does not exist.
fn near_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let ending = path.extension().unwrap_or("toml".as_ref());
    let stem = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    let is_letter = |stem: &str| stem.chars().count() == 1;
    let files = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    // The ending, which all of these have, would make any two names alike.
    let stems: Vec<String> =
        files.filter(|file| file.extension() == Some(ending)).filter_map(|file| stem(&file)).collect();
    let (found, all) = (stem(path)?, || stems.iter().map(String::as_str));
    // Names of one letter are a mistype apart.
    let near = nearest(&found, all()).or_else(|| all().find(|near| is_letter(near) && is_letter(&found)))?;
    Some(format!("did you mean {}?", path.with_file_name(format!("{near}.{}", ending.display())).display()))
}

/// Returns true if an argument is the text of a file instead of its name.
pub fn is_text(argument: &str) -> bool {
    argument.contains('\n')
}

/// Word for standard input instead of a file.
pub const STANDARD_INPUT: &str = "-";

/// The path of a text, and the permissions of this text.
///
/// A scenario may come from another person than the one who runs it, such as the user of a web service. A message
/// therefore shows the content of a file only in two cases: the file is named on the command line, or it is in the
/// folder, or below, of the file that names it. A text without a folder, such as a unit of work or a saved report, can
/// name no file at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextOrigin {
    path: PathBuf,
    permission: Permission,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Permission {
    /// The text may be shown.
    #[default]
    Own,
    /// The text is named by a file in another folder: it is not shown.
    Foreign,
    /// The text came without a folder.
    Carried,
    /// The text is part of the program: it can only name built-in files.
    BuiltIn,
}

impl Deref for TextOrigin {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl<T: Into<PathBuf>> From<T> for TextOrigin {
    fn from(path: T) -> TextOrigin {
        TextOrigin { path: path.into(), permission: Permission::Own }
    }
}

impl TextOrigin {
    /// Returns the origin of a text without a folder.
    pub fn carried(name: impl Into<PathBuf>) -> TextOrigin {
        TextOrigin { path: name.into(), permission: Permission::Carried }
    }

    /// Returns the origin of a built-in file.
    fn built_in(path: &'static str) -> TextOrigin {
        TextOrigin { path: path.into(), permission: Permission::BuiltIn }
    }

    /// Returns true if the text is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.permission == Permission::BuiltIn
    }

    /// Returns the origin under another name, with the same permissions.
    pub fn named(&self, name: impl Into<PathBuf>) -> TextOrigin {
        TextOrigin { path: name.into(), permission: self.permission }
    }

    /// Returns true if a message may show the text.
    pub fn is_shown(&self) -> bool {
        self.permission != Permission::Foreign
    }
}

/// The folder in which the files named by a text are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFolder {
    folder: PathBuf,
    /// The permission of the text; `None` for the command line, whose user may see everything.
    of: Option<Permission>,
}

impl From<&Path> for SearchFolder {
    fn from(folder: &Path) -> SearchFolder {
        SearchFolder { folder: folder.to_owned(), of: Some(Permission::Own) }
    }
}

impl From<&SearchFolder> for SearchFolder {
    fn from(beside: &SearchFolder) -> SearchFolder {
        beside.clone()
    }
}

impl SearchFolder {
    /// Returns the current folder, for names on the command line.
    pub fn here() -> SearchFolder {
        SearchFolder { folder: PathBuf::new(), of: None }
    }

    /// Returns a folder without files, for names in a question that came as data: they can only be built-in names.
    pub fn nowhere() -> SearchFolder {
        SearchFolder { folder: PathBuf::new(), of: Some(Permission::Carried) }
    }

    /// Returns a folder that the user has named.
    pub fn folder(folder: &Path) -> SearchFolder {
        SearchFolder { folder: folder.to_owned(), of: None }
    }

    /// Returns a folder named from this one, with the same permission.
    pub fn below(&self, folder: &Path) -> SearchFolder {
        SearchFolder { folder: self.folder.join(folder), of: self.of }
    }

    /// Returns the folder of a text.
    pub fn of(origin: &TextOrigin) -> SearchFolder {
        SearchFolder { folder: origin.parent().unwrap_or(Path::new("")).to_owned(), of: Some(origin.permission) }
    }

    /// Reads a file by its name from this folder.
    ///
    /// # Errors
    /// Fails if the file cannot be read, and for any file if the text has no folder.
    pub fn read(&self, name: &str) -> Result<FileText, InputError> {
        let path = self.folder.join(name);
        let permission = match self.of {
            Some(Permission::Carried) => {
                let problem = format!("`{name}` is a file, but this text has no folder and cannot name files");
                let help = "give the text of the file instead of its name; a unit of work has all its data";
                return Err(InputError::plain(problem).with_help(Some(help)));
            }
            Some(Permission::BuiltIn) => {
                let missing =
                    || InputError::plain(format!("cannot read {}: no built-in file has this path", path.display()));
                return built_in_at(&path).map(FileText::from).ok_or_else(missing);
            }
            None => Permission::Own,
            Some(Permission::Own) if self.has(&path) => Permission::Own,
            Some(_) => Permission::Foreign,
        };
        match FileText::read(&path) {
            Ok(file) => Ok(FileText { path: TextOrigin { path, permission }, ..file }),
            // The nearest name would be from a folder of another person.
            Err(error) if permission == Permission::Foreign => Err(InputError { help: None, ..error }),
            Err(error) => Err(error),
        }
    }

    /// Reads a file by path or by name. A text of several lines is the text of the file itself, as in a question that
    /// came as data. On the command line, `-` is standard input. A text with a separator or the ending of its kind is a
    /// path. Any other text is a file of exactly this name in the folder, or else a built-in file. `None` if there is
    /// neither.
    ///
    /// # Errors
    /// As [`SearchFolder::read`].
    pub fn find(&self, kind: FileKind, name: &str) -> Result<Option<FileText>, InputError> {
        if is_text(name) {
            return Ok(Some(FileText::carried(kind.noun(), name)));
        }
        if self.of.is_none() && name == STANDARD_INPUT {
            return FileText::standard_input().map(Some);
        }
        if kind.is_path(name) {
            let with_help = |error| InputError { help: self.help_with_path(kind, name), ..error };
            let missing = |error: InputError| if self.is_missing(name) { with_help(error) } else { error };
            return self.read(name).map(Some).map_err(missing);
        }
        let is_file = |path: &Path| path.symlink_metadata().is_ok_and(|found| !found.is_dir());
        if self.is_on_disk() && is_file(&self.folder.join(name)) {
            return self.read(name).map(Some);
        }
        Ok(kind.find(name).map(FileText::from))
    }

    /// Like [`SearchFolder::find`], but the file must exist.
    ///
    /// # Errors
    /// As [`SearchFolder::read`]. Also fails on unknown names, with the nearest built-in name and the nearest file.
    pub fn named(&self, kind: FileKind, name: &str) -> Result<FileText, InputError> {
        match self.find(kind, name)? {
            Some(file) => Ok(file),
            // Most likely a folder.
            None if self.is_on_disk() && !self.is_missing(name) => self.read(name),
            None => {
                let problem =
                    format!("cannot read {name}: there is no such file, and no built-in {} has this name", kind.noun());
                Err(InputError::plain(problem).with_help(self.help_with_name(kind, name)))
            }
        }
    }

    /// Returns true if names refer to files on the disk.
    fn is_on_disk(&self) -> bool {
        !matches!(self.of, Some(Permission::Carried | Permission::BuiltIn))
    }

    fn is_missing(&self, name: &str) -> bool {
        self.is_on_disk() && self.folder.join(name).symlink_metadata().is_err()
    }

    /// Suggests the built-in file of a missing file's name, or else the nearest file.
    fn help_with_path(&self, kind: FileKind, name: &str) -> Option<String> {
        let stem = Path::new(name).file_stem()?.to_str()?;
        let built_in = kind.find(stem).map(|found| {
            let name = kind.name_of(found);
            format!("`{name}` is built in: type its name alone, without a folder and an ending")
        });
        let own = self.of.is_none() || self.has(&self.folder.join(name));
        built_in.or_else(|| near_file(&self.folder.join(name)).filter(|_| own))
    }

    /// Suggests the nearest built-in name, and the nearest file.
    fn help_with_name(&self, kind: FileKind, name: &str) -> Option<String> {
        // Files in a folder of another person are not suggested.
        let own = matches!(self.of, None | Some(Permission::Own));
        let file = own.then(|| near_file(&self.folder.join(name))).flatten();
        match (kind.nearest(name), file) {
            (Some(near), Some(file)) => Some(format!("the nearest built-in name is `{near}`; {file}")),
            (Some(near), None) => Some(format!("did you mean the built-in `{near}`?")),
            (None, file) => file,
        }
    }

    /// Returns true if a file is in the folder or below, with links resolved.
    fn has(&self, path: &Path) -> bool {
        let whole = |path: &Path| if path.as_os_str().is_empty() { Path::new(".") } else { path }.canonicalize();
        let of_file = path.canonicalize().or_else(|_| whole(path.parent().unwrap_or(Path::new(""))));
        whole(&self.folder).is_ok_and(|folder| of_file.is_ok_and(|file| file.starts_with(folder)))
    }
}

impl From<BuiltInFile> for FileText {
    fn from((path, text): BuiltInFile) -> FileText {
        FileText { path: TextOrigin::built_in(path), text: text.to_owned() }
    }
}

/// A kind of files, some of which are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scenario: a file of studies.
    Scenario,
    /// A ruleset, or an overlay of one.
    Ruleset,
    /// A company.
    Company,
    /// A fleet; there are no built-in files of fleets.
    Fleet,
    /// A table of results, for `meta`.
    Results,
}

impl FileKind {
    /// Returns the name of the kind for messages.
    pub const fn noun(self) -> &'static str {
        match self {
            FileKind::Scenario => "scenario",
            FileKind::Ruleset => "ruleset",
            FileKind::Company => "company",
            FileKind::Fleet => "fleet",
            FileKind::Results => "table of results",
        }
    }

    /// Returns the folder of the built-in files, with a slash, and their ending.
    const fn parts(self) -> (&'static str, &'static str) {
        match self {
            FileKind::Scenario => ("", ".toml"),
            FileKind::Ruleset => ("rules/", ".toml"),
            FileKind::Company => ("companies/", ".toml"),
            FileKind::Fleet => ("fleets/", ".toml"),
            FileKind::Results => ("", ".csv"),
        }
    }

    /// Returns true for texts that are paths: with a separator, or with the ending of this kind of files.
    pub fn is_path(self, text: &str) -> bool {
        text.ends_with(self.parts().1) || text.contains(['/', '\\'])
    }

    /// Returns the built-in files by name.
    pub fn built_in(self) -> impl Iterator<Item = (&'static str, BuiltInFile)> + Clone {
        let (folder, ending) = self.parts();
        let name = move |path: &'static str| path.strip_prefix(folder)?.strip_suffix(ending);
        let named = BUILT_IN.iter().filter_map(move |file| Some((name(file.0)?, *file)));
        named.filter(|(name, _)| !name.contains('/'))
    }

    /// Returns the built-in file of a name; case, spaces and hyphens are ignored.
    pub fn find(self, name: &str) -> Option<BuiltInFile> {
        self.built_in().find(|(known, _)| same_name(known, name)).map(|(_, file)| file)
    }

    /// Returns the name of a built-in file of this kind.
    pub fn name_of(self, (path, _): BuiltInFile) -> &'static str {
        let (folder, ending) = self.parts();
        path.strip_prefix(folder).and_then(|path| path.strip_suffix(ending)).unwrap_or(path)
    }

    /// Returns the nearest built-in name to a mistyped one.
    pub fn nearest(self, name: &str) -> Option<&'static str> {
        nearest(name, self.built_in().map(|(known, _)| known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_beside_the_one_that_names_it_is_shown() {
        let desk = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(desk.path().join("own/below")).unwrap();
        for file in ["own/a.toml", "own/below/a.toml", "secret.toml"] {
            std::fs::write(desk.path().join(file), "x = 1").unwrap();
        }
        let own = SearchFolder::of(&desk.path().join("own/s.toml").into());
        let secret = desk.path().join("secret.toml").display().to_string();
        let names = ["a.toml", "below/a.toml", "../secret.toml", "below/../../secret.toml", secret.as_str()];
        let shown = names.map(|name| own.read(name).unwrap().path.is_shown());
        assert_eq!(shown, [true, true, false, false, false]);
        // Files named by a hidden file are hidden as well.
        let hidden = own.read("../secret.toml").unwrap();
        assert!(!SearchFolder::of(&hidden.path).read("secret.toml").unwrap().path.is_shown());
        assert!(SearchFolder::here().read(&secret).unwrap().path.is_shown());
        assert!(SearchFolder::of(&TextOrigin::carried("unit")).read(&secret).is_err());
        assert!(own.read("../secret.tml").unwrap_err().help.is_none());
        assert!(own.read("b.toml").unwrap_err().help.is_some());
    }

    #[test]
    fn a_message_quotes_nothing_of_a_text_that_is_not_shown() {
        let desk = tempfile::tempdir().unwrap();
        std::fs::create_dir(desk.path().join("own")).unwrap();
        std::fs::write(desk.path().join("secret.toml"), "\ntoken = abc123").unwrap();
        let file = SearchFolder::of(&desk.path().join("own/s.toml").into()).read("../secret.toml").unwrap();
        let naming = FileText { path: "s.toml".into(), text: "rules = 1".to_owned() };
        for error in [
            crate::read_table(&file).unwrap_err(),
            InputError::at(&file, 10..16, "`abc123` is no number"),
            InputError::plain("unknown name `abc123`").or_at(&file, 0..0),
            crate::from_json::<Vec<u8>>(&file).unwrap_err(),
        ] {
            let said = error.or_at(&naming, 0..5).to_string();
            assert!(said.contains("secret.toml") && !said.contains("abc123") && !said.contains("token"), "{said}");
        }
    }

    #[test]
    fn json_has_each_key_once() {
        let read =
            |text: &str| crate::from_json::<std::collections::BTreeMap<String, u8>>(&FileText::carried("a.json", text));
        assert_eq!(read("{\"a\": 1, \"b\": 2}").unwrap().len(), 2);
        let twice = read("{\"a\": 1,\n \"a\": 2}").unwrap_err().to_string();
        assert!(twice.contains("a.json:2:") && twice.contains("the key `a` is there twice"), "{twice}");
    }

    #[test]
    fn json_may_begin_with_a_byte_order_mark() {
        let file = FileText { path: "b.json".into(), text: "\u{feff}[1, 2]".to_owned() };
        assert_eq!(crate::from_json::<Vec<u8>>(&file).unwrap(), [1, 2]);
    }

    #[test]
    fn names_of_a_kind_are_those_of_its_folder_alone() {
        let has = |kind: FileKind, name: &str| kind.built_in().any(|(known, _)| known == name);
        assert!(
            has(FileKind::Scenario, "claims")
                && !has(FileKind::Scenario, "results")
                && !has(FileKind::Scenario, "my-company")
        );
        assert!(
            has(FileKind::Ruleset, "h08-no-sprint")
                && has(FileKind::Company, "my-company")
                && has(FileKind::Results, "results")
        );
        assert_eq!(FileKind::Scenario.find("Estars Anvil").map(|file| file.0), Some("estars-anvil.toml"));
        assert_eq!((FileKind::Scenario.find(""), FileKind::Scenario.find("estars-anvi")), (None, None));
        assert_eq!(FileKind::Scenario.nearest("estars-anvi"), Some("estars-anvil"));
    }

    /// A name identifies one file of its kind.
    #[test]
    fn no_two_built_in_files_share_a_name() {
        for kind in [FileKind::Scenario, FileKind::Ruleset, FileKind::Company, FileKind::Results] {
            for (name, file) in kind.built_in() {
                assert_eq!(kind.find(name), Some(file), "{name}");
            }
        }
    }
}
