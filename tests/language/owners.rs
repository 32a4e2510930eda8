//! A cell owns the lists, dicts and sets that it makes: other cells of a page read them and do not change them.

use std::cell::RefCell;
use std::sync::Arc;

use glassformer::notebook::document::Document;
use glassformer::notebook::evaluate::{
    EvaluationObserver, EvaluationOutcome, EvaluationTask, Room, TaskState, evaluate, evaluate_now,
};
use glassformer::notebook::lesson::Lesson;
use glassformer::tensor::stop::Flag;

/// A page of cells only, given as (label, code).
pub(crate) fn page(cells: &[(&str, &str)]) -> Document {
    let cell = |(label, code): &(&str, &str)| format!("```python\n#| label: {label}\n{code}\n```\n\n");
    let text = format!("---\ntitle: T\nid: t\n---\n{}", cells.iter().map(cell).collect::<String>());
    Document::new(Arc::new(Lesson::read("t.md", &text).unwrap_or_else(|problems| panic!("{problems:?}"))))
}

pub(crate) fn now(page: &Document) -> EvaluationOutcome {
    evaluate_now(&page.snapshot(), &EvaluationOutcome::default())
}

/// The value of a name of a page, as it is printed.
pub(crate) fn shown(outcome: &EvaluationOutcome, name: &str) -> String {
    let (_, binding) = outcome.definition(name).unwrap_or_else(|| panic!("nobody defines {name}"));
    binding.value.repr()
}

/// What is wrong with a cell.
pub(crate) fn refused(outcome: &EvaluationOutcome, id: &str) -> String {
    match &outcome.cell(&id.into()).state {
        TaskState::Error(fault) => fault.diagnostic.message.clone(),
        other => panic!("{id} is {other:?}"),
    }
}

/// That nothing is wrong with some cells.
pub(crate) fn are_well(outcome: &EvaluationOutcome, ids: &[&str]) {
    for id in ids {
        assert_eq!(outcome.cell(&(*id).into()).state, TaskState::Ok, "{id}");
    }
}

/// Notes what runs.
#[derive(Default)]
struct Witness {
    cancel: Flag,
    ran: RefCell<Vec<EvaluationTask>>,
}

impl EvaluationObserver for Witness {
    fn cancel(&self) -> &Flag {
        &self.cancel
    }

    fn before(&self, task: &EvaluationTask, _so_far: &EvaluationOutcome) {
        self.ran.borrow_mut().push(task.clone());
    }
}

/// Evaluates again and says which cells ran, in order.
pub(crate) fn rerun(page: &Document, previous: &EvaluationOutcome) -> (EvaluationOutcome, Vec<String>) {
    let witness = Witness::default();
    let outcome = evaluate(&page.snapshot(), previous, &witness, Room::Course);
    let ran = witness.ran.borrow().iter().map(|task| task.block().to_string()).collect();
    (outcome, ran)
}

/// That a cell cannot do this to what the cell `owner` made.
fn is_refused(attempt: &str) {
    let owner =
        "class Kept:\n    pass\nxs = [1]\nrows = {'a': [1]}\nmarks = {1}\npair = ([1], 0)\nbox = Kept()\nbox.xs = [1]";
    let outcome = now(&page(&[("owner", owner), ("other", attempt)]));
    let told = refused(&outcome, "other");
    assert!(told.contains("made in cell `owner`"), "{attempt}: {told}");
    are_well(&outcome, &["owner"]);
    assert_eq!(
        ["xs", "rows", "marks", "pair"].map(|name| shown(&outcome, name)),
        ["[1]", "{'a': [1]}", "{1}", "([1], 0)"],
        "{attempt}"
    );
}

