//! What a cell's objects say of themselves in `__repr__`, asked while the cell still runs: a page shows it later, where nothing runs.

use std::sync::Arc;

use super::{Interpreter, end};
use crate::lang::class::Member;
use crate::lang::names::definitions;
use crate::lang::object::Reference;
use crate::lang::syntax::{Span, Statement};
use crate::lang::value::Value;

/// How many objects are asked at most; a page shows the first of a long list.
const MOST: usize = 200;
/// How many steps all of them may take together: what they have to say is short.
const STEPS: u64 = 100_000;
/// How deep in lists and dicts they are looked for.
const DEEPEST: u32 = 4;

impl Interpreter<'_> {
    /// Asks the objects that the names of the cell and its result show. One that cannot say it is shown by its class.
    pub(super) fn ask_results(&mut self, program: &[Statement], result: Option<&Value>) {
        let names = definitions(program, self.library, self.names_in_expressions);
        let globals = self.frames.first().and_then(|frame| frame.layers.first());
        let shown: Vec<Value> =
            names.iter().filter_map(|(name, _)| globals?.names.get(name).cloned()).chain(result.cloned()).collect();
        let mut objects = Vec::new();
        self.find_shown(&shown, 0, &mut objects);
        let (printed, held) = (self.printed.len(), self.meter.hold_back(STEPS));
        for object in objects {
            self.ask_one(&object, end(program));
        }
        // What they print on the way belongs to nobody.
        self.printed.truncate(printed);
        self.meter.give_back(held);
    }

    /// Finds the objects of this cell whose class says how they are written.
    fn find_shown(&self, values: &[Value], depth: u32, found: &mut Vec<Reference>) {
        for value in values.iter().take(MOST) {
            self.find_shown_in(value, depth, found);
        }
    }

    fn find_shown_in(&self, value: &Value, depth: u32, found: &mut Vec<Reference>) {
        if found.len() >= MOST || depth > DEEPEST || !value.travels() && !value.is_live() {
            return;
        }
        match value {
            Value::Object(object) => {
                let is_written = matches!(object.class.find(&self.heap, "__repr__"), Some((_, Member::Value(_))));
                let says = is_written || object.class.container().is_some();
                if says && object.home().is_none() && !object.class.is_parameter() {
                    found.push(object.clone());
                }
            }
            Value::List(list) => self.find_shown(&list.now(), depth + 1, found),
            Value::Tuple(items) => self.find_shown(items, depth + 1, found),
            Value::Dict(table) => {
                let values: Vec<Value> = table.now().values().take(MOST).cloned().collect();
                self.find_shown(&values, depth + 1, found);
            }
            _ => {}
        }
    }

    fn ask_one(&mut self, object: &Reference, span: Span) {
        let (depth, raised) = (self.depth(), self.raised.take());
        let text = self.text(&Value::Object(object.clone()), true, span);
        self.close_down_to(&depth);
        self.raised = raised;
        if let (Ok(text), Some(held)) = (text, self.heap.get_mut(object)) {
            held.text = Some(Arc::from(text));
        }
    }
}
