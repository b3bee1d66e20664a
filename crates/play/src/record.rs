//! Records of a game: the metrics that a game counts, and the counts of one game.

/// Unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricUnit {
    /// 0 or 1 in a game, so that the mean is a share of games.
    Share,
    /// Amount of one thing per unit of another thing that does not contain it.
    Ratio,
    /// Points of score, of either sign.
    Points,
    /// Points by which a player is ahead: at least 0.
    Lead,
    /// Things that come one at a time, at least one in a game, such as rounds begun; a plural.
    AtLeastOne(&'static str),
    /// Things that come one at a time; a plural.
    Single(&'static str),
    /// Things that come several at once or in a row. For example, an attack that has not yet hit may hit four times,
    /// and a clock may stop for a whole round of decisions. In games between players of all kinds, rare counts rose by
    /// up to five at once.
    Several(&'static str),
    /// Amounts of either sign, such as a balance of hits; a plural.
    Signed(&'static str),
}

impl MetricUnit {
    /// Returns the name of the unit.
    pub fn name(self) -> &'static str {
        match self {
            MetricUnit::Share | MetricUnit::Ratio => "share",
            MetricUnit::Points | MetricUnit::Lead => "points",
            MetricUnit::AtLeastOne(name)
            | MetricUnit::Single(name)
            | MetricUnit::Several(name)
            | MetricUnit::Signed(name) => name,
        }
    }
}

/// A number that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name in files: `snake_case`.
    pub name: &'static str,
    /// Heading for people.
    pub title: &'static str,
    /// Unit, which also sets the bounds of estimates.
    pub unit: MetricUnit,
    /// Rule by which the metric is counted.
    pub how: &'static str,
}

impl Metric {
    /// Returns the title with the unit, unless the title names the unit: "Damage (hits)".
    pub fn in_words(&self) -> String {
        let unit = self.unit.name();
        let names = self.title.to_lowercase().contains(unit);
        if names || unit == "share" { self.title.to_owned() } else { format!("{} ({unit})", self.title) }
    }
}

/// Defines an enum of metrics together with their descriptions, in one order.
#[macro_export]
macro_rules! metrics {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident $name:literal $title:literal $unit:ident $(($of:literal))? $how:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = $how] $variant,)*
        }

        impl From<$kind> for usize {
            fn from(metric: $kind) -> usize {
                metric as usize
            }
        }

        impl $kind {
            /// Descriptions in the order of the variants.
            pub const ALL: &'static [$crate::record::Metric] =
                &[$($crate::record::Metric { name: $name, title: $title, unit: $crate::record::MetricUnit::$unit $(($of))?, how: $how },)*];
        }
    };
}

/// A metric that divides one metric of a game by another.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    /// Name, heading, unit and rule of the quotient.
    pub metric: Metric,
    /// Index of the numerator among the metrics of the whole game.
    pub over: usize,
    /// Index of the denominator among the metrics of the whole game.
    pub under: usize,
}

impl Shared {
    /// Returns the metric of `over` as a share of `under`.
    pub const fn share(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: MetricUnit::Share, how }, over, under }
    }

    /// Returns the metric of `over` per unit of `under`.
    pub const fn ratio(
        name: &'static str,
        title: &'static str,
        [over, under]: [usize; 2],
        how: &'static str,
    ) -> Shared {
        Shared { metric: Metric { name, title, unit: MetricUnit::Ratio, how }, over, under }
    }
}

/// Number of rounds with separate counts: the set-up (round 0) and one for each hour of the highest clock.
pub const ROUNDS: usize = 31;
/// Number of tactical positions.
pub const POSITIONS: usize = 3;

/// A record of one game between the players of a table.
pub trait Recorded: Default {
    /// Metrics of the whole game.
    const WHOLE: &'static [Metric];
    /// Metrics of each player.
    const SIDE: &'static [Metric];
    /// Places of the metrics that all studies read.
    const ROLES: Roles;
    /// Names of the tactical positions, from the highest starting score down: highest, between, lowest.
    const POSITIONS: [&'static str; POSITIONS];
    /// Number of kinds of attacks that are counted separately.
    const STRIKES: usize;

    /// Returns the number of players.
    fn players(&self) -> usize;
    /// Returns the winner; `None` in a tie.
    fn winner(&self) -> Option<usize>;
    /// Returns the metrics of the game, in the order of `WHOLE`.
    fn wholes(&self) -> &[u32];
    /// Returns the metrics of a player, in the order of `SIDE`.
    fn side(&self, player: usize) -> &[i32];
    /// Returns attacks by kind, and hits by kind.
    fn strikes(&self) -> [&[u32]; 2];
    /// Returns the losses by round, [`ROUNDS`] numbers.
    fn lost(&self) -> &[u32];
    /// Returns the player who alone led at the end of each of [`ROUNDS`] rounds.
    fn led(&self) -> &[Option<u8>];
    /// Returns the scores of a player at the end of each of [`ROUNDS`] rounds; rounds after the end repeat the last
    /// score.
    fn scores(&self, player: usize) -> &[i16];
    /// Returns the player with the first turn of the game.
    fn first(&self) -> Option<usize>;
    /// Returns the player with the last turn of the game.
    fn last(&self) -> Option<usize>;
    /// Returns a player's tactical position at the start, an index into `POSITIONS`.
    fn position(&self, player: usize) -> usize;
    /// Returns a 64-bit hash of the game; a change of any count changes the hash.
    fn signature(&self, game: u64) -> u64;

    /// Returns the metric of the game at an index.
    fn whole_at(&self, place: usize) -> u32 {
        self.wholes()[place]
    }
}

/// Indices of the metrics that all studies read.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// Index of the rounds begun, among the metrics of the whole game.
    pub rounds: usize,
    /// Index of the best score less the next, among the metrics of the whole game.
    pub margin: usize,
    /// Index of the metric that is 1 if several players share the best score, among those of the whole game.
    pub tied: usize,
    /// Index of the final score, among the metrics of a player.
    pub score: usize,
    /// Index of the final score less the best of the others, among the metrics of a player.
    pub lead: usize,
}

/// Mixes a number into a hash: the multiplication spreads low bits upwards, the shift brings them down again.
pub fn stir(hash: u64, value: u32) -> u64 {
    let spread = (hash ^ u64::from(value)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 29)
}
