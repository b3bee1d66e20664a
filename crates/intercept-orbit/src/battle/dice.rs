//! Dice of a battle: their random streams, and the hand of a turn.

use crate::ids::AssetId;
pub use hitchart_dice::KeyedDice;

use super::super::ship::{System, Systems};
use super::super::{attack::Band, fleet::Ace, ruleset::Ruleset, space::Body};
use super::Battle;
use super::event::{Face, Hue};
use super::open_turn::{MAX_BLACKS, MAX_WHITES};
use super::state::{Asset, Colour, Hand, Part, State};
use hitchart_dice::Throw;
use hitchart_mobile_frame::dice::{self as mobile_frame, Sides};
use hitchart_play::Engine;

/// Dice that a battle is played with.
pub trait BattleDice: hitchart_dice::Dice + Engine<Battle<Self>> {}

impl<D: hitchart_dice::Dice + Engine<Battle<D>>> BattleDice for D {}

/// Purpose of a throw. The number is part of the stream's name, so it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Order of players with equal scores before the battle, and the player who may leave an asset behind (I11).
    Seats = 1,
    /// Order of players with equal scores during the battle (I11).
    RollOff = 2,
    /// All dice that an asset rolls for its turn.
    Hand = 3,
    /// Damage dice of an attack.
    Damage = 4,
    /// Dice of a collision (I53).
    Collision = 5,
    /// Yellow and red dice of a boarding action.
    Boarding = 6,
}

/// Returns the stream of dice for a purpose, an asset and the round. Common random numbers depend on this name.
#[inline]
pub fn throw(state: &State, purpose: Purpose, asset: AssetId) -> Throw {
    mobile_frame::throw_in_round(state.key, purpose as u64, state.round, asset.number())
}

/// Returns the stream of dice for a purpose that can occur any number of times in a round.
#[inline]
pub fn numbered_throw(state: &mut State, purpose: Purpose) -> Throw {
    mobile_frame::numbered_throw(state.key, purpose as u64, &mut state.rolls)
}

/// Sides of the dice that belong to no pool: whites, damage, collisions.
pub const D6: u8 = 6;

/// Sides of the dice of systems, companies and aces.
#[derive(Clone, Copy, Debug)]
pub struct SystemSides {
    first: Sides,
    second: Sides,
    half: Sides,
    defense: Sides,
    comms: Sides,
    second_comms: Sides,
    catapult: Sides,
    catapults: Sides,
    frigate: Sides,
    /// Blue, green, red and yellow of companies, in the order of [`Colour`].
    company: [Sides; 4],
    ace: Sides,
    /// Dice of each company in boarding; `boarding_ace` has the dice that an ace adds.
    pub boarding: Sides,
    /// Dice that an ace adds to those of its company in boarding.
    pub boarding_ace: Sides,
    hva_whites: u8,
}

impl SystemSides {
    /// Returns the dice of a ruleset.
    pub fn new(rules: &Ruleset) -> SystemSides {
        let company = &rules.companies;
        SystemSides {
            first: Sides::of(&rules.weapons.first),
            second: Sides::of(&rules.weapons.second),
            half: Sides::of(&rules.weapons.half),
            defense: Sides::of(&rules.dice.defense),
            comms: Sides::of(&rules.dice.comms),
            second_comms: Sides::of(&rules.dice.second_comms),
            catapult: Sides::of(&rules.dice.catapult),
            catapults: Sides::of(&rules.dice.catapults),
            frigate: Sides::of(&rules.ships.frigate_green),
            company: [&company.defense, &company.movement, &company.weapon, &company.comms].map(Sides::of),
            ace: Sides::of(&rules.aces.dice),
            boarding: Sides::of(&rules.boarding.company),
            boarding_ace: Sides::of(&rules.aces.boarding),
            hva_whites: rules.hvas.whites,
        }
    }

    /// Returns true if an asset of this kind rolls any dice on its turn.
    #[inline]
    pub fn rolls(&self, body: Body) -> bool {
        body != Body::Hva || self.hva_whites > 0
    }

