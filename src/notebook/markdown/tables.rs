//! Tables whose lines do not go together: Markdown fills a row up, cuts it, or shows its bars as text, and says nothing.

use crate::notebook::counted::counted;

/// What is wrong with some lines, with the byte at which it is seen.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    pub at: usize,
    pub message: String,
    pub help: String,
}

/// A head with more columns is not written out for its author.
const MAX_RULE_LENGTH: usize = 12;

/// How many cells a line of a table has. A bar behind a backslash parts none.
pub(super) fn cells(line: &str) -> usize {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let inner = line.strip_suffix('|').filter(|inner| !inner.ends_with('\\')).unwrap_or(line);
    inner.match_indices('|').filter(|(at, _)| !inner[..*at].ends_with('\\')).count() + 1
}

/// What is wrong with a row of a table whose head has so many cells.
pub(super) fn uneven(row: &str, head: usize) -> Option<Misfit> {
    let cells = cells(row);
    let (fate, help) = match cells {
        _ if cells == head => return None,
        _ if !row.contains('|') => {
            ("the other cells stay empty", "if this line does not belong to the table, put an empty line before it")
        }
        _ if cells < head => ("the other cells stay empty", "write empty cells, too: `| |`"),
        _ => ("the extra cells are not shown", "write a literal bar in a cell as `\\|`, even in code"),
    };
    let message = format!("this row has {}, but the header of its table has {head}: {fate}", counted(cells, "cell"));
    Some(Misfit { at: 0, message, help: help.to_owned() })
}

/// What is wrong with a paragraph of which some lines were to be a table.
pub(super) fn unmade(paragraph: &str) -> Option<Misfit> {
    let mut lines = lines(paragraph).peekable();
    let mut above = None;
    while let Some((at, line)) = lines.next() {
        let below = lines.peek().map_or("", |&(_, line)| line);
        match above {
            Some(head) if is_rule(line) => return Some(misread(at, head, line)),
            _ if is_row(line) && !is_rule(below) && (is_row(below) || is_spaced(line)) => {
                let message =
                    "this is shown as text, not as a table: there is no line of `---` under its header".to_owned();
                let help = format!("{}; a table ends at an empty line", rule(cells(line)));
                return Some(Misfit { at, message, help });
            }
            _ => above = Some(line),
        }
    }
    None
}

/// A head and the line under it make no table.
fn misread(at: usize, head: &str, under: &str) -> Misfit {
    let (wanted, given) = (cells(head), cells(under));
    if wanted == given {
        let message = "the line above and this line are shown as text, not as a table".to_owned();
        let help = "put an empty line before a table, and one `---` for each column".to_owned();
        return Misfit { at, message, help };
    }
    let message = format!(
        "this is shown as text, not as a table: its header has {}, but this line has {given}",
        counted(wanted, "cell")
    );
    Misfit { at, message, help: rule(wanted) }
}

/// What to write under a head.
fn rule(columns: usize) -> String {
    if columns > MAX_RULE_LENGTH {
        return format!("under the header, write one `---` for each of its {columns} columns, between bars");
    }
    format!("write `|{}` under its header", "---|".repeat(columns))
}

/// The lines of a paragraph without what quotations put before them, each with its byte.
fn lines(paragraph: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    paragraph.split_inclusive('\n').map(move |line| {
        end += line.len();
        let text = line.trim_start_matches([' ', '\t', '>']);
        (end - text.len(), text.trim_end())
    })
}

/// `| a | b |`: bars at both ends and between.
fn is_row(line: &str) -> bool {
    line.len() > 1 && line.starts_with('|') && line.ends_with('|') && !line.ends_with("\\|") && cells(line) > 1
}

/// `|a| + |b|` is a formula.
fn is_spaced(line: &str) -> bool {
    line.starts_with("| ") && line.ends_with(" |")
}

/// `|---|:-:|`
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.contains('|') && line.chars().all(|sign| "|-: \t".contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_between_bars() {
        for (line, count) in [("| a | b |", 2), ("a | b", 2), ("|a|", 1), ("| | |", 2), ("||", 1), ("a", 1)] {
            assert_eq!(cells(line), count, "{line}");
        }
        assert_eq!(cells(r"| `a\|b` | c\|"), 2);
    }

    #[test]
    fn a_row_has_as_many_cells_as_its_head() {
        let told = |row: &str| uneven(row, 2).map(|misfit| format!("{}; {}", misfit.message, misfit.help));
        assert_eq!(told("| a | b |\n"), None);
        assert_eq!(
            told("| `a|b` | c |").unwrap(),
            "this row has 3 cells, but the header of its table has 2: the extra cells are not shown; write a literal bar in a cell as `\\|`, even in code"
        );
        assert!(
            told("| a |")
                .unwrap()
                .contains("1 cell, but the header of its table has 2: the other cells stay empty; write empty")
        );
        assert!(told("And on.").unwrap().ends_with("put an empty line before it"));
    }

    #[test]
    fn what_was_to_be_a_table_is_found() {
        let told = |text: &str| unmade(text).map(|misfit| (misfit.at, misfit.message, misfit.help)).unwrap();
        let (at, message, help) = told("| a | b |\n|---|---|---|\n| 1 | 2 |\n");
        assert_eq!((at, &*help), (10, "write `|---|---|` under its header"));
        assert_eq!(message, "this is shown as text, not as a table: its header has 2 cells, but this line has 3");
        let (at, message, _) = told("> Text:\n> | a | b |\n> | 1 | 2 |\n");
        assert_eq!(at, 10);
        assert_eq!(message, "this is shown as text, not as a table: there is no line of `---` under its header");
        assert_eq!(told("| a | b |").0, 0);
        assert_eq!(told("Text:\na | b\n---|---\n").1, "the line above and this line are shown as text, not as a table");
        assert!(told(&format!("{}|", "| a ".repeat(40))).2.contains("each of its 40 columns"));
    }

    #[test]
    fn what_has_bars_is_not_always_a_table() {
        for text in ["|a| + |b|", "|x| is x or -x |", "a | b | c\nd | e", "| x |", "a\n\\| b | c |", "", "|", "---|---"]
        {
            assert_eq!(unmade(text), None, "{text}");
        }
    }
}
