mod page_limits;

use std::cell::RefCell;
use std::fmt::{self, Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;

use super::*;
use crate::lang::object::FrozenHeap;
use crate::lang::{ControlKind, Seed, controls};
use crate::notebook::document::Document;
use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;

const LESSON: &str = "\
---
title: T
id: t
---
The sum is {{ total :.2f }} of {{ a }}.

```python
#| label: total
total = doubled + b
```

```python
#| label: a
a = 1.5
```

```python
#| label: doubled
doubled = a * 2
```

```python
#| label: b
b = 4.0
```

```python
#| role: question
#| label: asked
#| ask: Is the total {{ total }}?
#| options: no | yes
answer = 1 if total == 7.0 else 0
```

```python
#| role: question
#| label: live
#| ask: Is it now?
#| options: no | yes
#| live: true
answer = 1 if total == 7.0 else 0
```

```python
#| role: start
#| exercise: triple
#| ask: Make it three times `a`.
b = a
```

```python
#| role: check
#| exercise: triple
assert b == a * 3
```

```python
#| role: solution
#| exercise: triple
b = a * 3
```
";

fn page_of(lesson: &str) -> Document {
    Document::new(Arc::new(Lesson::read("t.md", lesson).unwrap_or_else(|problems| panic!("{problems:?}"))))
}

fn page() -> Document {
    page_of(LESSON)
}

/// A page of cells only, given as (label, code).
fn cells(cells: &[(&str, &str)]) -> Document {
    let cell = |(label, code): &(&str, &str)| format!("```python\n#| label: {label}\n{code}\n```\n\n");
    page_of(&format!("---\ntitle: T\nid: t\n---\n{}", cells.iter().map(cell).collect::<String>()))
}

fn now(page: &Document) -> EvaluationOutcome {
    evaluate_now(&page.snapshot(), &EvaluationOutcome::default())
}

fn cell<'o>(outcome: &'o EvaluationOutcome, id: &str) -> &'o TaskReport {
    outcome.cell(&id.into())
}

fn number(outcome: &EvaluationOutcome, name: &str) -> f64 {
    let (_, binding) = outcome.definition(name).unwrap_or_else(|| panic!("nobody defines {name}"));
    match &binding.value {
        Value::Float(number, _) => *number,
        other => panic!("{name} is {other:?}"),
    }
}

fn error(outcome: &EvaluationOutcome, id: &str) -> String {
    match &cell(outcome, id).state {
        TaskState::Error(fault) => fault.diagnostic.message.clone(),
        other => panic!("{id} is {other:?}"),
    }
}

fn blocked(by: &str, name: &str) -> TaskState {
    TaskState::Blocked(Blocked { by: by.into(), name: name.into() })
}

/// Notes what runs, and may stop the evaluation before a task.
#[derive(Default)]
struct Witness {
    cancel: Flag,
    ran: RefCell<Vec<EvaluationTask>>,
    stop_before: Option<EvaluationTask>,
}

impl EvaluationObserver for Witness {
    fn cancel(&self) -> &Flag {
        &self.cancel
    }

    fn before(&self, task: &EvaluationTask, _so_far: &EvaluationOutcome) {
        self.ran.borrow_mut().push(task.clone());
        if self.stop_before.as_ref() == Some(task) {
            self.cancel.raise();
        }
    }
}

/// Evaluates again and says which blocks ran, each once, in order.
fn rerun(page: &Document, previous: &EvaluationOutcome) -> (EvaluationOutcome, Vec<String>) {
    let witness = Witness::default();
    let outcome = evaluate(&page.snapshot(), previous, &witness, Room::Course);
    let mut ran: Vec<_> = witness.ran.borrow().iter().map(|task| task.block().to_string()).collect();
    ran.dedup();
    (outcome, ran)
}

#[test]
fn cells_run_in_the_order_of_their_needs() {
    let outcome = now(&page());
    assert_eq!(number(&outcome, "total").to_string(), "7");
    assert!(
        outcome.reports().values().filter(|report| report.state != TaskState::Ok).all(|report| report.run.is_none())
    );
    assert_eq!(outcome.number(&"prose".into(), 0).text(), Some("7.00"));
}

