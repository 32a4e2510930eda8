//! Programs of many kinds, held against Python and PyTorch: the `.json` beside this file have what they print, and the `.py` of the same
//! name writes it. `refused.txt` names those that need what the cells do not have.

use crate::answers::{assert_programs_but, read};

macro_rules! programs {
    ($($test:ident $file:literal)*) => {
        $(
            #[test]
            fn $test() {
                assert_programs_but(&read(include_str!($file)), &refused(stringify!($test)));
            }
        )*
    };
}

/// The names of the programs of one test that are refused.
fn refused(test: &str) -> Vec<&'static str> {
    let rows = include_str!("refused.txt").lines().filter_map(|line| line.split_once(" | "));
    rows.filter(|(of, _)| *of == test).map(|(_, name)| name).collect()
}

programs! {
    generators "generators.json"
    scopes "scopes.json"
    decorators "decorators.json"
    matching "matching.json"
    percent "percent.json"
    inheritance "inheritance.json"
    python "library/python.json"
    torch "library/torch.json"
    numpy "library/numpy.json"
}
