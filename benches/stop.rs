//! How soon a cell stops after somebody asked it to: the worst things that a cell can do, each asked at several moments. What is
//! printed is the longest time from the wish to the end, over all of them.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::time::{Duration, Instant};

use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::tensor::backend::memory;
use glassformer::tensor::stop::Flag;

/// What a cell can do, and how it is called here.
const WORST: [(&str, &str); 30] = [
    ("a loop without an end", "while True:\n    pass"),
    ("printing", "while True:\n    print('')"),
    ("a list that grows", "xs = []\nwhile True:\n    xs.append(1)"),
    ("a comprehension", "xs = [i * i for i in range(10**9)]"),
    ("a nested comprehension", "xs = [sum([j for j in range(1000)]) for i in range(10**6)]"),
    ("list(range)", "xs = list(range(1500000))\nys = xs + xs[::-1]"),
    ("sorted", "xs = sorted([i * 7919 % 100003 for i in range(100000)])\nys = sorted(xs, reverse=True)"),
    ("a string that doubles", "s = 'x'\nwhile True:\n    s = (s + s)[:4000000]"),
    ("a long string", "s = 'ab' * 4000000\nfor i in range(9):\n    t = s.replace('a', 'c').upper()"),
    ("recursion", "def f(n):\n    return f(n - 1) + f(n - 2) if n > 1 else n\nf(30)"),
    ("a product of 1580 cubed", "a = torch.ones(1580, 1580)\nb = a @ a"),
    ("a product, wide", "a = torch.ones(200, 4000)\nb = torch.ones(4000, 1700)\nfor i in range(9):\n    c = a @ b"),
    ("a product in float64", "a = torch.ones(1200, 1200).double()\nb = a @ a"),
    ("many small products", "a = torch.ones(1000000, 1, 4)\nb = a @ a.mT"),
    ("einsum", "a = torch.ones(60, 150, 150)\nb = torch.einsum('nij,nkj->nik', a, a)"),
    ("softmax", "x = torch.ones(2800, 2800)\ny = softmax(x, dim=-1)"),
    ("softmax of a column", "x = torch.ones(2800, 2800)\ny = softmax(x, dim=0)"),
    ("one long softmax", "x = torch.ones(8000000)\ny = softmax(x, dim=0)"),
    ("erf", "x = torch.ones(8000000)\ny = torch.erf(x * 0.3)"),
    ("a power", "x = torch.ones(8000000)\ny = (x + 0.5) ** 1.7"),
    ("randn", "torch.manual_seed(0)\nx = torch.randn(8000000)\ny = torch.randn(8000000)"),
    ("sort", "torch.manual_seed(0)\nx = torch.rand(3000000)\ny, places = torch.sort(x)"),
    ("topk", "torch.manual_seed(0)\nx = torch.rand(500000)\ny, places = torch.topk(x, 9)"),
    ("cumsum", "x = torch.ones(8000000)\ny = torch.cumsum(x, dim=0)"),
    ("cat", "x = torch.ones(2000000)\nfor i in range(9):\n    y = torch.cat([x, x, x, x])"),
    ("sum of many groups", "x = torch.ones(4000000, 1, 1)\ny = x.sum(dim=(1, 2))"),
    ("a transposed copy", "x = torch.ones(2800, 2800)\nfor i in range(3):\n    y = x.T.reshape(-1)"),
    ("whole numbers", "x = torch.arange(8000000)\ny = x * 3 // 7"),
    (
        "nn.Transformer",
        "torch.manual_seed(0)\nmodel = nn.Transformer(128, 8, 4, 4, 512, batch_first=True)\nx = torch.rand(8, 64, 128)\ny = model(x, x)",
    ),
    (
        "nn.Linear, large",
        "torch.manual_seed(0)\nlayer = nn.Linear(2500, 2500)\nx = torch.rand(500, 2500)\ny = layer(x)",
    ),
];

/// From the wish to stop, `after` the start, to the end of the evaluation; `None` when it had ended before.
fn time_to_stop(source: &str, after: Duration) -> Option<Duration> {
    let parsed = parse(source);
    let flag = Flag::default();
    std::thread::scope(|scope| {
        let raised = scope.spawn(|| {
            std::thread::sleep(after);
            flag.raise();
            Instant::now()
        });
        let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &flag);
        let ended = Instant::now();
        let stopped = evaluation.error.is_some_and(|error| error.message == "stopped");
        let raised = raised.join().ok()?;
        stopped.then(|| ended.saturating_duration_since(raised))
    })
}

fn main() {
    memory::keep();
    let mut worst = Duration::ZERO;
    for (name, source) in WORST {
        let moments = [3, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500].map(Duration::from_millis);
        let times: Vec<Duration> = moments.into_iter().filter_map(|after| time_to_stop(source, after)).collect();
        let longest = times.iter().max().copied().unwrap_or_default();
        worst = worst.max(longest);
        println!("{:7.1} ms  {name} (asked {} times)", longest.as_secs_f64() * 1e3, times.len());
    }
    println!("{:7.1} ms  the longest", worst.as_secs_f64() * 1e3);
}
