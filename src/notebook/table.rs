//! Tables in Markdown, read line by line: the pages about the course hold one row a fact, and links in its last cell.

/// The rows of every table of a text, without heads and rules.
pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    let is_row = |line: &str| line.starts_with('|');
    let is_rule = move |line: &str| is_row(line) && line.chars().all(|c| "|-: ".contains(c));
    let following = text.lines().skip(1).chain([""]);
    let body = text.lines().zip(following).filter(move |(line, next)| is_row(line) && !is_rule(line) && !is_rule(next));
    body.map(|(line, _)| line)
}

/// The cells of a row, with the blanks around them.
pub fn cells(row: &str) -> impl DoubleEndedIterator<Item = &str> {
    row.trim_end().trim_end_matches('|').trim_start_matches('|').split('|')
}

/// Where the links of a text lead.
pub fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}
