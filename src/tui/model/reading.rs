//! One lesson while it is read: the page, its values, and where the reader is.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::comparison::{Side, other_state};
use super::exhibit::DrawnGradient;
use super::exhibit::{Basis, Exhibits, Figure, Look};
use super::focus::{Focus, Inside, Spot, Wanted};
use super::stepper::Stepper;
use super::text::Text;
use crate::app::lesson::OpenLesson;
use crate::lang::{Control, ControlKind};
use crate::notebook::compare::valid;
use crate::notebook::document::Restored;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskRun, TaskState};
use crate::notebook::lesson::{Block, BlockId, BlockKind, Display, Lesson};
use crate::notebook::library::LessonNumber;
use crate::notebook::session::{Day, SavedProgress};
use crate::notebook::veils::Veils;
use crate::notebook::why::{self, Gradient, WhyAnswer, WhyQuery};
use crate::tui::widgets::picture::Numbers;
use flash::Flash;
use lens::Lens;
pub use moved::Moved;
pub use pane::{Beside, Pane};
pub use stage::Stage;

mod flash;
pub mod lens;
mod moved;
mod pane;
mod stage;
mod terms;
mod veils;

/// A lesson that has been opened.
#[derive(Debug)]
pub struct Reading {
    /// The lesson itself: the page, its values, and where the learner is.
    pub lesson: OpenLesson,
    /// Which of its controls or links somebody went to, so that it is what must be seen of a block that is higher than the screen;
    /// if none, the first is meant.
    pub control: Option<usize>,
    /// What of the selected block must be seen until the next key.
    pub wanted: Option<Wanted>,
    /// The line at the top of the screen.
    pub top: Anchor,
    /// Whether the screen follows the cursor; not after the wheel was turned.
    pub follow: bool,
    /// Where in the block the cursor is.
    pub focus: Focus,
    /// How tensors are looked at where somebody chose it, by block and name.
    pub looks: BTreeMap<(BlockId, Arc<str>), Look>,
    /// The blocks whose texts are shown whole, and not in a line each.
    pub unfolded: BTreeSet<BlockId>,
    /// What was moved last: moves of one thing are undone together.
    pub streak: Option<Streak>,
    /// What the changes of a block have moved.
    pub moved: Option<Moved>,
    /// Which state of the page is drawn while it is held beside another.
    pub side: Side,
    /// Whether the figures draw the gradient that is read on it, or values and the probe line both.
    pub draws_gradient: bool,
    /// What stands beside the page where no element is explained.
    pub beside: Beside,
    /// What the lens speaks of while no element is explained.
    pub lens: Lens,
    /// What is wrong with the lesson's file since it was read.
    pub trouble: Option<String>,
    /// The top at which the page was left, until its values are there and it has its lines.
    pub left_at: Option<Anchor>,
    /// How far it has come where it is presented; without one it is read.
    pub stage: Option<Stage>,
    /// What is hidden until a question is answered.
    veils: Veils,
    /// How the numbers of each figure stood when it was first seen: its scale stays that one.
    scales: BTreeMap<(BlockId, Arc<str>), Numbers>,
    /// How many changes could be undone and done again when the figures were made: before the last of them was what they remember.
    changes: (usize, usize),
    /// The flash of what has just moved.
    flash: Flash,
    /// The blocks that `texts` and `exhibits` are of.
    shown: Arc<Lesson>,
    texts: Vec<Option<Text>>,
    exhibits: Vec<Exhibits>,
}

/// A line of the page: the first of a block is 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Anchor {
    /// The block.
    pub block: usize,
    /// The line of it.
    pub line: u32,
}

/// Something that is moved by steps: a slider, an element of a matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streak {
    /// The block.
    pub block: usize,
    /// The control.
    pub control: Arc<str>,
    /// The row and column inside it.
    pub place: (usize, usize),
}

