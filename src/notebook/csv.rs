//! Values between commas, as RFC 4180 has them.

/// Fields as a line without its end.
pub(crate) fn line<F: AsRef<str>>(fields: impl IntoIterator<Item = F>) -> String {
    fields.into_iter().map(|text| field(text.as_ref())).collect::<Vec<_>>().join(",")
}

/// A field: in quotes where a comma, a quote or a line end stands in it.
pub(crate) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { quoted(text) } else { text.to_owned() }
}

/// A field in quotes, whatever stands in it.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_where_it_must_be() {
        assert_eq!(line(["plain", "a, \"b\"", "two\nlines", ""]), "plain,\"a, \"\"b\"\"\",\"two\nlines\",");
        assert_eq!(quoted("plain"), "\"plain\"");
    }
}