#[test]
fn only_what_is_downstream_of_an_edit_runs_again() {
    let mut page = page();
    let first = now(&page);
    let (second, ran) = rerun(&page, &first);
    assert_eq!(ran, [""; 0], "nothing changed");
    page.edit("b", "b = 5.0", false);
    let (third, ran) = rerun(&page, &second);
    assert_eq!(ran, ["b", "total", "prose", "live"]);
    assert_eq!(number(&third, "total").to_string(), "8");
}

#[test]
fn a_default_seed_is_remembered_with_the_values() {
    let mut page =
        cells(&[("a", "a = torch.rand(1)"), ("b", "torch.manual_seed(0)\nb = torch.rand(1)"), ("c", "c = 1")]);
    let seeds = |outcome: &EvaluationOutcome| ["a", "b", "c"].map(|id| cell(outcome, id).seed());
    let first = now(&page);
    assert_eq!(seeds(&first), [Seed::Default, Seed::Own, Seed::Own]);
    page.edit("c", "c = 2", false);
    let (again, ran) = rerun(&page, &first);
    assert_eq!((seeds(&again), ran.len()), (seeds(&first), 1));
    page.edit("a", "a = torch.rand(1) / 'x'", false);
    assert_eq!(seeds(&rerun(&page, &again).0), seeds(&first), "what was drawn before an error counts");
}

#[test]
fn bit_equal_results_wake_nobody() {
    let mut page = page();
    let first = now(&page);
    page.edit("a", "a = 3 / 2  # the same", false);
    let (second, ran) = rerun(&page, &first);
    assert_eq!(ran, ["a"]);
    let reader = |outcome: &EvaluationOutcome| Arc::clone(cell(outcome, "doubled").run.as_ref().unwrap());
    assert!(Arc::ptr_eq(&reader(&first), &reader(&second)));
}

#[test]
fn undo_takes_the_old_results_back_without_running_what_was_not_touched() {
    let mut page = page();
    let first = now(&page);
    page.edit("a", "a = 9.0", false);
    let (second, _) = rerun(&page, &first);
    page.undo();
    let (third, ran) = rerun(&page, &second);
    assert_eq!(ran, ["prose", "live", "triple"], "the cells are as written, and those results are kept");
    assert_eq!(number(&third, "total").to_string(), "7");
}

#[test]
fn an_error_blocks_what_depends_on_it_and_nothing_else() {
    let mut page = page();
    let first = now(&page);
    page.edit("a", "a = 1 / 0", false);
    let (second, _) = rerun(&page, &first);
    assert!(error(&second, "a").contains("zero"));
    assert_eq!(cell(&second, "doubled").state, blocked("a", "a"));
    assert_eq!(cell(&second, "total").state, blocked("a", "doubled"), "the root is named, and the name missing here");
    assert_eq!(cell(&second, "b").state, TaskState::Ok);
    assert!(cell(&second, "total").run.is_some(), "the old value stays, to be dimmed");
    assert_eq!(second.verdict(&"triple".into()), Verdict::Blocked(&Blocked { by: "a".into(), name: "a".into() }));
    let (_, ran) = rerun(&page, &second);
    assert_eq!(ran, [""; 0], "a failure is not tried again for nothing");
}

#[test]
fn broken_text_keeps_its_place_and_its_last_values() {
    let mut page = page();
    let first = now(&page);
    page.edit("a", "a = (1.5 +", false);
    let (second, ran) = rerun(&page, &first);
    assert_eq!(ran, [""; 0]);
    assert!(matches!(cell(&second, "a").state, TaskState::Error(_)) && cell(&second, "a").run.is_some());
    assert_eq!(cell(&second, "doubled").state, blocked("a", "a"));
    page.edit("a", "(", false);
    let (third, _) = rerun(&page, &second);
    assert_eq!(cell(&third, "doubled").state, blocked("a", "a"), "even where the name is gone");
    page.undo();
    page.undo();
    let (fourth, ran) = rerun(&page, &third);
    assert_eq!(cell(&fourth, "total").state, TaskState::Ok);
    assert_eq!(ran, ["triple"], "only the check is asked again");
}