impl Reading {
    /// The first page of a lesson that has just been opened.
    pub fn new(lesson: Lesson, number: Option<LessonNumber>) -> Self {
        let first = lesson.blocks.first().map(|block| (Arc::clone(&block.id), 0));
        let lesson = OpenLesson::new(lesson, number).from_top(first);
        let blocks = lesson.document.lesson().blocks.len();
        let mut reading = Self {
            control: None,
            wanted: None,
            top: Anchor::default(),
            follow: true,
            focus: Focus::Blocks,
            looks: BTreeMap::new(),
            unfolded: BTreeSet::new(),
            streak: None,
            moved: None,
            side: Side::Now,
            draws_gradient: true,
            beside: Beside::Nothing,
            lens: Lens::default(),
            trouble: None,
            left_at: None,
            stage: None,
            veils: Veils::default(),
            scales: BTreeMap::new(),
            changes: (0, 0),
            flash: Flash::default(),
            shown: Arc::clone(lesson.document.lesson()),
            lesson,
            texts: Vec::new(),
            exhibits: (0..blocks).map(|_| Exhibits::default()).collect(),
        };
        reading.reread();
        reading.follow_veils();
        reading
    }

    /// Takes up what a session remembers. Says what no longer fits.
    pub fn resume(&mut self, record: &SavedProgress) -> Restored {
        let restored = self.lesson.resume(record);
        // The cursor is at a block of the page as it is now: nothing of the page before is brought over.
        self.shown = Arc::clone(self.lesson.document.lesson());
        self.texts.clear();
        self.exhibits = self.shown.blocks.iter().map(|_| Exhibits::default()).collect();
        self.reread();
        let top = record.top.as_ref().and_then(|(block, line)| Some((self.lesson.position(block)?, *line)));
        self.left_at = top.map(|(block, line)| Anchor { block, line });
        restored
    }

    /// What a session is to remember.
    pub fn record(&self) -> SavedProgress {
        SavedProgress { top: self.top_line(), ..self.lesson.record() }
    }

    /// Tells the lesson which line is at the top of the screen.
    pub fn tell_top(&mut self) {
        let top = self.top_line();
        self.lesson.tell_top(top);
    }

    /// The line at the top of the screen.
    pub fn top_line(&self) -> Option<(BlockId, u32)> {
        let block = self.lesson.document.lesson().blocks.get(self.top.block)?;
        Some((Arc::clone(&block.id), self.top.line))
    }

    /// Takes the lesson as it has just been written anew; the cursor stays at its block. Says what no longer fits.
    pub fn reload(&mut self, lesson: Lesson) -> Restored {
        let restored = self.lesson.reload(lesson);
        self.trouble = None;
        // What is typed into is gone where its text is another now.
        let typed = matches!(self.focus, Focus::Text(_) | Focus::Code(_)).then(|| self.selected_source()).flatten();
        self.reread();
        if typed.is_some() && typed != self.selected_source() {
            self.focus = Focus::Blocks;
        }
        self.texts.clear();
        self.scales.clear();
        self.reread();
        self.exhibits = self.lesson.document.lesson().blocks.iter().map(|_| Exhibits::default()).collect();
        self.exhibit_all(true);
        restored
    }

    fn selected_source(&self) -> Option<Arc<str>> {
        self.selected_text().map(|text| Arc::clone(text.source()))
    }

    /// The link that Enter follows: the one of the selected prose that somebody went to.
    pub fn active_link(&self) -> Option<&Arc<str>> {
        let links = self.lesson.block().filter(|_| matches!(self.focus, Focus::Blocks))?.links();
        links.get(self.control?).copied()
    }

    /// How many links the selected prose has.
    pub fn links(&self) -> usize {
        let block = self.lesson.block().filter(|block| matches!(block.kind, BlockKind::Prose(_)));
        block.map_or(0, |block| block.links().len())
    }

    /// The present text of a block, if it has one.
    pub fn text(&self, block: usize) -> Option<&Text> {
        self.texts.get(block)?.as_ref()
    }

    /// The text of the selected block.
    pub fn selected_text(&self) -> Option<&Text> {
        self.text(self.lesson.at)
    }

