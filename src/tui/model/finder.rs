//! A list to choose from, narrowed down by typing: all actions, the outline of a lesson, names, what a search finds.

use std::ops::Range;
use std::sync::Arc;

use super::editor::{Editor, Lines};
use crate::nn::Task;
use crate::notebook::lesson::BlockId;
use crate::notebook::tensor_file::TensorFormat;
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::theme::Role;

pub mod matching;

/// The most rows that a search lists.
const MOST_FOUND: usize = 500;
/// Up to which length a query grows, in bytes: every text there is to find is compared with all of it.
const LONGEST_QUERY: usize = 256;

/// An open list.
#[derive(Debug)]
pub struct Finder {
    /// What it lists.
    pub kind: Kind,
    /// What is being typed to narrow it down.
    pub query: Editor,
    /// Everything that can be chosen.
    pub items: Vec<Item>,
    /// What is left of it, the best first.
    pub rows: Vec<Row>,
    /// The row that the cursor is on.
    pub selected: usize,
}

/// What a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every action that does something here, then places to go to.
    Actions,
    /// The headings, cells, questions and exercises of a lesson.
    Outline,
    /// Where the names of a block come from and where they go.
    Names,
    /// The texts of all lessons; only what has the words is listed.
    Search,
    /// The words of the course and what they mean, those of the block before all others.
    Glossary,
    /// The blocks of all lessons that are marked.
    Bookmarks,
    /// What can be copied or written into a file.
    Take,
    /// What every key does, here and elsewhere.
    Keys,
    /// Sentences for the machine: what is typed is one.
    Sentence,
}

/// Something to choose.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it says, and what typing is compared with.
    pub text: String,
    /// How that is meant.
    pub role: Role,
    /// The columns before it.
    pub indent: u16,
    /// What stands at the right: keys, a state, a place.
    pub detail: (String, Role),
    /// What is said of it below the list while the cursor is on it; typing finds it by these words, too. May be empty.
    pub note: String,
    /// What choosing it does.
    pub goal: Goal,
}

impl Item {
    /// An item in the colour of text, with nothing beside it.
    pub fn new(text: impl Into<String>, goal: Goal) -> Self {
        let nothing = (String::new(), Role::Dim);
        Self { text: text.into(), role: Role::Text, indent: 0, detail: nothing, note: String::new(), goal }
    }

    /// The same, meant otherwise.
    #[must_use]
    pub fn with_role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The same with something dim at the right.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: (detail.into(), Role::Dim), ..self }
    }
}

/// What choosing an item does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// Does this, as its key would; the key says more where it is a number.
    Act(Action, Key),
    /// Opens a lesson as it was left.
    Lesson(Arc<str>),
    /// Watches a model learn a task.
    Train(Task),
    /// Copies a text.
    Copy {
        /// What is said once it was copied.
        said: String,
        /// The text itself.
        text: String,
    },
    /// Gives the machine a sentence.
    Translate(Arc<str>),
    /// Writes the screen into a file.
    SaveScreen(ScreenFormat),
    /// Writes the curves of the training on the screen into a file.
    SaveCurves,
    /// Writes a tensor of the selected block, by its name, into a file.
    SaveTensor(Arc<str>, TensorFormat),
    /// Goes to a block of a lesson.
    Block(Arc<str>, BlockId),
    /// Nothing: it is done with a key, in another place.
    Elsewhere(Context),
}

/// A screen as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenFormat {
    /// A picture.
    Svg,
    /// Its letters alone.
    Text,
}

/// An item that what was typed has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which of the items.
    pub item: usize,
    /// The bytes of its text that what was typed matches.
    pub lit: Vec<Range<usize>>,
}

impl Finder {
    /// A list of `items`, none of which is narrowed away.
    pub fn new(kind: Kind, items: Vec<Item>) -> Self {
        let query = Editor::new("", Lines::One).at_most(LONGEST_QUERY);
        let mut finder = Self { kind, query, items, rows: Vec::new(), selected: 0 };
        finder.narrow();
        finder
    }

    /// Takes other items; what was typed stays, and the cursor on what it was on.
    pub fn replace(&mut self, items: Vec<Item>) {
        let chosen = self.chosen().cloned();
        self.items = items;
        self.narrow();
        if let Some(chosen) = chosen {
            self.select(|item| item.goal == chosen.goal && item.text == chosen.text);
        }
    }

    /// Lists what has what was typed; the cursor goes to the first.
    pub fn narrow(&mut self) {
        let query = self.query.text();
        self.selected = 0;
        self.rows = match self.kind {
            Kind::Search => self.having(&query),
            Kind::Actions
            | Kind::Outline
            | Kind::Names
            | Kind::Glossary
            | Kind::Bookmarks
            | Kind::Take
            | Kind::Keys => self.like(&query),
            Kind::Sentence => self.typed(&query),
        };
    }

    /// What was typed is the first item, as soon as something was.
    fn typed(&mut self, query: &str) -> Vec<Row> {
        self.items.retain(|item| item.role != Role::String);
        let query = query.trim();
        if !query.is_empty() {
            let item = Item::new(query, Goal::Translate(query.into())).with_role(Role::String);
            self.items.insert(0, item);
        }
        (0..self.items.len()).map(|item| Row { item, lit: Vec::new() }).collect()
    }

