//! A block of numbers from the clipboard, in whatever way tables are usually copied: cells of a spreadsheet (tabs), CSV, numbers
//! between blanks, lists of Python, what `print` shows of a tensor or an array.

/// The most numbers that are read at once.
const MAX_NUMBERS: usize = 65_536;

/// The numbers of a pasted table, row by row: at least one, all rows of one length. `True` is 1 and `False` is 0.
///
/// # Errors
/// What stands there that is no number, or which row has another length; in a sentence without a point at its end.
pub fn read_block(text: &str) -> Result<Vec<Vec<f64>>, String> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut all = 0;
    for row in row_texts(unwrapped(text.trim())) {
        let place = rows.len() + 1;
        let numbers = cells(row)
            .map(|cell| read_number(cell).ok_or_else(|| format!("row {place}: {} is not a number", shown(cell))))
            .collect::<Result<Vec<_>, _>>()?;
        all += numbers.len();
        if all > MAX_NUMBERS {
            return Err(format!("there are more than {MAX_NUMBERS} numbers"));
        }
        if let Some(first) = rows.first().filter(|first| first.len() != numbers.len()) {
            return Err(format!("row {place} has {} numbers, but row 1 has {}", numbers.len(), first.len()));
        }
        rows.push(numbers);
    }
    if rows.first().is_none_or(Vec::is_empty) { Err("the text contains no numbers".to_owned()) } else { Ok(rows) }
}

/// A number as somebody writes it: `-0.5`, `1e-3`, `.5`, `-inf`, `nan`, with a minus of either kind. One that float32 cannot hold is
/// none: it would become infinite without a word.
pub fn read_number(text: &str) -> Option<f64> {
    let text = text.trim();
    match text {
        "True" | "true" => return Some(1.0),
        "False" | "false" => return Some(0.0),
        _ => {}
    }
    let number: f64 = text.replace('\u{2212}', "-").parse().ok()?;
    let says_infinite = text.to_ascii_lowercase().contains("inf");
    ((number as f32).is_infinite() == says_infinite).then_some(number)
}

/// What stands in the brackets of `tensor(…)`, `array(…)`, `torch.tensor(…, dtype=…)`, `matrix(…)`.
fn unwrapped(text: &str) -> &str {
    let is_call = text.split_once('(').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "._".contains(letter))
    });
    match (text.find('['), text.rfind(']')) {
        (Some(start), Some(end)) if is_call && start < end => text.get(start..=end).unwrap_or(text),
        _ => text,
    }
}

/// One text a row: what the innermost brackets hold, or where there are none, each line that is not empty.
fn row_texts(text: &str) -> Vec<&str> {
    if !text.contains('[') {
        return text.lines().filter(|line| !line.trim().is_empty()).collect();
    }
    let closed = text.split('[').skip(1).filter(|piece| !piece.trim().is_empty());
    closed.map(|piece| piece.split_once(']').map_or(piece, |(row, _)| row)).collect()
}

/// The cells of a row: between tabs, commas or semicolons if it has any, else between blanks. A separator at the end ends it.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    let row = row.trim_matches(|letter: char| letter == ' ' || letter == '\n' || letter == '\r');
    let separator = [',', '\t', ';'].into_iter().find(|separator| row.contains(*separator));
    let parts: Vec<&str> = match separator {
        Some(separator) => row.strip_suffix(separator).unwrap_or(row).split(separator).map(str::trim).collect(),
        None => row.split_whitespace().collect(),
    };
    parts.into_iter()
}

fn shown(cell: &str) -> String {
    let short: String = cell.chars().take(20).collect();
    match (cell.is_empty(), short.len() < cell.len()) {
        (true, _) => "an empty cell".to_owned(),
        (false, true) => format!("`{short}…`"),
        (false, false) => format!("`{short}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_in_every_usual_form() {
        let wanted = vec![vec![1.0, -0.5], vec![0.001, 4.0]];
        for text in [
            "1\t-0.5\n1e-3\t4",
            "1\t-0.5\r\n0.001\t4\r\n",
            "1, -0.5\n.001, 4.",
            "1;-0.5;\n1e-3;4;",
            "  1   \u{2212}0.5\n\n 0.001 4 ",
            "[[1, -0.5], [1e-3, 4]]",
            "[1, -0.5],\n[1e-3, 4],",
            "tensor([[ 1.0000, -0.5000],\n        [ 0.0010,  4.0000]])",
            "array([[1. , -0.5  ],\n       [0.001, 4.]], dtype=float32)",
            "torch.tensor([[1, -0.5], [1e-3, 4]], device='cpu')",
            "[[ 1.    -0.5  ]\n [ 0.001  4.   ]]",
        ] {
            assert_eq!(read_block(text), Ok(wanted.clone()), "{text}");
        }
        assert_eq!(read_block("7"), Ok(vec![vec![7.0]]));
        assert_eq!(read_block("True, False"), Ok(vec![vec![1.0, 0.0]]));
        let odd = read_block("-inf nan Infinity").unwrap();
        assert!(odd[0][0] == f64::NEG_INFINITY && odd[0][1].is_nan() && odd[0][2] == f64::INFINITY);
    }

    #[test]
    fn what_is_no_table_is_said() {
        for (text, message) in [
            ("1, 2\n3, x", "row 2: `x` is not a number"),
            ("1, 2\n3", "row 2 has 1 numbers, but row 1 has 2"),
            ("1,,2", "row 1: an empty cell is not a number"),
            ("", "the text contains no numbers"),
            (" \n ", "the text contains no numbers"),
            ("[[]]", "the text contains no numbers"),
            ("the cat sat", "row 1: `the` is not a number"),
            ("3.4e38 -1e39", "row 1: `-1e39` is not a number"),
            ("1e500", "row 1: `1e500` is not a number"),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "row 1: `aaaaaaaaaaaaaaaaaaaa…` is not a number"),
        ] {
            assert_eq!(read_block(text), Err(message.to_owned()), "{text:?}");
        }
        assert_eq!(read_block(&"1 ".repeat(70_000)), Err("there are more than 65536 numbers".to_owned()));
    }
}
