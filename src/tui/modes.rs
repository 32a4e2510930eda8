//! What a key does, by where the cursor is.
//!
//! Each place of the cursor is a [`Mode`]: it says what every action would do there now, or why it would do nothing, and does it; it draws
//! what the screen shows of the place, and says what lies there under the mouse. Modes lie on each other ([`stack`]): what one does not
//! have is asked of the one below it, at last of the [`program`]. [`offer`] is the one answer to "what would this do now?". The footer,
//! clicks on it, the list of actions and the handling of keys all ask it, so that none of them can promise what a key does not do.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;

use super::commands;
use super::keymap::{Action, Context, Key};
use super::message::Effect;
use super::model::reading::Reading;
use super::model::{Model, Notice};
use super::theme::Role;
use super::view::Click;
use crate::words::{MessageId, say, word};

mod beam;
mod completion;
mod confidence;
mod fill;
pub mod finder;
pub mod front;
pub mod help;
mod inspector;
mod lesson;
mod machine;
pub mod map;
pub(crate) mod menu;
mod moments;
mod number;
mod options;
mod page;
mod program;
mod steps;
mod tensor;
mod timeline;
mod training;
mod typing;
mod viewport;

pub use viewport::Viewport;

/// What an action would do here and now.
pub enum ActionOffer {
    /// It does something.
    Does(OfferWords, Act),
    /// It does nothing, and this is why; nothing is said where everybody sees it.
    Refused(Option<Notice>),
    /// This mode has no such action.
    Below,
}

/// How footer and list name what an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferWords {
    /// In the words of the key table.
    OfTable,
    /// In better ones.
    Better(MessageId),
    /// In better ones, and in lists alone: the footer has more useful keys.
    Listed(MessageId),
    /// Not at all: there are better keys for it here.
    Unnamed,
}

/// What is done, with the key that was pressed for it.
pub type Act = Box<dyn FnOnce(&mut Model, Key) -> Vec<Effect>>;

/// What an act leaves to be done outside of the screen's own state, which may be nothing.
trait IntoEffects {
    fn effects(self) -> Vec<Effect>;
}

impl IntoEffects for () {
    fn effects(self) -> Vec<Effect> {
        Vec::new()
    }
}

impl IntoEffects for Vec<Effect> {
    fn effects(self) -> Vec<Effect> {
        self
    }
}

/// An offer to do something.
fn does<R: IntoEffects>(act: impl FnOnce(&mut Model) -> R + 'static) -> ActionOffer {
    does_with_key(|model, _| act(model))
}

/// An offer to do something with the key that was pressed for it.
fn does_with_key<R: IntoEffects>(act: impl FnOnce(&mut Model, Key) -> R + 'static) -> ActionOffer {
    ActionOffer::Does(OfferWords::OfTable, Box::new(|model, key| act(model, key).effects()))
}

/// An offer to do something to the lesson on the screen.
fn does_in_lesson<R: IntoEffects>(act: impl FnOnce(&mut Reading) -> R + 'static) -> ActionOffer {
    does(|model| model.reading_mut().map(|reading| act(reading).effects()).unwrap_or_default())
}

/// Why an action is refused: a message, or a sentence made of one. A text of no language is neither.
trait Reason {
    fn text(self) -> String;
}

impl Reason for MessageId {
    fn text(self) -> String {
        self.text().to_owned()
    }
}

impl Reason for String {
    fn text(self) -> String {
        self
    }
}

/// No offer, and why.
fn refused(why: impl Reason) -> ActionOffer {
    ActionOffer::Refused(Some(Notice { text: why.text(), role: Role::Dim }))
}

/// Says of a key without a meaning here in which of these places it has one.
fn say_where(model: &mut Model, key: Key, places: &[Context]) {
    if let Some(place) = places.iter().find(|place| model.keymap.action(**place, key).is_some()) {
        model.say(Role::Dim, say!("key-is-elsewhere", place = place.title()));
    }
}

/// Says of a key without a meaning inside a tensor that the page has one for it.
fn say_outside(model: &mut Model, key: Key) {
    if model.keymap.action(Context::Page, key).is_some() {
        model.say(Role::Dim, word!("key-is-outside"));
    }
}

/// No offer, but how it is done.
fn told(how: MessageId) -> ActionOffer {
    ActionOffer::Refused(Some(Notice { text: how.text().to_owned(), role: Role::Text }))
}

