//! Where a reader stops on the way through a run.
//!
//! The [steps](crate::notebook::steps) of a run are all that its record knows: 182 of a small encoder-decoder pass. A reader stops
//! at what has a name in the paper: an attention, a sum with the norm behind it, a feed-forward network. Modules that only hold
//! such parts are headings. What changes nothing but the shape is folded away. Where a run writes token after token, all that makes
//! one token is one stop, and so is what was read before the first: the parts are inside of these.

use std::ops::Range;
use std::sync::Arc;

use crate::notebook::architecture::{Architecture, DiagramPart, LayerPartRole, ModelPass, Site};
use crate::notebook::steps::{RunStep, StepKind, Steps};

/// Operations that only say how numbers lie, or which of them are looked at.
const SHAPE_ONLY: [&str; 5] = ["detach", "expand", "index", "reshape", "transpose"];

/// Whether an operation changes nothing but the shape.
pub fn is_shape_only(operation: &str) -> bool {
    SHAPE_ONLY.contains(&operation)
}

/// What several steps are together, as the paper's figure 1 draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopPart {
    /// A piece of a layer.
    Layer(LayerPartRole),
    /// Ids become vectors.
    Embedding,
    /// Places become vectors.
    Positions,
    /// Vectors become scores of words.
    Linear,
    /// Scores become probabilities.
    Softmax,
    /// All that is read before the first token of a text is written.
    Reading,
    /// All that makes one token.
    Token {
        /// Which one of its text, from 0.
        place: usize,
        /// The token, where a later step has it as a label.
        written: Option<Arc<str>>,
    },
}

impl StopPart {
    /// Whether it holds a whole pass through a model: the parts of the drawing are inside of it.
    fn is_pass(&self) -> bool {
        matches!(self, Self::Reading | Self::Token { .. })
    }
}

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The step whose value it shows: the last of those that it stands for.
    pub at: usize,
    /// What it is as a whole, if it is a part of the drawing.
    pub part: Option<StopPart>,
    /// Whether it only holds others: a model, a stack, a layer. Nobody stops there.
    pub is_heading: bool,
    /// How many lines of the outline it is inside of.
    pub depth: usize,
    /// How many stops it is inside of.
    pub level: usize,
    /// The steps that it stands for, those inside of them included: from `first` up to `end`.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The line that it is inside of.
    outer: Option<usize>,
}

impl Stop {
    /// The steps that it stands for, those inside of them included.
    pub fn steps(&self) -> Range<usize> {
        self.first..self.end
    }
}

/// All lines of an outline, each before those inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline(Vec<Stop>);

impl Outline {
    /// Every step by itself.
    pub fn whole(steps: &Steps) -> Self {
        let stop = |(at, step): (usize, &RunStep)| Stop {
            at,
            part: None,
            is_heading: false,
            depth: step.depth,
            level: step.depth,
            first: at,
            end: steps.end(at),
            outer: steps.out(at),
        };
        Self(steps.all().iter().enumerate().map(stop).collect())
    }

    /// The parts of the paper's drawing where the run has them, and everywhere only what computes, without what only counts.
    pub fn folded(steps: &Steps, architecture: &Architecture, is_counting: &dyn Fn(&RunStep) -> bool) -> Self {
        let mut folding = Folding { steps, architecture, is_counting, stops: Vec::new() };
        folding.list(&steps.inner(None), Around { outer: None, depth: 0, level: 0, is_in_pass: false });
        Self(folding.stops)
    }

    /// Its lines.
    pub fn all(&self) -> &[Stop] {
        &self.0
    }

    /// The innermost stop around a step of at most this level; before the first, the first.
    pub fn around(&self, at: usize, level: usize) -> usize {
        let stops = || self.0.iter().enumerate().filter(|(_, stop)| !stop.is_heading && stop.level <= level);
        let covers = |(_, stop): &(usize, &Stop)| (stop.first..stop.end).contains(&at);
        let before = || stops().rfind(|(_, stop)| stop.first <= at);
        stops()
            .filter(covers)
            .max_by_key(|(_, stop)| stop.level)
            .or_else(before)
            .or_else(|| stops().next())
            .map_or(0, |(place, _)| place)
    }

    /// The first stop inside this one.
    pub fn enter(&self, place: usize) -> Option<usize> {
        let (level, next) = (self.0.get(place)?.level, self.stop_behind(place, usize::MAX)?);
        (self.0[next].level > level).then_some(next)
    }