#[test]
fn clashes_and_circles_heal_themselves() {
    let mut page = cells(&[("one", "x = 1"), ("two", "y = x"), ("three", "z = y"), ("four", "w = 4")]);
    let first = now(&page);
    page.edit("two", "x = 2\ny = 3", false);
    let (second, _) = rerun(&page, &first);
    assert_eq!(error(&second, "one"), "`x` is defined here and in cell `two`");
    assert_eq!(cell(&second, "three").state, blocked("two", "y"));
    page.edit("one", "x = z", false);
    page.edit("two", "y = x", false);
    let (third, _) = rerun(&page, &second);
    assert!(error(&third, "one").starts_with("circular dependency: x -> z -> y -> x"));
    assert_eq!(cell(&third, "four").state, TaskState::Ok);
    page.reset_all();
    let (fourth, _) = rerun(&page, &third);
    assert!(["one", "two", "three", "four"].iter().all(|id| cell(&fourth, id).state == TaskState::Ok));
}

#[test]
fn questions_are_answered_from_the_page_as_written_unless_they_are_live() {
    let mut page = page();
    page.edit("b", "b = 0.0", false);
    let outcome = now(&page);
    assert_eq!(outcome.answer(&"asked".into()), Some(1));
    assert_eq!(outcome.answer(&"live".into()), Some(0));
    assert_eq!(outcome.number(&"asked".into(), 0).text(), Some("7.0"), "and so are the numbers in its words");
    assert!(outcome.asks_of_written(&"asked".into()), "which is said where the two differ");
    assert!(!outcome.asks_of_written(&"live".into()));
    page.reset_all();
    assert!(!now(&page).asks_of_written(&"asked".into()));
}

#[test]
fn an_exercise_is_a_scope_of_its_own() {
    let mut page = page();
    let id: BlockId = "triple".into();
    let outcome = now(&page);
    let Verdict::Failed(fault) = outcome.verdict(&id) else { panic!("{:?}", outcome.verdict(&id)) };
    assert_eq!(fault.diagnostic.span.start, 7, "the place is in the check");
    assert_eq!(number(&outcome, "b").to_string(), "4", "the page's own `b` is another");
    page.edit("triple", "b = a * 3", false);
    let (outcome, ran) = rerun(&page, &outcome);
    assert_eq!(ran, ["triple"]);
    assert_eq!(outcome.verdict(&id), Verdict::Passed);
    page.edit("triple", "b = nobody", false);
    assert!(matches!(rerun(&page, &outcome).0.verdict(&id), Verdict::Error(_)));
    page.edit("triple", "if a == 0:\n    b = 1", false);
    let (outcome, _) = rerun(&page, &outcome);
    assert!(!matches!(outcome.verdict(&id), Verdict::Passed), "a name that it defines is never the page's");
}