    /// The items that have every word, in their order.
    fn having(&self, query: &str) -> Vec<Row> {
        let words = matching::words(query);
        let row = |(item, one): (usize, &Item)| Some(Row { item, lit: matching::lit(&words, &one.text)? });
        self.items.iter().enumerate().filter_map(row).take(MOST_FOUND).collect()
    }

    /// The items that are spelled somewhat like this, the likest first.
    fn like(&self, query: &str) -> Vec<Row> {
        let words = matching::words(query);
        let score = |(item, one): (usize, &Item)| {
            let noted = || matching::lit(&words, &one.note).map(|_| (i32::MIN, Vec::new()));
            let (score, lit) = matching::fuzzy(query, &one.text).or_else(noted)?;
            // A name that is typed whole is meant, and not a longer one in a shorter line.
            let is_named =
                one.text.split_whitespace().next().is_some_and(|name| name.eq_ignore_ascii_case(query.trim()));
            Some(((is_named, score), Row { item, lit }))
        };
        let mut scored: Vec<_> = self.items.iter().enumerate().filter_map(score).collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.into_iter().map(|(_, row)| row).collect()
    }

    /// The item that the cursor is on.
    pub fn chosen(&self) -> Option<&Item> {
        self.items.get(self.rows.get(self.selected)?.item)
    }

    /// Puts the cursor on the first row whose item is `wanted`.
    pub fn select(&mut self, wanted: impl Fn(&Item) -> bool) {
        let found = self.rows.iter().position(|row| self.items.get(row.item).is_some_and(&wanted));
        self.selected = found.unwrap_or(self.selected);
    }
}

/// A search that goes on after its list was closed: its words are lit on the page.
#[derive(Debug, Clone)]
pub struct Search {
    /// What was typed.
    pub query: String,
    /// The same in words, as [`matching::words`] cuts them.
    pub words: Vec<String>,
    /// The blocks that have them, each once, with their lessons.
    pub hits: Vec<(Arc<str>, BlockId)>,
    /// The one that was gone to last.
    pub at: usize,
}

impl Search {
    /// What `finder` has found, at the row that it is on; nothing if it has found nothing.
    pub fn of(finder: &Finder) -> Option<Self> {
        let mut hits = Vec::new();
        let mut at = 0;
        for (place, row) in finder.rows.iter().enumerate() {
            if let Goal::Block(lesson, block) = &finder.items.get(row.item)?.goal {
                let hit = (Arc::clone(lesson), Arc::clone(block));
                if hits.last() != Some(&hit) {
                    hits.push(hit);
                }
            }
            if place == finder.selected {
                at = hits.len().saturating_sub(1);
            }
        }
        let query = finder.query.text();
        (!hits.is_empty()).then(|| Self { words: matching::words(&query), query, hits, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finder(kind: Kind, texts: &[&str]) -> Finder {
        let first = |text: &str| text.split(' ').next().unwrap_or_default().into();
        let items = texts.iter().map(|text| Item::new(*text, Goal::Block("l".into(), first(text))));
        Finder::new(kind, items.collect())
    }

    fn shown(finder: &mut Finder, query: &str) -> Vec<String> {
        finder.query = Editor::new(query, Lines::One);
        finder.narrow();
        finder.rows.iter().map(|row| finder.items[row.item].text.clone()).collect()
    }

    #[test]
    fn typing_narrows_and_the_best_comes_first() {
        let mut actions = finder(Kind::Actions, &["reset this cell", "next lesson", "edit the code", "redo"]);
        assert_eq!(shown(&mut actions, "").len(), 4);
        assert_eq!(shown(&mut actions, "redo"), ["redo"]);
        assert_eq!(shown(&mut actions, "rc")[0], "reset this cell");
        assert_eq!(shown(&mut actions, "xyz"), [""; 0]);
    }

    #[test]
    fn the_cursor_stays_where_more_is_found() {
        let mut search = finder(Kind::Search, &["b hides a mask", "c the mask"]);
        assert_eq!(shown(&mut search, "mask").len(), 2);
        search.selected = 1;
        let more = finder(Kind::Search, &["a no mask", "b hides a mask", "c the mask"]).items;
        search.replace(more);
        assert_eq!(search.chosen().map(|item| &*item.text), Some("c the mask"));
        search.replace(Vec::new());
        assert_eq!(search.selected, 0);
    }

    #[test]
    fn a_search_lists_nothing_before_there_is_a_word() {
        let mut search = finder(Kind::Search, &["a The mask hides", "a every mask", "b hides the mask"]);
        assert_eq!(shown(&mut search, " "), [""; 0]);
        assert_eq!(shown(&mut search, "MASK hid").len(), 2);
        search.selected = 1;
        let found = Search::of(&search).unwrap();
        assert_eq!((found.hits.len(), found.at), (2, 1));
        assert_eq!(shown(&mut search, "mask").len(), 3);
        assert_eq!(Search::of(&search).unwrap().hits.len(), 2, "a block counts once");
    }
}
