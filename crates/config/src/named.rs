//! Enums whose values have names.

/// Declares an enum with a name for each value: `Ship = "ship"`.
///
/// The enum gets `ALL` with its values, `name` and `named`. With `enum Range in pairs`, `ALL` has each value with its
/// name; with `enum System as token`, the function that returns the name is called `token`.
///
/// ```
/// hitchart_config::named! {
///     /// Kinds of targets.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Target {
///         /// A ship.
///         Ship = "ship",
///         /// A company.
///         Company = "company",
///     }
/// }
///
/// assert_eq!(Target::ALL.map(Target::name), ["ship", "company"]);
/// assert_eq!(Target::named("company"), Some(Target::Company));
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($body:tt)* }) => {
        $crate::named! { @ $(#[$meta])* $vis $name name plain { $($body)* } }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident in pairs { $($body:tt)* }) => {
        $crate::named! { @ $(#[$meta])* $vis $name name pairs { $($body)* } }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident as $get:ident { $($body:tt)* }) => {
        $crate::named! { @ $(#[$meta])* $vis $name $get plain { $($body)* } }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident as $get:ident in pairs { $($body:tt)* }) => {
        $crate::named! { @ $(#[$meta])* $vis $name $get pairs { $($body)* } }
    };
    (@ $(#[$meta:meta])* $vis:vis $name:ident $get:ident $form:ident {
        $($(#[$of:meta])* $value:ident = $text:literal,)*
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$of])* $value,)*
        }

        #[allow(dead_code, reason = "most enums need only a part")]
        impl $name {
            $crate::named! { @all $form $vis $name { $($value $text)* } }

            /// Returns the name.
            #[inline]
            $vis const fn $get(self) -> &'static str {
                match self {
                    $($name::$value => $text,)*
                }
            }

            /// Returns the value of a name; `None` if no value has it.
            $vis fn named(name: &str) -> Option<$name> {
                [$($name::$value),*].into_iter().find(|known| known.$get() == name)
            }
        }
    };
    (@all plain $vis:vis $name:ident { $($value:ident $text:literal)* }) => {
        /// All values.
        $vis const ALL: [$name; [$($text),*].len()] = [$($name::$value),*];
    };
    (@all pairs $vis:vis $name:ident { $($value:ident $text:literal)* }) => {
        /// All values with their names.
        $vis const ALL: [($name, &'static str); [$($text),*].len()] = [$(($name::$value, $text)),*];
    };
}