#[test]
fn a_list_of_another_cell_is_refused_with_its_owner() {
    // Each is what the second cell tries with what the first one made.
    for attempt in [
        "def add(items):\n    items.append(2)\nadd(xs)",
        "ys = xs\nys.append(2)",
        "ys = xs\nys += [2]",
        "ys = xs\nys *= 2",
        "ys = xs\nys[0] = 9",
        "ys = xs\nys[0], n = 9, 1",
        "ys = [xs]\nys[0].append(2)",
        "ys = [xs] * 2\nys[1][0] += 5",
        "for x in [xs]:\n    x.clear()",
        "add = xs.append\nadd(2)",
        "ys = rows['a']\nys.append(2)",
        "ys = rows.copy()\nys['a'].append(2)",
        "ys = rows\nys['b'] = 1",
        "ys = rows\nys.update(b=1)",
        "t = marks\nt.add(2)",
        "t = marks\nt |= {2}",
        "ys = pair[0]\nys.append(2)",
        "class Box:\n    def __init__(self, xs):\n        self.xs = xs\nmine = Box(xs)\nmine.xs.append(2)",
        "box.xs.append(2)",
        "import copy\nys = copy.copy(rows)\nys['a'].append(2)",
        "box.n = 1",
        "box.xs = []",
        "Kept.n = 1",
        "Kept.xs = []",
        "setattr(Kept, 'n', 1)",
        "type(box).n = 1",
        "box.__class__.n = 1",
        "def f(kind):\n    kind.n = 1\nf(Kept)",
        "class More(Kept):\n    pass\nMore.xs = 1\nsuper_of = Kept\nsuper_of.xs = 2",
    ] {
        is_refused(attempt);
    }
}

#[test]
fn a_list_of_another_cell_is_refused_by_its_own_name_too() {
    for attempt in [
        "xs.append(2)",
        "n = xs.pop()",
        "n = [xs.sort(), 1]",
        "for i in range(2):\n    xs.append(i)",
        "n = [xs.append(i) for i in range(2)]",
        "rows['a'].append(2)",
        "n = rows.setdefault('b', [])",
        "rows.setdefault('a', []).append(2)",
        "n = rows.pop('a')",
        "marks.add(2)",
        "pair[0].append(2)",
    ] {
        is_refused(attempt);
    }
}

#[test]
fn a_function_of_another_cell_changes_what_its_caller_made_and_nothing_else() {
    let tools = "log_of_calls = []\ndef add(items, x):\n    items.append(x)\n    return items\ndef note(x):\n    log_of_calls.append(x)";
    let outcome = now(&page(&[
        ("tools", tools),
        ("lists", "xs = [1]"),
        ("mine", "ys = [1]\nadd(ys, 2)\nadd(ys, 3)\nfresh = add([], 4)\nfresh.append(5)"),
        ("theirs", "zs = add(xs, 2)"),
        ("tools-own", "note(1)"),
    ]));
    are_well(&outcome, &["tools", "lists", "mine"]);
    assert_eq!(["xs", "ys", "fresh"].map(|name| shown(&outcome, name)), ["[1]", "[1, 2, 3]", "[4, 5]"]);
    let told = refused(&outcome, "theirs");
    assert!(told.contains("made in cell") && told.contains("`lists`") && !told.contains("`tools`"), "{told}");
    let told = refused(&outcome, "tools-own");
    assert!(told.contains("made in cell") && told.contains("`tools`"), "{told}");
    assert_eq!(shown(&outcome, "log_of_calls"), "[]");
}

#[test]
fn a_list_of_a_class_belongs_to_its_cell_even_where_only_an_object_leads_to_it() {
    let outcome = now(&page(&[
        ("owner", "def made():\n    class Kept:\n        xs = [1]\n    return Kept()\nkept = made()"),
        ("other", "kept.xs.append(2)"),
        ("reader", "n = len(kept.xs)"),
    ]));
    are_well(&outcome, &["owner", "reader"]);
    assert!(refused(&outcome, "other").contains("made in cell `owner`"));
    assert_eq!(shown(&outcome, "n"), "1");
}

