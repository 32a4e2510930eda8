//! Classes: those that a cell writes, and those that are always there.
//!
//! A class of a cell is a number, as an object is: its methods and attributes lie in the [`Heap`] of its cell, which may assign them. Its
//! name and its bases never change. Python puts all that a class extends into one line, so looking a name up is a walk along that,
//! which ends at a [`Native`] class: `object`, `nn.Module`, `nn.Linear` and so on.

use std::sync::Arc;

use super::builtin::Builtin;
use super::object::{FrozenHeap, Heap, Object, Reference, same_frozen_heap};
use super::value::{Closure, Value};

/// What objects are made from.
#[derive(Clone, Debug)]
pub enum Class {
    /// A class of a cell.
    Written(Written),
    /// A class that is always there.
    Native(&'static Native),
}

/// A class of a cell, as seen from inside or outside of it.
#[derive(Clone, Debug)]
pub struct Written {
    /// What its statement made.
    pub body: Arc<Body>,
    /// The cell that made it; `None` while that cell is being evaluated.
    pub home: Option<Arc<FrozenHeap>>,
}

/// What of a class never changes.
#[derive(Debug)]
pub struct Body {
    /// Its name.
    pub name: Arc<str>,
    /// What it extends, in the order of its statement.
    pub bases: Vec<Class>,
    /// All that it extends, nearest first.
    pub line: Vec<Class>,
    /// Which class of its cell it is, in the order of making.
    pub number: u32,
    /// What its block says that it is for.
    pub doc: Option<Arc<str>>,
    /// The attributes that its objects may have besides those of the class: `__slots__` of it and of all that it extends.
    pub slots: Option<Vec<Arc<str>>>,
    /// The methods that it leaves to the classes that extend it: as long as there are any, it has no objects.
    pub abstract_methods: Vec<Arc<str>>,
    /// When two of its objects are equal.
    pub equality: Equality,
    /// Whether it or what it extends has a `__setattr__` of its own.
    pub has_setattr: bool,
    /// What stands before its name where it is named in full: `f.<locals>.` of a class in a function.
    pub qualifier: Option<Arc<str>>,
}

/// What the evaluator must know of the objects of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeKind {
    /// Nothing.
    Plain,
    /// A module of `torch.nn`: calling it calls its `forward`, and it sorts its attributes.
    Module,
    /// A module whose parts are printed like a list.
    ModuleList,
    /// A parameter: it stands for the tensor that it holds.
    Parameter,
    /// A dict, a list or a tuple of a class of its own: it holds a plain one, of this type.
    Container(ContainerType),
}

/// When two objects of a class are equal, and so what they are as keys of a dict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Each is equal only to itself.
    Identity,
    /// Each is equal only to itself, and a `__hash__` of its class is asked.
    IdentityHashed,
    /// Its `__eq__` says so, and its `__hash__` says what goes with that.
    Hashed,
    /// Its `__eq__` says so, and nothing says what goes with that: no dict can have them as keys.
    Unhashable,
    /// Their items say so.
    Items,
}

/// What a class of a cell can extend so that its objects hold items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerType {
    /// `dict`.
    Dict,
    /// `list`.
    List,
    /// `tuple`.
    Tuple,
}

/// The attribute that holds the tensor of a parameter, or the items of a container; no text can name it.
pub const DATA_FIELD: &str = "(data)";
/// The attribute of a parameter that says whether it is learned.
pub const REQUIRES_GRAD: &str = "requires_grad";

/// What every class extends in the end.
pub static OBJECT: Native =
    Native { name: "object", base: None, kind: NativeKind::Plain, declared: &[], describe: |_, _| String::new() };

/// Functions that are declared together: the rows of each are its names. A class names tables by where they stand, because a function is known
/// by its place in its table.
pub type Table = &'static [&'static [Builtin]];

/// A class that is always there.
#[derive(Debug)]
pub struct Native {
    /// Its name: `Linear`.
    pub name: &'static str,
    /// What it extends; `object` alone extends nothing.
    pub base: Option<&'static Native>,
    /// What its objects are to the evaluator.
    pub kind: NativeKind,
    /// Its constructor, which is called as the class is, and its methods, in tables. Without a constructor, the base's is called.
    pub declared: &'static [&'static Table],
    /// What `print` shows between the brackets: `in_features=4, out_features=2, bias=True`.
    pub describe: fn(&Heap, &Object) -> String,
}

impl Native {
    /// When two of its objects are equal.
    fn equality(&self) -> Equality {
        match self.kind {
            NativeKind::Container(ContainerType::Tuple) => Equality::Items,
            NativeKind::Container(_) => Equality::Unhashable,
            _ => Equality::Identity,
        }
    }