impl ActionOffer {
    /// In better words than those of the key table.
    fn says(self, better: MessageId) -> Self {
        self.named(OfferWords::Better(better))
    }

    /// Neither footer nor list names it, unless `is_named`.
    fn quiet_unless(self, is_named: bool) -> Self {
        if is_named { self } else { self.quiet() }
    }

    /// Neither footer nor list names it.
    fn quiet(self) -> Self {
        self.named(OfferWords::Unnamed)
    }

    /// In better words than those of the key table, and in the footer only if `is_useful` here.
    fn lists(self, better: MessageId, is_useful: bool) -> Self {
        self.named(if is_useful { OfferWords::Better(better) } else { OfferWords::Listed(better) })
    }

    fn named(self, words: OfferWords) -> Self {
        match self {
            Self::Does(_, act) => Self::Does(words, act),
            other => other,
        }
    }

    /// Only if `is_so`; else it is plain to see that there is nothing to do.
    fn when(self, is_so: bool) -> Self {
        if is_so { self } else { Self::Refused(None) }
    }

    /// Only if `is_so`, and else not, for this reason.
    fn when_or(self, is_so: bool, why: MessageId) -> Self {
        if is_so { self } else { refused(why) }
    }

    /// What it does, where the key table says `words`, whether it is named or not; nothing where it does nothing.
    fn what(self, words: &'static str) -> Option<&'static str> {
        match self {
            Self::Does(OfferWords::OfTable | OfferWords::Unnamed, _) => Some(words),
            Self::Does(OfferWords::Better(better) | OfferWords::Listed(better), _) => Some(better.text()),
            Self::Refused(_) | Self::Below => None,
        }
    }

    /// What a list says of it, where the key table says `words`; nothing where it is not named.
    pub fn words(&self, words: &'static str) -> Option<&'static str> {
        match self {
            Self::Does(OfferWords::OfTable, _) => Some(words),
            Self::Does(OfferWords::Better(better) | OfferWords::Listed(better), _) => Some(better.text()),
            Self::Does(OfferWords::Unnamed, _) | Self::Refused(_) | Self::Below => None,
        }
    }

    /// The same for the footer.
    pub fn footer_words(&self, words: &'static str) -> Option<&'static str> {
        self.words(words).filter(|_| !matches!(self, Self::Does(OfferWords::Listed(_), _)))
    }
}

/// A place of the cursor, or what holds in several of them. It has no state of its own: that is in the [`Model`].
trait Mode: Sync {
    /// What `action` would do now.
    fn offer(&self, model: &Model, action: Action) -> ActionOffer;

    /// What comes before an action of this mode or of one that it lies on, also before one that is refused; not before the program's.
    fn begin(&self, _model: &mut Model, _action: Action) {}

    /// A key that stands for no action here.
    fn key(&self, _model: &mut Model, _key: Key) -> Vec<Effect> {
        Vec::new()
    }

    /// A text from the clipboard.
    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        commands::typing::paste(model, text)
    }

    /// Draws what the screen shows of this place, which for most is the page of the lesson.
    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        viewport.draw_page(buffer);
    }

    /// What of the same lies at a place of the screen.
    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        viewport.page_target(column, row)
    }

    /// The wheel turns, down or up.
    fn wheel(&self, model: &mut Model, direction: isize) {
        commands::scroll::wheel(model, direction);
    }
}

/// Whether an action is the program's wherever letters are typed or a list is shown: modes that have all others leave these to it.
fn is_of_program(action: Action) -> bool {
    matches!(action, Action::Quit | Action::ForceQuit | Action::Help | Action::Menu)
}

