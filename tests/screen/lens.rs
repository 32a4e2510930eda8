//! The lens beside a lesson: it follows the cursor and needs no key.

use glassformer::tui::keymap::Context;
use glassformer::tui::layout::page::{PageLayout, Sought};
use glassformer::tui::message::PointerKind;

use super::mouse::{click, mouse};
use super::*;

fn block(pilot: &Pilot) -> String {
    pilot.model.reading().unwrap().lesson.id().unwrap().to_string()
}

#[test]
fn lens_explains_without_a_key() {
    let pilot = to(attention(120, 40), "softmax");
    sees(&pilot, "masked ─ ▐weights▌");
    sees(&pilot, "weights  query the₀, key the₀");
    sees(&pilot, "exp(0.00) + exp(0.0231)");
    // It goes along with the cursor, and Enter goes into what the number is computed from.
    let pilot = go(pilot, "<enter> <right>");
    sees(&pilot, "weights  query the₀, key cat");
    assert_eq!(pilot.model.context(), Context::Tensor);
    let pilot = go(pilot, "<enter>");
    assert_eq!(pilot.model.context(), Context::Inspector);
    let pilot = go(pilot, "<esc> <esc>");
    assert_eq!(pilot.model.context(), Context::Page);
}

#[test]
fn narrow_screen_has_no_lens_until_asked() {
    let pilot = go(to(attention(80, 24), "softmax"), "<enter>");
    misses(&pilot, "computed from");
    sees(&go(pilot, "<enter>"), "computed from");
}

#[test]
fn nearest_input_is_moved_from_prose() {
    let pilot = to(attention(120, 40), "softmax");
    let before = source(&pilot, "scale");
    sees(&pilot, "temperature");
    sees(&pilot, "affects scaled, masked, weights +1");
    let pilot = go(pilot, "<right>");
    assert_ne!(source(&pilot, "scale"), before);
    assert_eq!(block(&pilot), "softmax");
    assert_eq!(source(&go(pilot, "u"), "scale"), before);
}

#[test]
fn hidden_input_is_not_moved() {
    let pilot = to(attention(80, 24), "softmax");
    let before = source(&pilot, "scale");
    let pilot = go(pilot, "<right>");
    assert_eq!(source(&pilot, "scale"), before);
    sees(&pilot, "There is nothing to adjust here");
}

#[test]
fn lens_says_nothing_below_a_question() {
    let pilot = to(attention(120, 40), "twins");
    misses(&pilot, "weights  query");
    misses(&pilot, "  weights  [query 6, key 6]");
    sees(&pilot, "masked  query the₀, key the₀");
}

#[test]
fn rail_leads_to_a_heading() {
    let pilot = to(attention(200, 60), "softmax");
    sees(&pilot, "The machine");
    let pilot = click(pilot, "The parts, by name");
    let block = pilot.model.reading().unwrap().lesson.block().unwrap();
    assert!(block.heading().is_some(), "{}", block.id);
}

#[test]
fn wider_screen_shows_every_column_of_the_step() {
    // The digits of a step's tensor: none of them is lost where the terminal grows from 80 to 100 columns.
    let columns = |width| {
        let pilot = go(to(attention(width, 40), "score"), "s");
        let screen = pilot.screen();
        let row = screen.lines().find(|line| line.contains("sat  +")).map(str::to_owned).unwrap_or_default();
        row.split('│').find(|part| part.contains("sat  +")).map_or(0, |part| part.matches('.').count())
    };
    let all: Vec<usize> = [80, 100, 110, 120, 160, 200].into_iter().map(columns).collect();
    assert!(all.iter().all(|seen| *seen >= all[0] && all[0] > 3), "{all:?}");
}

#[test]
fn lens_speaks_of_the_state_that_is_drawn() {
    let pilot = go(to(attention(120, 40), "scale"), "L P");
    sees(&pilot, "showing changed");
    let changed = lens(&pilot);
    let pilot = go(pilot, "p");
    let now = lens(&pilot);
    assert_ne!(changed, now, "the other state has another divisor");
    assert!(now.contains("1.73"), "{now}");
}

/// What stands in the lens.
fn lens(pilot: &Pilot) -> String {
    pilot.screen().lines().filter_map(|line| Some(line.split_once('│')?.1.to_owned() + "\n")).collect()
}

