//! The ruleset: every number and switch, as data. Sources are the rule text (`apocalypse frame`) and the rulings A01 to
//! A67.

use super::catalogue::{Catalogue, book, text as catalogue_text};
use super::{catalogue::entries::Gear, catalogue::written::Written};
use hitchart_config::ruleset;
use std::sync::Arc;

ruleset! {
/// A complete ruleset of Apocalypse Frame.
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

/// Attributes ("Attributes", A62).
pub struct AttributeRules {
    /// Sum of Drive, Speed and Control, 1 to 3 each ("Recruiting an Ace").
    pub sum: u8 where 3..=9,
    /// True if 2/2/2 is allowed in addition to the orders of 3/2/1 (A62).
    pub even_spread: bool,
}

/// Resources ("Resources").
pub struct ResourceRules {
    /// Taken from the base Tension of every frame: 0 in v0.3, 2 on the v1.x sheets ("Frame Overview"; A11).
    pub tension_less: u8 where 0..=2,
    /// Tension below the maximum at the start of a battle (A10).
    pub tension_start_below: u8 where 0..=9,
    /// True if Vigor is full at the start of every battle (A10).
    pub vigor_refilled: bool,
}

/// Roll of a pool without dice.
pub enum EmptyPool {
    /// Two dice, the lower counts.
    TwoKeepLow,
    /// A failure, without a roll.
    Failure,
}

/// Meaning of "your roll is a 4" or "a 6" (A03).
pub enum RollIs {
    /// The result, which is the highest die.
    Result,
    /// Any die.
    AnyDie,
}

/// Rolls ("Attribute/Attack Rolls").
pub struct RollRules {
    /// A pool of no dice (A02).
    pub empty_pool: EmptyPool,
    /// Meaning of a 4 or a 6 (A03).
    pub roll_is: RollIs,
    /// Lowest result that succeeds (3).
    pub success_from: u8 where 2..=6,
    /// Lowest result that provokes no consequence (5).
    pub clean_from: u8 where 2..=7 from success_from,
}

/// An Ace's turn ("Ace Turn", A08).
pub struct TurnRules {
    /// Actions per turn without Tension.
    pub actions: u8 where 1..=4,
    /// Most actions bought with Tension in a turn; 20 is as many as there is Tension.
    pub extra_actions: u8 where 0..=20,
    /// Most rerolls of one attack; 20 is as many as there is Tension.
    pub rerolls: u8 where 0..=20,
}

/// Order in which Armor and Shields reduce Harm (A15).
pub enum GuardOrder {
    /// Armor first; Shields are rolled for the remaining Harm.
    ArmorFirst,
    /// Shields are rolled for any Harm; then Armor.
    ShieldsFirst,
}

/// Reduction of Harm ("Armor", "Shields").
pub struct HarmRules {
    /// Armor or Shields first (A15).
    pub order: GuardOrder,
    /// True if granted Shields are added to the remaining ones; else the higher number counts (A17).
    pub shields_stack: bool,
}

/// Unit in which Mobile counts movement (A25).
pub enum Movement {
    /// Movements, each once.
    Events,
    /// Hexes.
    Bands,
}

/// Armaments and their tags.
pub struct ArmamentRules {
    /// List to use if the text has two ("Armament Stock Models"; A12).
    pub gear: Gear,
    /// True if Spin Up remembers the last attack of an earlier round of the battle ("Armament Tags"; A23).
    pub spin_up_lasts: bool,
    /// Movements that Mobile counts ("Armament Tags"; A25).
    pub mobile_counts: Movement,
    /// True if Primes that are down count as enemies for Scoped and Sighted, and then for Sprint and Long-Range Optics
    /// too ("Armament Tags"; A27).
    pub downed_primes_near: bool,
    /// True if an Incendiary hazard ends at the start of the next round, after its Harm at the end of the GM turn
    /// (A61). If false, the hazard stays for the battle ("Armament Tags").
    pub incendiary_goes: bool,
}

/// Enemies that Suppression Targeting holds (A31).
pub enum HeldEnemies {
    /// All but parts of a colossus.
    NonColossus,
    /// Standard enemies.
    Standard,
}

/// Integral traits.
pub struct TraitRules {
    /// True if the two attacks of Parallel Processors must have two targets ("Integral Traits"; A29).
    pub parallel_targets_differ: bool,
    /// Enemies that Suppression Targeting holds ("Integral Traits"; A31).
    pub suppression: HeldEnemies,
    /// True if Flared Plating also covers the frame that has it ("Integral Traits"; A32).
    pub plating_covers_itself: bool,
}

/// Systems.
pub struct ItemRules {
    /// True if Standard enemies under EMP may answer consequences ("Integral Systems"; A34).
    pub emp_may_answer: bool,
    /// True if Net Launcher harms and pulls Aces too ("Integral Systems"; A35).
    pub nets_catch_aces: bool,
    /// True if the recoil of Kinetic Discharge ignores Armor and Shields ("Integral Systems"; A37).
    pub recoil_ignores_armor: bool,
    /// True if Reactor Backdraft is Efficient, as on the v1.x sheets ("Modular System Stock Models"; A63).
    pub backdraft_efficient: bool,
}

/// Enemy that answers a consequence (A06).
pub enum Answer {
    /// The target if it can reach; else those that can, the highest Harm first; else one Move of any enemy.
    TargetFirst,
    /// Any enemy.
    Any,
}

/// The GM turn ("GM Turn").
pub struct GmRules {
    /// Enemy that answers a consequence ("Ace Turn"; A06).
    pub answer: Answer,
    /// True if the target may answer the attack that removes it ("Example Round"; A04).
    pub removed_may_answer: bool,
    /// True if Aces that wait out frame damage count for activations (A40).
    pub downed_aces_count: bool,
    /// Moves of an enemy's first activation in a GM turn (A41).
    pub first_moves: u8 where 1..=3,
    /// Moves of each later activation (A41).
    pub later_moves: u8 where 1..=3,
    /// True if turrets Move and Sprint like all other enemies ("Heavy Turret" and "Light Turret"; A67).
    pub turrets_walk: bool,
}

/// Parts that the Move of a part of a colossus moves (A65).
pub enum ColossusMoves {
    /// The colossus: all its parts move by the same step, if all have room.
    Whole,
    /// Only that part.
    Parts,
    /// Nothing: parts have no Move.
    Never,
}

/// Colossi ("Colossus").
pub struct ColossusRules {
    /// Parts that the Move of a part moves ("Consul"; A65).
    pub moves: ColossusMoves,
    /// True if changes of the situation may bring parts back, as long as one is left (A66).
    pub parts_return: bool,
}

/// Effect of damage beyond the limit (A50).
pub enum LastDamage {
    /// The Ace ejects and is out of the battle.
    Eject,
    /// One last turn without limits, then frame and Ace are lost.
    LastStand,
    /// The Ace chooses one of both.
    Choice,
}

/// A result of frame damage that came up before (A47).
pub enum Repeated {
    /// Results 1 to 3 add up, 4 and 5 hit the other armament or module; a 6 or an impossible result is rerolled.
    Stack,
    /// The result is rerolled.
    Reroll,
}

/// Frame damage ("Frame Damage").
pub struct DamageRules {
    /// Frame damage that a frame takes in a mission before the last (2).
    pub allowed: u8 where 0..=5,
    /// Effect of damage beyond this limit (A50).
    pub last: LastDamage,
    /// Effect of a repeated result (A47).
    pub repeated: Repeated,
    /// Vigor that a hit on the superstructure takes from the maximum, which stays at least 1 (2).
    pub superstructure: u8 where 0..=5,
    /// Addition to maximum Tension until the end of the mission (1).
    pub tension_gained: u8 where 0..=3,
    /// Ammo that is regained with a result of frame damage (1).
    pub ammo_gained: u8 where 0..=3,
    /// Tension and Ammo above their maximum in a last stand (5).
    pub last_stand_extra: u8 where 0..=9,
    /// Materials that a lost frame without customization costs in a campaign (2); each added tag costs one more.
    pub replacement_least: u8 where 0..=10,
    /// Most Materials that a lost frame costs in a campaign (5).
    pub replacement: u8 where 0..=10,
}

/// Ace that gets a drop (A52).
pub enum Sharing {
    /// The Ace with the lowest fraction of that resource.
    LowestFraction,
    /// The Ace with the largest loss of that resource.
    MostMissing,
    /// The Aces choose, once all drops of a GM turn are rolled.
    Choice,
}

/// Drops ("GM Turn").
pub struct DropRules {
    /// True if enemies that leave no drop by the list leave one anyway (A51).
    pub from_all: bool,
    /// Highest face that gives materials (2; A51).
    pub materials_to: u8 where 0..=6,
    /// Highest face that gives Tension (4); higher faces give Vigor (A51).
    pub tension_to: u8 where 0..=6 from materials_to,
    /// Ace that gets the drop (A52).
    pub sharing: Sharing,
    /// True if the build trait works for an Ace who waits out frame damage (A53).
    pub build_while_down: bool,
}

/// Places and the whole field ("Field Effects").
pub struct FieldRules {
    /// Harm of a hazard at the end of a turn (1; "Localized Effects"; A61).
    pub hazard_harm: u8 where 0..=5,
    /// Harm that cover absorbs from attacks at Far (1; "Localized Effects"; A60).
    pub cover_less: u8 where 0..=5,
    /// Highest face on which used cover is removed (2; "Localized Effects"; A60).
    pub cover_goes_to: u8 where 0..=6,
    /// Harm of a bombardment (3; "Localized Effects"; A61).
    pub bombardment_harm: u8 where 0..=9,
    /// Lowest face on which a bombardment hits its place and not one Near to it (3; "Localized Effects"; A61).
    pub bombardment_hits_from: u8 where 1..=7,
    /// Hexes that a rooftop adds to the distance of attacks from the ground (1; "Localized Effects"; A61).
    pub rooftop_hexes: u8 where 0..=3,
    /// Reactive gas clouds: dice that attacks with Energy gain; for enemies Harm (A45) (1; "Global Effects").
    pub gas_dice: u8 where 0..=3,
    /// Reactive gas clouds: harm to the user of an attack with Energy, ignoring Armor and Shields (1; "Global
    /// Effects").
    pub gas_harm: u8 where 0..=5,
    /// Electrical storm: harm of the lightning, ignoring Armor and Shields (2; "Global Effects").
    pub storm_harm: u8 where 0..=9,
    /// Pitched firefight: maximum face of a die in attacks from outside cover; higher faces count as this one (4;
    /// "Global Effects").
    pub firefight_face: u8 where 1..=6,
    /// Pitched firefight: harm to enemies that attack from outside cover, ignoring Armor and Shields (1; "Global
    /// Effects").
    pub firefight_harm: u8 where 0..=5,
}
}

/// Removes the default from the schema, since it would repeat the whole book.
fn without_default(schema: &mut schemars::Schema) {
    schema.remove("default");
}

fn by_the_book() -> Arc<Catalogue> {
    Arc::clone(book())
}
