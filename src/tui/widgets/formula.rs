//! Formulas in two dimensions: fractions, roots, scripts and limits as people write them, and long formulas broken where people break
//! them. The page draws those of lessons so, the inspector those that explain a number.
//!
//! Who knows what a formula is made of makes a row of [`Atom`]s, of which some are [`MathBox`]es of several rows. [`set`] then lays them
//! out in a width.

mod math_box;

use ratatui::style::Style;

pub use math_box::{MathBox, ScriptBoxes};

/// What an atom does in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// A name, a number, a fraction.
    Plain,
    /// The space between two others.
    Space,
    /// `=`, `<`, `and`: a line is broken before it first.
    Relation,
    /// `+`, `−`: before it next.
    Sum,
    /// `·`, `/`: before it only within a term that is too wide for a line.
    Product,
    /// A comma: a line is broken behind it.
    Comma,
    /// A bracket that opens; none is drawn for `None`.
    Open(Option<char>),
    /// A bracket that closes.
    Close(Option<char>),
}

/// What a row of a formula is made of.
#[derive(Clone, Debug)]
pub struct Atom {
    /// What it does in the row.
    pub kind: AtomKind,
    /// How it is drawn, with its scripts.
    drawn: MathBox,
    /// The scripts of a bracket that closes, which stand higher where the bracket grows.
    scripts: ScriptBoxes,
}

/// Where a row of a formula stands: that says how its quotients are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaPlace {
    /// On lines of its own: fractions stand upright, and operators have their limits above and below.
    Alone,
    /// Above or below the line of a fraction, in which one more stands upright.
    InFraction,
    /// In a function, in a power or in two fractions: all of it is written on one line.
    OnOneLine,
}

impl FormulaPlace {
    /// Where the parts of a fraction that stands here upright are; nothing where it is written on one line.
    pub fn in_fraction(self) -> Option<Self> {
        match self {
            Self::Alone => Some(Self::InFraction),
            Self::InFraction => Some(Self::OnOneLine),
            Self::OnOneLine => None,
        }
    }
}

/// How many ranks of operators there are.
const RANKS: usize = 3;
/// Formulas are not broken within more brackets than this.
const DEEPEST: usize = 8;

impl Atom {
    /// An atom of one row.
    pub fn text(kind: AtomKind, text: impl Into<String>, style: Style) -> Self {
        Self::of(kind, MathBox::text(text, style))
    }

    /// A space.
    pub fn space() -> Self {
        Self::text(AtomKind::Space, " ", Style::default())
    }

    /// A bracket.
    pub fn bracket(kind: AtomKind, style: Style) -> Self {
        let (AtomKind::Open(sign) | AtomKind::Close(sign)) = kind else { return Self::text(kind, "", style) };
        Self::text(kind, sign.map(String::from).unwrap_or_default(), style)
    }

    /// An atom that is drawn so.
    pub fn of(kind: AtomKind, drawn: MathBox) -> Self {
        Self { kind, drawn, scripts: ScriptBoxes::default() }
    }

    /// With scripts behind it.
    #[must_use]
    pub fn with_scripts(self, scripts: ScriptBoxes) -> Self {
        Self { kind: self.kind, drawn: self.drawn.with_scripts(scripts.clone()), scripts }
    }

    /// The columns that it takes.
    fn width(&self) -> u16 {
        self.drawn.width()
    }
}

/// A formula in at most `width` columns, on as many lines as it needs, all but the first of them indented. Something that cannot be
/// broken makes it wider.
pub fn set(atoms: Vec<Atom>, width: u16, indent: u16, style: Style) -> MathBox {
    let atoms = grown(atoms, style);
    let mut lines: Vec<Vec<Atom>> = Vec::new();
    let mut used: u16 = 0;
    for part in parts(&atoms, 0, width.saturating_sub(indent)) {
        let blank = part.iter().rev().take_while(|atom| atom.kind == AtomKind::Space).count() as u16;
        let size = width_of(&part);
        if lines.is_empty() || used > 0 && used.saturating_add(size - blank) > width.max(1) {
            used = if lines.is_empty() { 0 } else { indent };
            lines.push(Vec::new());
        }
        used = used.saturating_add(size);
        lines.last_mut().into_iter().for_each(|line| line.extend(part.iter().cloned()));
    }
    let drawn = |(at, line): (usize, Vec<Atom>)| {
        let row = MathBox::row(trimmed(line).into_iter().map(|atom| atom.drawn));
        if at > 0 { row.indented(indent) } else { row }
    };
    MathBox::stack(lines.into_iter().enumerate().map(drawn).collect())
}

