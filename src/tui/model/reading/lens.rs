//! What the lens beside a lesson speaks of: the tensor nearest to the cursor, why its first number is what it is, the line of values
//! that leads through it, and the nearest input.
//!
//! It is found anew only when the cursor, the text or the values are others.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::{Reading, Side, Text};
use crate::lang::{Control, ControlKind};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::glossary::Glossary;
use crate::notebook::graph::{Graph, GraphCell, followers, is_private};
use crate::notebook::lesson::{Block, BlockKind};
use crate::notebook::library;
use crate::notebook::veils::Veils;
use crate::notebook::why::{self, ElementRef, WhyAnswer, WhyQuery};
use crate::tensor::Tensor;
use crate::tui::model::lit::Lit;

/// What the lens speaks of.
#[derive(Debug, Default)]
pub struct Lens {
    basis: Option<Basis>,
    /// The tensor nearest to the cursor, by its block and its place among the block's.
    pub figure: Option<(usize, usize)>,
    /// Why its first number is what it is, or of a step the one that is spoken of, while the cursor is in no tensor.
    pub why: Option<WhyAnswer>,
    /// The line of values through the cell of the cursor.
    pub path: Vec<PathStep>,
    /// The input nearest to the cursor, by its block and its place among the block's controls.
    pub input: Option<(usize, usize)>,
    /// The values that follow from that input, in page order.
    pub moves: Vec<Arc<str>>,
    /// The terms that the lens explains, by their places in the glossary.
    pub terms: Vec<usize>,
    /// What makes one element of the live step: that under the cursor, else the one that says most; and without a cursor that element.
    pub lit: Lit,
}

/// A value on the line that leads through the cursor's cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathStep {
    /// Its name.
    pub name: Arc<str>,
    /// Whether the cursor's cell is this one.
    pub is_here: bool,
}

/// What a lens is made from: the same again makes the same.
#[derive(Debug, Clone)]
struct Basis {
    at: usize,
    control: Option<usize>,
    inside: Option<(usize, usize)>,
    outcome: Arc<EvaluationOutcome>,
    revision: u64,
    /// The state that is drawn, while the page is held beside another.
    compared: Option<Side>,
    gradient: bool,
    is_open: bool,
    veils: Veils,
    /// The live step, and the element of it that is spoken of.
    step: Option<(usize, Vec<usize>)>,
}

impl PartialEq for Basis {
    fn eq(&self, other: &Self) -> bool {
        let of = |basis: &Self| {
            (basis.at, basis.control, basis.inside, basis.revision, basis.compared, basis.gradient, basis.is_open)
        };
        let is_same_step = self.step == other.step && self.veils == other.veils;
        of(self) == of(other) && is_same_step && Arc::ptr_eq(&self.outcome, &other.outcome)
    }
}

impl Lens {
    /// Whether it is shown.
    pub fn is_open(&self) -> bool {
        self.basis.as_ref().is_some_and(|basis| basis.is_open)
    }
}

impl Reading {
    /// Has the lens follow the cursor. Unless it `is_open` there is nothing to find.
    pub fn follow_lens(&mut self, is_open: bool) {
        if let Some(index) = self.element_under_cursor()
            && let Some(stepper) = self.stepper_mut()
        {
            stepper.look_at(index);
        }
        let basis = self.lens_basis(is_open);
        if self.lens.basis.as_ref() == Some(&basis) {
            return;
        }
        let mut lens = Lens { basis: Some(basis), ..Lens::default() };
        if is_open {
            let graph = self.graph();
            lens.figure = self.nearest_figure();
            lens.path = self.path(&graph, lens.figure);
            lens.why = lens.figure.filter(|_| self.inside().is_none()).and_then(|figure| self.why_first(figure));
            lens.input = self.nearest_input(&graph, lens.figure);
            lens.terms = self.terms_so_far();
            lens.moves = lens.input.map(|input| self.moved_by(&graph, input)).unwrap_or_default();
        }
        lens.lit = self.lit_by_step();
        self.lens = lens;
    }

    /// The terms at the cursor, and behind them the others that the lesson introduces. What a later lesson introduces is no term yet: a key
    /// is pressed before it is matched with a query. The names of the course's files are in its order; of other pages nothing is known.
    fn terms_so_far(&self) -> Vec<usize> {
        let glossary = Glossary::embedded();
        let page = &**self.lesson.document.lesson().file.name();
        if !library::is_of_course(page) {
            return Vec::new();
        }
        let is_known = |place: &usize| glossary.terms().get(*place).is_some_and(|term| *term.page <= *page);
        let mut terms: Vec<usize> = self.terms().into_iter().filter(is_known).collect();
        let others: Vec<usize> = glossary.introduced_in(page).filter(|place| !terms.contains(place)).collect();
        terms.extend(others);
        terms
    }

