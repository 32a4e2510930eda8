//! How soon a cell stops. The bound is generous, and counted is what the processor did where that can be known, for a machine may
//! be busy; `cargo bench --bench stop` has the figures.

use std::time::{Duration, Instant};

use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::tensor::stop::Flag;

/// Each of them would go on for much longer than the bound.
const LONG: [&str; 7] = [
    "while True:\n    pass",
    "xs = [sum([j for j in range(1000)]) for i in range(10**9)]",
    "x = torch.ones(5000, 5000)\ny = x @ x",
    "x = torch.ones(2000, 5000)\nwhile True:\n    y = torch.einsum('ij,kj->ik', x, x)",
    "torch.manual_seed(0)\nwhile True:\n    x = torch.randn(4000000)",
    "torch.manual_seed(0)\nx = torch.rand(2000000)\nwhile True:\n    y = torch.sort(x)",
    "s = 'x'\nwhile True:\n    s = (s + s)[:3000000]",
];

#[test]
fn whatever_runs_ends_soon_after_it_was_asked_to() {
    // Nothing but the wish ends them.
    let limits = Limits { steps: u64::MAX, bytes: u64::MAX, at_once: u64::MAX, work: u64::MAX, ..Limits::default() };
    for source in LONG {
        let parsed = parse(source);
        let flag = Flag::default();
        let (error, late) = std::thread::scope(|scope| {
            let raised = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(150));
                flag.raise();
                Instant::now()
            });
            let before = busy();
            let evaluation = evaluate(&parsed.program, source, &Scope::new(), &limits, &flag);
            let spent = busy().zip(before).map(|(after, before)| after.saturating_sub(before));
            let late = raised.join().unwrap().elapsed();
            (evaluation.error.unwrap().message.clone(), spent.unwrap_or(late))
        });
        println!("{late:?} {}", source.lines().next_back().unwrap_or_default().trim());
        assert_eq!(error, "stopped", "{source}");
        assert!(late < Duration::from_secs(3), "{late:?} for {source}");
    }
}

/// How long a processor has worked for this thread, where the system says so.
fn busy() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[test]
fn one_step_makes_no_more_than_can_be_waited_for() {
    assert_eq!(
        crate::error("x = torch.zeros(3000, 3000)"),
        "1:5 this needs 72 MB of memory, but one step may use only 64 MB \u{2192} make it smaller; each number in a tensor counts as 8 bytes"
    );
    // A step after the other, as much as there is.
    assert!(crate::run("for i in range(3):\n    x = torch.zeros(2800, 2800)").error.is_none());
    assert!(crate::error("for i in range(5):\n    x = torch.zeros(2800, 2800)").contains("of memory"));
}

#[test]
fn a_text_is_no_longer_than_can_be_waited_for() {
    let limit = "1:5 this string needs 20 MB of memory, but a string may use only 8 MB \u{2192} make it shorter, or split it into a list of strings";
    assert_eq!(crate::error("s = 'ab' * 10**7"), limit);
    assert!(crate::error("s = 'x' * 5000000\nt = s + s").starts_with("2:5 this string needs 10 MB"));
    assert!(crate::error("s = 'x' * 5000000\nt = s.replace('x', 'xyz')").contains("a string may use only 8 MB"));
    assert!(crate::run("s = 'x' * 7000000\nt = s[::-1]").error.is_none());
}

#[test]
fn what_was_stopped_has_defined_nothing() {
    let source = "x = 1\nwhile True:\n    pass";
    let flag = Flag::default();
    flag.raise();
    let parsed = parse(source);
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &flag);
    assert_eq!(evaluation.error.map(|error| error.message.clone()).as_deref(), Some("stopped"));
    assert!(evaluation.defined.is_empty());
}

/// Operations that make more than their arguments say, each under other limits than the words are of.
#[test]
fn nothing_is_made_before_it_is_paid_for() {
    for source in [
        "x = torch.zeros(10**9, 1000)",
        "q = torch.zeros(4000000, 1)\ny = F.scaled_dot_product_attention(q, q, q, is_causal=True)",
        "x = torch.zeros(1).repeat_interleave(10**12)",
        "x = F.one_hot(torch.zeros(1).long(), 10**12)",
        "x = torch.zeros(1).repeat(10**6, 10**6)",
        "x = torch.diag(torch.zeros(3), 10**6)",
        "x = torch.zeros(0, 10**6).sum(0, keepdim=True).expand(10**6, 10**6)",
        "x = torch.zeros(0).reshape(10**9, 0)",
        "x = torch.eye(10**6)",
        "x = torch.arange(10**15)",
        "torch.manual_seed(0)\nx = torch.randperm(10**12)",
        "torch.manual_seed(0)\nx = nn.Linear(10**6, 10**6)",
        "torch.manual_seed(0)\nx = nn.MultiheadAttention(10**9, 1)",
        "torch.manual_seed(0)\nx = torch.multinomial(torch.ones(1000), 10**12, replacement=True)",
        "x = torch.zeros(3000, 1) + torch.zeros(1, 3000)",
        "x = F.pad(torch.zeros(1), (10**12, 10**12))",
        "x = nn.Transformer.generate_square_subsequent_mask(10**6)",
    ] {
        let error = crate::error(source);
        assert!(error.contains("this needs ") && error.contains("of memory"), "{source}: {error}");
    }
}

#[test]
fn many_parts_are_as_many_steps() {
    for source in ["x = torch.zeros(8000000).split(1)", "x = torch.zeros(8000000).unbind()"] {
        let error = crate::error(source);
        assert!(error.contains("too many steps"), "{source}: {error}");
    }
}
