//! From a lesson to the pieces of an export.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::links::Links;
use super::order::{ExportStep, placed};
use super::{ExportFormat, ExportedDocument, ExportedPart, commented, prose, shim};
use crate::lang::TokenKind;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationOutcome, TaskState, evaluate_now};
use crate::notebook::graph::is_private;
use crate::notebook::lesson::{
    Block, BlockKind, BlockOrigin, CellSource, Exercise, Lesson, LiveCell, Program, Question,
};
use crate::notebook::markdown::{self, BodyPart};

/// Reads a lesson as its author wrote it, for one form.
pub(super) fn read(lesson: &Arc<Lesson>, form: ExportFormat) -> ExportedDocument {
    let outcome = evaluate_now(&DocumentState::written(Arc::clone(lesson)), &EvaluationOutcome::default());
    let links = Links::of(lesson, form);
    let mut reader =
        DocumentExporter { lesson, outcome, form, links, steps: Vec::new(), builtins: BTreeSet::new(), scopes: false };
    reader.body();
    let DocumentExporter { steps, builtins, scopes, .. } = reader;
    let mut pieces = vec![
        ExportedPart::Prose { id: "lesson".to_owned(), text: title(lesson) },
        ExportedPart::Code { id: "shim".to_owned(), text: shim::lines(&builtins, scopes), folded: false },
    ];
    pieces.extend(placed(steps));
    ExportedDocument { title: lesson.front.title.to_string(), pieces }
}

fn title(lesson: &Lesson) -> String {
    let summary = &lesson.front.summary;
    let summary = if summary.is_empty() { String::new() } else { format!("{summary}\n\n") };
    format!(
        "# {}\n\n{summary}The Glassformer lesson `{}`, exported to run with PyTorch. Controls have the values that the lesson sets.",
        lesson.front.title, lesson.front.id
    )
}

/// The option of a fence that gives a shared cell its place.
const SHARED: &str = "#| shared:";

struct DocumentExporter<'a> {
    lesson: &'a Arc<Lesson>,
    outcome: EvaluationOutcome,
    form: ExportFormat,
    links: Links,
    steps: Vec<ExportStep>,
    /// The names in the code that are always there in the language.
    builtins: BTreeSet<String>,
    /// Whether anything has a scope of its own.
    scopes: bool,
}

