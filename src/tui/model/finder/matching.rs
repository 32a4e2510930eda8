//! How what was typed is compared with a text: as words that it holds, or as letters that it has in this order.

use std::ops::Range;

use crate::notebook::math;

/// The longest query that is compared letter by letter, in characters: longer ones match nothing that is listed.
const LONGEST: usize = 64;
/// What a letter is worth at the beginning of a word, right behind the one before, and anywhere else. Among equals a shorter text
/// is meant rather than a longer one, which is worth less than any letter.
const WORD_START: i32 = 12;
const NEXT: i32 = 13;
const ANYWHERE: i32 = 1;
const LETTER: i32 = 256;

/// The words of a search, in small letters, each once.
pub fn words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in query.split_whitespace().map(str::to_lowercase) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Where `text` has the words, large or small; nothing if one is missing or there are none. The parts are in order and apart.
pub fn lit(words: &[String], text: &str) -> Option<Vec<Range<usize>>> {
    let mut lit = Vec::new();
    for word in words {
        let before = lit.len();
        lit.extend(occurrences(text, word));
        if lit.len() == before {
            return None;
        }
    }
    (!words.is_empty()).then(|| joined(lit))
}

/// Where `text` has `word`, which is in small letters.
pub fn occurrences(text: &str, word: &str) -> Vec<Range<usize>> {
    let first = word.chars().next();
    let mut found: Vec<Range<usize>> = Vec::new();
    for (start, letter) in text.char_indices() {
        // A search compares all letters of the course: nearly all of them are told apart without Unicode's tables.
        if letter.is_ascii() && first.is_some_and(|first| letter.to_ascii_lowercase() != first) {
            continue;
        }
        let free = found.last().is_none_or(|last| last.end <= start);
        if free && let Some(length) = text.get(start..).and_then(|rest| prefix(rest, word)) {
            found.push(start..start + length);
        }
    }
    found
}

/// The bytes at the beginning of `text` that read `word`. Large letters may have several small ones.
fn prefix(text: &str, word: &str) -> Option<usize> {
    let mut wanted = word.chars();
    for (at, letter) in text.char_indices() {
        if wanted.as_str().is_empty() {
            return Some(at);
        }
        // Code and LaTeX write `d_k` and `x^2` for what a formula shows in small characters.
        let script = math::plain(letter).filter(|_| !wanted.as_str().starts_with(letter));
        if script.is_some() && wanted.as_str().starts_with(['_', '^']) {
            wanted.next();
        }
        if script.unwrap_or(letter).to_lowercase().any(|small| wanted.next() != Some(small)) {
            return None;
        }
    }
    wanted.as_str().is_empty().then_some(text.len())
}

/// Parts in order; those that overlap or touch become one.
fn joined(mut parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
    parts.sort_by_key(|part| part.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.start <= last.end => last.end = last.end.max(part.end),
            _ => joined.push(part),
        }
    }
    joined
}

