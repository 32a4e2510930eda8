//! One fenced block of Python: its `#|` options and its code.

use std::ops::Range;
use std::sync::Arc;

use super::choices;
use super::fields::{FenceField, Fields};
use super::file::LessonFile;
use super::{CellSource, Display, LiveCell, Question, ViewKind};
use crate::notebook::markdown::{TextRun, inline};
use crate::notebook::problem::LessonProblem;

/// What a fence is to its lesson.
pub(super) enum Fence {
    Cell(LiveCell),
    Question(Question),
    /// The part of an exercise that the learner sees.
    Start(ExerciseStart),
    /// A part of an exercise that stays behind the scenes.
    Backstage(Backstage),
    /// The place at which a cell of a shared example is shown.
    Shared(FenceField),
}

/// A fence with where it starts and the label it gave itself.
pub(super) struct Labelled {
    pub fence: Fence,
    pub label: Option<FenceField>,
    pub at: usize,
}

impl Labelled {
    /// The name that the block gives itself: its label, or the name of its exercise.
    pub(super) fn name(&self) -> Option<&FenceField> {
        match &self.fence {
            Fence::Start(start) => Some(&start.exercise),
            Fence::Shared(_) => None,
            _ => self.label.as_ref(),
        }
    }
}

pub(super) struct ExerciseStart {
    pub exercise: FenceField,
    pub ask: Vec<TextRun>,
    pub hints: Vec<Vec<TextRun>>,
    pub display: Display,
    pub par: Option<i64>,
    pub source: CellSource,
}

pub(super) struct Backstage {
    pub exercise: FenceField,
    pub role: FenceRole,
    pub source: CellSource,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FenceRole {
    Check,
    Solution,
    Wrong,
}

const ROLES: [&str; 5] = ["question", "start", "check", "solution", "wrong"];
const DISPLAY_KEYS: [&str; 7] = ["view", "rows", "cols", "row_names", "col_names", "known", "show"];

/// Reads the fence at `range` (first backtick to last). `None` if something in it is missing; then `problems` says what.
pub(super) fn read(file: &LessonFile, range: &Range<usize>, problems: &mut Vec<LessonProblem>) -> Option<Labelled> {
    let first = file.line_of(range.start) + 1;
    // An open fence has been told of before.
    let last = file.line_of(range.end);
    let is_option = |&line: &usize| file.line(line).starts_with("#|");
    let options = (first..last).take_while(is_option).count();
    let lines = (first..first + options).map(|line| option(file, line));
    let fields = Fields::read(file, lines, problems);
    let source = code(file, first + options..last);
    FenceReader { file, fields, problems, at: range.start }.fence(source)
}

/// The content of a `#|` line with its byte; one space after the bar belongs to the mark.
fn option(file: &LessonFile, line: usize) -> (usize, &str) {
    let content = file.line(line).trim_start_matches("#|");
    let content = content.strip_prefix(' ').unwrap_or(content);
    (file.line_start(line) + file.line(line).len() - content.len(), content)
}

/// The code of these lines, without blank lines at either end.
fn code(file: &LessonFile, lines: Range<usize>) -> CellSource {
    let is_blank = |line: usize| file.line(line).trim().is_empty();
    let first = lines.clone().find(|&line| !is_blank(line)).unwrap_or(lines.start);
    let end = lines.clone().rev().find(|&line| !is_blank(line)).map_or(first, |line| line + 1);
    let at = file.line_start(first);
    let text = file.text()[at..file.line_start(end)].trim_end();
    CellSource::new(text, first + 1, at)
}

/// Takes the options of one fence, by role.
struct FenceReader<'a> {
    file: &'a LessonFile,
    fields: Fields<'a>,
    problems: &'a mut Vec<LessonProblem>,
    at: usize,
}