    fn rows(&self) -> impl Iterator<Item = &'static Builtin> + use<> {
        self.declared.iter().flat_map(|table| table.iter()).flat_map(|rows| rows.iter())
    }

    /// Whether it is that class or extends it.
    pub fn is(&self, other: &Self) -> bool {
        std::iter::successors(Some(self), |native| native.base).any(|native| native == other)
    }

    /// What calling the class does with the new object.
    pub fn constructor(&self) -> Option<&'static Builtin> {
        self.rows().find(|builtin| builtin.name == self.name)
    }

    /// Its own methods.
    pub fn methods(&self) -> impl Iterator<Item = &'static Builtin> + use<> {
        let name = self.name;
        self.rows().filter(move |builtin| builtin.name != name)
    }
}

/// Two natives are the same when they are one.
impl PartialEq for Native {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What a class has under a name.
#[derive(Clone, Debug)]
pub enum Member {
    /// What its block bound, or what was assigned to it.
    Value(Value),
    /// A method that is always there.
    Builtin(&'static Builtin),
}

/// A method of a cell's class together with the class it was found in, where `super()` begins, and the object it is for.
#[derive(Debug)]
pub struct Bound {
    /// The function.
    pub function: Arc<Closure>,
    /// The class that holds it.
    pub owner: Class,
    /// What it is called with first: nothing when it was taken from the class itself, as in `Base.forward(self, x)`.
    pub object: Option<Value>,
}

impl Class {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Written(class) => &class.body.name,
            Self::Native(native) => native.name,
        }
    }

    /// What it extends, in the order of its statement.
    pub fn bases(&self) -> Vec<Self> {
        match self {
            Self::Written(class) => class.body.bases.iter().map(|base| class.adopt(base.clone())).collect(),
            Self::Native(native) => native.base.map(Self::Native).into_iter().collect(),
        }
    }

    /// The class itself and everything that it extends, nearest first: Python's method resolution order.
    pub fn line(&self) -> impl Iterator<Item = Self> {
        let mut place = 0;
        let mut next = Some(self.clone());
        std::iter::from_fn(move || {
            let current = next.take()?;
            next = match self {
                Self::Written(class) => class.body.line.get(place).map(|above| class.adopt(above.clone())),
                Self::Native(_) => current.bases().pop(),
            };
            place += 1;
            Some(current)
        })
    }

    /// What a class that extends these has behind itself in its line, as C3 orders it: each class before those that it extends, and those in the
    /// order of its statement.
    ///
    /// # Errors
    /// The classes of which each waits for another one, where no order does that.
    ///
    /// Barrett et al. 1996, *A monotonic superclass linearization for Dylan*.
    pub fn line_behind(bases: &[Self]) -> Result<Vec<Self>, Vec<Self>> {
        let mut lines: Vec<Vec<Self>> = bases.iter().map(|base| base.line().collect()).collect();
        lines.push(bases.to_vec());
        let mut line = Vec::new();
        loop {
            lines.retain(|line| !line.is_empty());
            if lines.is_empty() {
                return Ok(line);
            }
            let waits = |class: &Self| lines.iter().any(|line| line[1..].iter().any(|later| later.same(class)));
            let firsts = || lines.iter().map(|line| &line[0]);
            let Some(next) = firsts().find(|class| !waits(class)).cloned() else {
                let mut stuck: Vec<Self> = Vec::new();
                for class in firsts() {
                    if !stuck.iter().any(|one| one.same(class)) {
                        stuck.push(class.clone());
                    }
                }
                return Err(stuck);
            };
            for line in &mut lines {
                if line[0].same(&next) {
                    line.remove(0);
                }
            }
            line.push(next);
        }
    }