#[test]
fn a_name_of_another_exercise_is_told_to_stay_there() {
    let exercise = |name: &str, start: &str| {
        let fence =
            |role: &str, code: &str| format!("```python\n#| role: {role}\n#| exercise: {name}\n{code}\n```\n\n");
        let ask = "start\n#| ask: Write it.";
        fence(ask, start) + &fence("check", &format!("assert {name} == 1")) + &fence("solution", &format!("{name} = 1"))
    };
    let text =
        format!("---\ntitle: T\nid: t\n---\n{}{}", exercise("one", "one = ..."), exercise("other", "other = one"));
    let page = page_of(&text);
    let help = |name: &str| match now(&page).verdict(&name.into()) {
        Verdict::Error(fault) => fault.diagnostic.help.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(help("other").as_deref(), Some("an exercise keeps its names to itself: copy `one` here"));
}

#[test]
fn a_lazy_cell_waits_until_it_is_asked() {
    let mut page = page_of(&LESSON.replace("label: doubled", "label: doubled\n#| lazy: true"));
    let first = now(&page);
    assert_eq!(cell(&first, "doubled").state, TaskState::Lazy);
    assert_eq!(cell(&first, "total").state, blocked("doubled", "doubled"));
    page.run("doubled");
    let (second, _) = rerun(&page, &first);
    assert_eq!(number(&second, "total").to_string(), "7");
    page.settle("doubled");
    let (third, ran) = rerun(&page, &second);
    assert_eq!((cell(&third, "doubled").state.clone(), ran.len()), (TaskState::Ok, 0), "it stays done");
    page.edit("a", "a = 2.0", false);
    let (fourth, _) = rerun(&page, &third);
    assert_eq!(cell(&fourth, "doubled").state, TaskState::Lazy);
    assert!(cell(&fourth, "doubled").run.is_some());
}

#[test]
fn a_stopped_evaluation_leaves_the_rest_stale_and_is_continued() {
    let mut page = page();
    let first = now(&page);
    page.edit("a", "a = 2.0", false);
    let witness = Witness { stop_before: Some(EvaluationTask::Cell("doubled".into())), ..Witness::default() };
    let second = evaluate(&page.snapshot(), &first, &witness, Room::Course);
    assert_eq!(cell(&second, "a").state, TaskState::Ok);
    assert_eq!(cell(&second, "total").state, TaskState::Stale);
    let (third, ran) = rerun(&page, &second);
    assert!(!ran.contains(&"a".to_owned()), "what was finished is not run again");
    assert_eq!(number(&third, "total").to_string(), "8");
}

#[test]
fn an_endless_loop_that_is_stopped_has_not_failed() {
    let page = cells(&[("loop", "while True:\n    x = 1")]);
    let witness = Witness { stop_before: Some(EvaluationTask::Cell("loop".into())), ..Witness::default() };
    let outcome = evaluate(&page.snapshot(), &EvaluationOutcome::default(), &witness, Room::Course);
    assert_eq!(cell(&outcome, "loop").state, TaskState::Fresh);
}

#[test]
fn another_lesson_begins_afresh() {
    let first = now(&page());
    let other = page_of("---\ntitle: O\nid: o\n---\n```python\n#| label: a\nq = 1\n```\n");
    let (second, _) = rerun(&other, &first);
    assert!(second.definition("total").is_none());
    assert_eq!(second.values().len(), 1);
}

#[test]
fn rows_and_columns_get_the_names_that_the_options_say() {
    let page = page_of(
        "---\ntitle: T\nid: t\n---\n```python\n#| label: w\n#| rows: query\n#| cols: key\n#| col_names: words\nwords = [\"a\", \"b\"]\nw = matrix([[1, 2], [3, 4], [5, 6]])\n```\n",
    );
    let outcome = now(&page);
    let Value::Tensor(w) = &outcome.definition("w").unwrap().1.value else { panic!("a tensor") };
    assert_eq!(w.now().axes()[0].name.as_deref(), Some("query"));
    assert_eq!((w.now().axes()[1].name.as_deref(), w.now().axes()[1].label(1)), (Some("key"), Some("b")));
}

#[test]
fn an_unknown_name_is_compared_with_all_of_the_page() {
    let mut page = cells(&[("one", "weights = 1"), ("two", "y = weigths + 1")]);
    let help = |outcome: &EvaluationOutcome| match &cell(outcome, "two").state {
        TaskState::Error(fault) => fault.diagnostic.help.clone().unwrap_or_default(),
        other => panic!("{other:?}"),
    };
    let first = now(&page);
    assert_eq!(help(&first), "did you mean `weights`?");
    page.edit("one", "other = 1", false);
    assert_ne!(help(&rerun(&page, &first).0), "did you mean `weights`?");
}

/// What a page shows, without the history of how it came about. The objects of a cell are told once for it, however many of its
/// values lead to them: a model is millions of numbers.
fn shown(outcome: &EvaluationOutcome) -> Vec<String> {
    let describe = |(task, report): (&EvaluationTask, &TaskReport)| match report.current() {
        None => format!("{task:?} {:?}", report.state),
        Some(run) => {
            let values: Vec<_> =
                run.values.iter().map(|(name, binding)| format!("{name} {}", bits(&binding.value))).collect();
            let mut homes: Vec<_> = run.values.values().filter_map(|binding| home(&binding.value)).collect();
            homes.dedup_by(|a, b| Arc::ptr_eq(a, b));
            let objects: Vec<_> = homes.iter().map(|home| digest(home.heap())).collect();
            format!("{task:?} {values:?} {objects:x?} {:?} {:?}", run.result.as_ref().map(bits), run.printed)
        }
    };
    outcome.reports().iter().map(describe).collect()
}

/// A value to the last bit, without where it comes from.
fn bits(value: &Value) -> String {
    match value {
        Value::Float(number, _) => format!("{:x}", number.to_bits()),
        Value::Int(number, _) => number.to_string(),
        Value::Tensor(tensor) => {
            let mut numbers = DefaultHasher::new();
            tensor.now().to_vec().iter().for_each(|number| number.to_bits().hash(&mut numbers));
            format!("{:?} {:?} {:?} {:x}", tensor.dtype(), tensor.now().shape(), tensor.now().axes(), numbers.finish())
        }
        other => format!("{:x}", digest(other)),
    }
}

/// The cell that made a function or an object.
fn home(value: &Value) -> Option<&Arc<FrozenHeap>> {
    match value {
        Value::Function(function) => function.home.as_ref(),
        Value::Object(object) => object.home(),
        _ => None,
    }
}

/// A number for how something prints, which is never held whole. What is inside a function says where it comes from, and each run has
/// a tape of its own, whose number is left out.
fn digest(printed: &impl Debug) -> u64 {
    struct Digest {
        hasher: DefaultHasher,
        is_in_tape: bool,
    }
    impl Write for Digest {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.is_in_tape = (self.is_in_tape || text == "TapeId") && text != ")";
            if !self.is_in_tape {
                self.hasher.write(text.as_bytes());
            }
            Ok(())
        }
    }
    let mut digest = Digest { hasher: DefaultHasher::new(), is_in_tape: false };
    write!(digest, "{printed:?}").unwrap();
    digest.hasher.finish()
}

