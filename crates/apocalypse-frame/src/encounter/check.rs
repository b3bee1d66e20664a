//! Conversion of TOML to checked encounters.

use super::super::catalogue::Catalogue;
use super::super::catalogue::entries::{EnemyKind, MAX_ATTACKS, Rank};
use super::super::hexes::{HexMap, MapOutline};
use super::super::ids::{AttackId, AttackSet, ColossusId, HexId, HexSet};
use super::ground::Grounds;
use super::{
    CoverSort, DEFAULT_ROUNDS, Encounter, FieldPlace, Fields, Global, GlobalEffects, MAX_BATTLES, MAX_COLOSSI,
    MAX_ENEMIES, MAX_KINDS, MAX_SITUATIONS, MissionPlan, Placed, PlannedBattle, RawChange, RawColossus, RawCover,
    RawEncounter, RawEnemies, RawMission, RawParts, RawPlaces, RawVigor, SingleChange, Situation, TimedChange,
};
use hitchart_config::{At, FileText, InputError, same_name};
use std::ops::Range;

/// The map of a file without one.
const DEFAULT_MAP: MapOutline = MapOutline::Hexagon { hexagon: 3 };

/// Checks an encounter of a file against the kinds of enemies of a ruleset.
///
/// # Errors
/// Returns an error with the place and the nearest name for hexes off the map, unknown kinds and attacks, and too many
/// enemies.
pub fn check(raw: &RawEncounter, file: &FileText, known: &Catalogue) -> Result<Encounter, InputError> {
    let map = match &raw.map {
        None => DEFAULT_MAP.map().map_err(InputError::plain)?,
        Some(shape) => shape.value.map().map_err(|error| InputError::at(file, shape.span.clone(), error))?,
    };
    let mut checker = Checker { file, known, places: Places { file, map: &map }, kinds: Vec::new() };
    let starts = match &raw.aces {
        None => default_starts(&map),
        Some(places) => checker.places.list(places)?,
    };
    let (enemies, colossi) = checker.everyone(raw)?;
    let fields = checker.fields(&raw.cover, [&raw.hazards, &raw.rooftops, &raw.bombardments])?;
    let (mut changes, mut situations) = (Vec::new(), Vec::new());
    for change in &raw.changes {
        let what = checker.change(change, &colossi)?;
        match checker.comes(change)? {
            When::Round(round) => changes.extend(what.into_iter().map(|what| TimedChange { round, what })),
            When::Face { faces, from, again } => situations.push(Situation { faces, from, again, what }),
        }
    }
    if situations.len() > MAX_SITUATIONS {
        let problem = format!("{} changes have `faces`; allowed: at most {MAX_SITUATIONS}", situations.len());
        let span = raw.changes.last().map_or(0..0, |change| change.span.clone());
        return Err(InputError::at(file, span, problem));
    }
    let rounds = rounds(raw, file)?;
    let mut reinforce = Vec::new();
    for name in &raw.reinforce {
        reinforce.push(checker.standard(name)?);
    }
    let kinds = checker.kinds;
    Ok(Encounter {
        name: raw.name.clone().unwrap_or_else(|| "battle".to_owned()),
        starts,
        kinds,
        enemies,
        colossi,
        fields,
        everywhere: everywhere(&raw.everywhere),
        changes,
        situations,
        rounds,
        at_limit: raw.at_limit.unwrap_or_default(),
        until_last_wave: raw.until_last_wave,
        reinforce,
        map,
    })
}

fn rounds(raw: &RawEncounter, file: &FileText) -> Result<u8, InputError> {
    match &raw.rounds {
        Some(rounds) if !(1..=250).contains(&rounds.value) => {
            Err(InputError::at(file, rounds.span.clone(), "a battle must have 1 to 250 rounds"))
        }
        rounds => Ok(rounds.as_ref().map_or(DEFAULT_ROUNDS, |rounds| rounds.value)),
    }
}