#[test]
fn a_class_belongs_to_the_cell_that_makes_it() {
    let tools = "def make():\n    class A:\n        n = 0\n        xs = []\n    return A\nX = make()\ndef set_n(kind, n):\n    kind.n = n\ndef reset():\n    X.n = 9\nX.n = 1";
    let outcome = now(&page(&[
        ("tools", tools),
        ("mine", "Y = make()\nY.n += 5\nset_n(Y, Y.n + 1)\ny = Y()\nY.xs.append(1)\ny.n += 1"),
        ("extends", "class B(X):\n    pass\nB.n += 10\nB.m = lambda self: (self.n, X.n)\nbm = B().m()"),
        ("reader", "told = [X is Y, X.n, X.xs, Y.n, Y.xs, y.n, B.n]"),
        ("theirs", "Y.n = 1"),
        ("through", "set_n(Y, 1)"),
        ("own", "reset()"),
        ("list", "Y.xs.append(2)"),
        ("base", "B.__class__ = 1"),
    ]));
    are_well(&outcome, &["tools", "mine", "extends", "reader"]);
    assert_eq!(shown(&outcome, "told"), "[False, 1, [], 6, [1], 7, 11]");
    assert_eq!(shown(&outcome, "bm"), "(11, 1)");
    for (cell, owner) in
        [("theirs", "`mine`"), ("through", "`mine`"), ("own", "`tools`"), ("list", "`mine`"), ("base", "`extends`")]
    {
        let told = refused(&outcome, cell);
        assert!(told.contains(&format!("was made in cell {owner} and cannot be changed here")), "{cell}: {told}");
    }
}

#[test]
fn a_method_reads_its_class_as_the_cell_left_it() {
    let owner = "class A:\n    n = 0\n    def get(self):\n        return A.n, self.n, type(self).n\na = A()\nbefore = a.get()\nA.n = 5\nA.also = lambda self: self.n + 1\nb = A()\nb.n = 7";
    let outcome = now(&page(&[
        ("owner", owner),
        ("reader", "told = (a.get(), b.get(), a.also())"),
        ("extends", "class B(A):\n    n = 8\nalso = (B().get(), B().also())"),
    ]));
    are_well(&outcome, &["owner", "reader", "extends"]);
    assert_eq!(shown(&outcome, "before"), "(0, 0, 0)");
    assert_eq!(shown(&outcome, "told"), "((5, 5, 5), (5, 7, 5), 6)");
    assert_eq!(shown(&outcome, "also"), "((5, 8, 8), 9)");
}

/// A class leads to all that its cell leaves, so who reads the class runs again, but not who only reads a list of it.
#[test]
fn a_list_of_a_class_is_the_same_when_its_cell_changes_elsewhere() {
    let cells = |before: &str, n: u32| {
        format!("{before}class Kept:\n    xs = [1]\n    d = {{'a': [2]}}\nKept.ys = [3]\nn = {n}\nkept = Kept()")
    };
    let mut document = page(&[
        ("owner", &cells("", 3)),
        ("alias", "xs, ys, inner = Kept.xs, kept.ys, Kept.d['a']"),
        ("reader", "total = sum(xs) + sum(ys) + sum(inner)"),
    ]);
    let first = now(&document);
    assert_eq!(shown(&first, "total"), "6");
    assert_eq!(rerun(&document, &first).1, [""; 0], "nothing changed");
    let mut previous = first;
    for (source, ran) in [
        (cells("", 4), vec!["owner", "alias"]),
        (cells("class First:\n    xs = [1]\n    d = {'a': [0]}\n", 4), vec!["owner", "alias"]),
        (
            cells("def made():\n    class Kept:\n        xs = [9]\n    return Kept\naa = [made(), made()]\n", 4),
            vec!["owner", "alias"],
        ),
        (cells("", 3).replace("[3]", "[30]"), vec!["owner", "alias", "reader"]),
        (cells("", 3), vec!["owner", "alias", "reader"]),
    ] {
        document.edit("owner", &source, false);
        let (outcome, which) = rerun(&document, &previous);
        assert_eq!(which, ran, "{source}");
        let anew = now(&document);
        for name in ["Kept", "kept", "n", "xs", "ys", "inner", "total"] {
            let (_, now) = outcome.definition(name).unwrap();
            assert!(
                now.value.same_bits(&anew.definition(name).unwrap().1.value),
                "{name} of a run from scratch: {source}"
            );
        }
        previous = outcome;
    }
}