/// How well `text` has the letters of `query` in their order, blanks aside, and where. An empty query is in every text.
///
/// The best of all ways to find them: beginnings of words and runs of letters count, by dynamic programming over letters and places.
pub fn fuzzy(query: &str, text: &str) -> Option<(i32, Vec<Range<usize>>)> {
    let wanted: Vec<char> = query.chars().filter(|letter| !letter.is_whitespace()).map(small).collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let is_start = |place: usize| {
        place.checked_sub(1).and_then(|before| letters.get(before)).is_none_or(|(_, before)| !before.is_alphanumeric())
    };
    // For each wanted letter and each place: the best score with the letter there, and where the one before stood.
    let mut table: Vec<Vec<Option<(i32, usize)>>> = Vec::with_capacity(wanted.len());
    for letter in &wanted {
        let above = table.last();
        let mut best: Option<(i32, usize)> = None;
        let mut row = Vec::with_capacity(letters.len());
        for (place, (_, own)) in letters.iter().enumerate() {
            let reached = |place: usize| above.and_then(|above| above.get(place).copied().flatten());
            let next = place.checked_sub(1).and_then(|before| Some((reached(before)?.0 + NEXT, before)));
            let value = if is_start(place) { WORD_START } else { ANYWHERE };
            let fresh =
                if above.is_none() { Some((value, place)) } else { best.map(|(score, at)| (score + value, at)) };
            let reach = [next, fresh].into_iter().flatten().max_by_key(|(score, _)| *score);
            row.push(reach.filter(|_| small(*own) == *letter));
            if let Some((score, _)) = reached(place)
                && best.is_none_or(|(known, _)| score > known)
            {
                best = Some((score, place));
            }
        }
        table.push(row);
    }
    let Some(last) = table.last() else { return Some((0, Vec::new())) };
    let ends = last.iter().enumerate().filter_map(|(place, reach)| Some((reach.as_ref()?.0, place)));
    let (score, mut place) = ends.max_by_key(|(score, place)| (*score, std::cmp::Reverse(*place)))?;
    let mut lit = Vec::new();
    for row in table.iter().rev() {
        let (start, letter) = letters.get(place)?;
        lit.push(*start..start + letter.len_utf8());
        place = row.get(place).copied().flatten()?.1;
    }
    let length = i32::try_from(letters.len()).unwrap_or(LETTER);
    Some((score * LETTER - length.min(LETTER - 1), joined(lit)))
}

fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str, text: &str) -> Option<Vec<String>> {
        let parts = |lit: Vec<Range<usize>>| lit.into_iter().map(|part| text[part].to_owned()).collect();
        fuzzy(query, text).map(|(_, lit)| parts(lit))
    }

    #[test]
    fn letters_are_found_in_order_and_at_the_beginnings_of_words() {
        assert_eq!(found("rtc", "reset this cell").unwrap(), ["r", "t", "c"]);
        assert_eq!(found("cell", "close the cell").unwrap(), ["cell"]);
        assert_eq!(found("this c", "reset this cell").unwrap(), ["this", "c"]);
        assert_eq!(found("x", "reset"), None);
        assert_eq!(found("ts", "st"), None);
        assert_eq!(found("", "anything").unwrap(), [""; 0]);
        assert_eq!(found("ÉS", "des étés").unwrap(), ["és"]);
        assert_eq!(fuzzy(&"a".repeat(65), &"a".repeat(65)), None);
    }

    #[test]
    fn what_is_spelled_so_beats_what_only_has_the_letters() {
        let score = |text| fuzzy("undo", text).unwrap().0;
        assert!(score("undo") > score("run down the road"));
        assert!(score("undo") > score("around the door"));
        assert!(score("undo") > score("undo it all"));
    }

    #[test]
    fn every_word_must_be_there_large_or_small() {
        let lit = |query: &str, text: &str| {
            let parts = lit(&words(query), text)?;
            Some(parts.into_iter().map(|part| text[part].to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(lit("mask Causal", "The causal MASK masks").unwrap(), ["causal", "MASK", "mask"]);
        assert_eq!(lit("mask nothing", "the mask"), None);
        assert_eq!(lit("", "the mask"), None);
        assert_eq!(lit("aa", "aaaaa").unwrap(), ["aaaa"]);
        assert_eq!(lit("ab b", "abb").unwrap(), ["abb"]);
        assert_eq!(lit("i\u{307}", "İstanbul").unwrap(), ["İ"], "one large letter, two small ones");
        assert_eq!(lit("猫", "a 猫 sat").unwrap(), ["猫"]);
    }

    #[test]
    fn small_characters_of_a_formula_are_found_as_code_writes_them() {
        let lit = |query: &str, text: &str| {
            let parts = lit(&words(query), text)?;
            Some(parts.into_iter().map(|part| text[part].to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(lit("d_k", "divide by √dₖ").unwrap(), ["dₖ"]);
        assert_eq!(lit("dₖ", "divide by √dₖ").unwrap(), ["dₖ"]);
        assert_eq!(lit("QK^T", "softmax(QKᵀ/√dₖ)V").unwrap(), ["QKᵀ"]);
        assert_eq!(lit("n^2", "4n² d").unwrap(), ["n²"]);
        assert_eq!(lit("d_v", "divide by √dₖ"), None);
    }
}
