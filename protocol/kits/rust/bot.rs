//! my-bot, a bot for the board game Livingstone (line protocol 1).
//!
//! Your idea goes into `Strategy::choose`; everything below it is the protocol and can stay as it is.
//! The standard library is all it needs, no crate; json.rs reads the lines.

mod json;

use json::Json;
use std::io::{self, BufRead, Write};

const NAME: &str = "my-bot";
const VERSION: &str = "0.1";

/// One object plays one game.
#[derive(Default)]
struct Strategy {
    /// In this turn.
    donated: bool,
}

impl Strategy {
    /// The move to make as text; `None` leaves it to the first move of the list.
    ///
    /// `moves` are the legal moves: "die 4", "die 4 tent", "end" ... Amounts are ranges: "donate 1..7" allows
    /// "donate 3". `request.get("observation")` is all you may know of the game,
    /// `request.get("time").get("deadline_ms").number()` how long this answer may take.
    fn choose(&mut self, _request: Json, moves: &[String]) -> Option<String> {
        // A tent if it can be paid, else coins for a tent of a later turn.
        for action in [" tent", " coins"] {
            let usable = |text: &&String| text.starts_with("die ") && text.contains(action);
            if let Some(text) = moves.iter().find(usable) {
                return Some(text.clone());
            }
        }

        // A low die first: each further die of a round must be higher, so low dice mean more turns.
        // The list has them in rising order.
        if let Some(text) = moves.iter().find(|text| text.starts_with("die ")) {
            return Some(text.clone());
        }

        // Half of the coins into the chest once a turn: who has donated least at the end is out of the game.
        let amounts = moves.iter().find_map(|text| text.strip_prefix("donate "));
        if let (Some(amounts), false) = (amounts, self.donated) {
            let most: u64 = amounts.rsplit("..").next()?.parse().ok()?;
            self.donated = true;
            return Some(format!("donate {}", (most + 1) / 2));
        }

        if moves.iter().any(|text| text == "end") {
            self.donated = false;
            return Some("end".to_string());
        }
        None
    }
}

// The protocol: one JSON object a line.

/// Write one line to the host.
fn send(line: &str) -> io::Result<()> {
    let mut host = io::stdout().lock();
    writeln!(host, "{line}")?;
    // Stdout flushes at each line by itself, a BufWriter around it does not: there the line waits in a buffer,
    // the host waits for the line, and time is up. With this flush both are right.
    host.flush()
}

fn main() -> io::Result<()> {
    let mut strategy = Strategy::default();
    let mut host = io::stdin().lock();
    let mut bytes = Vec::new();
    while host.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        let message = Json::new(&line);
        let id = message.get("id").raw;
        match message.get("type").text().as_str() {
            "hello" => {
                if !message.get("supported").items().iter().any(|major| major.number() == Some(1)) {
                    let code = "unsupported_version";
                    send(&format!(r#"{{"type":"error","code":"{code}","message":"{NAME} speaks protocol 1"}}"#))?;
                    break;
                }
                // The feature "text": requests bring the legal moves as text too.
                let rest = r#""language":"Rust","features":["text"]"#;
                send(&format!(r#"{{"type":"hello","major":1,"name":"{NAME}","version":"{VERSION}",{rest}}}"#))?;
            }
            "new_game" => {
                strategy = Strategy::default(); // compute what takes long here: the clock does not run yet
                send(r#"{"type":"ready"}"#)?;
            }
            "request" => {
                let moves: Vec<String> = message.get("legal_text").items().iter().map(Json::text).collect();
                let action = match strategy.choose(message, &moves) {
                    Some(text) => format!("\"{text}\""),
                    None => "0".to_string(),
                };
                send(&format!(r#"{{"type":"action","id":{id},"action":{action}}}"#))?;
            }
            "reject" => {
                // A mistake of choose, at a host that allows another try.
                eprintln!("{}", message.get("message").text());
                send(&format!(r#"{{"type":"action","id":{id},"action":0}}"#))?;
            }
            "ping" => send(&format!(r#"{{"type":"pong","id":{id}}}"#))?,
            "error" => eprintln!("{}", message.get("message").text()),
            "quit" => break,
            _ => {} // welcome, event, game_over and later types need no answer
        }
    }
    Ok(())
}