#[test]
fn lists_of_two_classes_are_two() {
    let made = "def made():\n    class A:\n        xs = [1]\n    return A\n";
    for owner in [
        "p, q = made(), made()",
        "both = [made(), made()]\np, q = both",
        "a, b = made()(), made()()\np, q = type(a), type(b)",
    ] {
        let outcome = now(&page(&[
            ("owner", &format!("{made}{owner}")),
            ("alias", "x, y, x_again = p.xs, q.xs, p().xs"),
            ("asks", "told = (x is y, x == y, x is x_again, p.xs is x)"),
        ]));
        are_well(&outcome, &["owner", "alias", "asks"]);
        assert_eq!(shown(&outcome, "told"), "(False, True, True, True)", "{owner}");
    }
}

#[test]
fn a_default_of_another_cells_function_belongs_to_that_cell() {
    let outcome = now(&page(&[
        ("tools", "def f(x, acc=[]):\n    acc.append(x)\n    return acc\nhere = len(f(1))"),
        ("given", "ys = f(2, [])"),
        ("left-out", "zs = f(3)"),
    ]));
    are_well(&outcome, &["tools", "given"]);
    assert_eq!(["here", "ys"].map(|name| shown(&outcome, name)), ["1", "[2]"]);
    let told = refused(&outcome, "left-out");
    assert!(told.contains("made in cell") && told.contains("`tools`"), "{told}");
}

#[test]
fn the_owner_is_who_made_it_and_not_who_gave_it_on() {
    let outcome = now(&page(&[
        ("first", "xs = [1]"),
        ("second", "ys = xs\nrows = [xs, [2]]"),
        ("alias", "a = ys\na.append(2)"),
        ("inner", "b = rows[0]\nb.append(2)"),
        ("outer", "c = rows[1]\nc.append(2)"),
        ("same", "is_same = ys is xs and rows[0] is xs and rows[1] is not xs"),
    ]));
    are_well(&outcome, &["first", "second", "same"]);
    assert_eq!(shown(&outcome, "is_same"), "True");
    for (cell, owner) in [("alias", "`first`"), ("inner", "`first`"), ("outer", "`second`")] {
        let told = refused(&outcome, cell);
        assert!(told.contains("made in cell") && told.contains(owner), "{cell}: {told}");
    }
}

#[test]
fn a_copy_of_another_cells_list_may_be_changed() {
    let outcome = now(&page(&[
        ("owner", "xs = [1]\nd = {'a': [1]}\ns = {1}"),
        (
            "other",
            "import copy\nfound = [xs.copy(), list(xs), xs[:], xs + [], xs * 1, [*xs], copy.copy(xs), copy.deepcopy(xs), sorted(xs)]\nfor one in found:\n    one.append(2)\ne = copy.deepcopy(d)\ne['a'].append(2)\nf = d.copy()\nf['a'] = f['a'] + [3]\nt = s | {2}\nt.add(3)\nu = set(s)\nu.discard(1)",
        ),
    ]));
    are_well(&outcome, &["owner", "other"]);
    assert_eq!(shown(&outcome, "found"), format!("[{}]", ["[1, 2]"; 9].join(", ")));
    assert_eq!(
        ["xs", "d", "s", "e", "f", "t", "u"].map(|name| shown(&outcome, name)),
        ["[1]", "{'a': [1]}", "{1}", "{'a': [1, 2]}", "{'a': [1, 3]}", "{1, 2, 3}", "set()"]
    );
}

