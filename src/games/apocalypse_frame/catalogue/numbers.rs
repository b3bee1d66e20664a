//! Numbers of what is code and not data: tags and traits. What a tag does is fixed; how much of it is the ruleset's.

use super::frame::Trait;
use super::item::ItemTag;
use super::tag::Tag;
use std::marker::PhantomData;

/// What a number is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Dice added or taken.
    Dice,
    /// Harm added or taken.
    Harm,
    Tension,
    Vigor,
    Armor,
    Shields,
    /// The face of a die that it looks at.
    Face,
}

impl Number {
    /// All numbers.
    pub const ALL: [Number; 7] =
        [Number::Dice, Number::Harm, Number::Tension, Number::Vigor, Number::Armor, Number::Shields, Number::Face];

    /// Its key in a ruleset.
    pub const fn name(self) -> &'static str {
        match self {
            Number::Dice => "dice",
            Number::Harm => "harm",
            Number::Tension => "tension",
            Number::Vigor => "vigor",
            Number::Armor => "armor",
            Number::Shields => "shields",
            Number::Face => "face",
        }
    }
}

/// A number that a tag or trait has: by the book, and the lowest and highest allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    pub of: Number,
    pub book: u8,
    pub low: u8,
    pub high: u8,
}

const fn asked(of: Number, book: u8, low: u8, high: u8) -> Asked {
    Asked { of, book, low, high }
}

/// The numbers of a tag or trait, those that it has not being 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers([u8; Number::ALL.len()]);

impl Numbers {
    /// A number.
    #[inline]
    pub const fn get(self, number: Number) -> u8 {
        self.0[number as usize]
    }

    /// The same with another number.
    pub const fn with(mut self, number: Number, value: u8) -> Numbers {
        self.0[number as usize] = value;
        self
    }

    /// As the book has them.
    pub const fn book(all: &[Asked]) -> Numbers {
        let mut numbers = Numbers([0; Number::ALL.len()]);
        let mut i = 0;
        while i < all.len() {
            numbers = numbers.with(all[i].of, all[i].book);
            i += 1;
        }
        numbers
    }
}

/// What a sort of tags, or traits, can do.
pub trait Does: Copy + Eq + std::fmt::Debug + 'static {
    /// What one of them is called in messages.
    const WHAT: &'static str;
    /// All of the book.
    const BOOK: &'static [Self];

    /// As people write it.
    fn title(self) -> &'static str;

    /// Its place among those of the book.
    fn place(self) -> usize;

    /// The numbers that it has.
    fn asked(self) -> &'static [Asked];

    /// Its key in a ruleset: `spin-up`.
    fn key(self) -> String {
        self.title().to_lowercase().replace(' ', "-")
    }
}

impl Does for Tag {
    const WHAT: &'static str = "tag";
    const BOOK: &'static [Tag] = &Tag::ALL;

    fn title(self) -> &'static str {
        self.name()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn asked(self) -> &'static [Asked] {
        const HARM: &[Asked] = &[asked(Number::Dice, 0, 0, 3), asked(Number::Harm, 1, 0, 5)];
        const DICE: &[Asked] = &[asked(Number::Dice, 1, 0, 3), asked(Number::Harm, 0, 0, 5)];
        match self {
            Tag::Burst | Tag::Splash | Tag::Deliberate => const { &[asked(Number::Harm, 1, 0, 5)] },
            Tag::Critical | Tag::Focused | Tag::Impulsive | Tag::Mobile | Tag::Polished | Tag::SpinUp => HARM,
            Tag::Charge | Tag::Scoped | Tag::Stationary => DICE,
            Tag::Sighted => const { &[asked(Number::Dice, 1, 0, 3), asked(Number::Harm, 1, 0, 5)] },
            Tag::Hot => const { &[asked(Number::Tension, 1, 0, 5)] },
            Tag::Invigorating => const { &[asked(Number::Vigor, 1, 0, 5)] },
            _ => &[],
        }
    }
}

impl Does for ItemTag {
    const WHAT: &'static str = "system tag";
    const BOOK: &'static [ItemTag] = &ItemTag::ALL;

