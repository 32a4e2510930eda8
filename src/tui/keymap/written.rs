//! The table as a file of keys: what `glassformer keys` prints, ready to be changed.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::file::{EVERYWHERE, contexts};
use super::{Action, BINDINGS, Context, Key, Keymap, Keys};

/// What stands above the table.
const INTRODUCTION: &str = r#"# The keys of Glassformer, one section per mode. Change what you like, and delete the lines that you do not change. An empty list
# removes all keys of an action, which remains in the list of actions. To check a key file, run `glassformer keys --check FILE`.
#
# A key is a single letter ("n", "N") or a name: <enter>, <esc>, <tab>, <backtab>, <space>, <backspace>, <del>, <insert>,
# <up>, <down>, <left>, <right>, <home>, <end>, <pgup>, <pgdn>, <lt>, <gt>, <f1> to <f12>; with Ctrl <c-n>, Alt <a-n>, Shift
# <s-up>. Keys in [everywhere] apply in every section that has the action, unless that section says otherwise. Where you type
# text, letters stay letters. Ctrl-C always quits the program.
"#;

impl Keymap {
    /// The whole table as [`super::file::read`] reads it.
    pub fn written(&self) -> String {
        let general = self.general();
        let mut text = INTRODUCTION.to_owned();
        let _ = writeln!(text, "\n[{EVERYWHERE}]");
        for action in &general {
            let keys = contexts(*action, None).first().map(|context| self.keys(*context, *action)).unwrap_or_default();
            line(&mut text, *action, &keys, &words(*action, None));
        }
        for context in Context::ALL {
            let mut told = BTreeSet::new();
            let rows = self.rows(context).iter().map(|row| row.binding.action);
            let own: Vec<_> = rows.filter(|action| !general.contains(action) && told.insert(*action)).collect();
            if own.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n[{}]", context.section());
            for action in own {
                line(&mut text, action, &self.keys(context, action), &words(action, Some(context)));
            }
        }
        text
    }

    /// The actions that have the same keys in all their places, if there are several.
    fn general(&self) -> Vec<Action> {
        let mut told = BTreeSet::new();
        let actions = BINDINGS.iter().map(|binding| binding.action).filter(|action| told.insert(*action));
        let is_general = |action: &Action| {
            let keys: Vec<Keys> =
                contexts(*action, None).into_iter().map(|context| self.keys(context, *action)).collect();
            keys.len() > 1 && keys.windows(2).all(|pair| pair[0] == pair[1]) && !action.is_said_by_the_key()
        };
        actions.filter(is_general).collect()
    }
}

/// `undo = ["u"]  # undo`. What cannot have other keys is a remark.
fn line(text: &mut String, action: Action, keys: &[Key], words: &str) {
    let mark = if action.is_said_by_the_key() { "# " } else { "" };
    let keys: Vec<String> = keys.iter().map(|key| quoted(&key.written())).collect();
    let entry = format!("{mark}{} = [{}]", action.name(), keys.join(", "));
    let _ = writeln!(text, "{entry:<44}  # {words}");
}

fn quoted(key: &str) -> String {
    format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What an action does, as the help says it; where places say it in several ways, all of them.
fn words(action: Action, context: Option<Context>) -> String {
    let here = |binding: &&super::Binding| {
        binding.action == action && context.is_none_or(|context| binding.contexts.contains(&context))
    };
    let mut said: Vec<&str> = Vec::new();
    for binding in BINDINGS.iter().filter(here) {
        if !said.contains(&binding.words()) {
            said.push(binding.words());
        }
    }
    said.join("; ")
}
