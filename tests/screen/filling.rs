//! Many elements at once: rows, columns, triangles, blocks from the clipboard, rows and columns more or less; and what a hidden
//! score becomes.

use super::*;

/// Tables of all kinds.
const TABLES: &str = r#"---
title: Tables
id: tables
---
```python
#| label: fixed
W = matrix([
    [0.5, -1.0, 2],  # first
    [0.25, 0.0, 3],
    [0.0, 0.0, 0],
])
```

```python
#| label: free
V = matrix([[1, 2]], any_size=True)
m = mask([[1, 0]], any_size=True)
```

```python
#| label: computed
n = 3
seen = mask(torch.ones(n, n), flipped=[])
total = W.sum()
```

```python
#| label: hidden
fill = choice(["-inf", "-1e9", "dtype minimum"], "-inf")
low = torch.finfo(torch.float32).min if fill == "dtype minimum" else float(fill)
shares = softmax(W.masked_fill(~seen, low), dim=-1)
```
"#;

fn tables() -> Pilot {
    page_of(TABLES, 80, 40)
}

/// Inside the first tensor of a block.
fn inside(block: &str, keys: &str) -> Pilot {
    go(to(tables(), block), &format!("<enter> {keys}"))
}

/// The written rows of `W`, without what stands around them.
fn rows(pilot: &Pilot) -> Vec<String> {
    let source = source(pilot, "fixed");
    source.lines().skip(1).take(3).map(|line| line.split(']').next().unwrap().trim_start().to_owned() + "]").collect()
}

#[test]
fn a_row_a_column_and_everything_are_filled_as_one_step() {
    let pilot = inside("fixed", "<down> f");
    sees(&pilot, "Fill what?");
    sees(&pilot, "r row   c column   l lower   u upper   a all   Esc back   Space menu   ? help");
    misses(&pilot, "add a row");
    let pilot = go(pilot, "r 1e-3");
    sees(&pilot, "fill this row with 1e-3▏");
    let pilot = go(pilot, "<enter>");
    assert_eq!(rows(&pilot), ["[0.5, -1.0, 2]", "[0.001, 0.001, 0.001]", "[0.0, 0.0, 0]"]);
    assert!(source(&pilot, "fixed").contains("2],  # first\n"), "comments stay");
    let pilot = go(pilot, "u <right> f c -inf <enter>");
    assert_eq!(rows(&pilot), ["[0.5, -inf, 2]", "[0.25, -inf, 3]", "[0.0, -inf, 0]"]);
    let pilot = go(pilot, "u f a 7 <enter>");
    assert_eq!(rows(&pilot), ["[7.0, 7.0, 7]", "[7.0, 7.0, 7]", "[7.0, 7.0, 7]"]);
    let pilot = go(pilot, "u");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
}

#[test]
fn triangles_are_the_two_halves_of_a_matrix() {
    let pilot = inside("fixed", "f u 9 <enter>");
    assert_eq!(rows(&pilot), ["[0.5, 9.0, 9]", "[0.25, 0.0, 9]", "[0.0, 0.0, 0]"]);
    let pilot = go(pilot, "f l nan <enter>");
    assert_eq!(rows(&pilot), ["[nan, 9.0, 9]", "[nan, nan, 9]", "[nan, nan, nan]"]);
    let pilot = go(pilot, "f l x");
    // Esc leaves it as it was, from the number and from the menu.
    let before = source(&pilot, "fixed");
    let pilot = go(pilot, "<esc> f <esc> f c 5 <esc>");
    assert_eq!(source(&pilot, "fixed"), before);
    sees(&pilot, "inside W");
}

#[test]
fn a_mask_takes_a_digit_and_a_computed_one_keeps_its_list() {
    let pilot = inside("computed", "f u");
    sees(&pilot, "fill everything above the diagonal with ▏  1 allowed, 0 masked");
    // The digit does it: Enter behind it would ask why.
    misses(&pilot, "set the number");
    sees(&go(to(tables(), "fixed"), "<enter> f u"), "Enter set the number");
    let pilot = go(pilot, "0");
    assert!(source(&pilot, "computed").contains("flipped=[[0, 1], [0, 2], [1, 2]]"), "{}", source(&pilot, "computed"));
    let pilot = go(pilot, "f r 1");
    assert!(source(&pilot, "computed").contains("flipped=[[1, 2]]"));
    let pilot = go(pilot, "f a 5 f a 1");
    assert!(source(&pilot, "computed").contains("flipped=[]"), "5 is not taken: {}", source(&pilot, "computed"));
    let pilot = go(pilot, "u u");
    assert!(source(&pilot, "computed").contains("flipped=[[0, 1], [0, 2], [1, 2]]"));
}

#[test]
fn a_digit_on_a_mask_says_how_it_is_switched() {
    sees(&inside("computed", "1"), "A mask has no numbers to type: Enter switches");
}

#[test]
fn what_is_computed_cannot_be_filled() {
    let pilot = go(to(tables(), "computed"), "<enter> <tab> f");
    sees(&pilot, "This number is computed");
}

