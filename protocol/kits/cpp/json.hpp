// Just enough JSON to read the host's messages.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// A JSON value, read where it stands: it views the line and copies nothing.
// message["observation"]["round"].number() is the round; a value that is not there is empty.
class Json {
public:
    Json() = default;
    explicit Json(std::string_view text) {
        text.remove_prefix(std::min(text.find_first_not_of(SPACES), text.size()));
        text_ = text.substr(0, end_of(text));
    }

    // The value as it was sent.
    std::string_view raw() const { return text_; }

    long number() const { return std::strtol(std::string(text_).c_str(), nullptr, 10); }

    // The items of a list; those of an object are key, value, key, value ...
    std::vector<Json> items() const {
        std::vector<Json> found;
        if (text_.empty() || (text_[0] != '[' && text_[0] != '{')) return found;
        std::string_view rest = text_.substr(1);
        while (true) {
            rest.remove_prefix(std::min(rest.find_first_not_of(",: \t\r\n"), rest.size()));
            if (rest.empty() || rest[0] == ']' || rest[0] == '}') return found;
            found.emplace_back(rest);
            rest.remove_prefix(found.back().text_.size());
        }
    }

    // The value of a key of this object, not of one further inside.
    Json operator[](std::string_view key) const {
        if (text_.empty() || text_[0] != '{') return {};
        const std::vector<Json> all = items();
        for (std::size_t i = 0; i + 1 < all.size(); i += 2)
            if (all[i].text() == key) return all[i + 1];
        return {};
    }

    // A string without its quotes; letters beyond ASCII written as \uXXXX become '?'. Empty if it is no string.
    std::string text() const {
        std::string letters;
        if (text_.empty() || text_[0] != '"') return letters;
        for (std::size_t i = 1; i + 1 < text_.size(); ++i) {
            char letter = text_[i];
            if (letter == '\\') {
                static const std::string_view escapes = "b\bf\fn\nr\rt\t";
                letter = text_[++i];
                if (letter == 'u') {
                    const long code = std::strtol(std::string(text_.substr(i + 1, 4)).c_str(), nullptr, 16);
                    letter = code < 128 ? static_cast<char>(code) : '?';
                    i += 4;
                } else if (const auto at = escapes.find(letter); at != escapes.npos) {
                    letter = escapes[at + 1];
                }
            }
            letters += letter;
        }
        return letters;
    }

private:
    // How long the value is that the text begins with. Brackets within strings do not count.
    static std::size_t end_of(std::string_view text) {
        int depth = 0;
        std::size_t at = 0;
        while (at < text.size()) {
            const char letter = text[at];
            if (letter == '"') {
                for (++at; at < text.size() && text[at] != '"'; ++at)
                    if (text[at] == '\\') ++at;
                ++at;
            } else if (letter == '{' || letter == '[') {
                ++depth, ++at;
            } else if (letter == '}' || letter == ']') {
                --depth, ++at;
            } else if (depth > 0) {
                ++at;
            } else {
                at = text.find_first_of(" \t\r\n,:]}", at + 1);  // behind a number, true, false or null
            }
            if (depth <= 0) break;
        }
        return std::min(at, text.size());
    }

    static constexpr std::string_view SPACES = " \t\r\n";
    std::string_view text_;
};