/// Checks a mission of a file. Returns it with the files that its encounters were read from, by name and text.
///
/// # Errors
/// As [`check`]; also no battles, too many, or an unknown encounter.
pub fn check_mission(
    raw: &RawMission,
    grounds: &Grounds<'_>,
) -> Result<(MissionPlan, Vec<(String, String)>), InputError> {
    if raw.battles.is_empty() || raw.battles.len() > MAX_BATTLES {
        let span = raw.battles.last().map_or(0..0, |battle| battle.span.clone());
        let problem = format!("the mission has {} battles; allowed: 1 to {MAX_BATTLES}", raw.battles.len());
        return Err(InputError::at(grounds.file, span, problem));
    }
    let mut files = Vec::new();
    let mut battle = |raw: &At<super::RawBattle>| {
        let (encounter, file) = grounds.resolved(&raw.value.encounter)?;
        files.extend(file);
        Ok(PlannedBattle { encounter, cache: raw.value.cache, repairs: raw.value.repairs.unwrap_or(true) })
    };
    let battles = raw.battles.iter().map(&mut battle).collect::<Result<_, InputError>>()?;
    Ok((MissionPlan { name: raw.name.clone().unwrap_or_else(|| "mission".to_owned()), battles }, files))
}

fn everywhere(effects: &[Global]) -> GlobalEffects {
    let mut everywhere = GlobalEffects::default();
    effects.iter().for_each(|effect| everywhere.set(*effect, true));
    everywhere
}

/// Context for checking the parts of an encounter.
struct Checker<'a> {
    file: &'a FileText,
    known: &'a Catalogue,
    places: Places<'a>,
    /// Kinds used so far, by number in the encounter.
    kinds: Vec<EnemyKind>,
}