    /// The stop that this one is inside of.
    pub fn out(&self, place: usize) -> Option<usize> {
        self.stop_before(place, self.0.get(place)?.level.checked_sub(1)?)
    }

    /// The next stop that is not inside this one.
    pub fn over(&self, place: usize) -> Option<usize> {
        self.stop_behind(place, self.0.get(place)?.level)
    }

    /// The stop before, beside this one, or the one that it is inside of.
    pub fn back(&self, place: usize) -> Option<usize> {
        self.stop_before(place, self.0.get(place)?.level)
    }

    /// The stop around a step that is a part of the drawing, or as near to one as there is: what holds a whole pass is entered.
    pub fn part_around(&self, at: usize) -> usize {
        let outermost = self.around(at, 0);
        let is_pass = self.0.get(outermost).and_then(|stop| stop.part.as_ref()).is_some_and(StopPart::is_pass);
        if is_pass { self.around(at, 1) } else { outermost }
    }

    /// Which of the outermost stops this one is or is inside of, from 0, and how many there are; then which of those inside of that
    /// one, and so on down to the stop itself.
    pub fn numbers(&self, place: usize) -> Vec<(usize, usize)> {
        let Some(level) = self.0.get(place).map(|stop| stop.level) else { return Vec::new() };
        let mut within = 0..self.0.len();
        let mut numbers = Vec::new();
        for level in 0..=level {
            let is_beside = |at: &usize| !self.0[*at].is_heading && self.0[*at].level == level;
            let beside: Vec<usize> = within.clone().filter(is_beside).collect();
            let number = beside.iter().take_while(|at| **at <= place).count().saturating_sub(1);
            numbers.push((number, beside.len()));
            let Some(outer) = beside.get(number).copied() else { break };
            within = outer + 1..self.over(outer).unwrap_or(self.0.len());
        }
        numbers
    }

    /// The lines around this one, the outermost first.
    pub fn inside_of(&self, place: usize) -> Vec<usize> {
        let outer = |place: &usize| self.0.get(*place).and_then(|stop| stop.outer);
        let mut around: Vec<usize> = std::iter::successors(outer(&place), outer).collect();
        around.reverse();
        around
    }

    /// The stops right inside one, or the outermost.
    pub fn inner(&self, outer: Option<usize>) -> Vec<usize> {
        let level = outer.and_then(|outer| self.0.get(outer)).map_or(0, |stop| stop.level + 1);
        let within = outer.map_or(0..self.0.len(), |outer| outer + 1..self.over(outer).unwrap_or(self.0.len()));
        within.filter(|place| !self.0[*place].is_heading && self.0[*place].level == level).collect()
    }

    /// The lines that are shown while the reader is at one: that one, those beside it, and those beside all that it is inside of.
    pub fn shown(&self, place: usize) -> Vec<usize> {
        let open = self.inside_of(place);
        let is_shown = |(_, stop): &(usize, &Stop)| stop.outer.is_none_or(|outer| open.contains(&outer));
        self.0.iter().enumerate().filter(is_shown).map(|(place, _)| place).collect()
    }

    fn stop_before(&self, place: usize, level: usize) -> Option<usize> {
        self.0[..place].iter().rposition(|stop| !stop.is_heading && stop.level <= level)
    }

    fn stop_behind(&self, place: usize, level: usize) -> Option<usize> {
        (place + 1..self.0.len()).find(|next| !self.0[*next].is_heading && self.0[*next].level <= level)
    }
}

/// What the next lines are inside of.
#[derive(Clone, Copy)]
struct Around {
    outer: Option<usize>,
    depth: usize,
    level: usize,
    is_in_pass: bool,
}

/// An outline in the making.
struct Folding<'s> {
    steps: &'s Steps,
    architecture: &'s Architecture,
    is_counting: &'s dyn Fn(&RunStep) -> bool,
    stops: Vec<Stop>,
}

