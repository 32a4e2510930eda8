//! Frames one after the other as a moving picture.
//!
//! It plays by CSS alone, so it also plays where an SVG may run no script, as in an `<img>`. A viewer that does not play it, or a reader who
//! wants less motion, sees the first frame. Whatever stands at the same place in several frames is drawn once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::{CELL_WIDTH, END, MARGIN, Run, Window, draw_run, escape, head, hex, number, row_top, runs};

/// The last frame is shown for as many times the time of the others, so that the end can be read.
const LAST: usize = 3;

/// A frame, and the key that led to it.
#[derive(Debug, Clone)]
pub struct Shot {
    /// The screen.
    pub frame: Buffer,
    /// The key as a reader sees it; empty where none was pressed.
    pub key: String,
}

/// The numbers of the frames in which something is seen, from the first on.
type Frames = Vec<usize>;

/// `shots` as a standalone SVG document in `window` that shows each for `time`, in a loop. All have the size of the first; without any
/// there is no picture.
pub fn moving(shots: &[Shot], time: Duration, window: &Window) -> String {
    let Some(first) = shots.first() else { return String::new() };
    let mut out = String::new();
    let width = head(&mut out, first.frame.area, window);
    let mut drawn: BTreeMap<Frames, String> = BTreeMap::new();
    for y in 0..first.frame.area.height {
        for (run, frames) in row(shots, y, window) {
            draw_run(drawn.entry(frames).or_default(), &run, row_top(y), window);
        }
    }
    for (key, frames) in keys(shots) {
        draw_key(drawn.entry(frames).or_default(), key, width, window);
    }
    out.push_str(&drawn.remove(&(0..shots.len()).collect::<Frames>()).unwrap_or_default());
    out.push_str(&style(drawn.keys(), shots.len(), time));
    for (id, (frames, shapes)) in drawn.iter().enumerate() {
        let visibility = if frames.contains(&0) { "visible" } else { "hidden" };
        let _ = write!(out, "<g id=\"g{id}\" visibility=\"{visibility}\">\n{shapes}</g>\n");
    }
    out.push_str(END);
    out
}

/// What is seen in row `y` of any frame, and in which.
fn row(shots: &[Shot], y: u16, window: &Window) -> Vec<(Run, Frames)> {
    let mut all: Vec<(Run, Frames)> = Vec::new();
    for (at, Shot { frame, .. }) in shots.iter().enumerate() {
        for run in runs(frame, frame.area.y + y, window) {
            match all.iter_mut().find(|(known, _)| *known == run) {
                Some((_, frames)) => frames.push(at),
                None => all.push((run, vec![at])),
            }
        }
    }
    all
}

/// The keys that were pressed, and to which frames each led.
fn keys(shots: &[Shot]) -> BTreeMap<&str, Frames> {
    let mut keys: BTreeMap<&str, Frames> = BTreeMap::new();
    for (at, shot) in shots.iter().enumerate().filter(|(_, shot)| !shot.key.is_empty()) {
        keys.entry(&shot.key).or_default().push(at);
    }
    keys
}

/// The style sheet by which the groups of these frames, of `count`, are visible at their times.
fn style<'a>(groups: impl Iterator<Item = &'a Frames>, count: usize, time: Duration) -> String {
    let parts = count - 1 + LAST;
    let seconds = number(time.as_secs_f32() * parts as f32);
    let mut out = String::from("<style>\n@media (prefers-reduced-motion:no-preference){\n");
    for (id, frames) in groups.enumerate() {
        let _ = write!(out, "#g{id}{{animation:k{id} {seconds}s step-end infinite}}@keyframes k{id}{{");
        let is_seen = |at: usize| frames.contains(&at);
        for at in (0..count).filter(|at| *at == 0 || is_seen(*at) != is_seen(*at - 1)) {
            let visibility = if is_seen(at) { "visible" } else { "hidden" };
            let _ = write!(out, "{}%{{visibility:{visibility}}}", number(at as f32 * 100.0 / parts as f32));
        }
        out.push_str("}\n");
    }
    out.push_str("}\n</style>\n");
    out
}