impl Checker<'_> {
    /// Returns all enemies at the start, and the names of the colossi.
    fn everyone(&mut self, raw: &RawEncounter) -> Result<(Vec<Placed>, Vec<String>), InputError> {
        let (mut enemies, mut colossi) = (Vec::new(), Vec::new());
        for group in &raw.enemies {
            enemies.extend(self.group(group, "colossi")?);
        }
        for colossus in &raw.colossi {
            if colossi.len() == MAX_COLOSSI {
                let problem = format!("a battle has more than {MAX_COLOSSI} colossi");
                return Err(InputError::at(self.file, colossus.span.clone(), problem));
            }
            let (name, parts) = self.colossus(&colossus.value, ColossusId::new(colossi.len() as u8))?;
            colossi.push(name);
            enemies.extend(parts);
        }
        if enemies.is_empty() || enemies.len() > MAX_ENEMIES {
            let problem = format!("a battle has {} enemies; allowed: 1 to {MAX_ENEMIES}", enemies.len());
            return Err(match raw.enemies.last() {
                Some(group) => InputError::at(self.file, group.span.clone(), problem),
                None => InputError::plain(problem),
            });
        }
        Ok((enemies, colossi))
    }

    /// Returns the number of a kind in the encounter.
    fn kind(&mut self, name: &At<String>) -> Result<u8, InputError> {
        let kind = self.known.enemy(&name.value).map_err(|error| error.or_at(self.file, name.span.clone()))?;
        self.number_of(kind).map_err(|error| error.or_at(self.file, name.span.clone()))
    }

    fn number_of(&mut self, kind: &EnemyKind) -> Result<u8, InputError> {
        if let Some(number) =
            self.kinds.iter().position(|met| met.name == kind.name && met.written.part_of == kind.written.part_of)
        {
            return Ok(number as u8);
        }
        if self.kinds.len() == MAX_KINDS {
            return Err(InputError::plain(format!("a battle has more than {MAX_KINDS} kinds of enemies")));
        }
        if kind.attacks.len() > MAX_ATTACKS {
            return Err(InputError::plain(format!("`{}` has more than {MAX_ATTACKS} attacks", kind.name)));
        }
        self.kinds.push(kind.clone());
        Ok(self.kinds.len() as u8 - 1)
    }

    fn standard(&mut self, name: &At<String>) -> Result<u8, InputError> {
        let number = self.kind(name)?;
        if self.kinds[usize::from(number)].written.rank == Rank::Standard {
            return Ok(number);
        }
        let problem = format!("`{}` cannot be called as a reinforcement; only standard enemies can", name.value);
        Err(InputError::at(self.file, name.span.clone(), problem))
    }

    /// Returns the enemies of one kind. For a part of a colossus, the error names the key to use instead.
    fn group(&mut self, raw: &At<RawEnemies>, parts_under: &str) -> Result<Vec<Placed>, InputError> {
        let group = &raw.value;
        let number = self.kind(&group.kind)?;
        let kind = &self.kinds[usize::from(number)];
        if kind.written.rank == Rank::Part {
            let of = kind.part_of().unwrap_or("a colossus");
            let problem = format!("`{}` is a part of `{of}`: name `{of}` under `{parts_under}`", kind.name);
            return Err(InputError::at(self.file, group.kind.span.clone(), problem));
        }
        let attacks = match &group.attack {
            None => kind.carried(),
            Some(name) => attack_of(kind, name, self.file)?,
        };
        let vigor = match &group.vigor {
            Some(vigor) if !(1..=60).contains(&vigor.value) => {
                return Err(InputError::at(self.file, vigor.span.clone(), "the Vigor of an enemy must be 1 to 60"));
            }
            vigor => vigor.as_ref().map_or(kind.written.vigor, |vigor| vigor.value),
        };
        let given = group.at.as_ref().map(|places| self.places.list(places)).transpose()?;
        let places = given.clone().unwrap_or_else(|| default_enemies(self.places.map));
        if let (Some(places), Some(at)) = (&given, &group.at)
            && places.len() > MAX_ENEMIES
        {
            let problem = format!("{} hexes of enemies; allowed: at most {MAX_ENEMIES}", places.len());
            return Err(InputError::at(self.file, at.span.clone(), problem));
        }
        let count = self.count(group, given.map_or(1, |places| places.len() as u8))?;
        let infantry = group.infantry;
        let placed = |i: u8| Placed {
            kind: number,
            at: places[usize::from(i) % places.len()],
            vigor,
            attacks,
            colossus: None,
            infantry,
        };
        Ok((0..count).map(placed).collect())
    }

    /// Returns the number of enemies in a group; `default` if the file does not set it.
    fn count(&self, group: &RawEnemies, default: u8) -> Result<u8, InputError> {
        match &group.count {
            Some(count) if !(1..=MAX_ENEMIES as u8).contains(&count.value) => {
                let problem = format!("a number of enemies must be 1 to {MAX_ENEMIES}");
                Err(InputError::at(self.file, count.span.clone(), problem))
            }
            count => Ok(count.as_ref().map_or(default, |count| count.value)),
        }
    }

    /// Returns the name and the parts of a colossus.
    fn colossus(&mut self, raw: &RawColossus, number: ColossusId) -> Result<(String, Vec<Placed>), InputError> {
        let is_of = |kind: &&EnemyKind| kind.part_of().is_some_and(|of| same_name(of, &raw.name.value));
        let sorts: Vec<EnemyKind> = self.known.enemies.iter().filter(is_of).cloned().collect();
        let Some(name) = sorts.first().and_then(EnemyKind::part_of).map(str::to_owned) else {
            let names: Vec<&str> = self.known.enemies.iter().filter_map(EnemyKind::part_of).collect();
            let unknown = InputError::unknown("colossus", &raw.name.value, names);
            let unknown = unknown.with_help(self.known.taken_away(&raw.name.value));
            return Err(unknown.or_at(self.file, raw.name.span.clone()));
        };
        let given = raw.at.as_ref().map(|places| self.places.list(places)).transpose()?;
        let places = given.unwrap_or_else(|| default_enemies(self.places.map));
        let mut parts = Vec::new();
        for sort in &sorts {
            let kind = self.number_of(sort).map_err(|error| error.or_at(self.file, raw.name.span.clone()))?;
            for _ in 0..sort.written.count {
                let at = places[parts.len() % places.len()];
                let attacks = all_attacks(sort);
                let colossus = Some(number);
                parts.push(Placed { kind, at, vigor: sort.written.vigor, attacks, colossus, infantry: false });
            }
        }
        Ok((name, parts))
    }

    fn fields(&self, cover: &[RawCover], rest: [&Option<At<RawPlaces>>; 3]) -> Result<Fields, InputError> {
        let mut fields = Fields::default();
        for raw in cover {
            let set = match raw.sort {
                CoverSort::Normal => &mut fields.cover,
                CoverSort::Low => &mut fields.low_cover,
            };
            *set |= self.places.set(&raw.at)?;
        }
        let [hazards, rooftops, bombardments] = rest.map(|places| places.as_ref().map(|raw| self.places.set(raw)));
        fields.hazards = hazards.transpose()?.unwrap_or_default();
        fields.rooftops = rooftops.transpose()?.unwrap_or_default();
        fields.bombardments = bombardments.transpose()?.unwrap_or_default();
        Ok(fields)
    }

    /// Returns the time of a table of changes.
    fn comes(&self, raw: &At<RawChange>) -> Result<When, InputError> {
        let RawChange { round, faces, from, again, .. } = &raw.value;
        let counted = |round: &At<u8>| match round.value {
            0 => Err(InputError::at(self.file, round.span.clone(), "the first round is 1")),
            round => Ok(round),
        };
        match (round, faces) {
            (Some(round), None) => {
                let stray = from.as_ref().map(|from| &from.span).or(again.as_ref().map(|again| &again.span));
                match stray {
                    Some(span) => Err(InputError::at(
                        self.file,
                        span.clone(),
                        "`from` and `again` can be used with `faces`, not with `round`",
                    )),
                    None => Ok(When::Round(counted(round)?)),
                }
            }
            (None, Some(faces)) => {
                if faces.value.is_empty() || faces.value.iter().any(|face| !(1..=6).contains(face)) {
                    let problem = "`faces` must be a list of faces of a d6: numbers from 1 to 6";
                    return Err(InputError::at(self.file, faces.span.clone(), problem));
                }
                let from = from.as_ref().map_or(Ok(1), counted)?;
                let again = again.as_ref().is_some_and(|again| again.value);
                Ok(When::Face { faces: faces.value.iter().fold(0, |set, face| set | 1 << face), from, again })
            }
            _ => {
                let problem = "a change needs either `round` or `faces`";
                Err(InputError::at(self.file, raw.span.clone(), problem))
            }
        }
    }

    /// Returns the single changes of one table, in order.
    fn change(&mut self, raw: &At<RawChange>, colossi: &[String]) -> Result<Vec<SingleChange>, InputError> {
        let (change, mut into) = (&raw.value, Vec::new());
        for group in &change.enemies {
            into.extend(self.group(group, "parts")?.into_iter().map(SingleChange::Reinforcement));
        }
        for parts in &change.parts {
            into.extend(self.parts(&parts.value, colossi)?);
        }
        let fields = self.fields(&change.cover, [&change.hazards, &change.rooftops, &change.bombardments])?;
        into.extend(spots(fields).into_iter().map(|(hexes, spot)| SingleChange::Field { hexes, spot, added: true }));
        if let Some(places) = &change.clear {
            let hexes = self.places.set(places)?;
            let all = [
                FieldPlace::Cover(CoverSort::Normal),
                FieldPlace::Cover(CoverSort::Low),
                FieldPlace::Hazard,
                FieldPlace::Rooftop,
            ];
            into.extend(all.map(|spot| SingleChange::Field { hexes, spot, added: false }));
        }
        into.extend(change.begin.iter().map(|effect| SingleChange::Everywhere { effect: *effect, on: true }));
        into.extend(change.cease.iter().map(|effect| SingleChange::Everywhere { effect: *effect, on: false }));
        if let Some(RawVigor { kind, by }) = &change.vigor {
            into.push(SingleChange::Vigor { kind: kind.as_ref().map(|kind| self.kind(kind)).transpose()?, by: *by });
        }
        if let Some(RawVigor { kind, by }) = &change.armor {
            into.push(SingleChange::Armor { kind: kind.as_ref().map(|kind| self.kind(kind)).transpose()?, by: *by });
        }
        if let Some(raw) = &change.attacks {
            let kind = self.kind(&raw.kind)?;
            let attacks = attack_of(&self.kinds[usize::from(kind)], &raw.attack, self.file)?;
            into.push(SingleChange::Attacks { kind, attacks });
        }
        into.extend(change.end.map(SingleChange::End));
        Ok(into)
    }

    /// Returns the parts that are restored to a colossus of the battle.
    fn parts(&mut self, raw: &RawParts, colossi: &[String]) -> Result<Vec<SingleChange>, InputError> {
        let (file, name) = (self.file, &raw.colossus);
        let found = colossi.iter().position(|known| same_name(known, &name.value)).ok_or_else(|| {
            let unknown =
                InputError::unknown("colossus of the battle", &name.value, colossi.iter().map(String::as_str));
            unknown.or_at(file, name.span.clone())
        })?;
        let of = &colossi[found];
        let sorts = || self.known.enemies.iter().filter(|kind| kind.part_of() == Some(of));
        let sort = sorts().find(|kind| same_name(&kind.name, &raw.kind.value)).ok_or_else(|| {
            let names = sorts().map(|kind| kind.name.as_str()).collect::<Vec<_>>();
            InputError::unknown(&format!("part of `{of}`"), &raw.kind.value, names).or_at(file, raw.kind.span.clone())
        })?;
        let count = match &raw.count {
            Some(count) if !(1..=MAX_ENEMIES as u8).contains(&count.value) => {
                let problem = format!("a number of parts must be 1 to {MAX_ENEMIES}");
                return Err(InputError::at(file, count.span.clone(), problem));
            }
            count => count.as_ref().map_or(1, |count| count.value),
        };
        let places = raw.at.as_ref().map(|places| self.places.list(places)).transpose()?.unwrap_or_default();
        let kind = self.number_of(sort).map_err(|error| error.or_at(file, raw.kind.span.clone()))?;
        let colossus = ColossusId::new(found as u8);
        let at = |i: u8| places.get(usize::from(i) % places.len().max(1)).copied();
        Ok((0..count).map(|i| SingleChange::Part { kind, colossus, at: at(i) }).collect())
    }
}