#[test]
fn what_is_shown_tells_pages_apart_that_differ_inside_an_object_alone() {
    let shown_with = |value: &str| {
        shown(&now(&cells(&[("a", &format!("class A:\n    pass\n\na = A()\na.x = torch.tensor({value})"))])))
    };
    assert_eq!(shown_with("1.0"), shown_with("1.0"));
    assert_ne!(shown_with("1.0"), shown_with("2.0"));
}

/// What a learner may do to a page of the cells `a b doubled total` and one exercise.
#[derive(Clone, Debug)]
enum DocumentMove {
    Edit(&'static str, &'static str, bool),
    Reset(&'static str),
    ResetAll,
    Undo,
    Redo,
}

fn any_move() -> impl Strategy<Value = DocumentMove> {
    let block = prop::sample::select(vec!["a", "b", "doubled", "total", "triple"]);
    let text = prop::sample::select(vec![
        "a = 1.5",
        "a = 3 / 2",
        "a = 2",
        "a = 1 / 0",
        "b = 4.0",
        "b = a",
        "doubled = a + a",
        "doubled = a * 2",
        "total = b",
        "total = doubled + b",
        "doubled = total",
        "c = 1",
        "a = ",
        "(",
        "",
        "b = nobody",
        "a = 1.5\nb = 4.0",
        "total = total + 1",
    ]);
    prop_oneof![
        6 => (block.clone(), text, any::<bool>()).prop_map(|(block, text, merge)| DocumentMove::Edit(block, text, merge)),
        1 => block.prop_map(DocumentMove::Reset),
        1 => Just(DocumentMove::ResetAll),
        3 => Just(DocumentMove::Undo),
        2 => Just(DocumentMove::Redo),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn the_page_always_equals_a_run_from_scratch(moves in prop::collection::vec(any_move(), 1..25)) {
        let mut page = page();
        let mut outcome = now(&page);
        for step in moves {
            match step {
                DocumentMove::Edit(block, text, merge) => { page.edit(block, text, merge); }
                DocumentMove::Reset(block) => { page.reset(block); }
                DocumentMove::ResetAll => { page.reset_all(); }
                DocumentMove::Undo => { page.undo(); }
                DocumentMove::Redo => { page.redo(); }
            }
            outcome = evaluate_now(&page.snapshot(), &outcome);
            prop_assert_eq!(shown(&outcome), shown(&now(&page)));
        }
        while page.undo().is_some() {}
        let back = evaluate_now(&page.snapshot(), &outcome);
        prop_assert_eq!(shown(&back), shown(&now(&self::page())));
    }

    #[test]
    fn stopping_at_any_task_changes_nothing_in_the_end(place in 0_usize..12) {
        let mut page = page();
        let first = now(&page);
        page.edit("a", "a = 8.0", false);
        let order = Witness::default();
        let whole = evaluate(&page.snapshot(), &first, &order, Room::Course);
        let stop_before = order.ran.borrow().get(place).cloned();
        let stopped = evaluate(&page.snapshot(), &first, &Witness { stop_before, ..Witness::default() }, Room::Course);
        let (continued, _) = rerun(&page, &stopped);
        prop_assert_eq!(shown(&continued), shown(&whole));
    }
}

proptest! {
    // A whole lesson takes its time without optimization, so each case is of one.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8) })]

    #[test]
    fn the_law_holds_for_whatever_is_moved_in_the_course(
        lesson in any::<prop::sample::Index>(),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_usize..4), 1..4),
    ) {
        let mut page = Document::new(Arc::new(lesson.get(LessonLibrary::embedded().entries()).open().unwrap()));
        let mut outcome = now(&page);
        for (which, how, step) in &moves {
            match step {
                0 => { page.undo(); }
                1 => { page.redo(); }
                _ => turn(&mut page, *which, *how),
            }
            outcome = evaluate_now(&page.snapshot(), &outcome);
        }
        // Only at the end: from scratch, the longest lesson takes seconds.
        prop_assert_eq!(shown(&outcome), shown(&now(&page)));
    }
}