#[test]
fn a_block_is_pasted_at_the_cursor() {
    let pilot = paste(inside("fixed", "<down> <right>"), "1e-3\t-inf\n4\tnan\n");
    assert_eq!(rows(&pilot), ["[0.5, -1.0, 2]", "[0.25, 0.001, -inf]", "[0.0, 4.0, nan]"]);
    sees(&pilot, "A block of 2 × 2 numbers was pasted. u undoes this.");
    let pilot = go(pilot, "u");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
    let pilot = paste(go(pilot, "g"), "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 9]]");
    assert_eq!(rows(&pilot)[2], "[7.0, 8.0, 9]");
    let pilot = paste(inside("computed", ""), "0 1 0\n1 0 1");
    assert!(source(&pilot, "computed").contains("flipped=[[0, 0], [0, 2], [1, 1]]"));
}

#[test]
fn a_block_that_does_not_fit_changes_nothing_and_says_why() {
    let cases = [
        ("1 2\n3 4\n5 6", "Nothing was pasted: 3 × 2 numbers do not fit into the 2 × 2 left from here."),
        ("1 2\n3", "Nothing was pasted: row 2 has 1 numbers, but row 1 has 2."),
        ("1, x", "Nothing was pasted: row 1: `x` is not a number."),
        ("", "Nothing was pasted: the text contains no numbers."),
    ];
    for (text, message) in cases {
        let pilot = paste(inside("fixed", "<down> <right>"), text);
        sees(&pilot, message);
        assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
    }
    let pilot = paste(inside("fixed", ""), &"1 2 3 ".repeat(1_000_000));
    sees(&pilot, "the text has more than a million characters");
    let pilot = paste(inside("computed", ""), "0 2");
    sees(&pilot, "a mask contains only 1 (allowed) and 0 (masked)");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
}

#[test]
fn a_number_is_pasted_where_one_is_typed() {
    let pilot = go(paste(inside("fixed", "e"), " -2.5 \n"), "<enter>");
    assert_eq!(rows(&pilot)[0], "[-2.5, -1.0, 2]");
    sees(&paste(inside("fixed", "e"), "1 2"), "The pasted text is not a number");
}

#[test]
fn rows_and_columns_are_added_where_any_size_is_taken() {
    let pilot = inside("free", "f");
    sees(&pilot, "R adds a row");
    let pilot = go(pilot, "R");
    assert!(source(&pilot, "free").contains("matrix([[1, 2], [0, 0]], any_size=True)"), "{}", source(&pilot, "free"));
    let pilot = go(pilot, "<down> f C 5 <enter> f x");
    assert!(source(&pilot, "free").contains("matrix([[1, 0, 2]], any_size=True)"), "{}", source(&pilot, "free"));
    let pilot = go(pilot, "f x");
    sees(&pilot, "A matrix needs at least one row and one column.");
    let pilot = go(pilot, "<right> f X <tab> f R");
    assert!(source(&pilot, "free").contains("matrix([[1, 2]]"));
    assert!(source(&pilot, "free").contains("mask([[1, 0], [0, 0]]"));
    let pilot = go(inside("fixed", "f R"), "");
    sees(&pilot, "The lesson fixes this size");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
}

#[test]
fn the_learners_own_matrices_have_any_size() {
    let pilot = go(to(tables(), "fixed"), "a");
    let pilot = go(paste(pilot, "A = matrix([[1.5]])"), "<esc> <enter> f C f R");
    let own = pilot.model.reading().unwrap().lesson.id().unwrap();
    assert_eq!(source(&pilot, &own), "A = matrix([[1.5, 0.0], [0.0, 0.0]])");
}

#[test]
fn one_key_goes_through_the_fills_and_the_cursor_stays() {
    let pilot = go(to(tables(), "hidden"), "<enter>");
    sees(&pilot, "inside shares");
    let pilot = go(pilot, "I");
    assert!(source(&pilot, "hidden").contains("\"dtype minimum\"], \"-1e9\")"));
    sees(&pilot, "fill: masked scores become -1e9 (option 2 of 3); I: next");
    sees(&pilot, "inside shares");
    let pilot = go(to(pilot, "fixed"), "I I");
    assert!(source(&pilot, "hidden").contains("\"dtype minimum\"], \"-inf\")"));
    let pilot = go(pilot, "u");
    assert!(source(&pilot, "hidden").contains("\"dtype minimum\"], \"dtype minimum\")"));
    sees(&go(to(tiny(80, 24), "grid"), "I"), "This lesson has no choice of fill values");
}

#[test]
fn what_no_key_of_the_footer_says_stands_beside_the_element() {
    sees(&inside("fixed", ""), "type digits to replace it");
    misses(&inside("fixed", "7"), "type digits to replace it");
    misses(&inside("hidden", ""), "type digits to replace it");
    let text = "---\ntitle: Deep\nid: deep\n---\n```python\nx = torch.arange(8.0).reshape(2, 2, 2)\n```\n";
    sees(&go(page_of(text, 80, 24), "<enter>"), "< and > change the slice");
}

#[test]
fn a_step_suits_the_numbers_and_shift_takes_ten() {
    let pilot = inside("fixed", "+");
    assert_eq!(rows(&pilot)[0], "[0.51, -1.0, 2]");
    let pilot = go(pilot, "<s-up> <s-down> <s-down>");
    assert_eq!(rows(&pilot)[0], "[0.41, -1.0, 2]");
    let pilot = go(pilot, "u");
    assert_eq!(rows(&pilot)[0], "[0.5, -1.0, 2]", "steps on one number are undone together");
    let pilot = go(to(tiny(80, 24), "knob"), "<s-left>");
    assert!(source(&pilot, "knob").contains("value=0.0"));
}
