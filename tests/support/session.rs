//! The program in a terminal of its own: a pseudo-terminal on one side, an emulator that reads what it writes on the other.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

#[path = "signal.rs"]
pub(crate) mod signal;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long anything may take, on a machine that is busy with something else.
const DEADLINE: Duration = Duration::from_secs(30);

/// A running program and what it has written.
pub(crate) struct Session {
    /// What a person would see.
    pub(crate) emulator: vt100::Parser,
    /// Every byte, and when the newest of them came.
    pub(crate) written: Vec<u8>,
    pub(crate) last: Instant,
    /// The other end of the terminal.
    pub(crate) terminal: Box<dyn MasterPty + Send>,
    pub(crate) program: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<(Instant, Vec<u8>)>,
}

/// A terminal of so many columns and rows.
pub(crate) fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// A command in an environment of its own: a terminal of 24-bit colour.
pub(crate) fn command(program: &str, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(name);
    }
    // Nobody's own work is read or written by a test.
    let own = state_folder();
    command.env("XDG_CONFIG_HOME", own.join("config"));
    command.env("XDG_STATE_HOME", own);
    command.env("TERM", "xterm-256color");
    command.env("COLORTERM", "truecolor");
    command.env("LC_ALL", "C");
    command
}

/// A folder for what one program keeps, which no other has. It lies where the build lies.
pub(crate) fn state_folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("state-{}-{count}", std::process::id()));
    // Process numbers come again: what an earlier run left there is not ours.
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

impl Session {
    /// Starts a program in a new terminal.
    pub(crate) fn start(command: CommandBuilder, size: PtySize) -> Self {
        let pair = native_pty_system().openpty(size).unwrap();
        let (sender, output) = channel();
        let mut reader = pair.master.try_clone_reader().unwrap();
        std::thread::spawn(move || {
            let mut bytes = vec![0; 65536];
            // Reading fails when the program has gone and its terminal with it.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send((Instant::now(), bytes[..count].to_vec())).is_err() {
                    break;
                }
            }
        });
        Self {
            emulator: vt100::Parser::new(size.rows, size.cols, 0),
            written: Vec::new(),
            last: Instant::now(),
            keyboard: pair.master.take_writer().unwrap(),
            program: pair.slave.spawn_command(command).unwrap(),
            terminal: pair.master,
            output,
        }
    }

    /// Presses keys, as the bytes that a terminal sends for them.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Takes what the program writes within some time; says whether there was anything.
    pub(crate) fn receive(&mut self, within: Duration) -> Result<(), RecvTimeoutError> {
        let (when, bytes) = self.output.recv_timeout(within)?;
        self.last = when;
        self.emulator.process(&bytes);
        self.written.extend(bytes);
        Ok(())
    }

    /// Takes what has been written, until nothing came for a while.
    pub(crate) fn drain(&mut self) {
        while self.receive(Duration::from_millis(100)).is_ok() {}
    }

    /// Waits until something can be seen.
    pub(crate) fn wait_until(&mut self, what: &str, is_seen: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_seen(self) {
            let gone = self.receive(Duration::from_millis(50)) == Err(RecvTimeoutError::Disconnected);
            assert!(!gone && start.elapsed() < DEADLINE, "waited for {what}, but saw:\n{}", self.text());
        }
    }

    /// Waits until the program ends, and takes all that it has written.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let start = Instant::now();
        while self.receive(Duration::from_millis(50)) != Err(RecvTimeoutError::Disconnected) {
            assert!(start.elapsed() < DEADLINE, "the program did not end:\n{}", self.text());
        }
        self.program.wait().unwrap_or_else(|error| panic!("the program got lost: {error}"))
    }

    /// Sends the program a signal, such as `-CONT`.
    pub(crate) fn signal(&self, name: &str) {
        signal::send(name, self.program.process_id().unwrap());
    }

    /// Whether the program stands still: as the system's own files say it, or `ps` where there are none.
    pub(crate) fn is_stopped(&self) -> bool {
        let id = self.program.process_id().unwrap().to_string();
        if let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) {
            return stat.rsplit(") ").next().is_some_and(|state| state.starts_with('T'));
        }
        let said = Command::new("ps").args(["-o", "stat=", "-p", &id]).output().unwrap();
        said.stdout.starts_with(b"T")
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        self.emulator.screen().contents()
    }
}
