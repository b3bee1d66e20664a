//! The first line of a replay: origin of the mission, participants, and maps.

use super::cast::distinct;
use hitchart_apocalypse_frame::catalogue::entries::{Attributes, Build, Trait};
use hitchart_apocalypse_frame::catalogue::entries::{EnemyAttack, EnemyKind, Rank};
use hitchart_apocalypse_frame::catalogue::item::{Class, ItemTag};
use hitchart_apocalypse_frame::encounter::{Ending, PlannedBattle};
use hitchart_apocalypse_frame::mission::{Mission, State};
use hitchart_apocalypse_frame::{ace::Ace, catalogue::entries::Armament, catalogue::tag::Tag, ruleset::Ruleset};
use hitchart_lab::replay::{Origin, is_default};
use hitchart_lab::study::ReplayOrigin;
use serde::Serialize;

/// Kind and version of the lines.
pub(crate) const SCHEMA: &str = "hitchart-mission-replay/2";

/// The first line of a replay.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Header {
    #[serde(flatten)]
    pub origin: Origin,
    /// The complete ruleset of the mission.
    pub rules: Ruleset,
    pub mission: String,
    /// Policy of the Aces, then of the game master.
    pub policies: Vec<String>,
    pub aces: Vec<AceHeader>,
    pub battles: Vec<BattleHeader>,
}

/// An Ace and its undamaged frame.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AceHeader {
    /// Name, unique among the Aces.
    pub name: String,
    pub model: String,
    pub build: Build,
    pub attributes: Attributes,
    pub vigor: u8,
    pub tension: u8,
    pub ammo: u8,
    #[serde(rename = "trait", skip_serializing_if = "Option::is_none")]
    pub integral_trait: Option<Trait>,
    pub armaments: Vec<ArmamentHeader>,
    /// Backups in the order of the armaments.
    pub backups: Vec<ArmamentHeader>,
    /// The integral system first, if there is one.
    pub systems: Vec<ItemHeader>,
    /// Dice added to rerolls, by a breakthrough.
    #[serde(skip_serializing_if = "is_default")]
    pub reroll_dice: u8,
    /// True if one drop may be rerolled, by a breakthrough.
    #[serde(skip_serializing_if = "is_default")]
    pub rerolls_a_drop: bool,
}

/// An armament.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ArmamentHeader {
    pub name: String,
    pub dice: u8,
    pub harm: u8,
    /// Range bands such as `Close/Near`, including those that tags add.
    pub range: String,
    /// Range bands without those that tags add, if tags add any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_range: Option<String>,
    pub tags: Vec<Tag>,
}

/// A system.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ItemHeader {
    pub name: String,
    pub class: Class,
    pub tags: Vec<ItemTag>,
    /// True for the integral system.
    #[serde(skip_serializing_if = "is_default")]
    pub integral: bool,
    /// Effect of a use, as in the catalogue: its kind in `does`, and numbers.
    pub effect: serde_json::Value,
}

/// A battle of the mission.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BattleHeader {
    pub name: String,
    /// True if Ammo is refilled at the start.
    pub cache: bool,
    /// True if frames are repaired before the battle.
    pub repairs: bool,
    /// Rounds after which the battle ends, and the result of that end.
    pub rounds: u8,
    pub at_limit: Ending,
    /// Axial coordinates `q`, `r` of every hex by number: `q` to the right, `r` down and half a hex to the right.
    pub hexes: Vec<[i8; 2]>,
    pub kinds: Vec<KindHeader>,
    pub colossi: Vec<String>,
}

/// A kind of enemy.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct KindHeader {
    pub name: String,
    pub faction: String,
    pub rank: Rank,
    pub vigor: u8,
    pub armor: u8,
    pub shields: u8,
    pub restorations: u8,
    /// True if an enemy of this kind leaves a drop when removed for good (A51).
    pub drops: bool,
    pub attacks: Vec<AttackHeader>,
}

