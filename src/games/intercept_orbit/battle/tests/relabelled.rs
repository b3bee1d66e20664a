//! A battle of two equal fleets with exchanged numbers of players and of assets. Tacticians decide in it as in the
//! battle itself; otherwise they would favour one of the two fleets.

use super::super::super::players::Tactician;
use super::super::super::players::tactician::Tactics;
use super::super::open_turn::Target;
use super::super::state::{SpotDie, mask_of, numbers_in};
use super::super::*;
use super::{FLEETS, battle, standard};
use hitchart_play::{Game, Policy, Unwatched};

/// Exchange of the numbers of the two fleets: each number becomes that of its counterpart in the other fleet.
struct Swap {
    /// Number of ships and companies of each fleet; `hvas` is that of its high value assets.
    tactical: u8,
    hvas: u8,
}

impl Swap {
    fn of(state: &State) -> Swap {
        Swap { tactical: state.tactical_count / 2, hvas: (state.asset_count - state.tactical_count) / 2 }
    }

    fn asset(&self, number: u8) -> u8 {
        let other = |number: u8, each: u8| if number < each { number + each } else { number - each };
        match number.checked_sub(2 * self.tactical) {
            None => other(number, self.tactical),
            Some(hva) => 2 * self.tactical + other(hva, self.hvas),
        }
    }

    fn mask(&self, mask: u64) -> u64 {
        mask_of(numbers_in(mask).map(|number| self.asset(number)))
    }

    fn target(&self, target: Target) -> Target {
        match target {
            Target::Asset(number) => Target::Asset(self.asset(number)),
            same => same,
        }
    }

    fn assets(&self, state: &mut State) {
        let before = state.assets;
        for number in 0..state.asset_count {
            let mut asset = before[usize::from(number)];
            let spot = |spot: SpotDie| SpotDie { by: self.asset(spot.by), ..spot };
            (asset.owner, asset.captor) = (1 - asset.owner, asset.captor.map(|player| 1 - player));
            (asset.spot, asset.ace_spot) = (asset.spot.map(spot), asset.ace_spot.map(spot));
            (asset.on, asset.carried_by) =
                (asset.on.map(|ship| self.asset(ship)), asset.carried_by.map(|by| self.asset(by)));
            state.assets[usize::from(self.asset(number))] = asset;
        }
    }

    fn masks(&self, state: &mut State) {
        let masks = [
            &mut state.on_table,
            &mut state.standing,
            &mut state.scoring,
            &mut state.acted,
            &mut state.captured,
            &mut state.drifting,
        ];
        masks.into_iter().for_each(|mask| *mask = self.mask(*mask));
        let sides = state.sides;
        (state.sides[0], state.sides[1]) = (self.mask(sides[1]), self.mask(sides[0]));
        let beside = state.beside;
        for hva in 0..2 * self.hvas {
            let to = self.asset(hva + state.tactical_count) - state.tactical_count;
            state.beside[usize::from(to)] = self.mask(beside[usize::from(hva)]);
        }
    }

    /// Returns the same battle under the exchanged numbers; nothing but turns may be open.
    fn state(&self, state: &State) -> State {
        let mut swapped = *state;
        self.assets(&mut swapped);
        self.masks(&mut swapped);
        swapped.players.swap(0, 1);
        for player in swapped.seats[..2].iter_mut().chain(&mut swapped.query[..2]) {
            *player = 1 - *player;
        }
        for turn in [&mut swapped.turn, &mut swapped.answer].into_iter().flatten() {
            (turn.asset, turn.launching) = (self.asset(turn.asset), self.asset(turn.launching));
            (turn.target, turn.opened_by) = (self.target(turn.target), turn.opened_by.map(|by| self.asset(by)));
        }
        if let Some(asked) = &mut swapped.asked {
            asked.player = 1 - asked.player;
        }
        swapped
    }

    fn action(&self, action: Action) -> Action {
        match action {
            Action::Activate(asset) => Action::Activate(self.asset(asset)),
            Action::Declare { target, band } => Action::Declare { target: self.target(target), band },
            Action::Attack { die, target } => Action::Attack { die, target: self.target(target) },
            Action::Mend { company, die, parts, whites } => {
                Action::Mend { company: self.asset(company), die, parts, whites }
            }
            Action::Launch { company, die } => Action::Launch { company: self.asset(company), die },
            Action::Spot { die, target } => Action::Spot { die, target: self.asset(target) },
            same => same,
        }
    }
}

/// Decisions of turns, at which nothing but turns is open.
const OF_TURNS: [Decision; 7] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Proceed,
    Decision::Launch,
    Decision::PlaceCompany,
    Decision::Spot,
];

#[test]
fn tacticians_decide_alike_whichever_fleet_is_theirs() {
    let mut players = [0, 1].map(|_| Tactician::new(Tactics::default()));
    let (mut decisions, mut unlike) = (0, 0);
    for (key, fleet) in (0..40).zip(FLEETS.into_iter().cycle()) {
        let battle = battle(&[fleet; 2], standard());
        players.iter_mut().for_each(|player| Policy::<Battle<KeyedDice>>::begin(player, key));
        let mut state = battle.start(key, &mut Unwatched);
        let swap = Swap::of(&state);
        while let Some(asked) = state.asked {
            let action = players[usize::from(asked.player)].decide(&battle, &state);
            if OF_TURNS.contains(&asked.what) {
                let instead = players[usize::from(1 - asked.player)].decide(&battle, &swap.state(&state));
                decisions += 1;
                unlike += u32::from(instead != swap.action(action));
            }
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
    assert!(decisions > 10_000 && unlike == 0, "{unlike} of {decisions}");
}
