//! `glassformer why`: the explanation of one element, step by step down to what somebody wrote.

mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use super::arguments::headless::Why;
use super::subject::Subject;
use super::{Failure, element};
use crate::notebook::library::Library;
use crate::notebook::why::birth;
use tree::Tree;

/// Explains an element. Errors of the text are told as `eval` tells them; they are fatal only where the element is missing.
pub(super) fn run(library: &Library, options: &Why) -> Result<ExitCode, Failure> {
    let subject = Subject::open(library, &options.inputs, &[])?;
    let complaints = subject.complaints();
    for complaint in &complaints {
        complaint.write(&mut io::stderr().lock())?;
    }
    let element = match element::find(&subject, &options.element) {
        Ok(element) => element,
        Err(_) if !complaints.is_empty() => return Ok(ExitCode::FAILURE),
        Err(failure) => return Err(failure),
    };
    let lost = || Failure::failed(format!("nothing is known of how `{}` was made", options.element));
    let tree = Tree::new(&subject, &element, usize::from(options.depth)).ok_or_else(lost)?;
    let born = birth(&subject.outcome, &element);
    let born = born.filter(|born| tree.element() != Some(born)).and_then(|born| Tree::new(&subject, &born, 1));
    let mut out = io::stdout().lock();
    if options.json {
        let mut json = tree.json();
        json["born"] = born.map_or(serde_json::Value::Null, |born| born.json());
        writeln!(out, "{json:#}")?;
    } else {
        tree.write(&mut out, 0)?;
        if let Some(born) = born {
            writeln!(out, "\n{} was born in", tree.value())?;
            born.write(&mut out, 1)?;
        }
    }
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
