//! Values that stand for more than they take: every command ends soon, within an address space of two gigabytes, and says where.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use glassformer::notebook::session::saved_progress::{Edit, SavedProgress};
use glassformer::notebook::session::text;

use super::{PROGRAM, folder};

/// What each command may take. The aim is two seconds; a machine that runs all tests at once is busy.
const PATIENCE: Duration = Duration::from_secs(20);

/// Cells that want too much, each with a word of its error.
const CELLS: [(&str, &str); 31] = [
    ("x = 1\nfor i in range(40):\n    x = (x, x)", "would contain"),
    ("x = 1\nfor i in range(40):\n    x = [x, x]", "would contain"),
    ("x = 1\nfor i in range(40):\n    x = {'a': x, 'b': x}", "would contain"),
    ("x = 1\nfor i in range(40):\n    x = {'a': 1, 'b': (x, x)}", "would contain"),
    ("x = 1\nfor i in range(40):\n    x = (x, x)\n    d = {x: 1}", "would contain"),
    ("x = 1\nfor i in range(40):\n    x = (x, x)\n    s = {x}", "would contain"),
    ("x = [[[0.5] * 300] * 300] * 300", "would contain"),
    ("x = [1]\nfor i in range(40):\n    x.append(x)", "holds itself"),
    ("x = [1]\nfor i in range(40):\n    y = []\n    y.extend([x, x])\n    x = y\ny = 0", "would contain"),
    (
        "x = [1]\nfor i in range(18):\n    y = []\n    y.extend([x, x])\n    x = y\nwhile True:\n    s = str(x)",
        "too many steps|memory",
    ),
    (
        "x = [1]\nfor i in range(18):\n    y = []\n    y.extend([x, x])\n    x = y\nwhile True:\n    x == [x[0], x[1]]",
        "too many steps|memory",
    ),
    ("while True:\n    x = [1]\n    x.append(x)", "too many steps|memory"),
    ("y = [1]\nfor i in range(40):\n    y = [y, y]\nx = named(torch.zeros(2), a=y)", "would contain|too many steps"),
    (
        "def f(x):\n    return lambda a=x, b=x: (a, b)\nx = 1\nfor i in range(40):\n    x = (f(x), f(x))",
        "would contain",
    ),
    ("x = ['y' * 4000000] * 100000", "would contain"),
    ("x = 1\nfor i in range(18):\n    x = (x, x)\nwhile True:\n    s = str(x)", "too many steps|memory"),
    ("x = 1\nfor i in range(18):\n    x = (x, x)\nwhile True:\n    s = f'{f\"{x}\"}'", "too many steps|memory"),
    ("x = 1\nfor i in range(18):\n    x = (x, x)\nprint(x)", "prints more"),
    (
        "x = 1\ny = 1\nfor i in range(18):\n    x = (x, x)\n    y = (y, y)\nwhile True:\n    x == y",
        "too many steps|memory",
    ),
    (
        "x = 1\ny = 1\nfor i in range(18):\n    x = (x, x)\n    y = (y, y)\nwhile True:\n    x < y",
        "too many steps|memory",
    ),
    (
        "x = 1\ny = 1\nfor i in range(18):\n    x = (x, x)\n    y = (y, y)\nwhile True:\n    x is y",
        "too many steps|memory",
    ),
    (
        "x = 1\ny = 1\nfor i in range(12):\n    x = (x, x)\n    y = (y, y)\nz = sorted([x, y] * 50)\nwhile True:\n    z = sorted(z)",
        "too many steps|memory",
    ),
    (
        "x = 1\ny = 1\nfor i in range(12):\n    x = (x, x)\n    y = (y, y)\nz = [(y, 1)] * 100\nwhile True:\n    x in z",
        "too many steps|memory",
    ),
    ("x = 1\nfor i in range(18):\n    x = (x, x)\nd = {x: 1}\nwhile True:\n    d[x]", "too many steps|memory"),
    ("x = [[[0.5] * 90] * 90] * 90\nwhile True:\n    y = torch.tensor(x)", "too many steps|memory"),
    ("t = 'a' * 4000000\nwhile True:\n    t.find('b')", "too many steps|memory"),
    ("t = 'a' * 4000000\nu = 'a' * 3999999 + 'a'\nwhile True:\n    t == u", "too many steps|memory"),
    ("t = 'a' * 4000000\nwhile True:\n    'b' in t", "too many steps|memory"),
    ("t = 'a' * 4000000\nwhile True:\n    t.count('b')", "too many steps|memory"),
    ("t = 'a' * 4000000\nwhile True:\n    t.replace('b', 'c')", "too many steps|memory"),
    ("o = [torch.ones(1)] * 100000\ny = torch.einsum(','.join(['a'] * 100000) + '->a', *o)", "too many steps|memory"),
];

