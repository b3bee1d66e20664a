//! The ruleset: every number and switch, as data. Sources are the rule text (`apocalypse frame`) and the rulings A01 to
//! A67.

use super::catalogue::entries::Gear;
use super::catalogue::written::Written;
use super::catalogue::{Catalogue, book, text as catalogue_text};
use hitchart_config::rules::RangeError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A complete ruleset of Apocalypse Frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Name of the ruleset.
    pub name: String,
    /// Description in one line.
    pub summary: String,
    /// Attributes of Aces.
    pub attributes: AttributeRules,
    /// Resources of frames.
    pub resources: ResourceRules,
    /// Rolls.
    pub rolls: RollRules,
    /// An Ace's turn.
    pub turn: TurnRules,
    /// Reduction of Harm.
    pub harm: HarmRules,
    /// Armaments and their tags.
    pub armaments: ArmamentRules,
    /// Integral traits.
    pub traits: TraitRules,
    /// Systems.
    pub items: ItemRules,
    /// The GM turn.
    pub gm: GmRules,
    /// Colossi.
    pub colossi: ColossusRules,
    /// Frame damage.
    pub damage: DamageRules,
    /// Drops.
    pub drops: DropRules,
    /// Places and the whole field.
    pub fields: FieldRules,
    /// Catalogue of the book: armaments, systems, frames, enemies, tags, traits.
    #[serde(default = "by_the_book", with = "catalogue_text")]
    #[schemars(with = "Written", transform = without_default)]
    pub catalogue: Arc<Catalogue>,
}

/// Removes the default from the schema, since it would repeat the whole book.
fn without_default(schema: &mut schemars::Schema) {
    schema.remove("default");
}

fn by_the_book() -> Arc<Catalogue> {
    Arc::clone(book())
}

/// Attributes ("Attributes", A62).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttributeRules {
    /// Sum of the three, 3 to 9.
    #[schemars(range(min = 3, max = 9))]
    pub sum: u8,
    /// True if 2/2/2 is allowed in addition to the orders of 3/2/1 (A62).
    pub even_spread: bool,
}

/// Resources ("Resources").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceRules {
    /// Taken from the base Tension of every frame: 0 in v0.3, 2 on the v1.x sheets (A11); 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub tension_less: u8,
    /// Tension below the maximum at the start of a battle, 0 to 9 (A10).
    #[schemars(range(min = 0, max = 9))]
    pub tension_start_below: u8,
    /// True if Vigor is full at the start of every battle (A10).
    pub vigor_refilled: bool,
}

/// Roll of a pool without dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyPool {
    /// Two dice, the lower counts.
    TwoKeepLow,
    /// A failure, without a roll.
    Failure,
}

/// Meaning of "your roll is a 4" or "a 6" (A03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RollIs {
    /// The result, which is the highest die.
    Result,
    /// Any die.
    AnyDie,
}

/// Rolls ("Attribute/Attack Rolls").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollRules {
    /// A pool of no dice (A02).
    pub empty_pool: EmptyPool,
    /// Meaning of a 4 or a 6 (A03).
    pub roll_is: RollIs,
    /// Lowest result that succeeds, 2 to 6 (3).
    #[schemars(range(min = 2, max = 6))]
    pub success_from: u8,
    /// Lowest result that provokes no consequence, 2 to 7 and not below `success_from` (5).
    #[schemars(range(min = 2, max = 7))]
    pub clean_from: u8,
}

/// An Ace's turn ("Ace Turn", A08).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnRules {
    /// Actions per turn without Tension, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub actions: u8,
    /// Most actions bought with Tension in a turn, 0 to 20; 20 is as many as there is Tension.
    #[schemars(range(min = 0, max = 20))]
    pub extra_actions: u8,
    /// Most rerolls of one attack, 0 to 20; 20 is as many as there is Tension.
    #[schemars(range(min = 0, max = 20))]
    pub rerolls: u8,
}

