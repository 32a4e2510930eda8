use super::*;
use crate::app::executor::{Inline, Threads};
use crate::app::session::SessionBackend;
use crate::notebook::document::Document;
use crate::notebook::evaluate::TaskState;
use crate::notebook::session::{Saved, SessionStore};
use crate::notebook::why::element;

const LESSON: &str = "---\ntitle: T\nid: t\n---\n```python\n#| label: a\nx = torch.tensor([3.0])\ny = x * x\n```\n";
const ENDLESS: &str = "---\ntitle: T\nid: t\n---\n```python\n#| label: a\na = 1\n```\n\n```python\n#| label: loop\nwhile a == 1:\n    b = a\n```\n";

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
fn awaited<T>(services: &mut Services<impl Executor>, mut kind: impl FnMut(AppEvent) -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        let mut events = services.receive(Duration::from_millis(20)).unwrap_or_default();
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
    let element = element(&tensor.now(), &[0]).unwrap();
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

/// What `y` and the gradient of `y[0]` come to.
fn computed(services: &mut Services<impl Executor>) -> (Vec<f64>, String) {
    services.perform(AppRequest::Evaluate(page(LESSON)));
    assert!(services.asked().1, "values are to come");
    let (outcome, finished) = awaited(services, values);
    assert!(finished && !services.asked().1);
    services.perform(asked_for_gradient(&outcome));
    let name = awaited(services, gradient_read);
    let (_, binding) = outcome.definition("y").unwrap();
    let crate::lang::Value::Tensor(tensor) = &binding.value else { panic!("a tensor") };
    (tensor.now().to_vec(), name)
}

#[test]
fn both_executors_answer_the_same() {
    let known = (vec![9.0], "y[0]".to_owned());
    assert_eq!(computed(&mut inline()), known);
    assert_eq!(computed(&mut threads()), known);
}

#[test]
fn what_takes_long_is_told_on_the_way_and_can_be_stopped() {
    let mut services = threads();
    assert!(services.deadline().is_none(), "nothing to do, no time to wake");
    services.perform(AppRequest::Evaluate(page(ENDLESS)));
    assert!(services.deadline().is_some() && services.asked().1);
    let (so_far, finished) = awaited(&mut services, values);
    assert!(!finished);
    assert_eq!(so_far.cell(&"a".into()).state, TaskState::Ok);
    assert!(services.deadline().is_none(), "from here on the worker tells");
    services.stop();
    let all = awaited(&mut services, |event| values(event).filter(|(_, finished)| *finished));
    assert_eq!(all.0.cell(&"loop".into()).state, TaskState::Fresh);
    assert!(!services.asked().1);
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
fn a_changed_file_is_read_again_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.md");
    std::fs::write(&path, LESSON).unwrap();
    let (post, messages) = Post::channel(|| {});
    let library = LessonLibrary::embedded().with_lessons(folder.path()).unwrap();
    let mut services = Services::new(library, Inline::new(post.clone()), messages);
    services.watch_files(post);
    let lesson = Arc::new(services.library.read(&path).unwrap());
    let written = Arc::new(Lesson::read("other.md", LESSON).unwrap());
    std::fs::write(&path, LESSON.replace("3.0", "4.0")).unwrap();
    let changed = awaited(&mut services, |event| match event {
        AppEvent::FilesChanged(changed) => Some(changed),
        _ => None,
    });
    let changed: Arc<[PathBuf]> = changed.into();
    let mut reread = |lesson| services.perform(AppRequest::Reread { lesson, changed: Arc::clone(&changed) });
    let read = reread(lesson);
    let [AppEvent::Reloaded { fresh: Ok(fresh), .. }] = read.as_slice() else { panic!("{read:?}") };
    assert!(fresh.blocks.iter().any(|block| block.editable().is_some_and(|source| source.text().contains("4.0"))));
    // A lesson without a file gives way to a file of its id, whatever has changed.
    assert!(matches!(reread(written).as_slice(), [AppEvent::Reloaded { .. }]));
    assert!(services.perform(AppRequest::Reread { lesson: Arc::new(*fresh.clone()), changed: [].into() }).is_empty());
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