/// All of a formula on one line.
pub fn row(atoms: Vec<Atom>, style: Style) -> MathBox {
    MathBox::row(trimmed(grown(atoms, style)).into_iter().map(|atom| atom.drawn))
}

fn trimmed(mut line: Vec<Atom>) -> Vec<Atom> {
    let is_space = |atom: Option<&Atom>| atom.is_some_and(|atom| atom.kind == AtomKind::Space);
    while is_space(line.last()) {
        line.pop();
    }
    let blank = line.iter().take_while(|atom| atom.kind == AtomKind::Space).count();
    line.split_off(blank)
}

fn width_of(atoms: &[Atom]) -> u16 {
    atoms.iter().fold(0, |width, atom| width.saturating_add(atom.width()))
}

/// With brackets as high as what stands between them, and what is high apart from what stands beside it.
fn grown(atoms: Vec<Atom>, style: Style) -> Vec<Atom> {
    let mut row: Vec<Atom> = Vec::with_capacity(atoms.len());
    let mut open: Vec<usize> = Vec::new();
    for atom in atoms {
        let closed = if matches!(atom.kind, AtomKind::Close(_)) { open.pop() } else { None };
        if matches!(atom.kind, AtomKind::Open(_)) {
            open.push(row.len());
        }
        match closed.filter(|start| open.len() < DEEPEST && row[*start + 1..].iter().any(|atom| atom.drawn.is_tall())) {
            Some(start) => {
                let inner = row.split_off(start + 1);
                let atom = bracketed(row.pop(), inner, atom, style);
                add(&mut row, atom);
            }
            None => add(&mut row, atom),
        }
    }
    row
}

/// An atom of all that stands between two brackets.
fn bracketed(open: Option<Atom>, inner: Vec<Atom>, close: Atom, style: Style) -> Atom {
    let sign = |kind| match kind {
        AtomKind::Open(sign) | AtomKind::Close(sign) => sign,
        _ => None,
    };
    let inner = MathBox::row(trimmed(inner).into_iter().map(|atom| atom.drawn));
    let open = open.and_then(|open| sign(open.kind));
    let drawn = MathBox::in_brackets(open, inner, sign(close.kind), style);
    Atom::of(AtomKind::Plain, drawn.with_scripts(close.scripts))
}

/// Puts an atom behind others, with a space where one of two neighbours is tall.
fn add(row: &mut Vec<Atom>, atom: Atom) {
    let touches = |kind| matches!(kind, AtomKind::Space | AtomKind::Open(_) | AtomKind::Close(_) | AtomKind::Comma);
    if let Some(last) = row.last()
        && (last.drawn.is_tall() || atom.drawn.is_tall())
        && !touches(atom.kind)
        && !touches(last.kind)
    {
        row.push(Atom::space());
    }
    row.push(atom);
}

/// The parts of a row that stay together: each begins with an operator or ends with a comma. A part that is too wide for a line of its
/// own is divided at operators that bind more tightly, and then within its brackets.
fn parts(atoms: &[Atom], level: usize, width: u16) -> Vec<Vec<Atom>> {
    let mut parts: Vec<Vec<Atom>> = vec![Vec::new()];
    let mut open = 0_usize;
    let mut after_comma = false;
    for atom in atoms {
        let is_level = |depth: usize, rank: usize| depth * RANKS + rank <= level;
        let begins = match atom.kind {
            AtomKind::Relation => is_level(open, 0),
            AtomKind::Sum => is_level(open, 1),
            AtomKind::Product => is_level(open, 2),
            AtomKind::Space => false,
            // What a function is given is a list within brackets.
            _ => after_comma && (open == 0 || is_level(open - 1, 2)),
        };
        match atom.kind {
            AtomKind::Open(_) => open += 1,
            AtomKind::Close(_) => open = open.saturating_sub(1),
            _ => {}
        }
        if atom.kind != AtomKind::Space {
            after_comma = atom.kind == AtomKind::Comma;
        }
        let has_begun = parts.last().is_some_and(|part| part.iter().any(|atom| atom.kind != AtomKind::Space));
        if begins && has_begun {
            parts.push(Vec::new());
        }
        parts.last_mut().into_iter().for_each(|part| part.push(atom.clone()));
    }
    let divide = |part: Vec<Atom>| {
        let is_too_wide = level + 1 < RANKS * DEEPEST && width_of(&trimmed(part.clone())) > width;
        if is_too_wide { self::parts(&part, level + 1, width) } else { vec![part] }
    };
    parts.into_iter().flat_map(divide).collect()
}
