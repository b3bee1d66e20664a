//! Numbers of tags and traits. The effect of a tag is code; the numbers of the effect are data of the ruleset.

use super::{entries::Trait, item::ItemTag, tag::Tag};
use hitchart_config::named;
use std::marker::PhantomData;

named! {
    /// The quantity that a number stands for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Number {
        /// Dice added or taken.
        Dice = "dice",
        /// Harm added or taken.
        Harm = "harm",
        /// Tension regained: Hot.
        Tension = "tension",
        /// Vigor regained: Invigorating, Support Drones.
        Vigor = "vigor",
        /// Armor given: Flared Plating, Riot Shield.
        Armor = "armor",
        /// Shields given: Enveloping.
        Shields = "shields",
        /// The face of a die that matters.
        Face = "face",
    }
}

/// A number that a tag or trait has: the book's value, and the lowest and highest allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberSpec {
    /// Quantity that the number stands for.
    pub of: Number,
    /// Value in the book.
    pub book: u8,
    /// Lowest value that a ruleset may set.
    pub low: u8,
    /// Highest value that a ruleset may set.
    pub high: u8,
}

const fn number_spec(of: Number, book: u8, low: u8, high: u8) -> NumberSpec {
    NumberSpec { of, book, low, high }
}

/// The numbers of a tag or trait; numbers that it does not have are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers([u8; Number::ALL.len()]);

impl Numbers {
    /// Returns a number.
    #[inline]
    pub const fn get(self, number: Number) -> u8 {
        self.0[number as usize]
    }

    /// Returns a copy with one number changed.
    pub const fn with(mut self, number: Number, value: u8) -> Numbers {
        self.0[number as usize] = value;
        self
    }

    /// Returns the numbers of the book.
    pub const fn book(all: &[NumberSpec]) -> Numbers {
        let mut numbers = Numbers([0; Number::ALL.len()]);
        let mut i = 0;
        while i < all.len() {
            numbers = numbers.with(all[i].of, all[i].book);
            i += 1;
        }
        numbers
    }
}

/// Effects of a sort of tags, or of traits.
pub trait EffectKind: Copy + Eq + std::fmt::Debug + 'static {
    /// Noun for messages.
    const WHAT: &'static str;
    /// All effects of the book.
    const BOOK: &'static [Self];

    /// Returns the name as printed.
    fn title(self) -> &'static str;

    /// Returns the index among the effects of the book.
    fn place(self) -> usize;

    /// Returns the numbers that the effect has.
    fn number_specs(self) -> &'static [NumberSpec];

    /// Returns the key in a ruleset: `spin-up`.
    fn key(self) -> String {
        self.title().to_lowercase().replace(' ', "-")
    }
}

/// Parts of [`EffectKind`] of a `named!` enum: all its values are of the book, in order.
macro_rules! of_book {
    ($kind:ident) => {
        const BOOK: &'static [$kind] = &$kind::ALL;

        fn title(self) -> &'static str {
            self.name()
        }

        fn place(self) -> usize {
            self as usize
        }
    };
}

impl EffectKind for Tag {
    const WHAT: &'static str = "tag";
    of_book!(Tag);

    fn number_specs(self) -> &'static [NumberSpec] {
        const HARM: &[NumberSpec] = &[number_spec(Number::Dice, 0, 0, 3), number_spec(Number::Harm, 1, 0, 5)];
        const DICE: &[NumberSpec] = &[number_spec(Number::Dice, 1, 0, 3), number_spec(Number::Harm, 0, 0, 5)];
        match self {
            Tag::Burst | Tag::Splash | Tag::Deliberate => const { &[number_spec(Number::Harm, 1, 0, 5)] },
            Tag::Critical | Tag::Focused | Tag::Impulsive | Tag::Mobile | Tag::Polished | Tag::SpinUp => HARM,
            Tag::Charge | Tag::Scoped | Tag::Stationary => DICE,
            Tag::Sighted => const { &[number_spec(Number::Dice, 1, 0, 3), number_spec(Number::Harm, 1, 0, 5)] },
            Tag::Hot => const { &[number_spec(Number::Tension, 1, 0, 5)] },
            Tag::Invigorating => const { &[number_spec(Number::Vigor, 1, 0, 5)] },
            _ => &[],
        }
    }
}

