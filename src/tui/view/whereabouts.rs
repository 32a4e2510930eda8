//! Where what is lit stands, or what has just moved, as far as the screen does not show it.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use crate::tui::layout::page::{PageLayout, Sought};
use crate::tui::model::exhibit::Figure;
use crate::tui::widgets::clip::width;
use crate::words::{say, word};

/// So many figures that moved are named above the screen and below it.
const NAMED: usize = 3;

/// `lit ↑ Q K  ↓ table`: the figures with something lit that lie above and below the screen; nothing where all can be seen.
pub(crate) fn lit(layout: &PageLayout<'_>) -> Option<String> {
    layout.page.lit?;
    let figures = (0..layout.page.reading.lesson.document.lesson().blocks.len()).flat_map(|block| {
        let figures = layout.page.reading.exhibits(block).map_or(&[][..], |exhibits| &exhibits.figures);
        figures.iter().enumerate().map(move |(number, figure)| Spot { block, number, figure })
    });
    let beyond = Beyond::of(layout, Sought::Lit, figures.filter(|spot| layout.page.is_lit(spot.figure)));
    let places = told(&[("↑", &beyond.above), ("↓", &beyond.below), (word!("in-shared-cells"), &beyond.apart)])?;
    Some(say!("lit", places))
}

/// `moved ↑ early  ↓ output`: the same of what the last changes of the selected block moved, the nearest of them, in so many columns.
pub(crate) fn moved(layout: &PageLayout<'_>, room: u16) -> Option<String> {
    let moved = layout.page.reading.moved.as_ref().filter(|moved| moved.by == layout.page.reading.lesson.at)?;
    let figures = moved.figures.iter().filter_map(|&(block, number)| {
        let figure = layout.page.reading.exhibits(block)?.figures.get(number)?;
        Some(Spot { block, number, figure })
    });
    let Beyond { above, below, .. } = Beyond::of(layout, Sought::Drawn, figures);
    // A name that the lesson does not show is not to be found by scrolling.
    let mut drawn = BTreeMap::new();
    let mut is_drawn = |spot: &Spot<'_>| {
        let drawn = drawn.entry(spot.block).or_insert_with(|| layout.drawn(spot.block));
        drawn.contains(&spot.number)
    };
    let mut above: Vec<Spot<'_>> = above.into_iter().rev().filter(&mut is_drawn).take(NAMED).collect();
    above.reverse();
    let below: Vec<Spot<'_>> = below.into_iter().filter(&mut is_drawn).take(NAMED).collect();
    let nearest = |most: usize| {
        let above = &above[above.len().saturating_sub(most)..];
        let places = told(&[("↑", above), ("↓", &below[..most.min(below.len())])])?;
        Some(say!("moved", places))
    };
    (1..=NAMED).rev().filter_map(nearest).find(|words| width(words) <= room)
}

/// A figure and where it stands.
struct Spot<'m> {
    block: usize,
    number: usize,
    figure: &'m Figure,
}

/// Figures that the screen does not show, by where they are.
#[derive(Default)]
struct Beyond<'m> {
    above: Vec<Spot<'m>>,
    below: Vec<Spot<'m>>,
    /// In cells of shared examples, which are not on the page.
    apart: Vec<Spot<'m>>,
}

impl<'m> Beyond<'m> {
    fn of(layout: &PageLayout<'m>, sought: Sought, figures: impl Iterator<Item = Spot<'m>>) -> Self {
        let (blocks, visible) = layout.in_view(sought);
        // A cell may have a thousand figures, and each of these looks goes over all of them.
        let passed = LazyCell::new(|| layout.passed(sought, blocks.start));
        let mut beyond = Self::default();
        for spot in figures.filter(|spot| !visible.contains(&(spot.block, spot.number))) {
            let place = match spot.block {
                block if block >= layout.page.reading.lesson.blocks().len() => &mut beyond.apart,
                block if block < blocks.start => &mut beyond.above,
                block if block == blocks.start && passed.contains(&spot.number) => &mut beyond.above,
                _ => &mut beyond.below,
            };
            place.push(spot);
        }
        beyond
    }
}

/// `↑ a b  ↓ c`, without the lists that are empty.
fn told(lists: &[(&str, &[Spot<'_>])]) -> Option<String> {
    let list = |(mark, spots): &(&str, &[Spot<'_>])| {
        let names: Vec<&str> = spots.iter().map(|spot| &*spot.figure.name).collect();
        (!names.is_empty()).then(|| format!("{mark} {}", names.join(" ")))
    };
    let lists: Vec<String> = lists.iter().filter_map(list).collect();
    (!lists.is_empty()).then(|| lists.join("  "))
}
