//! Dates in many forms, letter by letter, to year-month-day: `March 3, 1987` and `03.03.1987` both become `1987-03-03`.

use super::words::Words;
use super::{Example, pick};
use crate::tensor::Result;
use crate::tensor::random::Generator;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// A space is written so, since spaces part the tokens.
const SPACE: &str = "_";
const FIRST_YEAR: i64 = 1900;
const LAST_YEAR: i64 = 2099;

/// How a date can be written.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// 3 March 1987
    DayMonthYear,
    /// March 3, 1987
    MonthDayYear,
    /// 3 Mar 1987
    Short,
    /// 03.03.1987
    Points,
    /// 1987/3/3
    Slashes,
}

const FORMS: [Form; 5] = [Form::DayMonthYear, Form::MonthDayYear, Form::Short, Form::Points, Form::Slashes];

pub(super) fn sources() -> Words {
    let mut letters: Vec<char> = MONTHS.concat().chars().chain("0123456789.,/_".chars()).collect();
    letters.sort_unstable();
    letters.dedup();
    let letters: Vec<String> = letters.into_iter().map(String::from).collect();
    Words::new(letters.iter().map(String::as_str))
}

pub(super) fn targets() -> Words {
    Words::new(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-"])
}

/// A date, and its day, which says the part that it belongs to: no day that is tested with was learned in another form.
pub(super) fn draw(generator: &mut Generator) -> Result<(Example, String)> {
    let year = generator.randint(&[1], FIRST_YEAR, LAST_YEAR + 1)?[[0]];
    let month = generator.randint(&[1], 1, 13)?[[0]];
    let day = generator.randint(&[1], 1, days(year, month) + 1)?[[0]];
    let written = pick(generator, &FORMS)?.written(year, month, day);
    let day = format!("{year:04}-{month:02}-{day:02}");
    Ok((Example { source: letters(&written), target: letters(&day) }, day))
}

impl Form {
    fn written(self, year: i64, month: i64, day: i64) -> String {
        let name = MONTHS[(month - 1) as usize];
        match self {
            Self::DayMonthYear => format!("{day} {name} {year}"),
            Self::MonthDayYear => format!("{name} {day}, {year}"),
            Self::Short => format!("{day} {} {year}", &name[..3]),
            Self::Points => format!("{day:02}.{month:02}.{year}"),
            Self::Slashes => format!("{year}/{month}/{day}"),
        }
    }
}

fn days(year: i64, month: i64) -> i64 {
    let leaps = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 => 28 + i64::from(leaps),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Each letter as a token.
fn letters(text: &str) -> String {
    let tokens = text.chars().map(|c| if c == ' ' { SPACE.to_owned() } else { c.to_string() });
    tokens.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_of_the_same_day() {
        let written: Vec<String> = FORMS.iter().map(|form| form.written(1987, 3, 4)).collect();
        assert_eq!(written, ["4 March 1987", "March 4, 1987", "4 Mar 1987", "04.03.1987", "1987/3/4"]);
        assert_eq!(letters("4 Mar"), "4 _ M a r");
    }

    #[test]
    fn february_is_longer_in_leap_years() {
        assert_eq!([1900, 2000, 2023, 2024].map(|year| days(year, 2)), [28, 29, 28, 29]);
    }
}