impl DocumentExporter<'_> {
    fn body(&mut self) {
        let lesson = Arc::clone(self.lesson);
        let file = &lesson.file;
        let body = lesson.body();
        // What the lesson uses of a shared example without showing it comes first, and what it shows where it shows it.
        let (page, behind) = lesson.blocks.split_at(lesson.appendix);
        for block in behind {
            self.fence(block);
        }
        let (own, mut shared): (Vec<&Block>, Vec<&Block>) =
            page.iter().partition(|block| block.origin == BlockOrigin::Lesson);
        shared.reverse();
        let mut done = body;
        // The lesson has been read already: it has no problems.
        for part in markdown::parts(file, body, &mut Vec::new()) {
            let BodyPart::Fence(fence) = part else { continue };
            self.prose(done..fence.start);
            let line = file.line_of(fence.start);
            done = file.line_start(file.line_of(fence.end) + 1).max(fence.end);
            // An exercise's check and solution are told where it begins, and have no block of their own.
            let block = own.iter().find(|block| block.line == line + 1).copied();
            let is_place = || file.text()[fence.clone()].lines().any(|line| line.starts_with(SHARED));
            if let Some(block) = block.or_else(|| is_place().then(|| shared.pop())?) {
                self.fence(block);
            }
        }
        self.prose(done..file.text().len());
    }

    fn prose(&mut self, range: Range<usize>) {
        let text = prose::filled(self.lesson, &self.outcome, &self.links, range.clone());
        if text.is_empty() {
            return;
        }
        let file = &self.lesson.file;
        let inside =
            |block: &&Block| block.origin == BlockOrigin::Lesson && range.contains(&file.line_start(block.line - 1));
        let id =
            self.lesson.blocks.iter().find(inside).map_or_else(|| "prose".to_owned(), |block| block.id.to_string());
        self.steps.push(ExportStep { pieces: vec![ExportedPart::Prose { id, text }], ..ExportStep::default() });
    }

    fn fence(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Prose(_) => {}
            BlockKind::Cell(cell) => self.cell(block, cell),
            BlockKind::Question(question) => self.question(block, question),
            BlockKind::Exercise(exercise) => self.exercise(block, exercise),
        }
    }

    fn cell(&mut self, block: &Block, cell: &LiveCell) {
        let program = self.program(&cell.source);
        let code = ExportedPart::Code { id: block.id.to_string(), text: cell.source.text().to_string(), folded: false };
        let place =
            self.links.anchor(block).map(|text| ExportedPart::Prose { id: format!("{}-place", block.id), text });
        let public = |names: &[(Arc<str>, crate::lang::Span)]| {
            names.iter().map(|(name, _)| name).filter(|name| !is_private(name)).cloned().collect()
        };
        self.steps.push(ExportStep {
            pieces: place.into_iter().chain([code]).collect(),
            moved: None,
            defines: public(&program.names.defines),
            needs: public(&program.names.uses),
        });
    }

    fn question(&mut self, block: &Block, question: &Question) {
        let said = |pieces: &[_]| prose::inline(block, &self.outcome, &self.links, pieces);
        let ask = said(&question.ask);
        let options = question.options.iter().enumerate().map(|(number, option)| format!("{number}. {}", said(option)));
        let text = format!("**Question.** {ask}\n\n{}", options.collect::<Vec<_>>().join("\n"));
        let hints: Vec<String> = question.hints.iter().map(|hint| said(hint)).collect();
        let explain = question.explain.as_ref().map(|explain| said(explain));
        self.ask(block, &text, &hints);

        let id = format!("{}-answer", block.id);
        let mut code = question.source.text().to_string();
        if self.form.runs() {
            code.push_str("\nprint(\"answer:\", answer)");
        }
        let program = self.program(&question.source);
        let mut pieces = vec![ExportedPart::Code { id: id.clone(), text: self.in_scope(&code), folded: true }];
        let title = "Why".to_owned();
        pieces.extend(explain.map(|text| ExportedPart::Folded { id: format!("{}-why", block.id), title, text }));
        let moved = ExportedPart::Prose { id: format!("{id}-to"), text: format!("The answer to: {ask}") };
        self.push_scope(pieces, moved, &[program]);
    }

    fn exercise(&mut self, block: &Block, exercise: &Exercise) {
        let said = |pieces: &[_]| prose::inline(block, &self.outcome, &self.links, pieces);
        let ask = said(&exercise.ask);
        let hints: Vec<String> = exercise.hints.iter().map(|hint| said(hint)).collect();
        self.ask(block, &format!("**Exercise.** {ask}"), &hints);

        let runs = self.outcome.attempt(&block.id).state == TaskState::Ok;
        let start = self.start(exercise, runs);
        let solution = format!("{}\n\n{}", exercise.solution.text(), exercise.check.text());
        let programs = [&exercise.start, &exercise.solution, &exercise.check].map(|source| self.program(source));
        let pieces = vec![
            ExportedPart::Start { id: format!("{}-start", block.id), text: start },
            ExportedPart::Code { id: format!("{}-solution", block.id), text: self.in_scope(&solution), folded: true },
        ];
        let moved = ExportedPart::Prose { id: format!("{}-to", block.id), text: format!("To the exercise: {ask}") };
        self.push_scope(pieces, moved, &programs);
    }

    /// What the learner begins with, and the check to take up when it is done. What would fail as it stands is given as a comment.
    fn start(&mut self, exercise: &Exercise, runs: bool) -> String {
        let start = if runs { exercise.start.text().to_string() } else { commented(exercise.start.text()) };
        let check = commented(exercise.check.text());
        self.in_scope(&format!("{start}\n\n# Done? Uncomment the check.\n{check}"))
    }

    fn ask(&mut self, block: &Block, text: &str, hints: &[String]) {
        let text = self.links.anchor(block).map_or_else(|| text.to_owned(), |place| format!("{place}\n\n{text}"));
        let mut pieces = vec![ExportedPart::Prose { id: block.id.to_string(), text }];
        let hints = hints.iter().enumerate().map(|(number, hint)| ExportedPart::Folded {
            id: format!("{}-hint-{}", block.id, number + 1),
            title: "Hint".to_owned(),
            text: hint.clone(),
        });
        pieces.extend(hints);
        self.steps.push(ExportStep { pieces, ..ExportStep::default() });
    }

    /// Code with a scope of its own: it needs the page's names and gives none.
    fn push_scope(&mut self, pieces: Vec<ExportedPart>, moved: ExportedPart, programs: &[Arc<Program>]) {
        let uses = programs.iter().flat_map(|program| &program.names.uses).map(|(name, _)| Arc::clone(name));
        self.steps.push(ExportStep { pieces, moved: Some(moved), defines: Vec::new(), needs: uses.collect() });
    }

    fn in_scope(&mut self, code: &str) -> String {
        if !self.form.runs() {
            return code.to_owned();
        }
        self.scopes = true;
        format!("{}\n{code}\n{}", shim::OPEN, shim::CLOSE)
    }

    /// A text as the language reads it; what is always there in it is noted.
    fn program(&mut self, source: &CellSource) -> Arc<Program> {
        let program = Arc::clone(source.program());
        let builtins = program.parsed.tokens.iter().filter(|token| token.kind == TokenKind::Builtin);
        self.builtins.extend(builtins.map(|token| token.span.of(&program.source).to_owned()));
        program
    }
}