    /// Calls `each` with the sides of every red die of a ship's weapons for a band (I04).
    pub fn reds(&self, systems: &Systems, band: Band, mut each: impl FnMut(u8)) {
        let (devoted, halves) = systems.weapons(band);
        let mut dice = |times: u8, sides: &Sides| {
            for _ in 0..times {
                sides.as_slice().iter().for_each(|of| each(*of));
            }
        };
        dice(devoted.min(1), &self.first);
        dice(devoted.saturating_sub(1), &self.second);
        dice(halves, &self.half);
    }

    /// Rolls the hand of a turn: whites, then red, blue, green, yellow and black. Calls `face` with every die. A ship
    /// rolls the reds of the declared band; a company and its ace roll all their dice.
    #[inline]
    pub fn roll(
        &self,
        mut die: impl FnMut(u8) -> u8,
        asset: &Asset,
        attack: Option<Band>,
        mut face: impl FnMut(Face),
    ) -> Hand {
        let mut hand = Hand::default();
        let mut roll = |sides: u8, hue: Hue| {
            let shown = die(sides);
            face(Face { colour: hue, sides, face: shown });
            shown
        };
        let whites = if asset.is_hva() { self.hva_whites } else { asset.whites };
        hand.white_count = whites.min(MAX_WHITES as u8);
        for white in &mut hand.whites[..usize::from(hand.white_count)] {
            *white = roll(D6, Hue::White);
        }
        match asset.body {
            Body::Capital | Body::Frigate => self.roll_ship(&mut hand, roll, asset, attack),
            Body::Company => self.roll_company(&mut hand, roll, asset),
            Body::Hva | Body::Debris => {}
        }
        hand
    }

    /// Rolls the coloured and black dice of a ship.
    #[inline]
    fn roll_ship(&self, hand: &mut Hand, mut roll: impl FnMut(u8, Hue) -> u8, asset: &Asset, attack: Option<Band>) {
        if let Some(band) = attack {
            self.reds(&asset.systems, band, |of| roll_colour(hand, &mut roll, Colour::Red, of));
        }
        let (comms, is_frigate) = (asset.systems.count(System::Comms), asset.body == Body::Frigate);
        for (colour, times, sides) in [
            (Colour::Blue, asset.systems.count(System::Defense), &self.defense),
            (Colour::Green, u8::from(is_frigate), &self.frigate),
            (Colour::Yellow, comms.min(1), &self.comms),
            (Colour::Yellow, comms.saturating_sub(1), &self.second_comms),
        ] {
            for _ in 0..times {
                sides.as_slice().iter().for_each(|of| roll_colour(hand, &mut roll, colour, *of));
            }
        }
        let blacks = match asset.systems.count(System::Catapult) {
            0 => &[],
            1 => self.catapult.as_slice(),
            _ => self.catapults.as_slice(),
        };
        for of in blacks.iter().take(MAX_BLACKS) {
            hand.blacks[usize::from(hand.black_count)] = roll(*of, Hue::Black);
            hand.black_count += 1;
        }
    }

    /// Rolls the coloured dice of a company and its ace.
    #[inline]
    fn roll_company(&self, hand: &mut Hand, mut roll: impl FnMut(u8, Hue) -> u8, asset: &Asset) {
        for (part, colour, ace) in [
            (Part::Weapon, Colour::Red, Some(Ace::Red)),
            (Part::Defense, Colour::Blue, Some(Ace::Blue)),
            (Part::Movement, Colour::Green, Some(Ace::Green)),
            (Part::Comms, Colour::Yellow, None),
        ] {
            let own = asset.parts.has(part).then(|| self.company[colour as usize].as_slice());
            let of_ace = (ace.is_some() && asset.ace == ace).then(|| self.ace.as_slice());
            for of in own.into_iter().chain(of_ace).flatten() {
                roll_colour(hand, &mut roll, colour, *of);
            }
        }
        if asset.ace == Some(Ace::Yellow) {
            for of in self.ace.as_slice() {
                hand.ace_spot = hand.ace_spot.max(roll(*of, Hue::AceSpot));
            }
        }
    }
}

/// Rolls a die of a colour. The hand keeps the best of each colour.
#[inline]
fn roll_colour(hand: &mut Hand, roll: &mut impl FnMut(u8, Hue) -> u8, colour: Colour, sides: u8) {
    let best = &mut hand.best[colour as usize];
    *best = roll(sides, Hue::Of(colour)).max(*best);
}
