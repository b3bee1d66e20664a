//! The origin of a text, and the folder in which its named files are searched.

use super::error::near_file;
use super::{FileText, InputError, Sort};
use crate::files::{BuiltIn, built_in_at};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// Word for standard input instead of a file.
const STANDARD_INPUT: &str = "-";

/// The path of a text, and the permissions of this text.
///
/// A scenario may come from another person than the one who runs it, such as the user of a web service. A message
/// therefore shows the content of a file only in two cases: the file is named on the command line, or it is in the
/// folder, or below, of the file that names it. A text without a folder, such as a unit of work or a saved report, can
/// name no file at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
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

impl Deref for Place {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl<T: Into<PathBuf>> From<T> for Place {
    fn from(path: T) -> Place {
        Place { path: path.into(), kind: Kind::Own }
    }
}

impl Place {
    /// Returns the place of a text without a folder.
    pub fn carried(name: impl Into<PathBuf>) -> Place {
        Place { path: name.into(), kind: Kind::Carried }
    }

    /// Returns the place of a built-in file.
    fn built_in(path: &'static str) -> Place {
        Place { path: path.into(), kind: Kind::BuiltIn }
    }

    /// Returns true if the text is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.kind == Kind::BuiltIn
    }

    /// Returns the place under another name, with the same permissions.
    pub fn named(&self, name: impl Into<PathBuf>) -> Place {
        Place { path: name.into(), kind: self.kind }
    }

    /// Returns true if a message may show the text.
    pub fn is_shown(&self) -> bool {
        self.kind != Kind::Foreign
    }
}

/// The folder in which the files named by a text are searched.
#[derive(Clone, Debug)]
pub struct Beside {
    folder: PathBuf,
    /// The kind of the text; `None` for the command line, whose user may see everything.
    of: Option<Kind>,
}

impl From<&Path> for Beside {
    fn from(folder: &Path) -> Beside {
        Beside { folder: folder.to_owned(), of: Some(Kind::Own) }
    }
}

impl From<&Beside> for Beside {
    fn from(beside: &Beside) -> Beside {
        beside.clone()
    }
}

impl Beside {
    /// Returns the current folder, for names on the command line.
    pub fn here() -> Beside {
        Beside { folder: PathBuf::new(), of: None }
    }

    /// Returns a folder that the user has named.
    pub fn folder(folder: &Path) -> Beside {
        Beside { folder: folder.to_owned(), of: None }
    }

    /// Returns the folder of a text.
    pub fn of(place: &Place) -> Beside {
        Beside { folder: place.parent().unwrap_or(Path::new("")).to_owned(), of: Some(place.kind) }
    }

    /// Reads a file by its name from this folder.
    ///
    /// # Errors
    /// Fails if the file cannot be read, and for any file if the text has no folder.
    pub fn read(&self, name: &str) -> Result<FileText, InputError> {
        let path = self.folder.join(name);
        let kind = match self.of {
            Some(Kind::Carried) => {
                let problem = format!("`{name}` is a file, but this text has no folder and cannot name files");
                return Err(InputError::plain(problem)
                    .with_help(Some("a unit of work or a saved report contains all its data")));
            }
            Some(Kind::BuiltIn) => {
                let missing =
                    || InputError::plain(format!("cannot read {}: no built-in file has this path", path.display()));
                return built_in_at(&path).map(FileText::from).ok_or_else(missing);
            }
            None => Kind::Own,
            Some(Kind::Own) if self.has(&path) => Kind::Own,
            Some(_) => Kind::Foreign,
        };
        match FileText::read(&path) {
            Ok(file) => Ok(FileText { path: Place { path, kind }, ..file }),
            // The nearest name would be from a folder of another person.
            Err(error) if kind == Kind::Foreign => Err(InputError { help: None, ..error }),
            Err(error) => Err(error),
        }
    }

    /// Reads a file by path or by name. On the command line, `-` is standard input. A text with a separator or the
    /// ending of its kind is a path. Any other text is a file of exactly this name in the folder, or else a built-in
    /// file. `None` if there is neither.
    ///
    /// # Errors
    /// As [`Beside::read`].
    pub fn find(&self, sort: Sort, name: &str) -> Result<Option<FileText>, InputError> {
        if self.of.is_none() && name == STANDARD_INPUT {
            return FileText::standard_input().map(Some);
        }
        if sort.is_path(name) {
            let with_help = |error| InputError { help: self.help_with_path(sort, name), ..error };
            let missing = |error: InputError| if self.is_missing(name) { with_help(error) } else { error };
            return self.read(name).map(Some).map_err(missing);
        }
        let is_file = |path: &Path| path.symlink_metadata().is_ok_and(|found| !found.is_dir());
        if self.is_on_disk() && is_file(&self.folder.join(name)) {
            return self.read(name).map(Some);
        }
        Ok(sort.find(name).map(FileText::from))
    }

