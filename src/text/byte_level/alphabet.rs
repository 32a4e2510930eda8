//! Bytes as characters that can be seen: GPT-2's `bytes_to_unicode`.
//!
//! A byte that is a visible character of Latin-1 stands for itself. The other 68 (control characters, the space, the two blank
//! ones of Latin-1) are numbered from U+0100 on, in order: the space, byte 32, is the 33rd of them, `Ġ`.

/// The first character of those that stand for another.
const FIRST: u32 = 0x100;

/// The character that stands for a byte.
///
/// ```
/// use glassformer::text::byte_level::alphabet::character;
///
/// assert_eq!((character(b'a'), character(b' '), character(b'\n'), character(0xad)), ('a', 'Ġ', 'Ċ', 'Ń'));
/// ```
pub fn character(byte: u8) -> char {
    let before = match byte {
        0..=32 => byte,
        127..=160 => byte - 127 + 33,
        173 => 67,
        _ => return char::from(byte),
    };
    char::from_u32(FIRST + u32::from(before)).unwrap_or_default()
}

/// The byte that a character stands for.
///
/// ```
/// use glassformer::text::byte_level::alphabet::{byte, character};
///
/// assert!((0..=255).all(|x| byte(character(x)) == Some(x)));
/// assert_eq!(byte(' '), None);
/// ```
pub fn byte(character: char) -> Option<u8> {
    let code = u32::from(character);
    let byte = match code.checked_sub(FIRST) {
        Some(place @ 0..=32) => place,
        Some(place @ 33..=66) => place - 33 + 127,
        Some(67) => 173,
        Some(_) => return None,
        None => code,
    };
    u8::try_from(byte).ok().filter(|&byte| self::character(byte) == character)
}

/// The characters that stand for the 256 bytes, in the order of their code points: the first tokens of a vocabulary.
pub fn characters() -> Vec<char> {
    let mut characters: Vec<char> = (0..=u8::MAX).map(character).collect();
    characters.sort_unstable();
    characters
}

/// The bytes of a token. A character that stands for none, in a special token, is written as UTF-8.
pub fn bytes(token: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(token.len());
    let mut written = [0; 4];
    for character in token.chars() {
        match byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(character.encode_utf8(&mut written).as_bytes()),
        }
    }
    bytes
}