/// Order in which Armor and Shields reduce Harm (A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GuardOrder {
    /// Armor first; Shields are rolled for the remaining Harm.
    ArmorFirst,
    /// Shields are rolled for any Harm; then Armor.
    ShieldsFirst,
}

/// Reduction of Harm ("Armor", "Shields").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HarmRules {
    /// Armor or Shields first (A15).
    pub order: GuardOrder,
    /// True if granted Shields are added to the remaining ones; else the higher number counts (A17).
    pub shields_stack: bool,
}

/// Unit in which Mobile counts movement (A25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Movement {
    /// Movements, each once.
    Events,
    /// Hexes.
    Bands,
}

/// Armaments and their tags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmamentRules {
    /// List to use if the text has two (A12).
    pub gear: Gear,
    /// True if Spin Up remembers the last attack of an earlier round of the battle (A23).
    pub spin_up_lasts: bool,
    /// Movements that Mobile counts (A25).
    pub mobile_counts: Movement,
    /// True if Primes that are down count as enemies for Scoped and Sighted (A27).
    pub downed_primes_near: bool,
    /// True if an Incendiary hazard ends at the start of the next round, after its Harm at the end of the GM turn (A61).
    /// If false, the hazard stays for the battle.
    pub incendiary_goes: bool,
}

/// Enemies that Suppression Targeting holds (A31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HeldEnemies {
    /// All but parts of a colossus.
    NonColossus,
    /// Standard enemies.
    Standard,
}

/// Integral traits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraitRules {
    /// True if the two attacks of Parallel Processors must have two targets (A29).
    pub parallel_targets_differ: bool,
    /// Enemies that Suppression Targeting holds (A31).
    pub suppression: HeldEnemies,
    /// True if Flared Plating also covers the frame that has it (A32).
    pub plating_covers_itself: bool,
}

/// Systems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemRules {
    /// True if enemies under EMP may answer consequences (A34).
    pub emp_may_answer: bool,
    /// True if Net Launcher harms and pulls Aces too (A35).
    pub nets_catch_aces: bool,
    /// True if the recoil of Kinetic Discharge ignores Armor and Shields (A37).
    pub recoil_ignores_armor: bool,
    /// True if Reactor Backdraft is Efficient, as on the v1.x sheets (A63).
    pub backdraft_efficient: bool,
}

/// Enemy that answers a consequence (A06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The target if it can reach; else those that can, the highest Harm first; else one Move of any enemy.
    TargetFirst,
    /// Any enemy.
    Any,
}

/// The GM turn ("GM Turn").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GmRules {
    /// Enemy that answers a consequence (A06).
    pub answer: Answer,
    /// True if the target may answer the attack that removes it (A04).
    pub removed_may_answer: bool,
    /// True if Aces that wait out frame damage count for activations (A40).
    pub downed_aces_count: bool,
    /// Moves of an enemy's first activation in a GM turn, 1 to 3 (A41).
    #[schemars(range(min = 1, max = 3))]
    pub first_moves: u8,
    /// Moves of each later activation, 1 to 3 (A41).
    #[schemars(range(min = 1, max = 3))]
    pub later_moves: u8,
    /// True if turrets Move and Sprint like all other enemies (A67).
    pub turrets_walk: bool,
}

/// Parts that the Move of a part of a colossus moves (A65).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColossusMoves {
    /// The colossus: all its parts move by the same step, if all have room.
    Whole,
    /// Only that part.
    Parts,
    /// Nothing: parts have no Move.
    Never,
}

/// Colossi ("Colossus").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColossusRules {
    /// Parts that the Move of a part moves (A65).
    pub moves: ColossusMoves,
    /// True if changes of the situation may bring parts back, as long as one is left (A66).
    pub parts_return: bool,
}

/// Effect of damage beyond the limit (A50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LastDamage {
    /// The Ace ejects and is out of the battle.
    Eject,
    /// One last turn without limits, then frame and Ace are lost.
    LastStand,
}

