//! Numbers of players, units and other things of a game as separate types, so that one is never taken for another, and
//! sets of such numbers and of values with names.
//!
//! ```
//! hitchart_play::id! {
//!     /// A ship, by index in the fleet.
//!     ShipId below 8
//! }
//!
//! let (first, second) = (ShipId::new(0), ShipId::new(1));
//! assert!(first < second);
//! assert_eq!(ShipId::first(2).collect::<Vec<_>>(), [first, second]);
//! assert_eq!(second.index(), 1);
//! assert_eq!(std::mem::size_of::<Option<ShipId>>(), 1);
//! ```

/// Bit that is set in every stored number, so that an `Option` takes no more room.
#[doc(hidden)]
pub const KEPT: u8 = 1 << 7;

/// Defines a type of numbers below a power of two, up to 128.
#[macro_export]
macro_rules! id {
    ($(#[$of_id:meta])* $id:ident below $limit:literal) => {
        $(#[$of_id])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(std::num::NonZeroU8);

        impl $id {
            /// Returns the id with this number.
            #[inline]
            pub const fn new(number: u8) -> $id {
                debug_assert!(number < $limit);
                match std::num::NonZeroU8::new($crate::ids::KEPT | number) {
                    Some(kept) => $id(kept),
                    None => unreachable!(),
                }
            }

            /// Returns the number.
            #[inline]
            pub const fn number(self) -> u8 {
                self.0.get() & ($limit - 1)
            }

            /// Returns the index in a list of all.
            #[inline]
            pub const fn index(self) -> usize {
                self.number() as usize
            }

            /// Returns the first `count` ids, in order.
            #[inline]
            pub fn first(count: usize) -> impl Iterator<Item = $id> + Clone {
                (0..count as u8).map($id::new)
            }
        }

        impl Default for $id {
            /// Returns the first id.
            fn default() -> $id {
                $id::new(0)
            }
        }

        /// Writes the number.
        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.number())
            }
        }

        #[cfg(test)]
        impl From<u8> for $id {
            fn from(number: u8) -> $id {
                $id::new(number)
            }
        }

        impl std::fmt::Debug for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($id), self.number())
            }
        }
    };
}

/// Defines a type of sets of ids, with one bit for each.
#[macro_export]
macro_rules! id_set {
    ($(#[$of_set:meta])* $set:ident of $id:ident in $bits:ty) => {
        $(#[$of_set])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// Returns the set with these bits, one for each number.
            #[inline]
            pub const fn of_bits(bits: $bits) -> $set {
                $set(bits)
            }

            /// Returns the bits of the set.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Returns the set with one member.
            #[inline]
            pub const fn of(member: $id) -> $set {
                $set(1 << member.number())
            }

            /// Returns the set with one member if `is` is true, otherwise the empty set, without a branch.
            #[inline]
            pub const fn of_if(member: $id, is: bool) -> $set {
                $set((is as $bits) << member.number())
            }

            /// Returns true if the set holds a member.
            #[inline]
            pub const fn has(self, member: $id) -> bool {
                self.0 >> member.number() & 1 == 1
            }

            /// Adds a member.
            #[inline]
            pub fn insert(&mut self, member: $id) {
                *self |= $set::of(member);
            }

            /// Removes a member.
            #[inline]
            pub fn remove(&mut self, member: $id) {
                *self -= $set::of(member);
            }

            /// Returns true if the sets have a member in common.
            #[inline]
            pub const fn meets(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// Returns true if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns the member with the lowest number; `None` if the set is empty.
            #[inline]
            pub fn lowest(self) -> Option<$id> {
                (self.0 != 0).then(|| $id::new(self.0.trailing_zeros() as u8))
            }

            /// Returns the only member; `None` if the set does not have exactly one.
            #[inline]
            pub fn only(self) -> Option<$id> {
                if self.0.is_power_of_two() { self.lowest() } else { None }
            }

            /// Returns the members with a higher number than all members of another set.
            #[inline]
            pub const fn above(self, other: $set) -> $set {
                match <$bits>::MAX.checked_shr(other.0.leading_zeros()) {
                    Some(up_to) => $set(self.0 & !up_to),
                    None => self,
                }
            }

            /// Returns the members, lowest number first.
            #[inline]
            pub fn iter(mut self) -> impl Iterator<Item = $id> {
                std::iter::from_fn(move || {
                    let lowest = self.lowest()?;
                    self.0 &= self.0 - 1;
                    Some(lowest)
                })
            }
        }

        impl FromIterator<$id> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $id>>(all: I) -> $set {
                all.into_iter().fold($set::EMPTY, |set, member| set | $set::of(member))
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            /// Returns the union.
            #[inline]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: $set) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = $set;

            /// Returns the intersection.
            #[inline]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: $set) {
                self.0 &= other.0;
            }
        }

        impl std::ops::Sub for $set {
            type Output = $set;

            /// Returns the members of the first set that are not in the second.
            #[inline]
            fn sub(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: $set) {
                self.0 &= !other.0;
            }
        }
    };
}

/// Defines a type of sets of the values of a [`named!`](hitchart_config::named) enum, with one bit for each.
#[macro_export]
macro_rules! name_set {
    ($(#[$of_set:meta])* $set:ident of $name:ident in $bits:ty) => {
        $(#[$of_set])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// Returns true if the set holds a value.
            #[inline]
            pub const fn has(self, value: $name) -> bool {
                self.0 & (1 << value as $bits) != 0
            }

            /// Returns the set with a value added.
            #[inline]
            pub const fn with(self, value: $name) -> $set {
                $set(self.0 | 1 << value as $bits)
            }

            /// Returns the set without a value.
            #[inline]
            pub const fn without(self, value: $name) -> $set {
                $set(self.0 & !(1 << value as $bits))
            }

            /// Returns the values that are in both sets.
            #[inline]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Returns true if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the values of the set in their order, in time proportional to their number.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $name> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let value = *$name::ALL.get(left.trailing_zeros() as usize)?;
                    left &= left - 1;
                    Some(value)
                })
            }
        }

        impl FromIterator<$name> for $set {
            fn from_iter<I: IntoIterator<Item = $name>>(values: I) -> $set {
                values.into_iter().fold($set::NONE, $set::with)
            }
        }
    };
}