impl Folding<'_> {
    /// The lines of steps that follow one another: passes through a model, parts of the drawing, others by themselves.
    fn list(&mut self, steps: &[usize], around: Around) {
        let mut rest = steps;
        while let Some(first) = rest.first() {
            let pass = self.pass_at(*first, around);
            let site = self.part_at(*first).filter(|_| pass.is_none());
            let is_alike = |at: &&usize| match pass {
                Some(_) => self.pass_at(**at, around) == pass,
                None => site.is_some() && self.pass_at(**at, around).is_none() && self.part_at(**at) == site,
            };
            let alike = rest.iter().take_while(is_alike).count().max(1);
            let (group, behind) = rest.split_at(alike);
            match (pass, site) {
                (Some(pass), _) => self.pass(group, pass, around),
                (None, Some(site)) => self.part(group, site, around),
                (None, None) => self.single(*first, None, around),
            }
            rest = behind;
        }
    }

    /// Several steps that are one pass through the model.
    fn pass(&mut self, group: &[usize], pass: ModelPass, around: Around) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let within = *first..self.steps.end(*last);
        let at = self.architecture.result_of(within.clone()).unwrap_or(*last);
        let part = match pass {
            ModelPass::Reading(_) => StopPart::Reading,
            ModelPass::Token(round) => {
                let (place, written) = self.architecture.token(round);
                StopPart::Token { place, written }
            }
        };
        let inner = self.stop(within, at, Some(part), false, around);
        self.list(group, Around { is_in_pass: true, ..inner });
    }

    /// Several steps that are one part of the drawing.
    fn part(&mut self, group: &[usize], site: Site, around: Around) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let part = self.stop_part(site);
        if first == last {
            return self.single(*first, part, around);
        }
        let inner = self.stop(*first..self.steps.end(*last), *last, part, false, around);
        for at in group {
            self.single(*at, None, inner);
        }
    }

    /// One step, and what is inside it.
    fn single(&mut self, at: usize, part: Option<StopPart>, around: Around) {
        let Some(step) = self.steps.all().get(at) else { return };
        let is_plumbing = step.kind == StepKind::Operation && is_shape_only(&step.name);
        if is_plumbing || (step.kind != StepKind::Module && (self.is_counting)(step)) {
            return;
        }
        let is_heading = part.is_none() && self.architecture.holds_layers(self.steps, at);
        let inner = self.stop(at..self.steps.end(at), at, part, is_heading, around);
        self.list(&self.steps.inner(Some(at)), inner);
    }

    fn stop(
        &mut self,
        steps: Range<usize>,
        at: usize,
        part: Option<StopPart>,
        is_heading: bool,
        around: Around,
    ) -> Around {
        let Around { outer, depth, level, is_in_pass } = around;
        self.stops.push(Stop { at, part, is_heading, depth, level, first: steps.start, end: steps.end, outer });
        let level = level + usize::from(!is_heading);
        Around { outer: Some(self.stops.len() - 1), depth: depth + 1, level, is_in_pass }
    }

    /// The pass that a step is wholly in, unless that pass is what the lines are inside of.
    fn pass_at(&self, at: usize, around: Around) -> Option<ModelPass> {
        let pass = self.architecture.pass_of(self.steps, at..self.steps.end(at));
        pass.filter(|_| !around.is_in_pass)
    }

    /// The part of the drawing that a step is or belongs to; none inside of such a part.
    fn part_at(&self, at: usize) -> Option<Site> {
        let site = self.architecture.site(self.steps, at)?;
        let outer = self.steps.out(at).and_then(|outer| self.architecture.site(self.steps, outer));
        let is_inside = outer.is_some_and(|outer| outer.part == site.part);
        let is_group = !matches!(site.part, None | Some(DiagramPart::Behind(_)));
        (is_group && !is_inside).then_some(site)
    }

    fn stop_part(&self, site: Site) -> Option<StopPart> {
        match site.part? {
            DiagramPart::Piece(piece) => {
                let role = &self.architecture.stacks.get(site.stack)?.pieces.get(piece)?.role;
                (!matches!(role, LayerPartRole::Other(_))).then(|| StopPart::Layer(role.clone()))
            }
            DiagramPart::Behind(_) => None,
            DiagramPart::Embedding => Some(StopPart::Embedding),
            DiagramPart::Positions => Some(StopPart::Positions),
            DiagramPart::Linear => Some(StopPart::Linear),
            DiagramPart::Softmax => Some(StopPart::Softmax),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
    use crate::notebook::lesson::Lesson;
    use crate::notebook::walk::Walk;

    fn walk(source: &str) -> Walk {
        let text = format!("---\ntitle: T\nid: t\n---\n```python\n#| label: c\ntorch.manual_seed(0)\n{source}\n```\n");
        let page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
        let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        let report = outcome.report(&EvaluationTask::Cell("c".into()));
        Walk::of(report.run.as_ref().unwrap_or_else(|| panic!("{:?}", report.state)))
    }

    fn written(walk: &Walk, outline: &Outline) -> String {
        let line = |stop: &Stop| {
            let name = &walk.steps.all()[stop.at].name;
            format!("{}{name}{}", "  ".repeat(stop.depth), if stop.is_heading { ":" } else { "" })
        };
        outline.all().iter().map(line).collect::<Vec<_>>().join("\n")
    }

    const LAYER: &str = "\
stack = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True), 2)
x = torch.ones(1, 3, 4)
y = stack(x)";

    #[test]
    fn the_outermost_stops_are_the_parts_of_the_drawing() {
        let walk = walk(LAYER);
        let outline = walk.outline(false);
        let outermost = outline.all().iter().filter(|stop| !stop.is_heading && stop.level == 0);
        let names: Vec<_> = outermost.map(|stop| &*walk.steps.all()[stop.at].name).collect();
        let layer = ["self_attn", "norm1", "linear2", "norm2"];
        assert_eq!(names, [&["x"][..], &layer, &layer].concat(), "{}", written(&walk, &outline));
        let headings: Vec<_> = outline.all().iter().filter(|stop| stop.is_heading).map(|stop| stop.depth).collect();
        assert_eq!(headings, [0, 1, 1], "the stack and its two layers");
    }

    #[test]
    fn nothing_is_lost_and_no_operation_that_computes_is_folded() {
        let walk = walk(LAYER);
        let (folded, whole) = (walk.outline(false), walk.outline(true));
        assert_eq!(whole.all().len(), walk.steps.all().len());
        let is_shown = |at: usize| folded.all().iter().any(|stop| stop.at == at);
        for (at, step) in walk.steps.all().iter().enumerate() {
            let is_folded = step.kind == StepKind::Operation && is_shape_only(&step.name);
            assert_eq!(is_shown(at), !is_folded, "{} in\n{}", step.name, written(&walk, &folded));
        }
    }

    #[test]
    fn walking_is_that_of_a_debugger() {
        let walk = walk("x = torch.ones(3, 4)\nq = x @ x.T\nw = softmax(q / 2, dim=-1)\ny = w @ x");
        let outline = walk.outline(true);
        let name = |place: Option<usize>| place.map(|place| &*walk.steps.all()[outline.all()[place].at].name);
        let named = |name: &str| outline.all().iter().position(|stop| walk.steps.all()[stop.at].name == name).unwrap();
        let q = named("q");
        assert_eq!(name(outline.enter(q)), Some("transpose"));
        assert_eq!(name(outline.over(q)), Some("w"));
        assert_eq!(name(outline.over(q + 1)), Some("w"), "behind the last inside it goes on outside");
        assert_eq!(name(outline.out(q + 1)), Some("q"));
        assert_eq!(name(outline.back(q + 1)), Some("q"));
        assert_eq!(name(outline.back(q)), Some("x"));
        assert_eq!((outline.back(0), outline.out(0)), (None, None));
        let last = outline.all().len() - 1;
        assert_eq!((outline.over(last), outline.enter(last)), (None, None));
        let shown: Vec<_> = outline.shown(q + 1).into_iter().map(|place| name(Some(place)).unwrap()).collect();
        assert_eq!(shown, ["x", "q", "transpose", "w", "y"]);
        assert_eq!(
            outline.numbers(q + 1),
            [(1, 4), (0, 1)],
            "q is the second of four, the transposition alone is inside it"
        );
        assert_eq!(outline.numbers(last), [(3, 4)]);
    }

    #[test]
    fn a_step_that_is_folded_away_is_found_at_the_stop_around_it() {
        let walk = walk(LAYER);
        let (folded, whole) = (walk.outline(false), walk.outline(true));
        for stop in whole.all() {
            let around = &folded.all()[folded.around(stop.at, usize::MAX)];
            assert!(!around.is_heading);
            let outermost = &folded.all()[folded.around(stop.at, 0)];
            assert_eq!(outermost.level, 0);
            assert!(outermost.first <= stop.at, "{:?} around {}", outermost, stop.at);
        }
    }
}
