//! What the screens look like: text and style, at three sizes, in the three themes.
//!
//! A snapshot holds the text of a screen, then a grid with one letter for each style, then what the letters mean. Look at every
//! new one (`glassformer render --svg` draws the same screen) before accepting it with `INSTA_UPDATE=always`.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[path = "support/trainings.rs"]
mod trainings;

use glassformer::app::event::AppEvent;
use glassformer::nn::Task;
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::session::saved_progress::{SavedAnswer, SavedProgress};
use glassformer::notebook::session::{Day, ReviewSchedule, ReviewState, Saved};
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::screen::styled;
use glassformer::tui::theme::depth::ColorDepth;
use glassformer::tui::theme::{Theme, ThemeName};
use glassformer::words::{self, Language};

/// The themes of every picture; that of the strongest contrast draws as the mono one does and is looked at by itself.
const THEMES: [ThemeName; 3] = [ThemeName::Dark, ThemeName::Light, ThemeName::Mono];
const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

/// The lesson at a block, after some keys. Pure Rust computes, so that no last bit depends on the machine.
fn screen(block: &str, keys: &str, theme: ThemeName, (width, height): (u16, u16)) -> String {
    backend::with(BackendChoice::Rust, || {
        let mut pilot = Pilot::new(LessonLibrary::embedded(), theme, width, height).open("attention").unwrap();
        let reading = pilot.model.reading_mut().unwrap();
        let place = reading.lesson.position(block).unwrap();
        // A shared cell may stand behind the page.
        reading.lesson.reveal(place);
        reading.select(place);
        // Any key brings the block into view; these do nothing else.
        let pilot = pilot.keys("<f1> <esc>").unwrap().keys(keys).unwrap();
        let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
        styled(&pilot.frame_at(depth))
    })
}

/// The lesson as it opens, and its most important picture, at two sizes.
fn lesson(id: &str, block: &str) {
    for (width, height) in [(80, 24), (120, 40)] {
        let at = |block: Option<&str>| {
            backend::with(BackendChoice::Rust, || {
                let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).open(id).unwrap();
                let reading = pilot.model.reading_mut().unwrap();
                let place = block.map_or(0, |block| reading.lesson.position(block).unwrap());
                reading.select(place);
                styled(&pilot.keys("<f1> <esc>").unwrap().frame_at(ColorDepth::Ansi16))
            })
        };
        insta::assert_snapshot!(format!("lesson_{id}_{width}x{height}"), at(None));
        insta::assert_snapshot!(format!("lesson_{id}_{block}_{width}x{height}"), at(Some(block)));
    }
}

#[test]
fn the_lessons_from_words_to_the_whole_machine() {
    lesson("queries-keys-values", "project");
    lesson("many-heads", "look");
    lesson("feed-forward", "fired");
    lesson("add-and-norm", "two-ways");
    lesson("encoder", "stack");
    lesson("decoder", "crossing");
    lesson("vectors-to-words", "one-place");
    lesson("transformer", "machine");
    lesson("why-scale", "saturation");
    lesson("sampling", "steps");
}

#[test]
fn the_lessons_before_and_after_the_machine() {
    lesson("begin", "table-1");
    lesson("tokens", "next-pair");
    lesson("cost", "depth");
    lesson("tensors", "merge");
    lesson("editions", "switches");
    lesson("bugs", "all-ten");
    lesson("capstone", "slips");
    lesson("training", "backwards");
    lesson("what-a-score-says", "both-panes");
    lesson("watch-it-learn", "grow");
    lesson("inside-a-translator", "alignment");
    lesson("looking-is-not-using", "patch");
    lesson("set-the-weights", "self");
    lesson("parts-together", "match");
    lesson("since-2017", "rotary");
    lesson("longer-and-larger", "linear");
}

fn every_size(name: &str, block: &str, keys: &str) {
    for size in SIZES {
        insta::assert_snapshot!(format!("{name}_{}x{}", size.0, size.1), screen(block, keys, ThemeName::Dark, size));
    }
}

fn every_theme(name: &str, block: &str, keys: &str) {
    for theme in THEMES {
        insta::assert_snapshot!(format!("{name}_{theme}"), screen(block, keys, theme, (80, 24)));
    }
}

#[test]
fn a_talk() {
    for (width, height) in SIZES {
        let screen = |keys: &str| {
            backend::with(BackendChoice::Rust, || {
                let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).presenting();
                let pilot = pilot.open("attention").unwrap().keys(keys).unwrap();
                styled(&pilot.frame_at(ColorDepth::Ansi16))
            })
        };
        insta::assert_snapshot!(format!("talk_{width}x{height}"), screen("T"));
        insta::assert_snapshot!(format!("talk_answer_{width}x{height}"), screen("j j j 1 S"));
    }
}