#[test]
fn who_reads_a_list_does_not_run_again_when_its_cell_changes_elsewhere() {
    let mut page = page(&[
        ("owner", "xs = [1]\nxs.append(2)\nrows = [xs, xs]\nn = 3"),
        ("reader", "total = sum(xs)"),
        ("alias", "ys = xs\nfirst = rows[0]"),
        ("other", "m = n + 1"),
    ]);
    let first = now(&page);
    assert_eq!(["total", "ys", "m"].map(|name| shown(&first, name)), ["3", "[1, 2]", "4"]);
    assert_eq!(rerun(&page, &first).1, [""; 0], "nothing changed");

    page.edit("owner", "xs = [1]\nxs.append(2)\nrows = [xs, xs]\nn = 4", false);
    let (second, ran) = rerun(&page, &first);
    assert_eq!(ran, ["owner", "other"]);
    assert_eq!(shown(&second, "m"), "5");

    page.edit("owner", "xs = []\nfor i in range(2):\n    xs.append(i + 1)\nrows = [xs] * 2\nn = 4", false);
    let (third, ran) = rerun(&page, &second);
    assert_eq!(ran, ["owner"], "made in another way, and the same");

    page.edit("owner", "aa = [7]\nxs = [1, 2]\nrows = [xs] * 2\nn = 4\naa", false);
    let (third, ran) = rerun(&page, &third);
    assert_eq!(ran, ["owner"], "another list of its cell is no concern of theirs");

    page.edit("owner", "xs = [1]\nxs.append(5)\nrows = [xs, xs]\nn = 4", false);
    let (fourth, ran) = rerun(&page, &third);
    assert_eq!(ran, ["owner", "reader", "alias"]);
    assert_eq!(["total", "ys", "first"].map(|name| shown(&fourth, name)), ["6", "[1, 5]", "[1, 5]"]);
}

#[test]
fn a_copy_of_a_tuple_has_lists_of_its_own() {
    let outcome = now(&page(&[
        ("owner", "pair = ([1], ([2],))"),
        ("other", "import copy\nmine = copy.deepcopy(pair)\nmine[0].append(5)\nmine[1][0].append(6)"),
    ]));
    are_well(&outcome, &["owner", "other"]);
    assert_eq!(["pair", "mine"].map(|name| shown(&outcome, name)), ["([1], ([2],))", "([1, 5], ([2, 6],))"]);
}

/// Which run of its cell a list is of makes no difference to who reads it.
#[test]
fn a_list_of_an_earlier_run_is_the_list_of_the_later_one() {
    let mut page = page(&[
        ("owner", "xs = [float('nan')]"),
        ("alias", "keep = xs"),
        (
            "asks",
            "import copy\ncopies = copy.deepcopy([keep, xs])\nsame = [keep == xs, keep is xs, copies[0] is copies[1]]",
        ),
    ]);
    let first = now(&page);
    assert_eq!(shown(&first, "same"), "[True, True, True]");
    page.edit("owner", "# again\nxs = [float('nan')]", false);
    let (second, _) = rerun(&page, &first);
    page.edit("asks", "import copy\ncopies = copy.deepcopy([keep, xs])\nsame = [keep == xs, keep is xs, copies[0] is copies[1]] # again", false);
    let (third, ran) = rerun(&page, &second);
    assert_eq!((ran, shown(&third, "same")), (vec!["asks".to_owned()], "[True, True, True]".to_owned()));
}

#[test]
fn a_list_that_came_out_the_same_is_the_same_list_to_all() {
    let mut page =
        page(&[("owner", "xs = [1]\nn = 3"), ("alias", "ys = xs"), ("asks", "same = [ys is xs, ys is not [1]]")]);
    let first = now(&page);
    assert_eq!(shown(&first, "same"), "[True, True]");
    page.edit("owner", "xs = [1]\nn = 4", false);
    let (second, ran) = rerun(&page, &first);
    assert_eq!(ran, ["owner"]);
    // The alias has what the owner's earlier run made.
    page.edit("asks", "same = [xs is ys, ys is not [1]]", false);
    let (third, ran) = rerun(&page, &second);
    assert_eq!(ran, ["asks"]);
    assert_eq!(shown(&third, "same"), "[True, True]");
    assert_eq!(shown(&now(&page), "same"), "[True, True]", "as a run from scratch has it");
}