/// Values that one cell may have, just so: they are shown, cut, compared and written all the same.
const LARGE: [&str; 9] = [
    "x = 1\nfor i in range(18):\n    x = (x, x)",
    "y = 1.5 + 2\nx = y\nfor i in range(17):\n    x = (x, y, x)",
    "x = [torch.ones(1000)] * 400000",
    "x = [torch.ones(1000, 1000)] * 900",
    "x = ['y' * 400000] * 100",
    "x = [range(1000000)] * 100000",
    "def f(x):\n    return lambda: x\nx = [f(i) for i in range(20000)]",
    // Functions name their variables and do not hold them, so these values are neither large nor deep.
    "def f(x):\n    return lambda: (x, x)\nx = 1\nfor i in range(40):\n    x = (f(x), f(x))",
    "def f(x):\n    return lambda: x\nx = 1\nfor i in range(20000):\n    x = f(x)",
];

/// Runs the program with little memory to have, and sees that it ended by itself and in time.
fn bounded(folder: &Path, arguments: &[&str]) -> Output {
    let start = Instant::now();
    let quoted: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    let command = format!("ulimit -v 2000000 && exec '{PROGRAM}' --backend rust {}", quoted.join(" "));
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let took = start.elapsed();
    println!("{took:.2?} {arguments:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 101), "{arguments:?} {:?}: {said}", output.status);
    assert!(took < PATIENCE, "{arguments:?} took {took:?}");
    output
}

fn lesson(cells: &[&str]) -> String {
    let mut text = "---\ntitle: Values\nid: values\n---\n# Values\n\n".to_owned();
    for (place, cell) in cells.iter().enumerate() {
        _ = write!(text, "```python\n#| label: cell-{place}\n{cell}\n```\n\n");
    }
    text
}

/// What a command wrote.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn hostile_value_is_an_error_in_its_place() {
    let folder = folder();
    for (cell, expected) in CELLS {
        fs::write(folder.path().join("values.md"), lesson(&[cell])).unwrap();
        let output = bounded(folder.path(), &["eval", "values.md"]);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{cell}\n{said}");
        assert!(said.contains("values.md:"), "{cell}\n{said}");
        assert!(expected.split('|').any(|one| said.contains(one)), "{cell}\n{said}");
    }
}

#[test]
fn no_command_is_ended_by_a_hostile_value() {
    let folder = folder();
    for cell in [CELLS[0].0, CELLS[6].0, CELLS[8].0] {
        every_command(folder.path(), cell, 1);
    }
}

#[test]
fn no_command_is_ended_by_a_large_value() {
    let folder = folder();
    for cell in LARGE {
        every_command(folder.path(), cell, 0);
    }
}

/// Runs the commands that evaluate a lesson of this cell; those that judge it end with `status`.
fn every_command(folder: &Path, cell: &str, status: i32) {
    let text = lesson(&[cell, "z = x"]);
    fs::write(folder.join("values.md"), &text).unwrap();
    fs::write(folder.join("values.py"), cell).unwrap();
    packed(&folder.join("pack.zip"), &text);
    for (arguments, judges) in [
        (&["eval", "values.md"][..], true),
        (&["eval", "values.md", "--json"], true),
        (&["eval", "values.py"], false),
        (&["check", "values.md"], true),
        (&["render", "--lessons", "pack.zip", "values"], false),
        (&["render", "values.md"], false),
        (&["export", "values.md", "--to", "py"], false),
        (&["why", "values.md", "x"], false),
        (&["--plain", "values.md"], false),
    ] {
        let output = bounded(folder, arguments);
        if judges {
            assert_eq!(output.status.code(), Some(status), "{cell}\n{arguments:?}\n{}", said(&output));
        }
    }
}

fn packed(path: &Path, lesson: &str) {
    let mut archive = zip::ZipWriter::new(File::create(path).unwrap());
    archive.start_file("values.md", zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(lesson.as_bytes()).unwrap();
    archive.finish().unwrap();
}

#[test]
fn hostile_session_is_told_where_it_is_read() {
    let folder = folder();
    let was = "x = 1";
    fs::write(folder.path().join("values.md"), lesson(&[was])).unwrap();
    let edit = Edit { block: "cell-0".into(), was: was.into(), text: CELLS[0].0.into() };
    let record = SavedProgress { lesson: "values".into(), edits: vec![edit], ..SavedProgress::default() };
    fs::write(folder.path().join("evil.txt"), text::write(&[record])).unwrap();
    let mine = bounded(folder.path(), &["eval", "values.md", "--mine", "--session", "evil.txt"]);
    assert_eq!(mine.status.code(), Some(1), "{}", said(&mine));
    assert!(said(&mine).contains("would contain"), "{}", said(&mine));
    bounded(folder.path(), &["--lessons", ".", "grade", "evil.txt"]);
}

/// Each cell lists the 300 before it: after twenty the tree doubles from cell to cell.
#[test]
fn cells_that_list_each_other_end() {
    let folder = folder();
    let cells: Vec<String> = (0..600)
        .map(|number: usize| {
            let before: Vec<String> = (number.saturating_sub(300)..number).map(|before| format!("x{before}")).collect();
            format!("x{number} = [{}]", before.join(", "))
        })
        .collect();
    let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
    fs::write(folder.path().join("values.md"), lesson(&cells)).unwrap();
    for command in ["check", "eval", "render"] {
        let output = bounded(folder.path(), &[command, "values.md"]);
        if command != "render" {
            assert_eq!(output.status.code(), Some(1), "{command}");
            assert!(said(&output).contains("would contain"), "{command}");
        }
    }
}