/// A result of frame damage that came up before (A47).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repeated {
    /// Results 1 to 3 add up, 4 and 5 hit the other armament or module; a 6 or an impossible result is rerolled.
    Stack,
    /// The result is rerolled.
    Reroll,
}

/// Frame damage ("Frame Damage").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DamageRules {
    /// Frame damage that a frame takes in a mission before the last, 0 to 5 (2).
    #[schemars(range(min = 0, max = 5))]
    pub allowed: u8,
    /// Effect of damage beyond this limit (A50).
    pub last: LastDamage,
    /// Effect of a repeated result (A47).
    pub repeated: Repeated,
    /// Vigor that a hit on the superstructure takes from the maximum, 0 to 5 (2).
    #[schemars(range(min = 0, max = 5))]
    pub superstructure: u8,
    /// Addition to maximum Tension until the end of the mission, 0 to 3 (1).
    #[schemars(range(min = 0, max = 3))]
    pub tension_gained: u8,
    /// Ammo that is regained with a result of frame damage, 0 to 3 (1).
    #[schemars(range(min = 0, max = 3))]
    pub ammo_gained: u8,
    /// Tension and Ammo above their maximum in a last stand, 0 to 9 (5).
    #[schemars(range(min = 0, max = 9))]
    pub last_stand_extra: u8,
    /// Materials that a lost frame costs, 0 to 10; the text has 2 to 5, depending on the frame's customization (5).
    #[schemars(range(min = 0, max = 10))]
    pub replacement: u8,
}

/// Ace that gets a drop (A52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// The Ace with the lowest fraction of that resource.
    LowestFraction,
    /// The Ace with the largest loss of that resource.
    MostMissing,
}

/// Drops ("GM Turn").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropRules {
    /// True if enemies that leave no drop by the list leave one anyway (A51).
    pub from_all: bool,
    /// Highest face that gives materials, 0 to 6 (2).
    #[schemars(range(min = 0, max = 6))]
    pub materials_to: u8,
    /// Highest face that gives Tension, 0 to 6 and not below `materials_to` (4); higher faces give Vigor.
    #[schemars(range(min = 0, max = 6))]
    pub tension_to: u8,
    /// Ace that gets the drop (A52).
    pub sharing: Sharing,
    /// True if the build trait works for an Ace who waits out frame damage (A53).
    pub build_while_down: bool,
}

/// Places and the whole field ("Field Effects").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldRules {
    /// Harm of a hazard at the end of a turn, 0 to 5 (1; A61).
    #[schemars(range(min = 0, max = 5))]
    pub hazard_harm: u8,
    /// Harm that cover absorbs from attacks at Far, 0 to 5 (1; A60).
    #[schemars(range(min = 0, max = 5))]
    pub cover_less: u8,
    /// Highest face on which used cover is removed, 0 to 6 (2; A60).
    #[schemars(range(min = 0, max = 6))]
    pub cover_goes_to: u8,
    /// Harm of a bombardment, 0 to 9 (3).
    #[schemars(range(min = 0, max = 9))]
    pub bombardment_harm: u8,
    /// Lowest face on which a bombardment hits its place and not one Near to it, 1 to 7 (3).
    #[schemars(range(min = 1, max = 7))]
    pub bombardment_hits_from: u8,
    /// Hexes that a rooftop adds to the distance of attacks from the ground, 0 to 3 (1).
    #[schemars(range(min = 0, max = 3))]
    pub rooftop_hexes: u8,
    /// Reactive gas clouds: dice that attacks with Energy gain, 0 to 3 (1).
    #[schemars(range(min = 0, max = 3))]
    pub gas_dice: u8,
    /// Reactive gas clouds: harm to the user of an attack with Energy, ignoring Armor and Shields, 0 to 5 (1).
    #[schemars(range(min = 0, max = 5))]
    pub gas_harm: u8,
    /// Electrical storm: harm of the lightning, ignoring Armor and Shields, 0 to 9 (2).
    #[schemars(range(min = 0, max = 9))]
    pub storm_harm: u8,
    /// Pitched firefight: maximum face of a die in attacks from outside cover, 1 to 6 (4).
    #[schemars(range(min = 1, max = 6))]
    pub firefight_face: u8,
    /// Pitched firefight: harm to enemies that attack from outside cover, ignoring Armor and Shields, 0 to 5 (1).
    #[schemars(range(min = 0, max = 5))]
    pub firefight_harm: u8,
}

