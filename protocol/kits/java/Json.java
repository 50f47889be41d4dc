// As much JSON as a bot needs. It can stay as it is.

import java.util.ArrayList;
import java.util.List;

/** A JSON value, read where it stands in its line; a value that is not there is empty. */
record Json(String raw) {
    Json {
        raw = raw.stripLeading();
        raw = raw.substring(0, end(raw));
    }

    long number() {
        return Long.parseLong(raw);
    }

    /** The items of a list; those of an object are key, value, key, value ... */
    List<Json> items() {
        List<Json> found = new ArrayList<>();
        if (!raw.startsWith("[") && !raw.startsWith("{")) {
            return found;
        }
        int at = 1;
        while (true) {
            while (at < raw.length() && (raw.charAt(at) == ',' || raw.charAt(at) == ':'
                    || Character.isWhitespace(raw.charAt(at)))) {
                at++;
            }
            if (at >= raw.length() || raw.charAt(at) == ']' || raw.charAt(at) == '}') {
                return found;
            }
            found.add(new Json(raw.substring(at)));
            at += found.get(found.size() - 1).raw.length();
        }
    }

    /** The value of a key of this object, not of one further inside. */
    Json get(String key) {
        List<Json> all = raw.startsWith("{") ? items() : List.of();
        for (int i = 0; i + 1 < all.size(); i += 2) {
            if (all.get(i).text().equals(key)) {
                return all.get(i + 1);
            }
        }
        return new Json("");
    }

    /** A string without its quotes; empty if it is none. */
    String text() {
        StringBuilder letters = new StringBuilder();
        for (int i = 1; raw.startsWith("\"") && i < raw.length() - 1; i++) {
            char letter = raw.charAt(i);
            if (letter == '\\') {
                letter = raw.charAt(++i);
                int escape = "bfnrt".indexOf(letter);
                if (letter == 'u') {
                    letter = (char) Integer.parseInt(raw.substring(i + 1, i + 5), 16);
                    i += 4;
                } else if (escape >= 0) {
                    letter = "\b\f\n\r\t".charAt(escape);
                }
            }
            letters.append(letter);
        }
        return letters.toString();
    }

    /** How long the value is that the text begins with. Brackets within strings do not count. */
    private static int end(String text) {
        int depth = 0;
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (letter == '"') {
                for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                    at += text.charAt(at) == '\\' ? 1 : 0;
                }
            } else if (letter == '{' || letter == '[') {
                depth++;
            } else if (letter == '}' || letter == ']') {
                depth--;
            } else if (depth == 0) { // a number, true, false or null
                while (at + 1 < text.length() && ",:]} \t".indexOf(text.charAt(at + 1)) < 0) {
                    at++;
                }
            }
            if (depth <= 0) {
                return Math.min(at + 1, text.length());
            }
        }
        return text.length();
    }
}
