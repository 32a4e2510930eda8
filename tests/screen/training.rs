//! Journeys through the dashboard: a real training, a clock that ticks as often as it is looked at.

use std::fs;
use std::path::{Path, PathBuf};

use glassformer::nn::Task;
use glassformer::notebook::training::plan::{ScheduleKind, TrainingChoices};
use glassformer::notebook::training::{TrainingPlan, TrainingRun};
use glassformer::tui::keymap::{Action, Context};
use glassformer::tui::message::{Msg, Pointer, PointerKind};
use glassformer::tui::model::dashboard::{Dashboard, State};
use glassformer::tui::modes::offer;

use super::*;
use crate::trainings::tiny;

const WATCH: &str = ": w a t c h <space> c o p y <enter>";

fn begun(folder: &Path) -> Pilot {
    at_size(folder, tiny, 120, 40)
}

fn at_size(folder: &Path, plan: fn(Task) -> TrainingPlan, width: u16, height: u16) -> Pilot {
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height);
    pilot.with_trainings(plan, folder.to_owned()).keys(WATCH).unwrap()
}

fn dashboard(pilot: &Pilot) -> &Dashboard {
    pilot.model.dashboard().unwrap()
}

fn losses(pilot: &Pilot) -> Vec<u64> {
    dashboard(pilot).history.points().iter().map(|point| point.loss.to_bits()).collect()
}

fn click(pilot: &mut Pilot, words: &str) {
    let screen = pilot.screen();
    let place = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(words)?, line)));
    let (row, byte, line) = place.unwrap_or_else(|| panic!("{words} is not in\n{screen}"));
    let column = line[..byte].chars().count() as u16;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row: row as u16 }));
}

#[test]
fn a_training_runs_waits_steps_and_is_left_and_found_again() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        assert_eq!(pilot.model.context(), Context::Training);
        pilot.train(3);
        assert!(pilot.screen().contains("▶ learning") && pilot.screen().contains("step 3 of 40"), "{}", pilot.screen());
        pilot = pilot.keys("<enter>").unwrap();
        pilot.train(3);
        assert!(pilot.screen().contains("‖ paused") && pilot.screen().contains("step 3 of 40"));
        assert!(pilot.screen().contains("writes at step 3"), "what it can do is that of the step where it waits");
        pilot = pilot.keys("s s").unwrap();
        assert_eq!((dashboard(&pilot).step, &dashboard(&pilot).state), (5, &State::Paused));
        pilot = pilot.keys("<enter> <esc>").unwrap();
        assert_eq!(pilot.model.context(), Context::Contents);
        pilot.train(3);
        pilot = pilot.keys(WATCH).unwrap();
        assert_eq!(
            (dashboard(&pilot).step, &dashboard(&pilot).state),
            (5, &State::Running),
            "it waited for the reader"
        );
        pilot.train(100);
        assert_eq!(dashboard(&pilot).step, 40);
        assert!(pilot.screen().contains("finished") && pilot.screen().contains("held out "), "{}", pilot.screen());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nobody asked for a file");
    });
}

#[test]
fn the_rate_is_doubled_and_halved_and_says_so() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let rates = |keys: &str| {
            let mut pilot = begun(folder.path()).keys(keys).unwrap();
            pilot.train(8);
            (dashboard(&pilot).newest.clone().unwrap().rate, pilot.screen())
        };
        let (usual, _) = rates("");
        let (faster, screen) = rates("+ + + -");
        assert!((faster / usual - 4.0).abs() < 1e-12 && screen.contains("× 4"), "{screen}");
        let (slower, screen) = rates("- -");
        assert!((slower / usual - 0.25).abs() < 1e-12 && screen.contains("× 1/4"), "{screen}");
    });
}

#[test]
fn looking_on_changes_no_bit() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut plan = tiny(Task::Copy);
        plan.choices.save = Some(folder.path().join("alone.safetensors"));
        let mut run = TrainingRun::begin(plan).unwrap();
        while !run.is_done() {
            run.advance().unwrap();
        }
        let mut pilot = begun(folder.path());
        for keys in ["<enter> s <enter>", "c P <esc>", "p", "r <up> x <down> c", "<esc> <right> <down> ?", "<esc> w"] {
            pilot.train(6);
            pilot = pilot.keys(keys).unwrap();
        }
        pilot.train(100);
        pilot.keys("w").unwrap();
        let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(bytes("copy.safetensors") == bytes("alone.safetensors"));
    });
}

