//! Source code on the screen: its colours, its cursor, its messages.

use super::*;
use crate::tui::theme::ThemeName;

fn shown(code: &Code<'_>, width: u16) -> Vec<String> {
    code.lines(width, &Theme::new(ThemeName::Dark)).iter().map(Line::to_string).collect()
}

/// Each character as it looks by itself, neighbors that look alike in one piece.
fn pieces_by_characters(code: &Code<'_>, pair: Option<[usize; 2]>, theme: &Theme) -> Vec<Span<'static>> {
    let near: Vec<&Problem> = code.problems.iter().collect();
    let mut pieces: Vec<Span<'static>> = Vec::new();
    for (place, grapheme) in graphemes(code.source) {
        let style = code.style_of(place..place + grapheme.len(), &near, pair, theme);
        let shown = if grapheme == "\t" { "    " } else { grapheme };
        match pieces.last_mut() {
            Some(last) if last.style == style => last.content.to_mut().push_str(shown),
            _ => pieces.push(Span::styled(shown.to_owned(), style)),
        }
    }
    pieces
}

#[test]
fn a_line_is_cut_where_characters_look_otherwise() {
    let theme = Theme::new(ThemeName::Dark);
    for source in ["def f(x) = 12\t+ y", "naïve = \"e\u{301}x 猫\"\t# ok", "a\rb c(d)", ""] {
        let length = source.len();
        let tokens = [
            Token { start: 0, end: 3.min(length), role: Role::Keyword },
            Token { start: 4.min(length), end: 9.min(length), role: Role::String },
            Token { start: 9.min(length), end: 10.min(length), role: Role::Number },
        ];
        for from in 0..length {
            for to in [from, from + 1, length] {
                let problem =
                    Problem { start: from, end: to, labels: vec![(1, 2, String::new())], ..Problem::default() };
                for (cursor, selection) in [(None, None), (Some(from), None), (Some(to), Some((from, to)))] {
                    let code = Code { source, tokens: &tokens, cursor, selection, ..Code::default() };
                    let pair = Some([from, 0]).filter(|_| to > from);
                    for problems in [&[][..], std::slice::from_ref(&problem)] {
                        let code = Code { problems, ..code };
                        let near: Vec<&Problem> = problems.iter().collect();
                        let mut pieces = code.pieces(source, 0, &near, pair, &theme);
                        // What stands behind the end is no character of it.
                        pieces.retain(|piece| piece.content != "\u{a0}");
                        assert_eq!(pieces, pieces_by_characters(&code, pair, &theme), "{source:?} {from}..{to}");
                    }
                }
            }
        }
    }
}

#[test]
fn tokens_have_their_colours() {
    let theme = Theme::new(ThemeName::Dark);
    let tokens = [Token { start: 0, end: 3, role: Role::Keyword }, Token { start: 8, end: 10, role: Role::Number }];
    let code = Code {
        source: "def f = 12",
        tokens: &tokens,
        problems: &[],
        bar: Bar::Idle,
        cursor: None,
        fold: 0,
        ..Code::default()
    };
    let line = &code.lines(40, &theme)[0];
    let parts: Vec<_> = line.spans.iter().map(|span| (&*span.content, span.style)).collect();
    assert_eq!(parts[1], ("def", theme.style(Role::Keyword)));
    assert_eq!(parts[2], (" f = ", Style::new()));
    assert_eq!(parts[3], ("12", theme.style(Role::Number)));
}

#[test]
fn a_problem_is_underlined_and_said_below() {
    let theme = Theme::new(ThemeName::Mono);
    let problem = Problem {
        start: 9,
        end: 14,
        message: "the inner sizes 8 and 4 differ".into(),
        labels: vec![(9, 10, "Q is [query 4, d_k 8]".into())],
        help: Some("Did you mean Q @ K.T?".into()),
    };
    let code = Code {
        source: "scores = Q @ K\nx",
        tokens: &[],
        problems: &[problem],
        bar: Bar::Failed,
        cursor: None,
        fold: 0,
        ..Code::default()
    };
    assert_eq!(
        shown(&code, 45),
        [
            "▌ scores = Q @ K",
            "▌          ╰ the inner sizes 8 and 4 differ",
            "▌            Q is [query 4, d_k 8]",
            "▌          → Did you mean Q @ K.T?",
            "▌ x"
        ]
    );
    let line = &code.lines(44, &theme)[0];
    assert_eq!(line.spans[2].content, "Q @ K");
    assert!(line.spans[2].style.add_modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn a_problem_at_the_end_has_a_place_to_be_underlined() {
    let problem = Problem { start: 4, end: 4, message: "expected a value".into(), ..Problem::default() };
    let code = Code {
        source: "x = ",
        tokens: &[],
        problems: &[problem],
        bar: Bar::Selected,
        cursor: None,
        fold: 0,
        ..Code::default()
    };
    assert_eq!(shown(&code, 30), ["▌ x = \u{a0}", "▌     ╰ expected a value"]);
    let beyond = Problem { start: 400, end: 500, message: "far".into(), ..Problem::default() };
    let code = Code { problems: &[beyond], ..code };
    assert_eq!(shown(&code, 30), ["▌ x =", "▌     ╰ far"]);
}

#[test]
fn a_problem_far_to_the_right_is_said_before_its_place() {
    let problem = Problem {
        start: 20,
        end: 21,
        message: "a value is missing".into(),
        help: Some("write it".into()),
        ..Problem::default()
    };
    let code =
        Code { source: "x = softmax(s, dim0=) @ v", problems: &[problem], bar: Bar::Selected, ..Code::default() };
    let lines = shown(&code, 34);
    assert_eq!(lines[1], "▌  a value is missing ╯");
    assert_eq!(lines[2], "▌  → write it");
    assert_eq!(lines[0].chars().nth(22), Some(')'));
    assert_eq!(lines[1].chars().nth(22), Some('╯'));
    assert_eq!(shown(&code, 60)[1], format!("▌ {}╰ a value is missing", " ".repeat(20)));
    // Wrapped, the place is looked for in the last of its lines.
    let long = format!("x = [{}7 7]", "1, ".repeat(8));
    let problem =
        Problem { start: long.len() - 2, end: long.len() - 1, message: "a comma".into(), ..Problem::default() };
    let code = Code { source: &long, problems: &[problem], ..code };
    let lines = shown(&code, 24);
    let [code, message] = &lines[lines.len() - 2..] else { panic!("{lines:?}") };
    assert_eq!(code.chars().nth(message.chars().position(|sign| "╰╯".contains(sign)).unwrap()), Some('7'), "{lines:?}");
}

#[test]
fn long_lines_continue_indented_and_nothing_is_lost() {
    let code = Code {
        source: "weights = softmax(scores, dim=-1)",
        tokens: &[],
        problems: &[],
        bar: Bar::Stale,
        cursor: None,
        fold: 0,
        ..Code::default()
    };
    assert_eq!(shown(&code, 21), ["░ weights =", "░     softmax(scores,", "░     dim=-1)"]);
    let code = Code { source: "a\n\tb\n", bar: Bar::Idle, ..code };
    assert_eq!(shown(&code, 20), ["▌ a", "▌     b", "▌ "]);
}

#[test]
fn an_endless_line_is_folded() {
    let source = format!("x = 1\ny = '{}'", "word ".repeat(500));
    let code = Code { source: &source, fold: 2, ..Code::default() };
    let lines = shown(&code, 30);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3], "▌     … 2506 characters in all");
}

#[test]
fn the_cursor_covers_a_character_and_says_its_place() {
    let theme = Theme::new(ThemeName::Mono);
    let lay = |cursor| Code { source: "ab cd\n猫", cursor: Some(cursor), ..Code::default() }.lay(10, &theme);
    let is_cursor = |span: &&Span<'_>| span.style.add_modifier.contains(Modifier::REVERSED);
    let under = |laid: &Laid| {
        let spans = laid.lines.iter().flat_map(|line| &line.spans);
        spans.filter(is_cursor).map(|span| span.content.to_string()).collect::<String>()
    };
    for (place, text, at) in
        [(0, "a", (2, 0)), (4, "d", (6, 0)), (5, "\u{a0}", (7, 0)), (6, "猫", (2, 1)), (9, "\u{a0}", (4, 1))]
    {
        let laid = lay(place);
        assert_eq!((under(&laid).as_str(), laid.cursor), (text, Some(at)), "{place}");
    }
}

#[test]
fn every_place_of_a_wrapped_text_can_be_pointed_at() {
    let theme = Theme::new(ThemeName::Dark);
    let source = "\tweights = softmax(scores, 猫猫猫)  # e\u{301} 👩‍👩‍👧\n\nx = 1 ";
    let problem = Problem { start: 1, end: 8, message: "wrong".into(), ..Problem::default() };
    for numbered in [false, true] {
        for width in [14, 20, 40, 80] {
            for (cursor, _) in graphemes(source).chain([(source.len(), "")]) {
                let problems = [problem.clone()];
                let code = Code { source, problems: &problems, cursor: Some(cursor), numbered, ..Code::default() };
                let laid = code.lay(width, &theme);
                assert_eq!(laid.places.len(), laid.lines.len());
                let (x, line) = laid.cursor.unwrap_or_else(|| panic!("no cursor at {cursor} in {width}"));
                assert_eq!(laid.byte_at(x, line), Some(cursor), "{cursor} in {width} numbered {numbered}");
            }
        }
    }
}

#[test]
fn what_is_selected_can_be_seen_in_every_theme() {
    for name in ThemeName::ALL {
        let theme = Theme::new(name);
        let code = Code { source: "a = b\nc", cursor: Some(6), selection: Some((4, 6)), ..Code::default() };
        let line = &code.lay(20, &theme).lines[0];
        let selected: String = line
            .spans
            .iter()
            .filter(|span| span.style == theme.style(Role::Selection))
            .map(|span| span.content.to_string())
            .collect();
        assert_eq!(selected, "b\u{a0}", "{name}");
        assert_ne!(theme.style(Role::Selection), Style::new(), "{name}");
    }
}

#[test]
fn lines_have_numbers_where_they_are_asked_for() {
    let source = "a = 1\nbbbb = cccc + dddd";
    let code = Code { source, numbered: true, ..Code::default() };
    assert_eq!(shown(&code, 18), ["▌  1 a = 1", "▌  2 bbbb =", "▌        cccc +", "▌        dddd"]);
}
