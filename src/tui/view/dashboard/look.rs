//! What a model can do at a moment: what it writes, and where all of its heads read in one of the sentences.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::heads::{self, HeadsLayout, LookReading};
use super::{parts, sentences};
use crate::notebook::training::ModelPreview;
use crate::tui::model::dashboard::Dashboard;
use crate::tui::theme::Theme;
use crate::tui::view::Click;

/// From this width on the chosen head stands beside the sentences.
const BESIDE: u16 = 64;
/// The columns between the two.
const GAP: u16 = 2;
/// The fewest lines of sentences, their title among them, and of the small pictures where the chosen head stands above them.
const MIN_SENTENCES: u16 = 3;
const MIN_HEADS: u16 = 12;

/// Where the parts of a look stand.
#[derive(Debug)]
pub(super) struct LookLayout {
    writes: Rect,
    /// The chosen head with its words; empty where there is no room.
    reads: Rect,
    heads: HeadsLayout,
    /// What is left below.
    pub(super) rest: Rect,
}

impl LookLayout {
    pub(super) fn of(dashboard: &Dashboard, look: &ModelPreview, area: Rect) -> Self {
        Self::leaving(dashboard, look, area, &[])
    }

    /// The same above the parts of the model, which take one line or two of views where there is room.
    pub(super) fn above_parts(dashboard: &Dashboard, look: &ModelPreview, area: Rect) -> Self {
        let lines = parts::height(dashboard);
        Self::leaving(dashboard, look, area, &[2 * lines, lines])
    }

    fn leaving(dashboard: &Dashboard, look: &ModelPreview, area: Rect, lines: &[u16]) -> Self {
        let sentences = look.samples.len() as u16 + 1;
        let rows = dashboard.sample(look).map_or(0, |sample| sample.wanted.len().max(sample.source.len()) as u16);
        let chosen = rows + heads::FRAME;
        let (writes, reads, top) = if area.width >= BESIDE {
            let top = sentences.max(chosen).min(area.height / 2);
            let width = sentences::width(look).min(area.width / 2);
            let x = area.x + width + GAP;
            let writes = Rect { width, height: top, ..area };
            (writes, Rect { x, width: area.right() - x, height: top, ..area }, top)
        } else {
            let writes = Rect { height: sentences.min((area.height / 3).max(MIN_SENTENCES)).min(area.height), ..area };
            let has_room = area.height >= writes.height + chosen + MIN_HEADS;
            let height = if has_room { chosen } else { 0 };
            (writes, Rect { y: writes.bottom(), height, ..area }, writes.height + height)
        };
        let below = Rect { y: area.y + top, height: area.height - top, ..area };
        let heads = match reading(dashboard, look, None) {
            Some(reading) if !reading.sample.attention.is_empty() => HeadsLayout::leaving(&reading, below, lines),
            _ => HeadsLayout::default(),
        };
        let rest = Rect { y: below.y + heads.height, height: below.height.saturating_sub(heads.height), ..below };
        Self { writes, reads, heads, rest }
    }

    /// Draws it; the heads as the difference to another look, where one is given.
    pub(super) fn draw(
        &self,
        dashboard: &Dashboard,
        look: &ModelPreview,
        before: Option<&ModelPreview>,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        sentences::draw(look, dashboard.sentence, self.writes, buffer, theme);
        let Some(reading) = reading(dashboard, look, before) else { return };
        heads::draw_chosen(&reading, self.reads, buffer, theme);
        self.heads.draw(&reading, buffer, theme);
    }

    /// What a click means.
    pub(super) fn target_at(&self, dashboard: &Dashboard, look: &ModelPreview, column: u16, row: u16) -> Option<Click> {
        if self.writes.contains((column, row).into()) {
            return sentences::sentence_at(look, dashboard.sentence, self.writes, row).map(Click::Sentence);
        }
        self.heads.head_at(column, row).map(Click::TrainingHead)
    }
}

/// The sentence under the cursor in a look.
fn reading<'a>(
    dashboard: &Dashboard,
    look: &'a ModelPreview,
    before: Option<&'a ModelPreview>,
) -> Option<LookReading<'a>> {
    let sample = dashboard.sample(look)?;
    let before = before.and_then(|before| Some((before, dashboard.sample(before)?)));
    Some(LookReading { look, sample, head: dashboard.head, before })
}
