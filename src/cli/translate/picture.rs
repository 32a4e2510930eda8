//! Attention as text: a row for each word that was written, and in it how much of its look went to each word that was read.

use crate::tensor::Tensor;
use unicode_width::UnicodeWidthStr;

/// Shares below this are a dot.
const SMALL: f64 = 0.05;
/// From which share on a sign stands for it.
const SHADES: [(f64, char); 4] = [(0.75, '█'), (0.5, '▓'), (0.25, '▒'), (0.0, '░')];
/// How many of the words looked at are named where the whole table is too wide.
const NAMED: usize = 3;

/// A table of weights, (rows, columns), or lists of words where it does not fit into that many columns of the terminal.
pub(super) fn text(weights: &Tensor, rows: &[String], columns: &[String], width: usize) -> String {
    let head = rows.iter().map(|word| word.width()).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(|word| word.width().max(4)).collect();
    if head + widths.iter().map(|width| width + 2).sum::<usize>() <= width {
        table(weights, rows, columns, head, &widths)
    } else {
        lists(weights, rows, columns, head)
    }
}

fn table(weights: &Tensor, rows: &[String], columns: &[String], head: usize, widths: &[usize]) -> String {
    let line = |name: &str, cells: Vec<String>| {
        line(&left(name, head), cells.iter().zip(widths).map(|(cell, width)| right(cell, *width)))
    };
    let row = |(row, name): (usize, &String)| {
        line(name, (0..columns.len()).map(|column| cell(weights.at(&[row, column]))).collect())
    };
    line("", columns.to_vec()) + &rows.iter().enumerate().map(row).collect::<String>()
}

/// A line of a table: its name and its cells, all filled up to their widths.
pub(super) fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    let line = cells.fold(name.to_owned(), |line, cell| line + "  " + &cell);
    line.trim_end().to_owned() + "\n"
}

fn cell(share: f64) -> String {
    if share < SMALL { "·".to_owned() } else { format!("{}{:3.0}", shade(share), 100.0 * share) }
}

fn shade(share: f64) -> char {
    SHADES.iter().find(|(from, _)| share >= *from).map_or(' ', |(_, shade)| *shade)
}

/// Of each row the words that most of it went to.
fn lists(weights: &Tensor, rows: &[String], columns: &[String], head: usize) -> String {
    let line = |(row, name): (usize, &String)| {
        let mut shares: Vec<(f64, usize)> =
            (0..columns.len()).map(|column| (weights.at(&[row, column]), column)).collect();
        shares.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let shown = shares.iter().take(NAMED).filter(|(share, _)| *share >= SMALL);
        let shown = shown.map(|(share, column)| format!("{} {} ({})", cell(*share), columns[*column], column + 1));
        format!("{}  {}\n", left(name, head), shown.collect::<Vec<_>>().join("  "))
    };
    rows.iter().enumerate().map(line).collect()
}

/// A text filled up on its right.
pub(super) fn left(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

fn right(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width())) + text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_where_it_fits_and_lists_where_it_does_not() {
        let weights = Tensor::from_f32(&[2, 3], vec![0.9, 0.06, 0.04, 0.0, 0.3, 0.7]).unwrap();
        let [rows, columns] = [vec!["chat", "écharpe"], vec!["the", "cat", "[EOS]"]]
            .map(|words| words.into_iter().map(str::to_owned).collect::<Vec<_>>());
        let wide = "          the   cat  [EOS]\nchat     █ 90  ░  6      ·\nécharpe     ·  ▒ 30   ▓ 70\n";
        assert_eq!(text(&weights, &rows, &columns, 27), wide);
        let narrow = "chat     █ 90 the (1)  ░  6 cat (2)\nécharpe  ▓ 70 [EOS] (3)  ▒ 30 cat (2)\n";
        assert_eq!(text(&weights, &rows, &columns, 25), narrow);
    }
}
