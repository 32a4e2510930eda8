//! The built-in translator in the plain mode: another sentence, what its heads attend to, and what it writes without some of them.

use super::*;

#[test]
fn a_sentence_is_translated_and_told_token_by_token() {
    let heard = told("begin", &["translate the small red house", "more"]);
    assert!(heard.contains("“the small red house” is translated as “la petite maison rouge”."), "{heard}");
    assert!(heard.contains("The translator was least sure of token "), "{heard}");
    assert!(heard.contains("The translator reads the, small, red, house and end token."), "{heard}");
    let tokens: Vec<&str> = heard.lines().filter(|line| line.starts_with("Token ")).collect();
    assert_eq!(tokens.len(), 5, "{heard}");
    assert!(tokens[0].starts_with("Token 1: la 90 percent. la attends to the "), "{heard}");
    assert_readable(&heard);
}

#[test]
fn a_head_is_switched_off_and_on_again() {
    let all_off: Vec<String> = (0..3).map(|layer| format!("switch cross {layer}")).collect();
    let mut lines = vec!["translate the small red house"];
    lines.extend(all_off.iter().map(String::as_str));
    lines.extend(["machine cross 1", "machine", "switch on", "switch cross 1 head 2", "switch cross 1 2"]);
    let heard = told("begin", &lines);
    assert!(heard.contains("Switched off: cross-attention in decoder layer 0."), "{heard}");
    assert!(heard.contains("With nothing switched off: “la petite maison rouge”."), "{heard}");
    assert!(heard.contains("This part is switched off: cross-attention in decoder layer 1."), "{heard}");
    assert!(
        heard
            .contains("cross-attention in decoder layer 2: 4 heads. Switched off: cross-attention in decoder layer 2.")
    );
    assert!(heard.contains("Switched off: head 2 of cross-attention in decoder layer 1."), "{heard}");
    let back = heard.matches("“the small red house” is translated as “la petite maison rouge”.").count();
    assert!(back >= 3, "at first, with everything on again, and after the last switch\n{heard}");
    assert_readable(&heard);
}

#[test]
fn what_a_head_attends_to_is_told_with_its_lesson() {
    let heard = told("begin", &["translate the small red house", "machine encoder 0 head 3", "machine decoder 0"]);
    assert!(heard.contains("What head 3 of self-attention in encoder layer 0 attends to most, in percent."), "{heard}");
    assert!(heard.contains("house attends to "), "{heard}");
    assert!(heard.contains("The lesson Masking explains this part: open masking."), "{heard}");
    assert!(heard.contains("the start attends to the start 100"), "the first query sees nothing else\n{heard}");
}

#[test]
fn what_names_no_part_is_answered_and_changes_nothing() {
    let heard = told(
        "begin",
        &["machine here", "switch cross", "switch cross 9", "switch encoder 0 head 9", "switch decoder x", "translate"],
    );
    for asked in ["here", "cross", "decoder x"] {
        assert!(heard.contains(&format!("“{asked}” is not the name of a part.")), "{heard}");
    }
    assert!(heard.contains("There is no cross-attention in decoder layer 9."), "{heard}");
    assert!(heard.contains("There is no head 9 of self-attention in encoder layer 0."), "{heard}");
    assert!(!heard.contains("Switched off"), "{heard}");
}