/// An attack of an enemy.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AttackHeader {
    pub name: String,
    pub harm: u8,
    /// Range bands such as `Close/Near`.
    pub range: String,
    pub tags: Vec<Tag>,
}

impl Header {
    /// Returns the header of a mission in its first state; [`Header::with`] completes it.
    pub(crate) fn of<D>(mission: &Mission<D>, state: &State) -> Header {
        let mut aces: Vec<AceHeader> = mission.aces.iter().map(AceHeader::of).collect();
        let names: Vec<String> = aces.iter().map(|ace| ace.name.clone()).collect();
        for (ace, name) in aces.iter_mut().zip(distinct(&names)) {
            ace.name = name;
        }
        Header {
            origin: Origin::new(SCHEMA, state.key, &mission.rules.name),
            rules: mission.rules.clone(),
            mission: mission.plan.name.clone(),
            policies: Vec::new(),
            aces,
            battles: mission.plan.battles.iter().map(BattleHeader::of).collect(),
        }
    }

    /// Adds the origin and the names of both policies.
    pub(crate) fn with(mut self, about: ReplayOrigin, policies: &[String]) -> Header {
        self.policies = policies.to_vec();
        self.origin.about = about;
        self
    }
}

impl AceHeader {
    fn of(ace: &Ace) -> AceHeader {
        let integral = usize::from(ace.integral.is_some());
        let systems = ace.items().enumerate().map(|(place, item)| ItemHeader {
            name: item.name.clone(),
            class: item.class,
            tags: item.tags.iter().collect(),
            integral: place < integral,
            effect: serde_json::to_value(item.effect).unwrap_or_default(),
        });
        AceHeader {
            name: ace.name.clone(),
            model: ace.model.clone(),
            build: ace.build,
            attributes: ace.attributes,
            vigor: ace.vigor,
            tension: ace.tension,
            ammo: ace.ammo,
            integral_trait: ace.integral_trait.as_ref().map(|mark| mark.does),
            armaments: ace.armaments.iter().map(ArmamentHeader::of).collect(),
            backups: ace.backups.iter().map(ArmamentHeader::of).collect(),
            systems: systems.collect(),
            reroll_dice: ace.reroll_dice,
            rerolls_a_drop: ace.rerolls_a_drop,
        }
    }
}

impl ArmamentHeader {
    fn of(armament: &Armament) -> ArmamentHeader {
        ArmamentHeader {
            name: armament.name.clone(),
            dice: armament.dice,
            harm: armament.harm,
            range: armament.usable().text(),
            own_range: (armament.usable() != armament.bands).then(|| armament.bands.text()),
            tags: armament.tags.iter().collect(),
        }
    }
}

impl BattleHeader {
    fn of(battle: &PlannedBattle) -> BattleHeader {
        let encounter = &battle.encounter;
        BattleHeader {
            name: encounter.name.clone(),
            cache: battle.cache,
            repairs: battle.repairs,
            rounds: encounter.rounds,
            at_limit: encounter.at_limit,
            hexes: encounter.map.places().map(|(_, (q, r))| [q, r]).collect(),
            kinds: encounter.kinds.iter().map(KindHeader::of).collect(),
            colossi: encounter.colossi.clone(),
        }
    }
}

impl KindHeader {
    fn of(kind: &EnemyKind) -> KindHeader {
        KindHeader {
            name: kind.name.clone(),
            faction: kind.written.faction.clone(),
            rank: kind.written.rank,
            vigor: kind.written.vigor,
            armor: kind.written.armor,
            shields: kind.written.shields,
            restorations: kind.written.restorations,
            drops: !kind.written.no_drop,
            attacks: kind.attacks.iter().map(AttackHeader::of).collect(),
        }
    }
}

impl AttackHeader {
    fn of(attack: &EnemyAttack) -> AttackHeader {
        AttackHeader {
            name: attack.name.clone(),
            harm: attack.harm,
            range: attack.bands.text(),
            tags: attack.tags.iter().collect(),
        }
    }
}
