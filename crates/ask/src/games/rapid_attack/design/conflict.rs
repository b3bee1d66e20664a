//! Reasons why a space has no company: the constraints that contradict each other. They are found by checking all
//! numbers of frames, systems, weapons and required systems that companies can have.

use super::CompanySpace;
use hitchart_config::words::counted;
use hitchart_lab::builds::{Limit, conflict, enumerated};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::ruleset::DesignRules;
use std::collections::BTreeSet;

/// A constraint of a study that goes beyond the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Constraint {
    Frames,
    Systems,
    NoSplit,
    Banned(SystemKind),
    Required(String),
}

/// Explains which constraints of a space contradict each other; `None` if the space has a company.
pub(crate) fn why_none(space: &CompanySpace) -> Option<String> {
    let active = conflict(&constraints(space), |active| has_company(&with(space, active)));
    if active.is_empty() {
        return None;
    }
    let words: Vec<String> = active.iter().map(|one| described(space, one)).collect();
    let reason = reason(&with(space, &active)).map_or_else(String::new, |reason| format!(": {reason}"));
    Some(format!("no company has {}{reason}", enumerated(&words)))
}

/// Returns the constraints that the space adds to the rules.
fn constraints(space: &CompanySpace) -> Vec<Constraint> {
    let base = base(space);
    let gone: Vec<SystemKind> = base.kinds.iter().filter(|kind| !space.kinds.contains(kind)).copied().collect();
    let no_split = base.kinds.iter().any(|kind| kind.is_split()) && !space.kinds.iter().any(|kind| kind.is_split());
    let banned = gone.into_iter().filter(|kind| !(no_split && kind.is_split())).map(Constraint::Banned);
    let required = space.required.iter().map(|token| Constraint::Required(token.clone()));
    let numbers = [
        (space.frames != base.frames).then_some(Constraint::Frames),
        (space.systems != base.systems).then_some(Constraint::Systems),
        no_split.then_some(Constraint::NoSplit),
    ];
    numbers.into_iter().flatten().chain(banned).chain(required).collect()
}

fn base(space: &CompanySpace) -> CompanySpace {
    CompanySpace::of(space.rules.clone(), space.size, space.players, space.limits)
}

/// Returns the space of the rules with some of the constraints.
fn with(space: &CompanySpace, active: &[Constraint]) -> CompanySpace {
    let mut narrowed = base(space);
    for one in active {
        match one {
            Constraint::Frames => narrowed.frames = space.frames,
            Constraint::Systems => narrowed.systems = space.systems,
            Constraint::NoSplit => narrowed.kinds_mut().retain(|kind| !kind.is_split()),
            Constraint::Banned(banned) => narrowed.kinds_mut().retain(|kind| kind != banned),
            Constraint::Required(token) => narrowed.required.push(token.clone()),
        }
    }
    narrowed
}

/// True if some company meets all constraints of a space and the rules.
fn has_company(space: &CompanySpace) -> bool {
    let (rules, rockets) = (&space.rules, u16::from(space.rules.rockets.per_company));
    let asks = space.required.iter().chain(&rules.design.company_needs);
    let (rocket, tokens): (Vec<&String>, Vec<&String>) = asks.partition(|token| *token == DesignRules::ROCKET);
    if !rocket.is_empty() && rockets == 0 {
        return false;
    }
    let all = (1_u32 << tokens.len()) - 1;
    // The number of systems, the number of ranged weapons and the required systems of each sort of frame.
    let counts_ranged = u16::from(rules.design.max_ranged) < space.frames.most * u16::from(rules.frame.max_systems);
    let sort = |loadout: &Loadout| {
        let ranged =
            loadout.kinds().filter(|kind| kind.is_ranged()).map(|kind| u16::from(loadout.count(kind))).sum::<u16>();
        let has =
            tokens.iter().enumerate().filter(|(_, token)| loadout.has(token)).map(|(bit, _)| 1_u32 << bit).sum::<u32>();
        (loadout.systems() as u16, if counts_ranged { ranged } else { 0 }, has)
    };
    let sorts: BTreeSet<(u16, u16, u32)> = space.loadouts().iter().map(sort).collect();
    let mut companies = BTreeSet::from([(0, 0, 0)]);
    (1..=space.frames.most).any(|frames| {
        let more = |(systems, ranged, had): &(u16, u16, u32)| {
            let (systems, ranged, had) = (*systems, *ranged, *had);
            sorts.iter().map(move |(more, armed, has)| (systems + more, ranged + armed, had | has)).collect::<Vec<_>>()
        };
        let few = |company: &(u16, u16, u32)| company.1 <= u16::from(rules.design.max_ranged);
        companies = companies.iter().flat_map(more).filter(few).collect();
        let fits = |(systems, _, had): &(u16, u16, u32)| {
            space.systems.allows(*systems)
                && f64::from(*systems) <= rules.design.max_average * f64::from(frames)
                && *had == all
        };
        space.frames.allows(frames)
            && frames * u16::from(rules.rockets.per_frame) >= rockets
            && companies.iter().any(fits)
    })
}