impl EffectKind for ItemTag {
    const WHAT: &'static str = "system tag";
    of_book!(ItemTag);

    fn number_specs(self) -> &'static [NumberSpec] {
        match self {
            // Lowest face on which the first use of a round spends no Ammo (A39).
            ItemTag::Efficient => const { &[number_spec(Number::Face, 4, 1, 7)] },
            ItemTag::Superhot => const { &[number_spec(Number::Harm, 1, 0, 5)] },
            ItemTag::Enveloping => const { &[number_spec(Number::Shields, 1, 0, 6)] },
            _ => &[],
        }
    }
}

impl EffectKind for Trait {
    const WHAT: &'static str = "trait";
    of_book!(Trait);

    fn number_specs(self) -> &'static [NumberSpec] {
        match self {
            Trait::TripledFeedMotors => const { &[number_spec(Number::Harm, 1, 0, 5)] },
            Trait::HairpinControls => const { &[number_spec(Number::Face, 4, 1, 6)] },
            Trait::FlaredPlating | Trait::RiotShield => const { &[number_spec(Number::Armor, 1, 0, 5)] },
            Trait::SupportDrones => const { &[number_spec(Number::Vigor, 1, 0, 5)] },
            _ => &[],
        }
    }
}

/// A tag or trait of a ruleset: its name, its effect, and the numbers of the effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<K> {
    /// Name as printed.
    pub name: String,
    /// Effect.
    pub does: K,
    /// Numbers of the effect; 0 for each that the effect does not use.
    pub numbers: Numbers,
}

impl<K: EffectKind> Mark<K> {
    /// Returns the tag or trait of the book.
    pub fn book(does: K) -> Mark<K> {
        Mark { name: does.title().to_owned(), does, numbers: Numbers::book(does.number_specs()) }
    }

    /// Returns the key in a ruleset: `spin-up` for the book's, the name for others.
    pub fn key(&self) -> String {
        if self.name == self.does.title() { self.does.key() } else { self.name.clone() }
    }

    /// Returns the name if it is not the book's.
    pub fn own_name(&self) -> Option<String> {
        (self.name != self.does.title()).then(|| self.name.clone())
    }
}

impl<K: EffectKind> From<K> for Mark<K> {
    fn from(does: K) -> Mark<K> {
        Mark::book(does)
    }
}

/// The numbers of each tag of an armament, an attack or a system; the book's numbers for absent tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerTag<K, const N: usize>([Numbers; N], PhantomData<K>);

/// Numbers of the tags of an armament, or of an enemy's attack.
pub type TagNumbers = PerTag<Tag, { Tag::ALL.len() }>;
/// Numbers of the tags of a system.
pub type ItemTagNumbers = PerTag<ItemTag, { ItemTag::ALL.len() }>;

impl<K: EffectKind, const N: usize> Default for PerTag<K, N> {
    fn default() -> PerTag<K, N> {
        PerTag(std::array::from_fn(|number| Numbers::book(K::BOOK[number].number_specs())), PhantomData)
    }
}

impl<K: EffectKind, const N: usize> PerTag<K, N> {
    /// Returns a number of a tag.
    #[inline]
    pub fn get(&self, tag: K, number: Number) -> u8 {
        self.0[tag.place()].get(number)
    }

    /// Sets the numbers of a tag.
    pub fn set(&mut self, tag: K, numbers: Numbers) {
        self.0[tag.place()] = numbers;
    }
}

/// Methods of types with tags: fields `tags`, `numbers`, and in `added` the names of tags that are not in the book.
macro_rules! bears_tags {
    ($thing:ty, $tag:ty) => {
        impl $thing {
            /// Adds a tag.
            pub fn bear(&mut self, mark: &Mark<$tag>) {
                self.tags = self.tags.with(mark.does);
                self.numbers.set(mark.does, mark.numbers);
                self.added.extend(mark.own_name().map(|name| (mark.does, name)));
            }

            /// Returns the names of the tags, the book's first.
            pub fn tag_names(&self) -> Vec<&str> {
                let book = self.tags.iter().filter(|tag| self.added.iter().all(|(does, _)| does != tag));
                let book = book.map(|tag| -> &str { tag.name() });
                book.chain(self.added.iter().map(|(_, name)| name.as_str())).collect()
            }
        }
    };
}
pub(super) use bears_tags;
