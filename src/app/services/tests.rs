use super::*;
use crate::app::executor::{Inline, Threads};
use crate::app::session::SessionBackend;
use crate::notebook::document::Document;
use crate::notebook::evaluate::TaskState;
use crate::notebook::session::{Saved, SessionStore};
use crate::notebook::why::element;

const LESSON: &str = "---\ntitle: T\nid: t\n---\n```python\n#| label: a\nx = torch.tensor([3.0])\ny = x * x\n```\n";
const ENDLESS: &str =
    "---\ntitle: T\nid: t\n---\n```python\n#| label: a\na = 1\n```\n\n```python\n#| label: loop\nwhile a == 1:\n    b = a\n```\n";

fn inline() -> Services<Inline> {
    let (post, messages) = Post::channel(|| {});
    Services::new(LessonLibrary::embedded(), Inline::new(post), messages)
}

fn threads() -> Services<Threads> {
    let (post, messages) = Post::channel(|| {});
    Services::new(LessonLibrary::embedded(), Threads::new(post).unwrap(), messages)
}

fn page(text: &str) -> Arc<DocumentState> {
    Document::new(Arc::new(Lesson::read("t.md", text).unwrap())).snapshot()
}

/// The first event of a kind, which comes within a minute.
fn awaited<T>(services: &mut Services<Threads>, mut kind: impl FnMut(AppEvent) -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        let mut events = services.wait(Duration::from_millis(20));
        events.extend(services.tick());
        if let Some(found) = events.into_iter().find_map(&mut kind) {
            return found;
        }
        assert!(start.elapsed() < Duration::from_mins(1), "it does not come");
    }
}

/// The values of a page, and the gradient of `y[0]` on them.
fn asked_for_gradient(outcome: &Arc<EvaluationOutcome>) -> AppRequest {
    let (_, binding) = outcome.definition("y").unwrap();
    let crate::lang::Value::Tensor(tensor) = &binding.value else { panic!("a tensor") };
    let element = element(tensor, &[0]).unwrap();
    AppRequest::ReadGradient { lesson: "t".into(), outcome: Arc::clone(outcome), element }
}

fn values(event: AppEvent) -> Option<(Arc<EvaluationOutcome>, bool)> {
    match event {
        AppEvent::Evaluated { outcome, finished, .. } => Some((outcome, finished)),
        _ => None,
    }
}

fn gradient_read(event: AppEvent) -> Option<String> {
    match event {
        AppEvent::GradientRead { read, .. } => Some(read.unwrap().name().to_owned()),
        _ => None,
    }
}

#[test]
fn both_executors_answer_the_same() {
    let mut inline = inline();
    let (here, finished) = inline.perform(AppRequest::Evaluate(page(LESSON))).into_iter().find_map(values).unwrap();
    assert!(finished);
    let mut threads = threads();
    let mut events = threads.perform(AppRequest::Evaluate(page(LESSON)));
    let first = events.drain(..).find_map(values);
    let (there, _) = first.unwrap_or_else(|| awaited(&mut threads, values));
    assert_eq!(here.cell(&"a".into()).state, there.cell(&"a".into()).state);
    let name = inline.perform(asked_for_gradient(&here)).into_iter().find_map(gradient_read);
    assert_eq!(name.as_deref(), Some("y[0]"));
    let read = threads.perform(asked_for_gradient(&there)).into_iter().find_map(gradient_read);
    assert_eq!(read.unwrap_or_else(|| awaited(&mut threads, gradient_read)), "y[0]");
}

#[test]
fn what_takes_long_is_told_on_the_way_and_can_be_stopped() {
    let mut services = threads();
    assert!(services.deadline().is_none(), "nothing to do, no time to wake");
    services.perform(AppRequest::Evaluate(page(ENDLESS)));
    assert!(services.deadline().is_some() && services.evaluating_since().is_some());
    let (so_far, finished) = awaited(&mut services, values);
    assert!(!finished);
    assert_eq!(so_far.cell(&"a".into()).state, TaskState::Ok);
    assert!(services.deadline().is_none(), "from here on the worker tells");
    services.stop();
    let all = awaited(&mut services, |event| values(event).filter(|(_, finished)| *finished));
    assert_eq!(all.0.cell(&"loop".into()).state, TaskState::Fresh);
    assert!(services.evaluating_since().is_none());
}

#[test]
fn a_job_that_nobody_waits_for_any_more_tells_nothing() {
    let mut services = threads();
    services.perform(AppRequest::Certify(Vec::new()));
    let old = services.certificates.as_ref().unwrap().0;
    services.perform(AppRequest::Certify(Vec::new()));
    let stale = JobAnswer::Certificates(Certificates::new());
    assert!(services.done(old, stale).is_none());
    let is_certified = |event| matches!(event, AppEvent::Certified(_)).then_some(());
    awaited(&mut services, is_certified);
    assert!(services.certificates.is_none());
}

#[test]
fn work_is_saved_and_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut services = inline();
    services.session = SessionKeeper::new(SessionBackend::Immediate(SessionStore::folder(folder.path())));
    let record = SavedProgress { lesson: "attention".into(), at: Some("soft".into()), ..SavedProgress::default() };
    let events = services.perform(AppRequest::Save(Box::new(record.clone())));
    assert!(matches!(events.as_slice(), [AppEvent::Saved(Saved::Yes)]));
    let read = services.perform(AppRequest::Open("attention".into()));
    let [AppEvent::Opened(Ok(read))] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(read.record.as_ref(), Some(&record));
    let off = inline().perform(AppRequest::Save(Box::new(record)));
    assert!(off.is_empty(), "where nothing is saved, nothing is told of it");
}

#[test]
fn an_unknown_lesson_and_a_training_that_is_not_there_are_refused() {
    let mut services = threads();
    let opened = services.perform(AppRequest::Open("no-such-lesson".into()));
    assert!(matches!(opened.as_slice(), [AppEvent::Opened(Err(_))]));
    let ordered = services.perform(AppRequest::Order(Task::Copy, crate::notebook::training::TrainingCommand::Go));
    let [AppEvent::TrainingReported { reports, .. }] = ordered.as_slice() else { panic!("{ordered:?}") };
    assert!(matches!(reports.as_slice(), [TrainingReport::Unheard]));
}
