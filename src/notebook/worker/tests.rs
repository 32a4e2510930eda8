use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::notebook::document::Document;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::Lesson;

const LONG: Duration = Duration::from_secs(20);

impl Worker {
    /// Waits for the answer to the newest request, at most so long.
    fn receive_within(&self, time: Duration) -> Option<EvaluationAnswer> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let answer = self.answers.recv_timeout(left).ok()?;
            if answer.generation == self.generation {
                return Some(answer);
            }
        }
    }
}

fn page(cells: &[(&str, &str)]) -> Document {
    let cell = |(label, code): &(&str, &str)| format!("```python\n#| label: {label}\n{code}\n```\n\n");
    let text = format!("---\ntitle: T\nid: t\n---\n{}", cells.iter().map(cell).collect::<String>());
    Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()))
}

fn state(outcome: &EvaluationOutcome, cell: &str) -> TaskState {
    outcome.cell(&cell.into()).state.clone()
}

#[test]
fn an_answer_comes_and_wakes_whoever_waits() {
    let woken = Arc::new(AtomicUsize::new(0));
    let bell = Arc::clone(&woken);
    let mut worker = Worker::spawn(move |_| {
        bell.fetch_add(1, Ordering::SeqCst);
    })
    .unwrap();
    assert!(worker.receive().is_none());
    let generation = worker.submit(page(&[("a", "a = 1")]).snapshot());
    let answer = worker.receive_within(LONG).expect("an answer");
    assert_eq!((answer.generation, state(&answer.outcome, "a")), (generation, TaskState::Ok));
    let end = Instant::now() + LONG;
    while woken.load(Ordering::SeqCst) == 0 && Instant::now() < end {
        std::thread::yield_now();
    }
    assert_eq!(woken.load(Ordering::SeqCst), 1);
    assert!(worker.progress().is_none());
}

#[test]
fn the_newest_request_stops_the_one_before() {
    let mut worker = Worker::spawn(|_| {}).unwrap();
    let mut page = page(&[("a", "a = 1"), ("b", "b = a"), ("loop", "while a == 1:\n    b1 = b")]);
    worker.submit(page.snapshot());
    let end = Instant::now() + LONG;
    while worker.progress().is_none_or(|progress| progress.running.block() != &"loop".into()) && Instant::now() < end {
        std::thread::yield_now();
    }
    let progress = worker.progress().expect("the loop is running");
    assert_eq!(state(&progress.so_far, "b"), TaskState::Ok, "what is done can be shown while the rest goes on");
    page.edit("a", "a = 2", false);
    let second = worker.submit(page.snapshot());
    let answer = worker.receive_within(LONG).expect("an answer");
    assert_eq!(answer.generation, second);
    assert_eq!(state(&answer.outcome, "loop"), TaskState::Ok);
}

#[test]
fn a_burst_is_answered_once_by_its_last() {
    let mut worker = Worker::spawn(|_| {}).unwrap();
    let mut page = page(&[("a", "a = 0")]);
    for value in 1..50 {
        page.edit("a", &format!("a = {value}"), false);
        worker.submit(page.snapshot());
    }
    let answer = worker.receive_within(LONG).expect("an answer");
    assert_eq!(&*answer.outcome.cell(&"a".into()).program.as_ref().unwrap().source, "a = 49");
    assert!(worker.receive().is_none());
}

#[test]
fn what_is_stopped_by_hand_is_answered_with_what_is_done() {
    let mut worker = Worker::spawn(|_| {}).unwrap();
    worker.submit(page(&[("a", "a = 1"), ("loop", "while a == 1:\n    b = 1")]).snapshot());
    let end = Instant::now() + LONG;
    while worker.progress().is_none() && Instant::now() < end {
        std::thread::yield_now();
    }
    let asked = Instant::now();
    worker.stop();
    let answer = worker.receive_within(LONG).expect("an answer");
    assert!(asked.elapsed() < Duration::from_millis(500));
    assert_eq!(state(&answer.outcome, "loop"), TaskState::Fresh);
}

/// The aim is 50 ms. The bound is generous, for machines that do something else at the same time; a cell that cannot be stopped
/// takes seconds.
#[test]
fn a_new_keystroke_stops_whatever_is_running() {
    let slow = [
        "while True:\n    b = 1",
        "b = [[i * j for i in range(10**6)] for j in range(10**6)]",
        "x = torch.ones(64, 64)\nwhile True:\n    x = softmax(x @ x, dim=-1)",
        "def f(n):\n    return sum([f(n - 1) for i in range(9)]) if n > 0 else 1\nb = f(30)",
        "b = 'a'\nwhile True:\n    b = b[:1000] + 'a'",
    ];
    let mut worker = Worker::spawn(|_| {}).unwrap();
    for code in slow {
        let mut page = page(&[("a", "a = 1"), ("slow", code)]);
        worker.submit(page.snapshot());
        let end = Instant::now() + LONG;
        while worker.progress().is_none_or(|progress| progress.running.block() != &"slow".into())
            && Instant::now() < end
        {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(5));
        page.edit("slow", "b = 2", false);
        let pressed = Instant::now();
        worker.submit(page.snapshot());
        let answer = worker.receive_within(LONG).expect("an answer");
        let took = pressed.elapsed();
        assert_eq!(state(&answer.outcome, "slow"), TaskState::Ok);
        assert!(took < Duration::from_millis(500), "{code:?} took {took:?} to stop");
    }
}

#[test]
fn a_panic_is_an_error_in_the_page_and_the_next_request_is_served() {
    fn worse(
        snapshot: &DocumentState,
        previous: &EvaluationOutcome,
        watch: &dyn EvaluationObserver,
    ) -> EvaluationOutcome {
        assert!(snapshot.changes.contains_key("a"), "this panic is part of a test");
        evaluate_here(snapshot, previous, watch)
    }
    let mut worker = Worker::spawn_with(worse, |_| {}).unwrap();
    let mut page = page(&[("a", "a = 1")]);
    worker.submit(page.snapshot());
    let answer = worker.receive_within(LONG).expect("an answer");
    let TaskState::Error(fault) = state(&answer.outcome, "a") else { panic!("an error") };
    assert!(fault.diagnostic.message.contains("failed unexpectedly"));
    page.edit("a", "a = 2", false);
    worker.submit(page.snapshot());
    let answer = worker.receive_within(LONG).expect("another answer");
    assert_eq!(state(&answer.outcome, "a"), TaskState::Ok);
}

#[test]
fn dropping_the_worker_ends_its_thread() {
    let alive = Arc::new(());
    let held = Arc::clone(&alive);
    let mut worker = Worker::spawn(move |_| {
        let _ = &held;
    })
    .unwrap();
    worker.submit(page(&[("loop", "while True:\n    b = 1")]).snapshot());
    drop(worker);
    let end = Instant::now() + LONG;
    while Arc::strong_count(&alive) > 1 && Instant::now() < end {
        std::thread::yield_now();
    }
    assert_eq!(Arc::strong_count(&alive), 1);
}