#[test]
fn an_input_affects_what_is_made_from_it_and_nothing_else_of_the_same_cells() {
    let open = |block: &str| {
        let lesson = || Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40).open("queries-keys-values");
        let pilot = to(unveiled::shown(on_rust(|| lesson().unwrap())), block);
        let names = pilot.model.reading().unwrap().lens.moves.iter().map(ToString::to_string);
        names.collect::<Vec<_>>()
    };
    // `project` checks a row of Q, and takes the place of the row for that; it makes neither Q nor K from it.
    assert_eq!(open("one-word")[..1], ["asks"]);
    assert!(!open("one-word").iter().any(|name| ["Q", "K", "V"].contains(&name.as_str())), "{:?}", open("one-word"));
}

#[test]
fn prose_is_held_beside_a_picture_rather_than_a_nearer_number() {
    let pilot = attention(120, 40);
    let reading = pilot.model.reading().unwrap();
    let (block, number) = reading.lens.figure.unwrap();
    let figure = &reading.exhibits(block).unwrap().figures[number];
    assert!(figure.tensor.len() > 1, "{}", figure.name);
    // The cell above has a number of its own: at that cell it is the number.
    let pilot = to(pilot, "sentence");
    let reading = pilot.model.reading().unwrap();
    let (block, number) = reading.lens.figure.unwrap();
    assert_eq!((block, &*reading.exhibits(block).unwrap().figures[number].name), (reading.lesson.at, "n"));
}

#[test]
fn tensors_of_the_page_are_seen_at_a_glance_where_there_is_room() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 200, 60).open("begin").unwrap());
    sees(&pilot, "On this page");
    sees(&pilot, "coffee  [day 3]  1.50 … 6.00");
    sees(&pilot, "table_1  ░░");
    // What an input moves is seen to move.
    sees(&go(pilot, "<right>"), "coffee  [day 3]  2 … 8");
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 20).open("begin").unwrap());
    misses(&pilot, "On this page");
}

#[test]
fn path_of_several_lines_goes_on_at_the_end_of_a_line() {
    let pilot = to(attention(120, 40), "softmax");
    let screen = pilot.screen();
    let lines = screen
        .lines()
        .filter_map(|line| line.split_once('┃').or_else(|| line.split_once('│')).map(|(_, lens)| lens.trim()));
    let path: Vec<&str> = lines.skip_while(|line| !line.contains(" ─ ")).take(2).collect();
    assert!(path[0].ends_with(" ─") && !path[1].starts_with('─'), "{path:?}");
}

#[test]
fn a_click_on_a_tensor_at_a_glance_goes_into_it() {
    let open = || on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 200, 60).open("begin").unwrap());
    let at = |pilot: &Pilot| pilot.model.reading().unwrap().lesson.at;
    let heading = super::mouse::place(&open(), "On this page");
    let row_of = |name: &str| {
        let screen = open().screen();
        let beside = |line: &str| line.chars().skip(usize::from(heading.0)).collect::<String>();
        let row = screen.lines().skip(usize::from(heading.1)).position(|line| beside(line).contains(name));
        heading.1 + row.unwrap_or_else(|| panic!("no {name} in\n{screen}")) as u16
    };
    for name in ["coffee", "by_attention"] {
        let pilot = mouse(open(), PointerKind::Press, (heading.0 + 3, row_of(name)));
        let reading = pilot.model.reading().unwrap();
        let spot = &reading.inside().unwrap_or_else(|| panic!("{name}: {}", pilot.screen())).spot;
        assert_eq!(&*reading.exhibits(spot.block).unwrap().figures[spot.figure].name, name);
        let drawn = PageLayout::of(&pilot.model).unwrap().in_view(Sought::Drawn).1;
        assert!(drawn.contains(&(spot.block, spot.figure)), "{name} is out of sight:\n{}", pilot.screen());
        // And back to where it was clicked.
        assert_eq!(at(&go(pilot, "<c-o>")), at(&open()));
    }
    // Of what a question hides the block is shown.
    let pilot = mouse(open(), PointerKind::Press, (heading.0 + 3, row_of("table_1")));
    let reading = pilot.model.reading().unwrap();
    assert!(
        reading.inside().is_none() && reading.exhibits(at(&pilot)).unwrap().veiled.iter().any(|it| &*it.0 == "table_1")
    );
    let pilot = mouse(open(), PointerKind::Press, heading);
    assert_eq!(at(&pilot), at(&open()), "a heading is no tensor");
}
