//! PyTorch in a process of its own, which answers one request a line: so that a bench takes turns with it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The environment variable that names the Python to ask; `python3` where it is not set.
const PYTHON: &str = "GLASSFORMER_TORCH_PYTHON";

/// A running PyTorch.
pub(crate) struct Rival {
    process: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Its version.
    pub(crate) version: String,
}

impl Rival {
    /// Starts PyTorch; `None` where there is none.
    pub(crate) fn start() -> Option<Self> {
        let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3".to_owned());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/rival.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (ask, answers) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut rival = Self { process, ask, answers, version: String::new() };
        let version = rival.answer()?;
        version.strip_prefix("ready ")?.clone_into(&mut rival.version);
        Some(rival)
    }

    /// How long PyTorch took for a piece of work: see `benches/rival.py`.
    pub(crate) fn time(&mut self, work: &str, threads: usize, tokens: usize) -> Option<Duration> {
        writeln!(self.ask, "{work} {threads} {tokens}").ok()?;
        let milliseconds: f64 = self.answer()?.parse().ok()?;
        Some(Duration::from_secs_f64(milliseconds / 1000.0))
    }

    fn answer(&mut self) -> Option<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok().filter(|&bytes| bytes > 0)?;
        Some(line.trim().to_owned())
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