impl FenceReader<'_> {
    fn fence(mut self, source: CellSource) -> Option<Labelled> {
        let at = self.at;
        if let Some(name) = self.fields.take_text("shared", self.problems) {
            return Some(self.shared(name, &source));
        }
        let label = self.fields.take_text("label", self.problems);
        let role = self.fields.take("role");
        let fence = match role.as_ref().map(|role| role.value.as_str()) {
            None => match self.fields.take("exercise") {
                Some(exercise) => {
                    let problem = self.file.problem(exercise.key_at, "a cell with `exercise` also needs a `role`");
                    self.problems.push(problem.with_help(format!("roles: {}", ROLES[1..].join(", "))));
                    return None;
                }
                None => Some(Fence::Cell(self.cell(source))),
            },
            Some("question") => self.question(source).map(Fence::Question),
            Some("start") => self.start(source).map(Fence::Start),
            Some("check") => self.backstage(FenceRole::Check, source).map(Fence::Backstage),
            Some("solution") => self.backstage(FenceRole::Solution, source).map(Fence::Backstage),
            Some("wrong") => self.backstage(FenceRole::Wrong, source).map(Fence::Backstage),
            Some(other) => {
                let at = role.as_ref().map_or(at, |role| role.value_at);
                let problem = self.file.problem(at, format!("unknown role `{other}`")).with_nearest(other, ROLES);
                self.problems.push(match problem.help {
                    Some(_) => problem,
                    None => problem.with_help(format!("roles: {}", ROLES.join(", "))),
                });
                return None;
            }
        };
        let known: &[&str] = match &fence {
            Some(Fence::Cell(_)) => &["label", "role", "hidden", "lazy", "shared"],
            Some(Fence::Question(_)) => {
                &["label", "role", "ask", "options", "hint", "explain", "live", "varies", "veils"]
            }
            Some(Fence::Start(_)) => &["role", "exercise", "ask", "hint", "par"],
            Some(Fence::Backstage(_) | Fence::Shared(_)) => &["role", "exercise"],
            // Something is missing, and perhaps because it is misspelled: whatever any role takes may be what was meant.
            None => &[
                "label", "role", "exercise", "ask", "options", "hint", "explain", "live", "varies", "veils", "hidden",
                "lazy", "par",
            ],
        };
        let draws = !matches!(fence, Some(Fence::Question(_) | Fence::Backstage(_)));
        let known: Vec<&str> = known.iter().chain(DISPLAY_KEYS.iter().filter(|_| draws)).copied().collect();
        self.fields.finish("option", &known, self.problems);
        fence.map(|fence| Labelled { fence, label, at })
    }

    /// The place of a shared cell, whose code and options stand in the shared file alone.
    fn shared(self, name: FenceField, source: &CellSource) -> Labelled {
        if !source.text().is_empty() {
            let problem = self.file.problem(source.at, "the code of a shared cell belongs in the shared file");
            self.problems.push(problem.with_help("delete the code below the `shared` option"));
        }
        let at = self.at;
        self.fields.finish("option", &["shared"], self.problems);
        Labelled { fence: Fence::Shared(name), label: None, at }
    }

    fn cell(&mut self, source: CellSource) -> LiveCell {
        let display = self.display();
        let hidden = self.fields.take_flag("hidden", self.problems);
        let lazy = self.fields.take_flag("lazy", self.problems);
        LiveCell { source, display, hidden, lazy }
    }

    fn question(&mut self, source: CellSource) -> Option<Question> {
        let ask = self.required("ask");
        let options = self.required("options");
        let (hints, explain) = (self.hints(), self.text("explain"));
        let live = self.fields.take_flag("live", self.problems);
        let varies = self.fields.take_list("varies", self.problems).unwrap_or_default();
        let veils = self.fields.take_list("veils", self.problems);
        let (ask, choices) = (self.pieces(&ask?), options?);
        let split = choices::split(&choices.value);
        if split.iter().any(|(_, choice)| choice.is_empty()) {
            let problem =
                self.file.problem(choices.value_at, "an option is empty: there is no text next to one of the `|`");
            self.problems.push(problem.with_help("write the option, or remove the bar"));
        }
        let options: Vec<_> = split
            .iter()
            .filter(|(_, choice)| !choice.is_empty())
            .map(|(at, choice)| inline(self.file, choice, choices.value_at + at, self.problems))
            .collect();
        if options.len() < 2 {
            let problem =
                self.file.problem(choices.value_at, "a question needs at least two options, separated by `|`");
            self.problems.push(problem);
        }
        let varies = varies.into_iter().map(Arc::from).collect();
        let veils = veils.map(|names| names.into_iter().map(Arc::from).collect());
        Some(Question { ask, options, hints, explain, live, varies, veils, source })
    }

    fn start(&mut self, source: CellSource) -> Option<ExerciseStart> {
        let exercise = self.required("exercise");
        let ask = self.required("ask");
        let (hints, display, par) = (self.hints(), self.display(), self.par());
        // Without its question it still begins the exercise.
        let ask = ask.map(|ask| self.pieces(&ask)).unwrap_or_default();
        Some(ExerciseStart { exercise: exercise?, ask, hints, display, par, source })
    }

    fn backstage(&mut self, role: FenceRole, source: CellSource) -> Option<Backstage> {
        Some(Backstage { exercise: self.required("exercise")?, role, source })
    }

    fn display(&mut self) -> Display {
        let mut name = |key| self.fields.take_text(key, self.problems).map(|field| Arc::from(field.value));
        let (rows, cols) = (name("rows"), name("cols"));
        let (row_names, col_names, known) = (name("row_names"), name("col_names"), name("known"));
        let show = self.fields.take_list("show", self.problems);
        let show = show.map(|names| names.into_iter().map(Arc::from).collect());
        Display { view: self.view(), rows, cols, row_names, col_names, known, show }
    }

    fn view(&mut self) -> Option<ViewKind> {
        let field = self.fields.take_text("view", self.problems)?;
        let view = ViewKind::NAMES.iter().find(|(name, _)| *name == field.value).map(|&(_, view)| view);
        if view.is_none() {
            let names = ViewKind::NAMES.map(|(name, _)| name);
            let problem = self.file.problem(field.value_at, format!("unknown view `{}`", field.value));
            let problem = problem.with_nearest(&field.value, names);
            self.problems.push(match problem.help {
                Some(_) => problem,
                None => problem.with_help(format!("views: {}", names.join(", "))),
            });
        }
        view
    }

    /// Takes a field that must be there.
    fn required(&mut self, key: &str) -> Option<FenceField> {
        let before = self.problems.len();
        let field = self.fields.take_text(key, self.problems);
        if field.is_none() && self.problems.len() == before {
            self.problems.push(self.file.problem(self.at, format!("this cell needs the option `{key}`")));
        }
        field
    }

    fn text(&mut self, key: &str) -> Option<Vec<TextRun>> {
        let field = self.fields.take_text(key, self.problems)?;
        Some(self.pieces(&field))
    }

    /// Hints may be several: each is given when it is asked for.
    fn hints(&mut self) -> Vec<Vec<TextRun>> {
        std::iter::from_fn(|| self.text("hint")).collect()
    }

    fn par(&mut self) -> Option<i64> {
        let field = self.fields.take_text("par", self.problems)?;
        let par = field.value.parse().ok();
        if par.is_none() {
            let message = format!("`par` must be an integer, not `{}`", field.value);
            self.problems.push(self.file.problem(field.value_at, message));
        }
        par
    }

    fn pieces(&mut self, field: &FenceField) -> Vec<TextRun> {
        inline(self.file, &field.value, field.value_at, self.problems)
    }
}