/// Explains a conflict of the number of systems; `None` if the conflict is another one.
fn reason(space: &CompanySpace) -> Option<String> {
    let loadouts = space.loadouts();
    let systems = || loadouts.iter().map(|loadout| loadout.systems() as u16);
    let (least, most) = (systems().min()?, systems().max()?);
    let Limit { least: few, most: many } = space.frames;
    let frames = |number: u16| counted(number.into(), "frames");
    let full = u16::from(space.rules.frame.max_systems);
    let kinds = || space.kinds.iter().map(|kind| kind.token().to_owned()).collect::<Vec<_>>();
    let because = if most < full { format!(" of {}", enumerated(&kinds())) } else { String::new() };
    if many * most < space.systems.least {
        return Some(format!("{} carry at most {} systems{because}", frames(many), many * most));
    }
    (few * least > space.systems.most).then(|| format!("{} carry at least {} systems", frames(few), few * least))
}

/// Describes a constraint in words that follow `company has`.
fn described(space: &CompanySpace, one: &Constraint) -> String {
    let range = |Limit { least, most }: Limit, what: &str| match least == most {
        true => counted(most.into(), what),
        false => format!("{least} to {most} {what}"),
    };
    match one {
        Constraint::Frames => range(space.frames, "frames"),
        Constraint::Systems => range(space.systems, "systems"),
        Constraint::NoSplit => "no split weapons".to_owned(),
        Constraint::Banned(kind) => format!("no {}", kind.token()),
        Constraint::Required(token) => format!("at least one {token}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;
    use hitchart_lab::builds::BuildSpace;
    use hitchart_rapid_attack::bidding::{Size, limits};
    use hitchart_rapid_attack::rules_files::rulebook;
    use std::sync::Arc;

    fn space() -> CompanySpace {
        let rules = rulebook();
        let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
        CompanySpace::of(Arc::new(rules), Size::Skirmish, 2, limits)
    }

    #[test]
    fn a_conflict_of_numbers_says_how_much_frames_carry() {
        let many = CompanySpace { frames: Limit::exactly(4), systems: Limit { least: 18, most: 20 }, ..space() };
        let said = why_none(&many).unwrap();
        assert!(said.contains("4 frames and 18 to 20 systems: 4 frames carry at most 16 systems"), "{said}");
        let mut only = CompanySpace { systems: Limit::exactly(24), ..space() };
        only.kinds_mut().retain(|kind| *kind == SystemKind::Comms);
        let said = why_none(&only).unwrap();
        assert!(said.contains("24 systems") && said.contains("6 frames carry at most 12 systems of Y"), "{said}");
        assert_eq!(why_none(&space()), None);
    }

    #[test]
    fn what_is_banned_and_required_is_named() {
        let mut both = CompanySpace { required: vec!["Y".to_owned()], ..space() };
        both.kinds_mut().retain(|kind| !matches!(kind, SystemKind::Comms | SystemKind::Artillery));
        assert_eq!(why_none(&both).unwrap(), "no company has no Y and at least one Y");
    }

    /// If a company can be drawn from a space, the space has no conflict.
    #[test]
    fn a_space_with_a_drawn_company_has_no_conflict() {
        let mut throw = Throw::new(11);
        let mut found = 0;
        for _ in 0..30 {
            let mut of = space();
            let systems = 4 + throw.below(20) as u16;
            of.systems = Limit { least: systems, most: systems + throw.below(3) as u16 };
            of.kinds_mut().retain(|_| throw.below(5) == 0);
            let drawn = of.drawn(&mut |below| throw.below(below)).is_some();
            found += u32::from(drawn);
            assert!(!drawn || why_none(&of).is_none(), "{of:?}");
        }
        assert!((3..28).contains(&found), "{found}");
    }
}