    /// The nearest class along its line that is always there.
    pub fn native(&self) -> Option<&'static Native> {
        self.line().find_map(|class| match class {
            Self::Native(native) => Some(native),
            Self::Written(_) => None,
        })
    }

    /// Whether it is that class or extends it.
    pub fn is(&self, other: &Self) -> bool {
        self.line().any(|class| class.same(other))
    }

    /// Whether it is that class or extends it.
    pub fn is_native(&self, other: &'static Native) -> bool {
        self.native().is_some_and(|native| native.is(other))
    }

    /// What its objects are to the evaluator.
    pub fn kind(&self) -> NativeKind {
        self.native().map_or(NativeKind::Plain, |native| native.kind)
    }

    /// Whether its objects are modules.
    pub fn is_module(&self) -> bool {
        matches!(self.kind(), NativeKind::Module | NativeKind::ModuleList)
    }

    /// Whether its objects are parameters.
    pub fn is_parameter(&self) -> bool {
        self.kind() == NativeKind::Parameter
    }

    /// What kind of container its objects are.
    pub fn container(&self) -> Option<ContainerType> {
        match self.kind() {
            NativeKind::Container(container) => Some(container),
            _ => None,
        }
    }

    /// When two objects of the class are equal.
    pub fn equality(&self) -> Equality {
        match self {
            Self::Written(class) => class.body.equality,
            Self::Native(native) => native.equality(),
        }
    }

    /// A number for a class of a cell, equal for one and the same class.
    ///
    /// # Errors
    /// The class itself, of one that is always there.
    pub fn key(&self) -> Result<(u64, u32), &'static Native> {
        match self {
            Self::Written(class) => Ok((class.home.as_ref().map_or(0, |home| home.digest()), class.body.number)),
            Self::Native(native) => Err(native),
        }
    }

    /// Whether both are one class.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Native(a), Self::Native(b)) => a == b,
            (Self::Written(a), Self::Written(b)) => {
                a.body.number == b.body.number && same_frozen_heap(a.home.as_ref(), b.home.as_ref())
            }
            _ => false,
        }
    }

    /// What its line has under a name, and which class of the line has it; `heap` is that of the running cell.
    pub fn find(&self, heap: &Heap, name: &str) -> Option<(Self, Member)> {
        Self::find_in(self.line(), heap, name)
    }

    /// The same among those that come after a class in its line: what `super()` finds there.
    pub fn find_after(&self, class: &Self, heap: &Heap, name: &str) -> Option<(Self, Member)> {
        Self::find_in(self.line().skip_while(|one| !one.same(class)).skip(1), heap, name)
    }

    /// The same among these classes.
    pub fn find_in(mut line: impl Iterator<Item = Self>, heap: &Heap, name: &str) -> Option<(Self, Member)> {
        line.find_map(|class| {
            Some(match class.own(heap, name)? {
                // A method that was taken from another class is a method here, and its `super()` begins there.
                Member::Value(Value::Bound(bound)) if bound.object.is_none() => {
                    (bound.owner.clone(), Member::Value(Value::Function(bound.function.clone())))
                }
                member => (class, member),
            })
        })
    }

    fn own(&self, heap: &Heap, name: &str) -> Option<Member> {
        match self {
            Self::Written(class) => {
                let value = heap.members(class)?.get(name)?.clone();
                Some(Member::Value(match &class.home {
                    Some(home) => value.frozen_in(home),
                    None => value,
                }))
            }
            Self::Native(native) if name == "__init__" => native.constructor().map(Member::Builtin),
            Self::Native(native) => native.methods().find(|method| method.name == name).map(Member::Builtin),
        }
    }

    /// Every name along its line; `heap` is that of the running cell.
    pub fn names(&self, heap: &Heap) -> Vec<Arc<str>> {
        let own = |class: Self| match class {
            Self::Written(class) => heap.members(&class).into_iter().flat_map(|own| own.keys().cloned()).collect(),
            Self::Native(native) => native.methods().map(|method| Arc::from(method.name)).collect::<Vec<_>>(),
        };
        // What a property is set with has a name that no text can give.
        self.line().flat_map(own).filter(|name| !name.contains('.')).collect()
    }

    /// The cell that made it, once that has ended.
    pub(super) fn home(&self) -> Option<&Arc<FrozenHeap>> {
        match self {
            Self::Written(class) => class.home.as_ref(),
            Self::Native(_) => None,
        }
    }

    /// The class as other cells see it.
    #[must_use]
    pub fn frozen_in(self, home: &Arc<FrozenHeap>) -> Self {
        match self {
            Self::Written(class) if class.home.is_none() => {
                Self::Written(Written { body: class.body, home: Some(Arc::clone(home)) })
            }
            other => other,
        }
    }
}

impl Written {
    fn adopt(&self, class: Class) -> Class {
        match &self.home {
            Some(home) => class.frozen_in(home),
            None => class,
        }
    }
}

/// `super()`: an object, seen as if it were of the class after the one whose method is running.
#[derive(Debug)]
pub struct Super {
    /// The object, or the class in a class method.
    pub object: Value,
    /// Where looking up begins.
    pub class: Class,
}

impl Bound {
    /// The method as other cells see it.
    pub(super) fn frozen_in(&self, home: &Arc<FrozenHeap>) -> Self {
        Self {
            function: Arc::new(self.function.frozen_in(home)),
            owner: self.owner.clone().frozen_in(home),
            object: self.object.clone().map(|object| object.frozen_in(home)),
        }
    }

    /// Whether both call the same function with the same object.
    pub(super) fn same(&self, other: &Self) -> bool {
        let objects = match (&self.object, &other.object) {
            (Some(a), Some(b)) => a.same_bits(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        objects && self.owner.same(&other.owner) && self.function.same_bits(&other.function)
    }
}

impl Super {
    /// The same as other cells see it.
    pub(super) fn frozen_in(&self, home: &Arc<FrozenHeap>) -> Self {
        Self { object: self.object.clone().frozen_in(home), class: self.class.clone().frozen_in(home) }
    }

    /// What the object has under a name behind that class; `heap` is that of the running cell.
    pub fn find(&self, heap: &Heap, name: &str) -> Option<(Class, Member)> {
        match &self.object {
            Value::Object(reference) => reference.class.find_after(&self.class, heap, name),
            Value::Class(class) => class.find_after(&self.class, heap, name),
            _ => None,
        }
    }

    /// The object, if it is one.
    pub fn reference(&self) -> Option<&Reference> {
        match &self.object {
            Value::Object(reference) => Some(reference),
            _ => None,
        }
    }
}