/// A number of a ruleset: its keys from the top, its value, and the lowest and highest allowed.
type Ranged = (&'static [&'static str], u8, u8, u8);

impl Ruleset {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// Returns the first field out of range.
    pub fn check(&self) -> Result<(), RangeError> {
        let ranged = self.of_aces().into_iter().chain(self.of_the_field());
        let mut wrong = ranged.filter(|(_, found, low, high)| !(low..=high).contains(&found));
        wrong.next().map_or(Ok(()), |(path, found, low, high)| {
            let allowed = format!("{low} to {high}");
            Err(RangeError { path: path.to_vec(), found: found.to_string(), allowed })
        })
    }

    fn of_aces(&self) -> [Ranged; 8] {
        let (resources, rolls, turn) = (&self.resources, &self.rolls, &self.turn);
        [
            (&["attributes", "sum"], self.attributes.sum, 3, 9),
            (&["resources", "tension_less"], resources.tension_less, 0, 2),
            (&["resources", "tension_start_below"], resources.tension_start_below, 0, 9),
            (&["rolls", "success_from"], rolls.success_from, 2, 6),
            (&["rolls", "clean_from"], rolls.clean_from, rolls.success_from, 7),
            (&["turn", "actions"], turn.actions, 1, 4),
            (&["turn", "extra_actions"], turn.extra_actions, 0, 20),
            (&["turn", "rerolls"], turn.rerolls, 0, 20),
        ]
    }

    fn of_the_field(&self) -> [Ranged; 21] {
        let (gm, damage, drops, fields) = (&self.gm, &self.damage, &self.drops, &self.fields);
        [
            (&["gm", "first_moves"], gm.first_moves, 1, 3),
            (&["gm", "later_moves"], gm.later_moves, 1, 3),
            (&["damage", "allowed"], damage.allowed, 0, 5),
            (&["damage", "superstructure"], damage.superstructure, 0, 5),
            (&["damage", "tension_gained"], damage.tension_gained, 0, 3),
            (&["damage", "ammo_gained"], damage.ammo_gained, 0, 3),
            (&["damage", "last_stand_extra"], damage.last_stand_extra, 0, 9),
            (&["damage", "replacement"], damage.replacement, 0, 10),
            (&["drops", "materials_to"], drops.materials_to, 0, 6),
            (&["drops", "tension_to"], drops.tension_to, drops.materials_to, 6),
            (&["fields", "hazard_harm"], fields.hazard_harm, 0, 5),
            (&["fields", "cover_less"], fields.cover_less, 0, 5),
            (&["fields", "cover_goes_to"], fields.cover_goes_to, 0, 6),
            (&["fields", "bombardment_harm"], fields.bombardment_harm, 0, 9),
            (&["fields", "bombardment_hits_from"], fields.bombardment_hits_from, 1, 7),
            (&["fields", "rooftop_hexes"], fields.rooftop_hexes, 0, 3),
            (&["fields", "gas_dice"], fields.gas_dice, 0, 3),
            (&["fields", "gas_harm"], fields.gas_harm, 0, 5),
            (&["fields", "storm_harm"], fields.storm_harm, 0, 9),
            (&["fields", "firefight_face"], fields.firefight_face, 1, 6),
            (&["fields", "firefight_harm"], fields.firefight_harm, 0, 5),
        ]
    }
}