#[test]
fn the_first_cell() {
    every_size("sentence", "sentence", "");
}

#[test]
fn the_contents() {
    insta::assert_snapshot!("contents", screen("sentence", "<esc>", ThemeName::Dark, (80, 24)));
}

/// Words that are longer leave room for what they stand beside.
#[test]
fn the_screen_speaks_german() {
    let screens = [
        ("contents", "sentence", "<esc>"),
        ("map", "sentence", "<esc> M"),
        ("why", "softmax", "<enter> j j l <enter>"),
        ("question", "twins", "1"),
        ("actions", "scale", ":"),
        ("help", "softmax", "<enter> ?"),
    ];
    for (name, block, keys) in screens {
        let drawn = words::with(Language::German, || screen(block, keys, ThemeName::Dark, (80, 24)));
        insta::assert_snapshot!(format!("german_{name}"), drawn);
    }
}

#[test]
fn the_words_of_a_block() {
    every_size("glossary", "softmax", "K");
    every_theme("glossary", "softmax", "K");
    insta::assert_snapshot!("glossary_of_the_course", screen("sentence", "<esc> K", ThemeName::Dark, (80, 24)));
}

#[test]
fn what_was_really_solved() {
    every_size("certificate", "twins", "<enter> 1 3 c C");
    every_theme("certificate", "twins", "<enter> 1 3 c C");
}

#[test]
fn the_map_of_the_lessons() {
    every_size("map", "sentence", "<esc> M");
    every_theme("map", "sentence", "<esc> M");
}

#[test]
fn the_weights() {
    every_size("weights", "softmax", "");
    every_theme("weights", "softmax", "");
}

#[test]
fn why_one_weight_is_what_it_is() {
    every_size("why", "softmax", "<enter> j j l <enter>");
    every_theme("why", "softmax", "<enter> j j l <enter>");
}

#[test]
fn what_depends_on_a_score() {
    every_size("uses", "scale", "<enter> j j l w <enter>");
    every_theme("uses", "scale", "<enter> j j l w <enter>");
}

#[test]
fn the_gradient_of_an_output() {
    every_size("gradient", "mix", "<enter> j j F <esc> <up> <up> <up> <enter> j j l");
    every_theme("gradient", "mix", "<enter> j j F <esc> <up> <up> <up> <enter> j j l <enter>");
}

#[test]
fn where_a_nan_was_born() {
    let hide = "<enter> <space> l <space> l <space> l <space> l <space> l <space> <esc> b";
    every_size("born", "mask", hide);
    every_theme("born", "mask", hide);
}

#[test]
fn a_word_is_hidden_from_another() {
    every_theme("hidden", "mask", "<enter> j j <space>");
}

#[test]
fn a_question_that_was_answered() {
    every_size("question", "twins", "1 <enter>");
    every_size("sureness", "twins", "1");
    every_theme("sureness", "twins", "1");
}

/// The contents with a missed question, and the question, some days later.
#[test]
fn a_question_that_is_asked_again() {
    let again = ReviewSchedule { due: Day::default(), right: 0 };
    let reviews = [("twins".into(), ReviewState { confidence: None, schedule: Some(again) })].into();
    let answers =
        vec![SavedAnswer { question: "twins".into(), option: 1, words: "they are alike, but not equal".to_owned() }];
    let record = SavedProgress { lesson: "attention".into(), answers, reviews, ..SavedProgress::default() };
    let screen = |keys: &str, theme: ThemeName| {
        backend::with(BackendChoice::Rust, || {
            let pilot = Pilot::new(LessonLibrary::embedded(), theme, 80, 24).with_records(vec![record.clone()]);
            let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
            styled(&pilot.keys(keys).unwrap().frame_at(depth))
        })
    };
    insta::assert_snapshot!("contents_ask_again", screen("", ThemeName::Dark));
    insta::assert_snapshot!("contents_ask_again_mono", screen("", ThemeName::Mono));
    insta::assert_snapshot!("asked_again", screen("A", ThemeName::Dark));
}

#[test]
fn a_page_beside_what_it_was() {
    every_size("difference", "mask", "p <enter> j j <space> P P");
    every_theme("difference", "mask", "p <enter> j j <space> <esc> j");
}

#[test]
fn a_leak_test() {
    every_size("leak", "sentence", "L <down> <down> <down> <down> <down>");
    every_theme("leak", "sentence", "L <down> <down> <down> <down> <down>");
}

#[test]
fn the_steps_of_a_cell() {
    every_size("steps", "softmax", "s");
    every_theme("steps", "softmax", "s <right>");
}