/// Time of a change.
enum When {
    Round(u8),
    Face { faces: u8, from: u8, again: bool },
}

/// Returns the hexes of each sort of field that has any.
fn spots(fields: Fields) -> Vec<(HexSet, FieldPlace)> {
    let all = [
        (fields.cover, FieldPlace::Cover(CoverSort::Normal)),
        (fields.low_cover, FieldPlace::Cover(CoverSort::Low)),
        (fields.hazards, FieldPlace::Hazard),
        (fields.rooftops, FieldPlace::Rooftop),
        (fields.bombardments, FieldPlace::Bombardment),
    ];
    all.into_iter().filter(|(hexes, _)| !hexes.is_empty()).collect()
}

fn all_attacks(kind: &EnemyKind) -> AttackSet {
    AttackId::first(kind.attacks.len()).collect()
}

/// Returns the set of the one attack with this name.
fn attack_of(kind: &EnemyKind, name: &At<String>, file: &FileText) -> Result<AttackSet, InputError> {
    let found = kind.attacks.iter().position(|attack| same_name(&attack.name, &name.value));
    let names: Vec<&str> = kind.attacks.iter().map(|attack| attack.name.as_str()).collect();
    let number = found.ok_or_else(|| {
        InputError::unknown(&format!("attack of `{}`", kind.name), &name.value, names).or_at(file, name.span.clone())
    })?;
    Ok(AttackSet::of(AttackId::new(number as u8)))
}