    /// The figure of the live step, by its block and its place among the block's.
    pub fn live_figure(&self) -> Option<(usize, usize)> {
        let block = self.lesson.position(&self.stepper()?.block)?;
        let place = self.exhibits(block)?.figures.iter().position(|figure| figure.live)?;
        Some((block, place))
    }

    /// The element of the live step that is spoken of: that under the cursor, else the one that says most.
    pub fn live_element(&self) -> Option<Vec<usize>> {
        let (block, number) = self.live_figure()?;
        let figure = self.exhibits(block)?.figures.get(number)?;
        self.element_under_cursor().or_else(|| Some(self.stepper()?.element(&figure.tensor)))
    }

    /// The element of the live step that the cursor is at.
    fn element_under_cursor(&self) -> Option<Vec<usize>> {
        let (block, number) = self.live_figure()?;
        let inside = self.inside().filter(|inside| (inside.spot.block, inside.spot.figure) == (block, number))?;
        let figure = self.exhibits(block)?.figures.get(number)?;
        Some(figure.index(&inside.spot.lead, inside.spot.row, inside.spot.column))
    }

    fn lit_by_step(&self) -> Lit {
        let (Some(stepper), Some(index)) = (self.stepper(), self.live_element()) else { return Lit::default() };
        let element = |tensor: &Tensor, index: &[usize]| why::element(tensor, index);
        let own = stepper.value().filter(|_| self.inside().is_none()).and_then(|value| element(value, &index));
        let operands = stepper.formula(&index).map(|formula| formula.operands).unwrap_or_default();
        let made_of = operands.iter().flat_map(|operand| operand.lit.iter().map(|index| (&operand.tensor, index)));
        own.into_iter().chain(made_of.filter_map(|(tensor, index)| element(tensor, index))).collect()
    }

    /// Whether the lens says why the number under the cursor is what it is, and nobody has asked anything further.
    pub fn glances(&self) -> bool {
        let why = self.inside().and_then(|inside| inside.why.as_ref());
        self.lens.is_open() && why.is_some_and(|why| why.is_first() && !why.focused)
    }

    /// The control that keys move from here: one of the selected block, else the lens's.
    pub fn movable_control(&self) -> Option<(usize, &Control)> {
        let own = self.active_control().map(|control| (self.lesson.at, control));
        own.or_else(|| self.lens_control())
    }

    /// The input of the lens, with its block.
    pub fn lens_control(&self) -> Option<(usize, &Control)> {
        let (block, place) = self.lens.input?;
        Some((block, self.text(block)?.controls.get(place)?))
    }

    fn lens_basis(&self, is_open: bool) -> Basis {
        Basis {
            at: self.lesson.at,
            control: self.control,
            inside: self.inside().map(|inside| (inside.spot.block, inside.spot.figure)),
            outcome: Arc::clone(&self.lesson.outcome),
            revision: self.lesson.document.revision(),
            compared: self.lesson.comparison.as_ref().map(|_| self.side),
            gradient: self.drawn_gradient().is_some(),
            is_open,
            veils: self.veils().clone(),
            step: self.stepper().map(|stepper| (stepper.at(), self.live_element().unwrap_or_default())),
        }
    }

    /// The graph of the page's cells, numbered by their blocks: what is no cell gives and takes nothing.
    fn graph(&self) -> Graph {
        let blocks = &self.lesson.document.lesson().blocks;
        let cell = |(place, block): (usize, &Block)| {
            let names = self.cell(place).map(|text| text.program.names.clone()).unwrap_or_default();
            GraphCell { id: Arc::clone(&block.id), names }
        };
        Graph::new(&blocks.iter().enumerate().map(cell).collect::<Vec<_>>())
    }

    /// The present text of a block that is a cell, on the page or of a shared example behind it.
    fn cell(&self, block: usize) -> Option<&Text> {
        let is_cell = matches!(self.lesson.document.lesson().blocks.get(block)?.kind, BlockKind::Cell(_));
        self.text(block).filter(|_| is_cell)
    }

    /// The blocks whose values the lens tells: a question is not told what comes after it.
    pub fn told_blocks(&self) -> Range<usize> {
        let is_question = matches!(self.lesson.block().map(|block| &block.kind), Some(BlockKind::Question(_)));
        0..if is_question { self.lesson.at + 1 } else { self.lesson.blocks().len() }
    }

    /// The tensor that the cursor is in or nearest to; of other blocks rather one that makes a picture than a single number.
    fn nearest_figure(&self) -> Option<(usize, usize)> {
        if let Some(inside) = self.inside() {
            return Some((inside.spot.block, inside.spot.figure));
        }
        if let Some(live) = self.live_figure() {
            return Some(live);
        }
        let at = self.lesson.at;
        let is_number = |block: usize, number: usize| {
            let figure = self.exhibits(block).and_then(|exhibits| exhibits.figures.get(number));
            figure.is_some_and(|figure| figure.tensor.len() == 1)
        };
        let distance = |&(block, number): &(usize, usize)| {
            (block != at && is_number(block, number), block.abs_diff(at), block < at)
        };
        self.told_blocks().filter_map(|block| Some((block, self.main_figure(block)?))).min_by_key(distance)
    }