/// The modes that a key is for, the uppermost first.
fn stack(context: Context) -> &'static [&'static dyn Mode] {
    match context {
        Context::Contents | Context::Certificate => &[&front::FrontMode, &program::ProgramMode],
        Context::Map => &[&map::MapMode, &front::FrontMode, &program::ProgramMode],
        Context::Machine => &[&machine::MachineMode, &program::ProgramMode],
        Context::Beam => &[&beam::BeamMode, &program::ProgramMode],
        Context::Page => &[&page::PageMode, &lesson::LessonMode, &program::ProgramMode],
        Context::Question => &[&options::OptionsMode, &lesson::LessonMode, &program::ProgramMode],
        Context::Sureness => &[&confidence::ConfidenceMode, &program::ProgramMode],
        Context::Tensor => &[&tensor::TensorMode, &lesson::LessonMode, &program::ProgramMode],
        Context::Explained => {
            &[&inspector::ExplainedMode, &tensor::TensorMode, &lesson::LessonMode, &program::ProgramMode]
        }
        Context::Inspector => &[&inspector::InspectorMode, &lesson::LessonMode, &program::ProgramMode],
        Context::NumberInput => &[&number::NumberMode, &program::ProgramMode],
        Context::Fill => &[&fill::FillMode, &program::ProgramMode],
        Context::TextInput | Context::CodeEditor => &[&typing::TypingMode, &program::ProgramMode],
        Context::Completion => &[&completion::CompletionMode, &typing::TypingMode, &program::ProgramMode],
        Context::Stepping => &[&steps::StepsMode, &program::ProgramMode],
        Context::Timeline => &[&timeline::TimelineMode, &program::ProgramMode],
        Context::Training => &[&training::TrainingMode, &program::ProgramMode],
        Context::Moments => &[&moments::MomentsMode, &program::ProgramMode],
        Context::Menu => &[&menu::MenuMode, &program::ProgramMode],
        Context::Finder => &[&finder::FinderMode, &program::ProgramMode],
        Context::Help => &[&help::HelpMode, &program::ProgramMode],
    }
}

/// The place in the stack of the mode that has `action`, and what it would do. One that nobody has does nothing.
fn ask(model: &Model, stack: &[&dyn Mode], action: Action) -> Option<(usize, ActionOffer)> {
    let answers = stack.iter().map(|mode| mode.offer(model, action));
    answers.enumerate().find(|(_, offer)| !matches!(offer, ActionOffer::Below))
}

/// What `action` would do now in `context`, the place that the cursor is at or one that an overlay covers.
pub fn offer(model: &Model, context: Context, action: Action) -> ActionOffer {
    ask(model, stack(context), action).map_or(ActionOffer::Refused(None), |(_, offer)| offer)
}

/// Draws what the screen shows of a place.
pub fn draw(context: Context, viewport: &Viewport<'_>, buffer: &mut Buffer) {
    if let Some(mode) = stack(context).first() {
        mode.draw(viewport, buffer);
    }
}

/// What a place shows at a column and a row of the screen.
pub fn target_at(context: Context, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
    stack(context).first()?.target_at(viewport, column, row)
}

/// The wheel turns over the uppermost place.
pub fn wheel(model: &mut Model, direction: isize) {
    if let Some(mode) = stack(model.context()).first() {
        mode.wheel(model, direction);
    }
}

/// A key was pressed.
pub fn press(model: &mut Model, key: Key) -> Vec<Effect> {
    let context = model.context();
    match model.keymap.action(context, key) {
        // A line feed ends a line as Enter does: so comes what was typed before the program had the terminal.
        None if key == Key::LINE_FEED => {
            let enter = Key::new(KeyCode::Enter);
            act(model, model.keymap.action(context, enter), enter)
        }
        action => act(model, action, key),
    }
}

/// Does what a key asks for, or what was chosen from a list and may have no key.
fn act(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    let context = model.context();
    model.notice = None;
    model.asked = model.asked.filter(|asked| action == Some(*asked));
    if let Some(reading) = model.reading_mut() {
        reading.follow = true;
        reading.left_at = None;
        reading.wanted = None;
        // What comes after these is a step of its own, also where there was nothing for them to do.
        if matches!(action, Some(Action::Undo | Action::Redo | Action::ResetCell | Action::ResetPage)) {
            reading.streak = None;
        }
    }
    let stack = stack(context);
    let Some(action) = action else {
        return stack.first().map(|mode| mode.key(model, key)).unwrap_or_default();
    };
    let Some((place, mut offer)) = ask(model, stack, action) else { return Vec::new() };
    if place + 1 < stack.len() {
        stack.iter().take(place + 1).for_each(|mode| mode.begin(model, action));
        // That may have moved the cursor.
        if let Some(mode) = stack.get(place) {
            offer = mode.offer(model, action);
        }
    }
    match offer {
        ActionOffer::Does(_, act) => return act(model, key),
        ActionOffer::Refused(why) => model.notice = why,
        ActionOffer::Below => {}
    }
    Vec::new()
}

/// Text from the clipboard goes where text is typed.
pub fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    stack(model.context()).first().map(|mode| mode.paste(model, text)).unwrap_or_default()
}