#[test]
fn a_moment_can_be_gone_back_to_and_has_the_same_future() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(25);
        let straight = losses(&pilot);
        pilot = pilot.keys("+ r <up> <up>").unwrap();
        assert_eq!(pilot.model.context(), Context::Moments);
        assert!(
            pilot.screen().contains("writes at step 10"),
            "the moment under the cursor is looked at\n{}",
            pilot.screen()
        );
        pilot = pilot.keys("<enter>").unwrap();
        assert_eq!((dashboard(&pilot).step, dashboard(&pilot).pace.doublings), (10, 0));
        assert_eq!(losses(&pilot), straight[..10]);
        pilot.train(15);
        assert_eq!(losses(&pilot), straight);
        // A training that has ended goes on from where it is put.
        pilot.train(100);
        assert!(matches!(dashboard(&pilot).state, State::Ended(_)));
        pilot = pilot.keys("r g <enter> s").unwrap();
        assert_eq!((dashboard(&pilot).step, &dashboard(&pilot).state), (1, &State::Paused));
    });
}

#[test]
fn two_moments_are_compared_side_by_side_and_as_their_difference() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(25);
        pilot = pilot.keys("<enter> c").unwrap();
        assert!(pilot.screen().contains("writes at step 20") && pilot.screen().contains("writes at step 25"));
        pilot = pilot.keys("P").unwrap();
        assert!(pilot.screen().contains("minus step 20"), "{}", pilot.screen());
        pilot = pilot.keys("<esc> r g x <down> c").unwrap();
        assert!(pilot.screen().contains("writes at step 0") && pilot.screen().contains("writes at step 10"));
        pilot = pilot.keys("<esc>").unwrap();
        assert!(dashboard(&pilot).comparison.is_none() && pilot.model.context() == Context::Training);
    });
}

#[test]
fn a_comparison_is_offered_once_there_is_an_earlier_moment() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let is_offered =
            |pilot: &Pilot| offer(&pilot.model, Context::Training, Action::Compare).words("compare").is_some();
        let mut pilot = begun(folder.path()).keys("c").unwrap();
        let said = pilot.model.notice.as_ref().map(|notice| notice.text.clone());
        assert_eq!(said.as_deref(), Some("There are no earlier snapshots yet. Press p to save one."));
        assert!(!is_offered(&pilot));
        pilot.train(25);
        assert!(is_offered(&pilot));
    });
}

#[test]
fn arrows_choose_sentences_heads_and_layers() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let pilot = begun(folder.path()).keys("<right> <right> <down>").unwrap();
        assert!(pilot.screen().contains("head 0: decoder 1 · cross-attention"), "{}", pilot.screen());
        assert_eq!(dashboard(&pilot).sentence, 1);
        let pilot = pilot.keys("<gt> <right> <up> <up>").unwrap();
        let screen = pilot.screen();
        assert!(screen.contains("head 1: decoder 0 · masked self"), "{screen}");
        let pilot = pilot.keys("<lt> <lt> <left> <left>").unwrap();
        let screen = pilot.screen();
        assert!(screen.contains("head 1: encoder 0 · self-attention"), "around at the ends\n{screen}");
        assert_eq!(dashboard(&pilot).sentence, 7);
    });
}

#[test]
fn the_mouse_pauses_chooses_a_sentence_and_a_moment() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(12);
        click(&mut pilot, "▶ learning");
        assert_eq!(dashboard(&pilot).state, State::Paused);
        let third = dashboard(&pilot).look.as_ref().unwrap().samples[2].source[..3].join("");
        click(&mut pilot, &third);
        assert_eq!(dashboard(&pilot).sentence, 2);
        pilot = pilot.keys("r").unwrap();
        click(&mut pilot, "     0       -");
        assert_eq!(dashboard(&pilot).list.unwrap().selected, 0);
        click(&mut pilot, "     0       -");
        assert_eq!(dashboard(&pilot).step, 0, "the second click goes there");
        click(&mut pilot, "Glassformer");
        assert_eq!(pilot.model.context(), Context::Contents);
    });
}

#[test]
fn a_lesson_leads_to_a_training_and_the_way_back_to_the_lesson() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let text = "---\ntitle: T\nid: t\n---\nSee [it learn](train:sort), or [not](train:nothing).\n";
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
        let lesson = Lesson::read("t.md", text).unwrap();
        let pilot = pilot.with_trainings(tiny, folder.path().to_owned()).read(lesson);
        let mut pilot = pilot.keys("<tab> <enter>").unwrap();
        pilot.train(2);
        let screen = pilot.screen();
        assert!(screen.contains("learning to sort") && screen.contains("step 2 of 40"), "{screen}");
        let pilot = pilot.keys("<esc>").unwrap();
        assert!(
            pilot.screen().contains("See it learn") && pilot.model.context() == Context::Page,
            "{}",
            pilot.screen()
        );
        let pilot = pilot.keys("<tab> <enter>").unwrap();
        assert!(pilot.screen().contains("the tasks are copy"), "{}", pilot.screen());
    });
}