    /// Which of a block's figures stands for it: the one of the control that was chosen, the largest of the others.
    fn main_figure(&self, block: usize) -> Option<usize> {
        let figures = &self.exhibits(block)?.figures;
        let sought = figures.iter().position(|figure| self.seeks(block, &figure.name));
        let size = |place: &usize| figures.get(*place).map_or(0, |figure| figure.tensor.len());
        sought.or_else(|| (0..figures.len()).rev().max_by_key(size))
    }

    /// Why the first number of a figure is what it is; of the live step, why the element is that is spoken of.
    pub fn why_first(&self, (block, number): (usize, usize)) -> Option<WhyAnswer> {
        let figure = self.exhibits(block)?.figures.get(number).filter(|figure| !figure.tensor.is_empty())?;
        let live = self.live_element().filter(|_| figure.live);
        let index = live.unwrap_or_else(|| vec![0; figure.tensor.ndim()]);
        let asked = WhyQuery::Element(ElementRef { origin: figure.origin?, index });
        self.why(&asked)
    }

    fn path(&self, graph: &Graph, figure: Option<(usize, usize)>) -> Vec<PathStep> {
        let at = self.lesson.at;
        let here = if self.gives(at).is_some() { Some(at) } else { figure.map(|(block, _)| block) };
        let Some(here) = here else { return Vec::new() };
        let cells = graph.path(here);
        let name = |place: usize, cell: usize| {
            let next = cells.get(place + 1);
            let taken = next.and_then(|next| graph.inputs(*next).iter().find(|input| input.from == cell));
            taken.map(|input| Arc::clone(&input.name)).or_else(|| self.gives(cell))
        };
        let step =
            |(place, cell): (usize, &usize)| Some(PathStep { name: name(place, *cell)?, is_here: *cell == here });
        cells.iter().enumerate().filter_map(step).collect()
    }

    /// What a cell of the page is there for: the last name that it defines.
    fn gives(&self, block: usize) -> Option<Arc<str>> {
        self.gives_of(block, |_| true)
    }

    /// The last name of those wanted that a cell of the page defines.
    fn gives_of(&self, block: usize, is_wanted: impl Fn(&Arc<str>) -> bool) -> Option<Arc<str>> {
        let is_on_page = block < self.lesson.blocks().len();
        let defines = &self.cell(block).filter(|_| is_on_page)?.program.names.defines;
        defines.iter().map(|(name, _)| name).rfind(|name| !is_private(name) && is_wanted(name)).cloned()
    }

    /// The input that moves what is shown, nearest to the cursor: of the selected block, of what the tensor is made from, of the page.
    fn nearest_input(&self, graph: &Graph, figure: Option<(usize, usize)>) -> Option<(usize, usize)> {
        let at = self.lesson.at;
        if self.active_control().is_some() {
            return Some((at, self.control_place()));
        }
        let shown = figure.map(|(block, _)| block);
        let mut made_from = shown.map(|block| graph.upstream(block)).unwrap_or_default();
        made_from.extend(shown);
        let distance = |(block, _): &(usize, usize)| (!made_from.contains(block), block.abs_diff(at));
        (0..self.lesson.blocks().len()).filter_map(|block| self.first_input(block)).min_by_key(distance)
    }

    /// The first control of a block that steps move.
    fn first_input(&self, block: usize) -> Option<(usize, usize)> {
        let controls = &self.cell(block)?.controls;
        let steps = |control: &Control| {
            matches!(control.kind, ControlKind::Slider(_) | ControlKind::Choice(_) | ControlKind::Toggle(_))
        };
        controls.iter().position(steps).map(|place| (block, place))
    }

    /// Of each cell the last name that follows from an input, in page order. The cell itself comes first, then those that take
    /// something from it: in them only what is made from the input counts.
    fn moved_by(&self, graph: &Graph, (block, place): (usize, usize)) -> Vec<Arc<str>> {
        let Some(input) = self.cell(block).and_then(|cell| cell.controls.get(place)) else { return Vec::new() };
        let downstream = graph.downstream(block);
        let cells: Vec<usize> =
            graph.order().iter().copied().filter(|cell| *cell == block || downstream.contains(cell)).collect();
        let flow = |cell: &usize| self.cell(*cell).map(|text| text.program.flow()).unwrap_or_default();
        let flows: Vec<_> = cells.iter().map(flow).collect();
        let follow: BTreeMap<usize, BTreeSet<Arc<str>>> =
            cells.into_iter().zip(followers(&input.name, &flows)).collect();
        let last = |(cell, names): (usize, BTreeSet<Arc<str>>)| self.gives_of(cell, |name| names.contains(name));
        follow.into_iter().filter_map(last).collect()
    }
}