/// Moves one of a page's controls as a learner would.
fn turn(page: &mut Document, which: prop::sample::Index, how: u8) {
    let lesson = Arc::clone(page.lesson());
    let sources = lesson.blocks.iter().filter_map(|block| Some((&block.id, page.source(&block.id)?)));
    let inputs: Vec<_> = sources
        .flat_map(|(id, source)| {
            let found = controls(&Program::new(Arc::clone(&source)).parsed.program);
            found.into_iter().map(move |control| (Arc::clone(id), Arc::clone(&source), control.kind))
        })
        .collect();
    if inputs.is_empty() {
        return;
    }
    let (id, source, control) = which.get(&inputs);
    let (row, column, part) = (usize::from(how) % 3, usize::from(how) / 3 % 3, f64::from(how) / 255.0);
    let sentence = ["the cat sat", "one", "", "a dog ran under the tree", "狗 ran 🐕 é"][usize::from(how) % 5];
    let text = match control {
        ControlKind::Slider(slider) => slider.with_value(source, slider.min + part * (slider.max - slider.min)),
        ControlKind::Text(text) => text.with_text(source, sentence),
        ControlKind::Choice(choice) => choice.with_option(source, usize::from(how) % choice.options.len()),
        ControlKind::Toggle(toggle) => toggle.with_value(source, how.is_multiple_of(2)),
        ControlKind::Matrix(matrix) => matrix.with_number(source, row, column, part),
        ControlKind::Mask(mask) => mask.toggled(source, row, column),
    };
    page.edit(id, &text, how.is_multiple_of(7));
}

#[test]
fn the_picture_of_an_exercise_takes_the_names_of_its_rows_from_the_page() {
    let lesson =
        LESSON.replace("#| ask: Make it three times `a`.\n", "#| ask: Make it three times `a`.\n#| row_names: kinds\n");
    let lesson =
        lesson.replace("b = a\n", "t = torch.ones(2, 3)\n") + "\n```python\n#| label: kinds\nkinds = ['x', 'y']\n```\n";
    let outcome = now(&page_of(&lesson));
    let run = outcome.attempt(&"triple".into()).run.as_ref().unwrap().clone();
    let Value::Tensor(t) = &run.values.get("t").unwrap().value else { panic!("a tensor") };
    assert_eq!(t.now().axes()[0].labels.as_ref().unwrap().join(" "), "x y");
}