#[test]
fn the_course_leads_to_the_training_that_it_speaks_of() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
        let pilot = pilot.with_trainings(tiny, folder.path().to_owned()).open("watch-it-learn").unwrap();
        let mut pilot = to(pilot, "watch-it").keys("<tab> <enter>").unwrap();
        pilot.train(1);
        assert!(pilot.screen().contains("learning to reverse"), "{}", pilot.screen());
        let back = pilot.keys("<esc>").unwrap();
        assert_eq!(back.model.reading().unwrap().lesson.id().unwrap().to_string(), "watch-it");
    });
}

pub(super) fn exploding(task: Task) -> TrainingPlan {
    let plan = tiny(task);
    let choices = TrainingChoices { rate: Some(1e30), schedule: ScheduleKind::Constant, ..plan.choices };
    TrainingPlan { choices, ..plan }
}

#[test]
fn a_loss_that_is_no_number_is_explained_and_rewound() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = at_size(folder.path(), exploding, 120, 40);
        while dashboard(&pilot).trouble.is_none() {
            pilot.train(1);
        }
        let screen = pilot.screen();
        assert!(
            screen.contains("first non-finite: ")
                && screen.contains("Going back to step 0")
                && screen.contains("× 1/2"),
            "{screen}"
        );
        pilot.train(60);
        let screen = pilot.screen();
        assert!(screen.contains("lower the rate further") && screen.contains("‖ paused"), "{screen}");
        assert!(!pilot.keys("<right>").unwrap().screen().contains("lower the rate further"), "until the next key");
    });
}

#[test]
fn what_cannot_be_written_is_said_and_the_training_goes_on() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(Path::new("/dev/null/nowhere")).keys("w").unwrap();
        assert!(pilot.screen().contains("/dev/null/nowhere/copy.safetensors: "), "{}", pilot.screen());
        pilot.train(3);
        assert_eq!(dashboard(&pilot).step, 3);
        let pilot = begun(folder.path()).keys("w X").unwrap();
        assert!(
            pilot.screen().contains("copy-weights.safetensors contains the weights from step 0"),
            "{}",
            pilot.screen()
        );
        let mut names: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        let names: Vec<_> = names.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["copy-weights.safetensors", "copy.safetensors"]);
        begun(folder.path()).keys("w").unwrap();
        assert!(folder.path().join("copy-2.safetensors").exists(), "nothing is written over");
    });
}

#[test]
fn a_small_screen_shows_one_panel_after_the_other() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = at_size(folder.path(), tiny, 40, 10);
        pilot.train(12);
        let screens = ["", "v", "v", "v", "v", "v"].map(|keys| {
            pilot.model.notice = None;
            for key in glassformer::tui::keymap::parse_keys(keys).unwrap() {
                pilot.press(key);
            }
            pilot.screen()
        });
        assert!(
            screens[0].contains("loss") && screens[1].contains("gradients") && screens[5].contains("writes"),
            "{screens:?}"
        );
        assert!(screens[2].contains("update / weight") && screens[3].contains("weights"), "{screens:?}");
        assert!(screens[4].contains("activations"), "{screens:?}");
        let footer = pilot.screen().lines().last().unwrap().to_owned();
        assert_eq!(footer, " Enter pause   Space menu   ? help");
        assert!(pilot.screen().contains("step 12 of 40"), "{}", pilot.screen());
        let large = at_size(folder.path(), tiny, 80, 24).keys("v").unwrap();
        assert!(large.screen().contains("update / weight"), "{}", large.screen());
        let all = at_size(folder.path(), tiny, 200, 60).keys("v").unwrap().screen();
        assert!(all.contains("Everything is already on the screen") && all.contains("activations"), "{all}");
        // From the help it goes back to where it was opened.
        let help = pilot.keys("?").unwrap().screen();
        assert!(!help.contains("Esc list"), "{help}");
    });
}

/// Everything else is kept by itself; what a training has learned is in a file only if somebody asked for one.
#[test]
fn nobody_loses_a_training_by_one_key() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(3);
        pilot = pilot.keys("q").unwrap();
        assert!(
            !pilot.has_quit() && pilot.screen().contains("3 training steps (copy) are not saved"),
            "{}",
            pilot.screen()
        );
        let other = pilot.keys("<enter> q").unwrap();
        assert!(!other.has_quit(), "another key came between");
        let mut left = other.keys("<esc> q").unwrap();
        assert!(!left.has_quit() && left.screen().contains("not saved"), "nor where it is not seen: {}", left.screen());
        left = left.keys("q").unwrap();
        assert!(left.has_quit());

        let mut kept = begun(folder.path());
        kept.train(3);
        kept = kept.keys("<enter> w").unwrap();
        kept.train(1);
        assert!(kept.keys("q").unwrap().has_quit(), "what a file holds is not asked about");
        let mut fast = begun(folder.path());
        fast.train(3);
        assert!(fast.keys("<c-c>").unwrap().has_quit(), "who wants out at once gets out");
    });
}