/// An iterator gives each item once, and a cell that reads it would take items away from the cell that made it.
#[test]
fn an_iterator_does_not_leave_its_cell() {
    let owner = "z = zip([1, 2], 'ab')\nfirst = next(z)\nbox = [z, {'z': z}, (z,)]\nclass Kept:\n    z = z\nkept = Kept()\nkept.z = map(str, [1])\n\
                 def around():\n    it = iter([1])\n    return lambda: it, lambda it=it: it\nf, g = around()\nlist_of = list(z)";
    let attempts = [
        ("list(z)", "zip"),
        ("next(z)", "zip"),
        ("next(z, None)", "zip"),
        ("iter(z)", "zip"),
        ("for x in z:\n    pass", "zip"),
        ("[x for x in z]", "zip"),
        ("1 in z", "zip"),
        ("a, b = z", "zip"),
        ("print(*z)", "zip"),
        ("list(enumerate(z))", "zip"),
        ("sum(z)", "zip"),
        ("''.join(z)", "zip"),
        ("[].extend(z)", "zip"),
        ("dict(z)", "zip"),
        ("next(box[0])", "zip"),
        ("list(box[1]['z'])", "zip"),
        ("list(box[2][0])", "zip"),
        ("list(Kept.z)", "zip"),
        ("list(kept.z)", "map"),
        ("next(f())", "list_iterator"),
        ("next(g())", "list_iterator"),
    ];
    let names: Vec<String> = (0..attempts.len()).map(|number| format!("other-{number}")).collect();
    let others = names.iter().zip(attempts).map(|(name, (attempt, _))| (name.as_str(), attempt));
    let cells: Vec<_> =
        [("owner", owner), ("fine", "told = str(z)\nsame = [list_of, first, bool(z), z is box[0], z == box[0]]")]
            .into_iter()
            .chain(others)
            .collect();
    let outcome = now(&page(&cells));
    are_well(&outcome, &["owner", "fine"]);
    assert_eq!(
        ["z", "told", "list_of"].map(|name| shown(&outcome, name)),
        ["<zip object>", "'<zip object>'", "[(2, 'b')]"]
    );
    assert_eq!(shown(&outcome, "same"), "[[(2, 'b')], (1, 'a'), True, True, True]");
    for (name, (attempt, kind)) in names.iter().zip(attempts) {
        let told = refused(&outcome, name);
        let wanted = format!("this {kind} was made in cell `owner`, and only that cell can go through it");
        assert!(told.contains(&wanted), "{attempt}: {told}");
    }
}

#[test]
fn a_view_of_a_dict_leaves_with_its_dict() {
    let mut document = page(&[
        ("owner", "d = {'a': [1]}\nks, vs, ps = d.keys(), d.values(), d.items()\nd['b'] = [2]\nn = 1"),
        (
            "reader",
            "told = (list(ks), 'b' in ks, ks == {'a', 'b'}, [v[0] for v in vs], dict(ps) == d, ks is ks)\nmine = ks",
        ),
        ("theirs", "ps_list = list(ps)\nps_list[0][1].append(2)"),
        ("only", "import copy\nmade = copy.deepcopy(dict(ps))\nmade['a'].append(3)"),
    ]);
    let first = now(&document);
    are_well(&first, &["owner", "reader", "only"]);
    assert_eq!(shown(&first, "told"), "(['a', 'b'], True, True, [1, 2], True, True)");
    assert_eq!(["mine", "vs"].map(|name| shown(&first, name)), ["dict_keys(['a', 'b'])", "dict_values([[1], [2]])"]);
    assert!(refused(&first, "theirs").contains("made in cell `owner`"));
    document.edit("owner", "d = {'a': [1]}\nks, vs, ps = d.keys(), d.values(), d.items()\nd['b'] = [2]\nn = 2", false);
    let (second, ran) = rerun(&document, &first);
    assert_eq!(ran, ["owner"], "the views are as they were");
    document.edit("owner", "d = {'a': [1]}\nks, vs, ps = d.keys(), d.values(), d.items()\nd['c'] = [2]\nn = 2", false);
    let (third, ran) = rerun(&document, &second);
    assert_eq!(ran, ["owner", "reader", "theirs", "only"]);
    assert_eq!(shown(&third, "mine"), "dict_keys(['a', 'c'])");
}

