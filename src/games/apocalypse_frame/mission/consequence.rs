//! Consequences: answers of enemies to a roll that provokes them (A04 to A07).

use super::Mission;
use super::action::Decision;
use super::candidates::answers;
use super::dice::Dice;
use super::event::Event;
use super::play::Play;
use super::state::Provoked;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Asks the game master for an answer, if one is possible; the Ace may use systems before (A68).
    pub fn answer_step(&mut self, provoked: Provoked) {
        let ace = self.state.turn.acting();
        let Provoked { target, harmless } = provoked;
        let void = !self.state.ace(ace).can_be_harmed() && self.state.marks.up.is_empty();
        let void = void || !answers::is_any(self.mission, self.state, provoked);
        if !void && self.state.turn.due.brace && !self.mission.payable(self.state, ace, 0).is_empty() {
            return self.ask(Decision::BeforeAnswer);
        }
        self.tell(|| Event::Provoked { ace, target, harmless, void });
        if void {
            self.state.turn.due.answered();
        } else {
            self.ask(Decision::Answer);
        }
    }
}
