//! As much JSON as a bot needs. It can stay as it is.

/// A JSON value, read where it stands in its line: it copies nothing. A value that is not there is empty.
#[derive(Clone, Copy)]
pub struct Json<'a> {
    /// As it stands in the line.
    pub raw: &'a str,
}

impl<'a> Json<'a> {
    /// The value that the text begins with.
    pub fn new(text: &'a str) -> Self {
        let text = text.trim_start();
        Json { raw: &text[..length(text)] }
    }

    pub fn number(&self) -> Option<i64> {
        self.raw.parse().ok()
    }

    /// The items of a list; those of an object are key, value, key, value ...
    pub fn items(&self) -> Vec<Json<'a>> {
        let mut found = Vec::new();
        let Some(mut rest) = self.raw.strip_prefix(['[', '{']) else { return found };
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || ",:".contains(letter));
            if rest.is_empty() || rest.starts_with([']', '}']) {
                return found;
            }
            let item = Json::new(rest);
            rest = &rest[item.raw.len()..];
            found.push(item);
        }
    }

    /// The value of a key of this object, not of one further inside.
    pub fn get(&self, key: &str) -> Json<'a> {
        let all = if self.raw.starts_with('{') { self.items() } else { Vec::new() };
        let value = all.chunks_exact(2).find(|pair| pair[0].text() == key);
        value.map_or(Json { raw: "" }, |pair| pair[1])
    }

    /// A string without its quotes; letters beyond ASCII written as \uXXXX become '?'. Empty if it is no string.
    pub fn text(&self) -> String {
        let inside = self.raw.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let mut letters = inside.unwrap_or("").chars();
        let mut text = String::new();
        while let Some(letter) = letters.next() {
            if letter != '\\' {
                text.push(letter);
                continue;
            }
            text.push(match letters.next() {
                Some('u') => {
                    let digits: String = letters.by_ref().take(4).collect();
                    u8::from_str_radix(&digits, 16).ok().filter(u8::is_ascii).map_or('?', char::from)
                }
                Some('b') => '\u{8}',
                Some('f') => '\u{c}',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(other) => other,
                None => break,
            });
        }
        text
    }
}

/// How many bytes the value has that the text begins with. Brackets within strings do not count.
fn length(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, letter) in text.bytes().enumerate() {
        if in_string {
            in_string = escaped || letter != b'"';
            escaped = letter == b'\\' && !escaped;
        } else {
            match letter {
                b'"' => in_string = true,
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ if depth > 0 => continue,
                b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' => return at, // behind a number, true, false or null
                _ => continue,
            }
        }
        if depth <= 0 && !in_string && matches!(letter, b'"' | b'}' | b']') {
            return if depth < 0 { at } else { at + 1 };
        }
    }
    text.len()
}