/// Draws a key at the right of the window's bar.
fn draw_key(out: &mut String, key: &str, width: f32, window: &Window) {
    let wide = key.chars().count() as f32 * CELL_WIDTH + 14.0;
    let left = width - MARGIN - wide;
    let _ = writeln!(
        out,
        r#"<rect x="{left:.1}" y="5" width="{wide:.1}" height="20" rx="4" fill="{}" stroke="{}"/><text x="{:.1}" y="20" fill="{}" text-anchor="middle">{}</text>"#,
        hex(window.background),
        hex(window.rgb(Color::DarkGray, window.foreground)),
        left + wide / 2.0,
        hex(window.foreground),
        escape(key),
    );
}

#[cfg(test)]
mod tests {
    use super::super::svg;
    use super::*;

    fn shots(screens: &[[&str; 2]]) -> Vec<Shot> {
        let shot = |(at, lines): (usize, &[&str; 2])| Shot {
            frame: Buffer::with_lines(lines.iter().copied()),
            key: if at == 0 { String::new() } else { format!("<{at}>") },
        };
        screens.iter().enumerate().map(shot).collect()
    }

    fn picture(screens: &[[&str; 2]]) -> String {
        moving(&shots(screens), Duration::from_millis(500), &Window::dark("moves"))
    }

    #[test]
    fn what_all_frames_share_is_drawn_once() {
        let picture = picture(&[["same", "once"], ["same", "more"], ["same", "once"]]);
        for text in ["same", "once", "more"] {
            assert_eq!(picture.matches(&format!(">{text}<")).count(), 1, "{text}: {picture}");
        }
        let (still, _) = picture.split_once("<style>").unwrap();
        assert!(still.contains(">same<") && !still.contains(">once<"), "{still}");
    }

    #[test]
    fn each_frame_has_its_time_and_the_last_three() {
        let picture = picture(&[["a", "x"], ["b", "y"], ["c", "x"]]);
        assert!(picture.contains("animation:k0 2.5s step-end infinite"), "{picture}");
        let keyframes: Vec<&str> = picture.lines().filter_map(|line| Some(line.split_once("@keyframes ")?.1)).collect();
        let (seen, hidden) = ("{visibility:visible}", "{visibility:hidden}");
        let first = format!("k0{{0%{seen}20%{hidden}}}");
        let first_and_last = format!("k1{{0%{seen}20%{hidden}40%{seen}}}");
        let second = format!("k2{{0%{hidden}20%{seen}40%{hidden}}}");
        let last = format!("k3{{0%{hidden}40%{seen}}}");
        assert_eq!(keyframes, [first, first_and_last, second, last]);
    }

    #[test]
    fn first_frame_stands_where_nothing_moves() {
        let picture = picture(&[["a", ""], ["b", ""]]);
        assert!(picture.contains("<style>\n@media (prefers-reduced-motion:no-preference){\n#g0{animation"));
        for (text, visibility) in [("a", "visible"), ("b", "hidden")] {
            let before = &picture[..picture.find(&format!(">{text}<")).unwrap()];
            let (_, group) = before.rsplit_once("<g ").unwrap();
            assert!(group.contains(&format!(r#"visibility="{visibility}""#)), "{text}: {group}");
        }
    }

    #[test]
    fn keys_are_escaped_and_only_where_pressed() {
        let picture = picture(&[["a", ""], ["b", ""]]);
        assert_eq!(picture.matches("rx=\"4\"").count(), 1);
        assert!(picture.contains(">&lt;1&gt;<"));
    }

    #[test]
    fn no_frame_is_no_picture() {
        assert_eq!(picture(&[]), "");
    }

    /// Without what makes it move, a picture of one frame draws what the still one does.
    #[test]
    fn one_frame_is_the_still_picture() {
        let shots = shots(&[["a │", "b"]]);
        let window = Window::dark("");
        let drawn: String = moving(&shots, Duration::from_secs(1), &window);
        for line in svg(&shots[0].frame, &window).lines() {
            assert!(drawn.contains(line), "{line}");
        }
    }
}