    /// The control of the selected block that keys move.
    pub fn active_control(&self) -> Option<&Control> {
        self.selected_text()?.controls.get(self.control_place())
    }

    /// The values that a block shows.
    pub fn exhibits(&self, block: usize) -> Option<&Exhibits> {
        self.exhibits.get(block)
    }

    /// A figure of the page.
    pub fn figure(&self, spot: &Spot) -> Option<&Figure> {
        self.exhibits.get(spot.block)?.figures.get(spot.figure)
    }

    /// The cursor inside a tensor.
    pub fn inside(&self) -> Option<&Inside> {
        match &self.focus {
            Focus::Tensor(inside) => Some(inside),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn inside_mut(&mut self) -> Option<&mut Inside> {
        match &mut self.focus {
            Focus::Tensor(inside) => Some(inside),
            _ => None,
        }
    }

    /// The figure that the cursor is in.
    pub fn inner_figure(&self) -> Option<&Figure> {
        self.figure(&self.inside()?.spot)
    }

    /// The control that the cursor is in, if the figure is one that can be changed.
    pub fn inner_control(&self) -> Option<&Control> {
        let figure = self.inner_figure()?;
        self.text(self.inside()?.spot.block)?.control(&figure.name)
    }

    /// The place of the control or link that is meant.
    pub fn control_place(&self) -> usize {
        self.control.unwrap_or(0)
    }

    /// Whether this is the control of the page that somebody went to.
    pub fn seeks(&self, block: usize, name: &str) -> bool {
        let is_here = self.control.is_some() && self.lesson.at == block && matches!(self.focus, Focus::Blocks);
        is_here && self.active_control().is_some_and(|control| *control.name == *name)
    }

    /// Whether the texts of a block are shown whole.
    pub fn is_unfolded(&self, block: usize) -> bool {
        self.lesson.blocks().get(block).is_some_and(|block| self.unfolded.contains(&block.id))
    }

    /// Whether this of a block is what must be seen.
    pub fn wants(&self, block: usize, what: Wanted) -> bool {
        self.wanted == Some(what) && self.lesson.at == block && matches!(self.focus, Focus::Blocks)
    }

    /// How many options the selected block has, if it is a question.
    pub fn options(&self) -> usize {
        match self.lesson.block().map(|block| &block.kind) {
            Some(BlockKind::Question(question)) => question.options.len(),
            _ => 0,
        }
    }

    /// Whether the values of a block are old ones.
    pub fn is_stale(&self, block: usize) -> bool {
        self.lesson.report_at(block).is_some_and(|report| report.state != TaskState::Ok)
    }

    /// Puts the cursor on a block as a whole.
    pub fn select(&mut self, block: usize) {
        self.lesson.select(block);
        self.control = None;
        self.focus = Focus::Blocks;
    }

    /// Puts the cursor inside a tensor; an explanation that is shown stays.
    pub fn enter(&mut self, spot: Spot) {
        let why = self.inside_mut().and_then(|inside| inside.why.take());
        self.lesson.reveal(spot.block);
        self.lesson.at = spot.block;
        self.focus = Focus::Tensor(Inside { spot, why, ..Inside::default() });
    }

    /// Gives a block another text, undone together with the change before if `merge` says so. Returns whether it is another one.
    pub fn rewrite(&mut self, block: usize, source: &str, merge: bool) -> bool {
        let Some(id) = self.lesson.document.lesson().blocks.get(block).map(|block| Arc::clone(&block.id)) else {
            return false;
        };
        let changed = self.lesson.document.edit(&id, source, merge);
        self.reread();
        changed
    }

    /// Follows the blocks of the page where some have come or gone: what is known of each goes with it, and so does the cursor.
    fn realign(&mut self) {
        let lesson = Arc::clone(self.lesson.document.lesson());
        let before = std::mem::replace(&mut self.shown, Arc::clone(&lesson));
        if Arc::ptr_eq(&before, &lesson) {
            return;
        }
        let ids = before.blocks.iter().map(|block| Arc::clone(&block.id));
        let known = std::mem::take(&mut self.texts).into_iter().zip(std::mem::take(&mut self.exhibits));
        let mut known: HashMap<BlockId, _> = ids.zip(known).collect();
        let (texts, exhibits) = lesson.blocks.iter().map(|block| known.remove(&block.id).unwrap_or_default()).unzip();
        (self.texts, self.exhibits) = (texts, exhibits);
        let place = |block: usize| self.lesson.position(&before.blocks.get(block)?.id);
        let (selected, top) = (place(self.lesson.at), place(self.top.block));
        let spot = self.inside().and_then(|inside| place(inside.spot.block));
        let reached = self.stage.as_ref().and_then(|stage| place(stage.reached));
        if let Some(stage) = &mut self.stage {
            stage.reached = reached.unwrap_or(stage.reached);
        }
        match (self.inside_mut(), spot) {
            (Some(inside), Some(block)) => inside.spot.block = block,
            (Some(_), None) => self.focus = Focus::Blocks,
            (None, _) => {}
        }
        match selected {
            Some(selected) => self.lesson.at = selected,
            None => self.select(self.lesson.at),
        }
        self.top.block = top.unwrap_or(self.top.block).min(lesson.blocks.len().saturating_sub(1));
        (self.streak, self.moved) = (None, None);
    }

    /// Reads every text again that is not what it was.
    pub fn reread(&mut self) {
        self.realign();
        let lesson = Arc::clone(self.lesson.document.lesson());
        self.texts.resize_with(lesson.blocks.len(), || None);
        for (text, block) in self.texts.iter_mut().zip(&lesson.blocks) {
            let (Some(written), Some(source)) = (block.editable(), self.lesson.document.source(&block.id)) else {
                continue;
            };
            if text.as_ref().is_none_or(|text| *text.source() != source) {
                *text = Some(Text::new(source, written.text()));
            }
        }
        let controls = self.selected_text().map_or(0, |text| text.controls.len());
        let links = self.links();
        self.control = self.control.map(|control| control.min(controls.max(links).saturating_sub(1)));
    }

    /// Takes new values; the figures of cells that did not run again stay as they are.
    pub fn take(&mut self, outcome: Arc<EvaluationOutcome>, finished: bool, today: Day) {
        if finished {
            self.lesson.take(outcome, today);
        } else {
            self.lesson.take_partial(outcome, today);
        }
        let flashing = self.begin_flash();
        self.exhibit_all(true);
        self.follow_flash(flashing);
    }

    /// Prepares what blocks show where it is not what they show already.
    pub fn exhibit_anew(&mut self) {
        // What is looked at otherwise has not moved.
        self.exhibit_all(false);
    }

    fn exhibit_all(&mut self, has_moved: bool) {
        self.hold_stepper();
        self.forget_past();
        let lesson = Arc::clone(self.lesson.document.lesson());
        for (place, block) in lesson.blocks.iter().enumerate() {
            let Some(display) = block.display() else { continue };
            let basis = self.basis(place);
            if self.exhibits.get(place).is_some_and(|exhibits| exhibits.basis == basis) {
                continue;
            }
            let mut fresh = self.exhibit(place, basis, display);
            self.keep_scales(block, &fresh);
            if let Some(exhibits) = self.exhibits.get(place) {
                fresh.remember(exhibits, has_moved);
            }
            if let Some(exhibits) = self.exhibits.get_mut(place) {
                if let Some(moved) = self.moved.as_mut().filter(|_| has_moved) {
                    moved.figures.extend(fresh.moved_from(exhibits).map(|figure| (place, figure)));
                }
                *exhibits = fresh;
            }
        }
        self.hold_cursor();
    }

    /// After another change of the page, what was before the last one says nothing.
    fn forget_past(&mut self) {
        let changes = self.lesson.document.whole_steps();
        if std::mem::replace(&mut self.changes, changes) != changes {
            self.figures_mut().for_each(|figure| figure.past = None);
        }
    }

    /// The scale of a figure that is new on the page is that of its first values.
    fn keep_scales(&mut self, block: &Block, exhibits: &Exhibits) {
        if exhibits.basis.side != Side::Now {
            return;
        }
        for figure in exhibits.figures.iter().filter(|figure| figure.value_numbers().greatest() > 0.0) {
            let key = (Arc::clone(&block.id), Arc::clone(&figure.name));
            self.scales.entry(key).or_insert(figure.value_numbers());
        }
    }

    /// Keeps the stepper at its place when the cell has run again, and ends it when the cell is gone.
    fn hold_stepper(&mut self) {
        let Some(stepper) = self.stepper() else { return };
        let place = self.lesson.position(&stepper.block);
        let run = place.and_then(|place| self.lesson.report_at(place)).and_then(|report| report.run.clone());
        match run {
            Some(run) if Arc::ptr_eq(&run, &stepper.walk.run) => {}
            Some(run) => self.beside = stepper.moved_to(&run).map_or(Beside::Nothing, Beside::Steps),
            None => self.beside = Beside::Nothing,
        }
    }

    /// What a block shows is made from this.
    fn basis(&self, place: usize) -> Basis {
        let run = self.lesson.report_at(place).and_then(|report| report.run.clone());
        let id = self.lesson.document.lesson().blocks.get(place).map(|block| Arc::clone(&block.id)).unwrap_or_default();
        let stepper = self.stepper().filter(|stepper| stepper.block == id);
        let step = stepper.map(Stepper::at);
        let gradient = self.lesson.gradient.as_ref().map(|read| DrawnGradient::new(read, self.draws_gradient));
        let Some(comparison) = &self.lesson.comparison else {
            return Basis { run, step, gradient, veils: self.veils.clone(), ..Basis::default() };
        };
        let other = [EvaluationTask::Cell(Arc::clone(&id)), EvaluationTask::Attempt(id)]
            .iter()
            .find_map(|task| valid(&comparison.other, task));
        Basis { run, other: other.cloned(), side: self.side, step, gradient, veils: self.veils.clone() }
    }

    /// The outcome whose values the figures show, and of which *why* is asked.
    pub fn shown_outcome(&self) -> &EvaluationOutcome {
        match &self.lesson.comparison {
            Some(comparison) if self.side == Side::Other => &comparison.other,
            _ => &self.lesson.outcome,
        }
    }

    /// Why something is what it is: its value, or while gradients are drawn its gradient.
    pub fn why(&self, asked: &WhyQuery) -> Option<WhyAnswer> {
        let answer = match self.drawn_gradient() {
            Some(gradient) => why::gradient::why(&self.lesson.outcome, gradient, asked),
            None => why::why(self.shown_outcome(), asked),
        };
        answer.map(|answer| self.lesson.under_veils(&self.veils, answer))
    }

    /// The gradient that the figures show.
    pub fn drawn_gradient(&self) -> Option<&Gradient> {
        self.lesson.gradient.as_ref().filter(|_| self.draws_gradient).map(|read| &*read.gradient)
    }

    /// The run that is stepped through.
    pub fn stepper(&self) -> Option<&Stepper> {
        match &self.beside {
            Beside::Steps(stepper) => Some(stepper),
            Beside::Nothing | Beside::Timeline(_) => None,
        }
    }

    /// The same, to walk in it.
    pub fn stepper_mut(&mut self) -> Option<&mut Stepper> {
        match &mut self.beside {
            Beside::Steps(stepper) => Some(stepper),
            Beside::Nothing | Beside::Timeline(_) => None,
        }
    }

    /// Ends what stands beside the page.
    pub fn put_aside(&mut self) {
        if !matches!(self.beside, Beside::Nothing) {
            self.beside = Beside::Nothing;
            self.exhibit_anew();
        }
    }

    /// Whether the history of the page is shown.
    pub fn has_timeline(&self) -> bool {
        matches!(self.beside, Beside::Timeline(_))
    }

    /// Where something stands beside the page: an explanation, the timeline, steps; where there is room, always the lens.
    pub fn pane(&self) -> Pane {
        if self.inside().is_some_and(|inside| inside.why.is_some()) {
            return Pane::Always;
        }
        match &self.beside {
            Beside::Nothing if self.stage.is_some() => Pane::Never,
            Beside::Nothing => Pane::WhereWide,
            Beside::Steps(stepper) if stepper.has_drawing() => Pane::BesideDrawing,
            Beside::Steps(_) | Beside::Timeline(_) => Pane::First,
        }
    }

    fn exhibit(&self, block: usize, basis: Basis, display: &Display) -> Exhibits {
        let (Some(text), Some(shown)) = (self.text(block), self.lesson.document.lesson().blocks.get(block)) else {
            return Exhibits::default();
        };
        let order: Vec<Arc<str>> = text.program.names.defines.iter().map(|(name, _)| Arc::clone(name)).collect();
        let is_control = |name: &str| {
            let kind = text.control(name).map(|control| &control.kind);
            matches!(kind, Some(ControlKind::Text(_) | ControlKind::Choice(_) | ControlKind::Toggle(_)))
        };
        let of = |run: &Arc<TaskRun>| Exhibits::new(run, display, &order, is_control).under(&self.veils, shown);
        let called = self.lesson.comparison.as_ref().map_or("", |comparison| other_state(&comparison.source));
        let stepping = basis.step.and(self.stepper()).filter(|_| basis.run.is_some());
        let mut exhibits = Exhibits::on(basis, called, of);
        if let Some(stepper) = stepping {
            exhibits.add_step(stepper, called, |name| self.veils.hides_name(name));
        }
        exhibits.add_diagram(stepping, display);
        let is_difference = exhibits.basis.side == Side::Difference;
        for figure in &mut exhibits.figures {
            let key = self.look_key(block, &figure.name);
            if let Some(first) = key.as_ref().filter(|_| !is_difference).and_then(|key| self.scales.get(key)) {
                figure.numbers = figure.numbers.on_scale_of(first);
            }
            if let Some(gradient) = &exhibits.basis.gradient {
                figure.read_gradient(gradient);
            }
            if let Some(look) = key.and_then(|key| self.looks.get(&key)) {
                figure.set_look(look);
            }
        }
        exhibits
    }

    fn look_key(&self, block: usize, name: &Arc<str>) -> Option<(BlockId, Arc<str>)> {
        Some((Arc::clone(&self.lesson.document.lesson().blocks.get(block)?.id), Arc::clone(name)))
    }

    /// Looks at a figure in another way, and remembers it for the values that are to come.
    pub fn look(&mut self, block: usize, figure: usize, look: Look) {
        let Some(shown) = self.exhibits.get_mut(block).and_then(|exhibits| exhibits.figures.get_mut(figure)) else {
            return;
        };
        shown.set_look(&look);
        let name = Arc::clone(&shown.name);
        if let Some(key) = self.look_key(block, &name) {
            self.looks.insert(key, look);
        }
    }

    /// Keeps the cursor inside a tensor that may have another size now, and on the page if the tensor is gone.
    fn hold_cursor(&mut self) {
        let Some(spot) = self.inside().map(|inside| inside.spot.clone()) else { return };
        let Some(figure) = self.figure(&spot) else {
            self.focus = Focus::Blocks;
            return;
        };
        let (rows, columns) = figure.size();
        let held = Spot {
            row: spot.row.min(rows.saturating_sub(1)),
            column: spot.column.min(columns.saturating_sub(1)),
            lead: figure
                .lead()
                .iter()
                .enumerate()
                .map(|(axis, size)| spot.lead.get(axis).copied().unwrap_or(0).min(size.saturating_sub(1)))
                .collect(),
            ..spot
        };
        if let Some(inside) = self.inside_mut() {
            inside.spot = held;
        }
    }
}
