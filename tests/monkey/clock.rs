//! How long a key waits for its frame.

use std::fmt;
use std::time::{Duration, Instant};

use glassformer::tui::render::Pilot;

/// From here on a person feels that the program does not answer.
const LATE: Duration = Duration::from_millis(100);

/// The time that each event and the frame after it took, less what the program does on other threads, and less what this thread
/// waited for a processor that other programs had.
#[derive(Default)]
pub(crate) struct Clock {
    /// What the event that is being timed has taken so far.
    now: Duration,
    events: u64,
    late: u64,
    slowest: Duration,
    /// The event that took longest.
    what: String,
}

impl Clock {
    /// Does something of the event that is being timed.
    pub(crate) fn time(&mut self, pilot: &mut Pilot, work: impl FnOnce(&mut Pilot)) {
        let (start, elsewhere, waited) = (Instant::now(), pilot.time_elsewhere(), waited());
        work(pilot);
        let elsewhere = pilot.time_elsewhere().saturating_sub(elsewhere);
        // Who knows in which of the two it has waited, if there were two: then nothing is forgiven.
        let waited = if elsewhere.is_zero() { self::waited().saturating_sub(waited) } else { Duration::ZERO };
        self.now += start.elapsed().saturating_sub(elsewhere + waited);
    }

    /// Ends an event, and says at once if somebody would have noticed it.
    pub(crate) fn tell(&mut self, place: &str, event: &impl fmt::Display) {
        let took = std::mem::take(&mut self.now);
        self.events += 1;
        if took > LATE {
            self.late += 1;
            println!("{place}: {:.1} ms for {event}", milliseconds(took));
        }
        if took > self.slowest {
            (self.slowest, self.what) = (took, event.to_string());
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { events, late, what, .. }, slowest) = (self, milliseconds(self.slowest));
        write!(f, "{events} events, {late} over {} ms, the slowest {slowest:.1} ms: {what}", LATE.as_millis())
    }
}

/// How long this thread has been ready and did not run; nothing where the system does not say.
fn waited() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').nth(1).and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