    fn title(self) -> &'static str {
        self.name()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn asked(self) -> &'static [Asked] {
        match self {
            // Lowest face on which the first use of a round spends no Ammo (A39).
            ItemTag::Efficient => const { &[asked(Number::Face, 4, 1, 7)] },
            ItemTag::Superhot => const { &[asked(Number::Harm, 1, 0, 5)] },
            ItemTag::Enveloping => const { &[asked(Number::Shields, 1, 0, 6)] },
            _ => &[],
        }
    }
}

impl Does for Trait {
    const WHAT: &'static str = "trait";
    const BOOK: &'static [Trait] = &Trait::ALL;

    fn title(self) -> &'static str {
        self.name()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn asked(self) -> &'static [Asked] {
        match self {
            Trait::TripledFeedMotors => const { &[asked(Number::Harm, 1, 0, 5)] },
            Trait::HairpinControls => const { &[asked(Number::Face, 4, 1, 6)] },
            Trait::FlaredPlating | Trait::RiotShield => const { &[asked(Number::Armor, 1, 0, 5)] },
            Trait::SupportDrones => const { &[asked(Number::Vigor, 1, 0, 5)] },
            _ => &[],
        }
    }
}

/// A tag or trait of a ruleset: a name, what it does, and how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<K> {
    /// As people write it.
    pub name: String,
    /// What it does.
    pub does: K,
    pub numbers: Numbers,
}

impl<K: Does> Mark<K> {
    /// As the book has it.
    pub fn book(does: K) -> Mark<K> {
        Mark { name: does.title().to_owned(), does, numbers: Numbers::book(does.asked()) }
    }
}

impl<K: Does> Mark<K> {
    /// Its key in a ruleset: `spin-up` of the book's, its name of others.
    pub fn key(&self) -> String {
        if self.name == self.does.title() { self.does.key() } else { self.name.clone() }
    }

    /// Its name, where it is not one of the book.
    pub fn own_name(&self) -> Option<String> {
        (self.name != self.does.title()).then(|| self.name.clone())
    }
}

impl<K: Does> From<K> for Mark<K> {
    fn from(does: K) -> Mark<K> {
        Mark::book(does)
    }
}

/// The numbers of each tag that something bears; of tags that it does not bear, the book's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerTag<K, const N: usize>([Numbers; N], PhantomData<K>);

/// Numbers of the tags of an armament, or of an enemy's attack.
pub type TagNumbers = PerTag<Tag, { Tag::ALL.len() }>;
/// Numbers of the tags of a system.
pub type ItemTagNumbers = PerTag<ItemTag, { ItemTag::ALL.len() }>;

impl<K: Does, const N: usize> Default for PerTag<K, N> {
    fn default() -> PerTag<K, N> {
        PerTag(std::array::from_fn(|number| Numbers::book(K::BOOK[number].asked())), PhantomData)
    }
}

impl<K: Does, const N: usize> PerTag<K, N> {
    /// A number of a tag.
    #[inline]
    pub fn get(&self, tag: K, number: Number) -> u8 {
        self.0[tag.place()].get(number)
    }

    /// Sets the numbers of a tag.
    pub fn set(&mut self, tag: K, numbers: Numbers) {
        self.0[tag.place()] = numbers;
    }
}

/// What bears tags: its `tags`, their `numbers`, and in `added` the names of those that the book has not.
macro_rules! bears_tags {
    ($thing:ty, $tag:ty) => {
        impl $thing {
            /// Adds a tag.
            pub fn bear(&mut self, mark: &Mark<$tag>) {
                self.tags = self.tags.with(mark.does);
                self.numbers.set(mark.does, mark.numbers);
                self.added.extend(mark.own_name().map(|name| (mark.does, name)));
            }

            /// The names of its tags, the book's first.
            pub fn tag_names(&self) -> Vec<&str> {
                let book = self.tags.iter().filter(|tag| self.added.iter().all(|(does, _)| does != tag));
                let book = book.map(|tag| -> &str { tag.name() });
                book.chain(self.added.iter().map(|(_, name)| name.as_str())).collect()
            }
        }
    };
}
pub(super) use bears_tags;