/// The map for looking up names of hexes.
pub(super) struct Places<'a> {
    pub file: &'a FileText,
    pub map: &'a HexMap,
}

impl Places<'_> {
    /// Returns the named hexes, at least one.
    pub(super) fn list(&self, raw: &At<RawPlaces>) -> Result<Vec<HexId>, InputError> {
        match &raw.value {
            RawPlaces::One(name) => Ok(vec![self.hex(name, &raw.span)?]),
            RawPlaces::Many(names) if names.is_empty() => {
                Err(InputError::at(self.file, raw.span.clone(), "an empty list of hexes"))
            }
            RawPlaces::Many(names) => names.iter().map(|name| self.hex(&name.value, &name.span)).collect(),
        }
    }

    /// Returns the named hexes as a set.
    pub(super) fn set(&self, raw: &At<RawPlaces>) -> Result<HexSet, InputError> {
        Ok(self.list(raw)?.into_iter().collect())
    }

    fn hex(&self, name: &str, span: &Range<usize>) -> Result<HexId, InputError> {
        self.map.named(name).map_err(|problem| InputError::at(self.file, span.clone(), problem))
    }
}

/// Returns the default start of the Aces: the middle of the left edge.
pub(super) fn default_starts(map: &HexMap) -> Vec<HexId> {
    vec![map.near(0.0, 0.5)]
}

/// Returns the default hexes of enemies, to be used in turn: clusters towards the right edge.
pub(super) fn default_enemies(map: &HexMap) -> Vec<HexId> {
    [(0.75, 0.5), (0.85, 0.3), (0.85, 0.7)].map(|(across, down)| map.near(across, down)).to_vec()
}
