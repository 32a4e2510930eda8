//! Days, as a session writes them: `2026-11-25`. One begins at midnight UTC.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 86_400;
/// The days of four hundred years, after which the calendar repeats, and those from 0000-03-01 to 1970-01-01.
const ERA: i64 = 146_097;
const TO_EPOCH: i64 = 719_468;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// Today, by the clock of this computer.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self(i64::try_from(seconds / SECONDS).unwrap_or_default())
    }

    /// So many days later.
    #[must_use]
    pub fn after(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// How many days lie between this day and a later one.
    pub fn until(self, later: Self) -> i64 {
        later.0.saturating_sub(self.0)
    }

    /// A date of the calendar; `None` for one that is in no year from 1 to 9999.
    fn of(year: i64, month: i64, day: i64) -> Option<Self> {
        // The year begins in March here, so that the day that some years have more is its last.
        let year_from_march = if month <= 2 { year - 1 } else { year };
        let era = year_from_march.div_euclid(400);
        let of_era = year_from_march.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let date = Self(era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - TO_EPOCH);
        ((1..=9999).contains(&year) && date.date() == (year, month, day)).then_some(date)
    }

    /// Its year, month and day.
    fn date(self) -> (i64, i64, i64) {
        let days = self.0.saturating_add(TO_EPOCH);
        let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year + i64::from(month <= 2), month, day)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// Why a text is no day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDay;

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let parts: Vec<i64> = text.split('-').map(str::parse).collect::<Result<_, _>>().map_err(|_| NoDay)?;
        let [year, month, day] = parts[..] else { return Err(NoDay) };
        let fits = (1..=12).contains(&month) && (1..=31).contains(&day);
        Self::of(year, month, day).filter(|_| fits).filter(|date| date.to_string() == text).ok_or(NoDay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_dates_and_read_again() {
        assert_eq!(Day::default().to_string(), "1970-01-01");
        for text in ["2026-11-25", "2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Day>().unwrap().to_string(), text);
        }
        let day: Day = "2024-02-28".parse().unwrap();
        assert_eq!((day.after(1).to_string(), day.after(2).to_string()), ("2024-02-29".into(), "2024-03-01".into()));
        assert_eq!(day.until(day.after(14)), 14);
        assert!(Day::today() > day);
    }

    #[test]
    fn what_is_in_no_calendar_is_no_day() {
        for text in
            ["", "2026", "2026-13-01", "2026-02-29", "2026-1-1", "2026-00-10", "a-b-c", "99999-01-01", "-1-1-1-1"]
        {
            assert_eq!(text.parse::<Day>(), Err(NoDay), "{text}");
        }
    }

    #[test]
    fn every_day_of_a_thousand_years_is_the_one_after_the_day_before() {
        let mut day: Day = "1600-01-01".parse().unwrap();
        while day < "2600-01-01".parse().unwrap() {
            assert_eq!(day.to_string().parse(), Ok(day));
            day = day.after(1);
        }
    }
}