    /// Like [`Beside::find`], but the file must exist.
    ///
    /// # Errors
    /// As [`Beside::read`]. Also fails on unknown names, with the nearest built-in name and the nearest file.
    pub fn named(&self, sort: Sort, name: &str) -> Result<FileText, InputError> {
        match self.find(sort, name)? {
            Some(file) => Ok(file),
            // Most likely a folder.
            None if self.is_on_disk() && !self.is_missing(name) => self.read(name),
            None => {
                let problem =
                    format!("cannot read {name}: there is no such file, and no built-in {} has this name", sort.noun());
                Err(InputError::plain(problem).with_help(self.help_with_name(sort, name)))
            }
        }
    }

    /// Returns true if names refer to files on the disk.
    fn is_on_disk(&self) -> bool {
        !matches!(self.of, Some(Kind::Carried | Kind::BuiltIn))
    }

    fn is_missing(&self, name: &str) -> bool {
        self.is_on_disk() && self.folder.join(name).symlink_metadata().is_err()
    }

    /// Suggests the built-in file of a missing file's name, or else the nearest file.
    fn help_with_path(&self, sort: Sort, name: &str) -> Option<String> {
        let stem = Path::new(name).file_stem()?.to_str()?;
        let built_in = sort.find(stem).map(|found| {
            let name = sort.name_of(found);
            format!("`{name}` is built in: type its name alone, without a folder and an ending")
        });
        let own = self.of.is_none() || self.has(&self.folder.join(name));
        built_in.or_else(|| near_file(&self.folder.join(name)).filter(|_| own))
    }

    /// Suggests the nearest built-in name, and the nearest file.
    fn help_with_name(&self, sort: Sort, name: &str) -> Option<String> {
        // Files in a folder of another person are not suggested.
        let own = matches!(self.of, None | Some(Kind::Own));
        let file = own.then(|| near_file(&self.folder.join(name))).flatten();
        match (sort.nearest(name), file) {
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

impl From<BuiltIn> for FileText {
    fn from((path, text): BuiltIn) -> FileText {
        FileText { path: Place::built_in(path), text: text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_shown_where_it_lies_beside_the_one_that_names_it() {
        let desk = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(desk.path().join("own/below")).unwrap();
        for file in ["own/a.toml", "own/below/a.toml", "secret.toml"] {
            std::fs::write(desk.path().join(file), "x = 1").unwrap();
        }
        let own = Beside::of(&desk.path().join("own/s.toml").into());
        let secret = desk.path().join("secret.toml").display().to_string();
        let names = ["a.toml", "below/a.toml", "../secret.toml", "below/../../secret.toml", secret.as_str()];
        let shown = names.map(|name| own.read(name).unwrap().path.is_shown());
        assert_eq!(shown, [true, true, false, false, false]);
        // Files named by a hidden file are hidden as well.
        let hidden = own.read("../secret.toml").unwrap();
        assert!(!Beside::of(&hidden.path).read("secret.toml").unwrap().path.is_shown());
        assert!(Beside::here().read(&secret).unwrap().path.is_shown());
        assert!(Beside::of(&Place::carried("unit")).read(&secret).is_err());
        assert!(own.read("../secret.tml").unwrap_err().help.is_none());
        assert!(own.read("b.toml").unwrap_err().help.is_some());
    }

    #[test]
    fn a_message_quotes_nothing_of_a_text_that_is_not_shown() {
        let desk = tempfile::tempdir().unwrap();
        std::fs::create_dir(desk.path().join("own")).unwrap();
        std::fs::write(desk.path().join("secret.toml"), "\ntoken = abc123").unwrap();
        let file = Beside::of(&desk.path().join("own/s.toml").into()).read("../secret.toml").unwrap();
        let naming = FileText { path: "s.toml".into(), text: "rules = 1".to_owned() };
        for error in [
            super::super::read_table(&file).unwrap_err(),
            InputError::at(&file, 10..16, "`abc123` is no number"),
            InputError::plain("unknown name `abc123`").or_at(&file, 0..0),
            super::super::from_json::<Vec<u8>>(&file).unwrap_err(),
        ] {
            let said = error.or_at(&naming, 0..5).to_string();
            assert!(said.contains("secret.toml") && !said.contains("abc123") && !said.contains("token"), "{said}");
        }
    }
}