/// That a cell cannot do this to the tensors of the cell `owner`.
fn is_refused_of_tensors(attempt: &str) {
    let owner = "class Kept:\n    t = torch.zeros(2)\nx = torch.zeros(2, 2)\nrow = x[0]\npair = (x, [x])\nbox = Kept()\nbox.x = x\n\
                 torch.manual_seed(0)\nlayer = nn.Linear(2, 2)\ndef kept(t=torch.zeros(2)):\n    return t\ndef put(v):\n    x[0, 0] = v";
    let outcome = now(&page(&[("owner", owner), ("other", attempt)]));
    let told = refused(&outcome, "other");
    assert!(told.contains("made in cell `owner`"), "{attempt}: {told}");
    are_well(&outcome, &["owner"]);
    for (name, numbers) in [("x", 4), ("row", 2)] {
        assert_eq!(shown(&outcome, name).matches("0.").count(), numbers, "{attempt}: {name}");
    }
}

#[test]
fn a_tensor_of_another_cell_is_refused_with_its_owner() {
    for attempt in [
        "y = x\ny[0] = 1",
        "y = x\ny += 1",
        "y = x[1]\ny.zero_()",
        "y = x[1]\ny[0] = 1",
        "x.add_(1)",
        "x.T.mul_(2)",
        "x.view(-1).fill_(3)",
        "for r in x:\n    r[0] = 1",
        "a, b = x\na += 1",
        "row.add_(1)",
        "y = row\ny[0] = 1",
        "pair[0].add_(1)",
        "y = pair[1][0]\ny[0] = 5",
        "box.x.add_(1)",
        "y = box.t\ny[0] = 5",
        "box.x[0] = 1",
        "t = kept()\nt[0] = 1",
        "put(5)",
        "nn.init.ones_(x)",
        "p = nn.Parameter(x)\nwith torch.no_grad():\n    p.add_(1)",
        "x.data.zero_()",
        "layer.weight.data.zero_()",
        "layer.weight[0] = 1",
        "torch.from_numpy(x.numpy())[0] = 1",
        "F.relu(x, inplace=True)",
        "import copy\ncopy.copy(x)[0] = 1",
        "def f(t):\n    t[0] = 1\nf(x)",
    ] {
        is_refused_of_tensors(attempt);
    }
}

#[test]
fn a_copy_of_another_cells_tensor_is_this_cells_own() {
    let outcome = now(&page(&[
        ("owner", "import copy\nx = torch.zeros(2)\nview = x[1:]\ndef put(t):\n    t[0] = 5\n    return t"),
        ("other", "import copy\na, b, c = x.clone(), copy.deepcopy(x), x + 0\nput(a)\nb += 1\nc[1] = 2"),
        ("third", "same = (view.is_contiguous(), x is x, view is x, a is b)"),
    ]));
    are_well(&outcome, &["owner", "other", "third"]);
    assert_eq!(shown(&outcome, "x"), "tensor([0., 0.])");
    assert_eq!(
        ["a", "b", "c"].map(|name| shown(&outcome, name)),
        ["tensor([5., 0.])", "tensor([1., 1.])", "tensor([0., 2.])"]
    );
    assert_eq!(shown(&outcome, "same"), "(True, True, False, False)");
}

/// Two names of one tensor, or of two equal ones: whoever asks with `is` runs again, and a page that was edited is one from scratch.
#[test]
fn is_of_tensors_is_that_of_a_run_from_scratch() {
    let mut document = page(&[("owner", "x = torch.zeros(2)\ny = x"), ("other", "same = x is y")]);
    let first = now(&document);
    assert_eq!(shown(&first, "same"), "True");
    document.edit("owner", "x = torch.zeros(2)\ny = x.clone()", false);
    let (second, ran) = rerun(&document, &first);
    assert_eq!((shown(&second, "same"), ran.contains(&"other".to_owned())), ("False".to_owned(), true));
    assert_eq!(shown(&now(&document), "same"), "False");
}