#[test]
fn no_speed_is_invented() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(3);
        assert!(pilot.screen().contains("– left   – tokens/s"), "{}", pilot.screen());
    });
}

#[test]
fn going_back_leaves_no_figure_of_later_steps() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(25);
        assert!(pilot.screen().contains("letters ") && pilot.screen().contains("% at 20"), "{}", pilot.screen());
        pilot = pilot.keys("+ + + r").unwrap();
        assert!(pilot.screen().contains("× 1"), "{}", pilot.screen());
        pilot = pilot.keys("<enter>").unwrap();
        let screen = pilot.screen();
        assert!(
            screen.contains("Back at step 25. Training continues from there at 1 times the scheduled learning rate"),
            "{screen}"
        );
        assert!(screen.contains("rate × 1") && !screen.contains("gradients 0."), "{screen}");
        pilot.train(5);
        pilot = pilot.keys("r g <enter>").unwrap();
        pilot.train(5);
        assert!(pilot.screen().contains("earlier"), "the run that was left is still drawn\n{}", pilot.screen());
    });
}

#[test]
fn another_of_the_runs_that_were_left_is_laid_under_the_curves() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(12);
        let mut pilot = pilot.keys("o").unwrap();
        sees(&pilot, "There is no other earlier run yet");
        for steps in [8, 5] {
            pilot = pilot.keys("r g <enter>").unwrap();
            pilot.train(steps);
        }
        let last = |pilot: &Pilot| dashboard(pilot).history.earlier().last().unwrap().step;
        assert_eq!(last(&pilot), 8);
        let pilot = pilot.keys("o").unwrap();
        sees(&pilot, "Under the loss curve: earlier run 2 of 2");
        assert_eq!(last(&pilot), 12);
        assert_eq!(last(&pilot.keys("o").unwrap()), 8);
    });
}

#[test]
fn curves_are_read_zoomed_and_put_on_a_logarithmic_scale() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(30);
        assert!(pilot.screen().contains("validation "), "{}", pilot.screen());
        let pilot = pilot.keys("<enter> [ [ [").unwrap();
        assert_eq!(dashboard(&pilot).axis.cursor, Some(28));
        let loss = dashboard(&pilot).history.points()[27].loss;
        assert!(pilot.screen().contains(&format!("loss  {loss:.3}")) && pilot.screen().contains(" 28 "));
        let pilot = pilot.keys("]").unwrap();
        assert_eq!(dashboard(&pilot).axis.cursor, Some(29));
        let pilot = pilot.keys("z L").unwrap();
        assert_eq!(dashboard(&pilot).axis.span(dashboard(&pilot).history.points()), (16, 30));
        assert!(pilot.screen().contains("log loss"), "{}", pilot.screen());
        let pilot = pilot.keys("<esc>").unwrap();
        assert_eq!((dashboard(&pilot).axis.cursor, pilot.model.context()), (None, Context::Training));
        let pilot = pilot.keys("Z L").unwrap();
        assert!(!pilot.screen().contains("log loss") && !dashboard(&pilot).axis.is_zoomed());
    });
}

#[test]
fn curves_are_written_as_a_table() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path()).with_files(folder.path().to_owned());
        pilot.train(12);
        pilot.keys("<enter> Y c u r v e s <enter>").unwrap();
        let table = fs::read_to_string(folder.path().join("training-copy-curves-1.csv")).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(&rows[0][..7], ["step", "steps", "loss", "right", "rate", "validation loss", "whole"]);
        assert_eq!(rows.len(), 14, "a title, the look before the first step, and twelve steps\n{table}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        assert!(rows[11][6].parse::<f64>().is_ok() && rows[13][5].parse::<f64>().is_ok(), "{table}");
    });
}

#[test]
fn a_click_chooses_a_head() {
    on_rust(|| {
        let folder = tempfile::tempdir().unwrap();
        let mut pilot = begun(folder.path());
        pilot.train(2);
        click(&mut pilot, "encoder 0 · self-attention");
        let head = dashboard(&pilot).head;
        let chosen = dashboard(&pilot).look.as_ref().unwrap().heads[head];
        assert_eq!((chosen.layer, chosen.head), (0, 0));
        assert!(pilot.screen().contains("head 0: encoder 0"), "{}", pilot.screen());
    });
}