/// A block of the lesson on the whole Transformer after some keys, in each of these sizes and, at 80x24, in each theme. It is opened
/// once: it computes more than others.
fn machine(pilot: Pilot, keys: &str, name: &str, sizes: &[(u16, u16)]) -> Pilot {
    let mut pilot = backend::with(BackendChoice::Rust, || pilot.keys(keys).unwrap());
    for &(width, height) in sizes {
        pilot.take(Msg::Resize((width, height).into()));
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), styled(&pilot.frame_at(ColorDepth::Ansi16)));
    }
    pilot.take(Msg::Resize((80, 24).into()));
    for theme in THEMES {
        let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
        pilot.model.theme = Theme::new(theme);
        insta::assert_snapshot!(format!("{name}_{theme}"), styled(&pilot.frame_at(depth)));
    }
    pilot.model.theme = Theme::new(ThemeName::Dark);
    pilot
}

fn machine_at(block: &str) -> Pilot {
    backend::with(BackendChoice::Rust, || {
        let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("transformer").unwrap();
        let reading = pilot.model.reading_mut().unwrap();
        let place = reading.lesson.position(block).unwrap();
        reading.select(place);
        pilot.keys("<f1> <esc>").unwrap()
    })
}

const MACHINE_SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// Without a step that is live, with one in an attention, and with the last of a whole model.
#[test]
fn the_architecture_of_the_paper() {
    let pilot = machine(machine_at("model"), "", "architecture", &MACHINE_SIZES);
    let keys = "s <down> <down> <down> <right> <right> <down> <right> <right> <down> <down> <down>";
    let mut pilot = machine(pilot, keys, "architecture_live", &MACHINE_SIZES);
    let reading = pilot.model.reading_mut().unwrap();
    reading.put_aside();
    reading.select(reading.lesson.position("run-whole").unwrap());
    machine(pilot, "s <end>", "architecture_whole", &[]);
}

/// Token after token, with a memory that was read once; and while the sentence is another one.
#[test]
fn decoding_step_by_step() {
    let third = "s <gt> <right> <right> <right> <right> <right> <right> <right> <right> <gt> <gt>";
    let pilot = machine(machine_at("translate"), third, "decoding", &MACHINE_SIZES[1..]);
    machine(pilot, "e <c-u> a <space> c a t", "decoding_edited", &MACHINE_SIZES[1..]);
}

#[test]
fn the_history_of_the_page() {
    every_size("timeline", "mask", "<enter> j j <space> l <space> l <space> <esc> t <up>");
}

#[test]
fn the_help() {
    every_size("help", "sentence", "?");
}

#[test]
fn every_action_in_a_list() {
    every_size("actions", "scale", ":");
    every_theme("actions", "scale", ": re");
}

#[test]
fn the_outline() {
    every_size("outline", "twins", "1 O");
    every_theme("outline", "twins", "1 O");
}

#[test]
fn where_names_come_from() {
    every_size("names", "scale", "d");
    every_theme("names", "scale", "d");
}

#[test]
fn a_search_and_what_it_found() {
    every_size("search", "scale", "/ softmax <space> row");
    every_theme("search", "scale", "/ softmax <space> row");
    every_size("found", "scale", "/ softmax <space> row <enter>");
    every_theme("found", "scale", "/ softmax <space> row <enter>");
}

#[test]
fn code_that_does_not_parse() {
    every_theme("broken", "sentence", "E <end> (");
}

#[test]
fn words_that_are_offered() {
    const KEYS: &str = "a x <space> = <space> weights.m <c-n> <tab>";
    every_size("completion", "scale", KEYS);
    every_theme("completion", "scale", KEYS);
}

#[test]
fn code_that_is_selected() {
    const KEYS: &str = "E <c-home> <c-right> <s-down> <s-right>";
    every_size("selection", "sentence", KEYS);
    every_theme("selection", "sentence", KEYS);
}

#[test]
fn a_triangle_to_be_filled() {
    every_size("fill_menu", "weights-of-values", "<enter> <right> <down> f");
    every_theme("filled", "mask", "<enter> f u 0 f c");
}

#[test]
fn a_cell_of_ones_own() {
    every_theme("own_cell", "scale", "a hot <space> = <space> weights.max() <esc>");
    every_size("own_cell_empty", "scale", "a <esc>");
}

#[test]
fn links_and_footnotes() {
    const LESSON: &str = "---\ntitle: Links\nid: links\n---\n# Where to go\n\nSee [attention](attention), \
        *or* [a **bold** one](#where-to-go)[^why].\n\n[^why]: A footnote, which says so much about so little that it \
        needs more than one line of a screen.\n\nAnd on.\n";
    for theme in THEMES {
        let screen = backend::with(BackendChoice::Rust, || {
            let lesson = Lesson::read("links.md", LESSON).unwrap();
            let pilot = Pilot::new(LessonLibrary::embedded(), theme, 60, 20).read(lesson).keys("<tab> <tab>").unwrap();
            let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
            styled(&pilot.frame_at(depth))
        });
        insta::assert_snapshot!(format!("links_{theme}"), screen);
    }
}

