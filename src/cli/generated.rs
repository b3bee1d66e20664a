//! Generated texts: `hitchart completions` for scripts that complete commands, and `hitchart man` for the manual page.

use super::{error::CliError, output};
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use std::{io, io::Write};

// `hitchart completions SHELL`

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints a completion script.
pub(crate) fn run_completions(args: &CompletionsArgs, mut program: Command) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "hitchart", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

// `hitchart man`

/// Prints the manual page: the program, then all its commands.
pub(crate) fn run_man(program: Command) -> Result<(), CliError> {
    output::print(&page(program)?)
}

/// Returns the manual page in roff.
pub(super) fn page(program: Command) -> io::Result<String> {
    let mut page = head(&program)?;
    page += ".SH COMMANDS\n";
    let mut program = program.disable_help_subcommand(true).disable_help_flag(true).disable_version_flag(true);
    program.build();
    commands(&program, &mut page)?;
    Ok(page)
}

/// Returns the sections about the program as a whole.
fn head(program: &Command) -> io::Result<String> {
    let man = Man::new(program.clone()).manual("hitchart");
    let mut page = body(|out| man.render_title(out))?;
    let sections = [
        ("NAME", body(|out| man.render_name_section(out))?),
        ("SYNOPSIS", body(|out| man.render_synopsis_section(out))?),
        ("DESCRIPTION", body(|out| man.render_description_section(out))?),
        ("OPTIONS", body(|out| man.render_options_section(out))?),
        ("EXAMPLES", examples(&man)?),
    ];
    page.extend(sections.map(|(heading, body)| format!(".SH {heading}\n{body}")));
    Ok(page)
}

/// Adds a subsection for every command below another.
fn commands(above: &Command, page: &mut String) -> io::Result<()> {
    for command in above.get_subcommands() {
        let man = Man::new(command.clone());
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        let (synopsis, description) =
            (body(|out| man.render_synopsis_section(out))?, body(|out| man.render_description_section(out))?);
        let options =
            if command.has_subcommands() { String::new() } else { body(|out| man.render_options_section(out))? };
        *page += &format!(".SS \"{name}\"\n{synopsis}.PP\n{description}{options}.PP\n{}", examples(&man)?);
        commands(command, page)?;
    }
    Ok(())
}

/// Returns the text after a command's options: its examples, one per line.
fn examples(man: &Man) -> io::Result<String> {
    let mut text = String::new();
    let mut shown = false;
    for line in body(|out| man.render_extra_section(out))?.lines() {
        if line.starts_with("  ") != shown {
            shown = !shown;
            text += if shown { ".EX\n" } else { ".EE\n" };
        }
        text += &format!("{line}\n");
    }
    Ok(if shown { text + ".EE\n" } else { text })
}

/// Returns a section without its heading and without the definitions that begin every section.
fn body(render: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<String> {
    let mut text = Vec::new();
    render(&mut text)?;
    let own = |line: &&str| ![".SH ", ".ie ", ".el "].iter().any(|head| line.starts_with(head));
    // An apostrophe at the start of a line would be read as a roff request.
    let lines = String::from_utf8_lossy(&text).replace("\\*(Aq", "\\(aq");
    Ok(lines.lines().filter(own).map(|line| format!("{line}\n")).collect())
}