#[test]
fn work_that_is_kept_and_work_that_is_not() {
    let state = |name: &str, saved: Saved, (width, height): (u16, u16)| {
        let screen = backend::with(BackendChoice::Rust, || {
            let pilot =
                Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).open("attention").unwrap();
            let mut pilot = pilot.keys("<tab>").unwrap();
            pilot.take(Msg::App(AppEvent::Saved(saved)));
            styled(&pilot.frame_at(ColorDepth::Ansi16))
        });
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen);
    };
    for size in SIZES {
        state("saved", Saved::Yes, size);
        state("not_saved", Saved::No("No space left on device (os error 28)".to_owned()), size);
    }
}

/// A block of the lesson that has every view, after some keys.
fn view_of(block: &str, keys: &str, theme: ThemeName, (width, height): (u16, u16)) -> String {
    backend::with(BackendChoice::Rust, || {
        let lesson = Lesson::read("views.md", include_str!("lessons/views.md")).unwrap();
        let mut pilot = Pilot::new(LessonLibrary::embedded(), theme, width, height).read(lesson);
        let reading = pilot.model.reading_mut().unwrap();
        let place = reading.lesson.position(block).unwrap();
        reading.select(place);
        let pilot = pilot.keys("<f1> <esc>").unwrap().keys(keys).unwrap();
        let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
        styled(&pilot.frame_at(depth))
    })
}

/// A small model after some steps of learning to copy, and then some keys.
fn training(steps: usize, keys: &str, theme: ThemeName, (width, height): (u16, u16)) -> String {
    backend::with(BackendChoice::Rust, || {
        let pilot = Pilot::new(LessonLibrary::embedded(), theme, width, height);
        let mut pilot = pilot.with_trainings(trainings::tiny, "/dev/null/nowhere".into());
        pilot.take(Msg::Watch(Task::Copy));
        pilot.train(steps);
        let pilot = pilot.keys(keys).unwrap();
        let depth = if theme == ThemeName::Mono { ColorDepth::Mono } else { ColorDepth::Ansi16 };
        styled(&pilot.frame_at(depth))
    })
}

#[test]
fn a_model_that_learns() {
    for size in [(40, 10), (60, 20), (80, 24), (120, 40), (200, 60)] {
        let screen = training(27, "<space> <right>", ThemeName::Dark, size);
        insta::assert_snapshot!(format!("training_{}x{}", size.0, size.1), screen);
    }
    for theme in THEMES {
        insta::assert_snapshot!(format!("training_{theme}"), training(27, "<space>", theme, (80, 24)));
        let difference = training(27, "<space> c P w", theme, (80, 24));
        insta::assert_snapshot!(format!("training_difference_{theme}"), difference);
        insta::assert_snapshot!(format!("training_moments_{theme}"), training(27, "r <up> <space>", theme, (80, 24)));
    }
}

/// Every view, with the cursor in it.
const VIEWS: [(&str, &str); 13] = [
    ("bars", "<enter> j"),
    ("many", "<enter> l l l l l"),
    ("attention", "<enter> j j l"),
    ("cross", "<enter> j"),
    ("ids", "<enter> l"),
    ("strips", "<enter> j j l"),
    ("waves", "<enter> l l l j"),
    ("loss", "<enter> l l l"),
    ("normal", "<enter> l"),
    ("large", "<enter> j j l"),
    ("late", "<enter> j"),
    ("tiles", "<enter> j"),
    ("pixels", "<enter> j"),
];

#[test]
fn every_view_at_three_sizes() {
    for (block, keys) in VIEWS {
        for size in SIZES {
            let name = format!("view_{block}_{}x{}", size.0, size.1);
            insta::assert_snapshot!(name, view_of(block, keys, ThemeName::Dark, size));
        }
    }
}

#[test]
fn every_view_in_each_theme() {
    for (block, keys) in VIEWS {
        for theme in THEMES {
            insta::assert_snapshot!(format!("view_{block}_{theme}"), view_of(block, keys, theme, (80, 24)));
        }
    }
}

#[test]
fn the_strongest_contrast() {
    for (name, block, keys) in [("cell", "scale", ""), ("tensor", "softmax", "<enter>"), ("help", "scale", "?")] {
        let screen = screen(block, keys, ThemeName::Contrast, (80, 24));
        insta::assert_snapshot!(format!("contrast_{name}"), screen);
        // Every cell has the terminal's own two colours, and nothing is faint: the legend of the styles says so.
        let legend = screen.rsplit("---").next().unwrap();
        let is_plain = |line: &str| !["dim", "italic", "fg", "bg"].iter().any(|word| line.contains(word));
        assert!(legend.lines().all(is_plain), "{screen}");
    }
}
