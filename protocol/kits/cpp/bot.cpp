// my-bot, a bot for the board game Livingstone (line protocol 1).
//
// Your idea goes into Strategy::choose; everything below it is the protocol and can stay as it is.
// C++17 and the standard library are all it needs.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "json.hpp"

const std::string NAME = "my-bot";
const std::string VERSION = "0.1";

bool starts_with(const std::string& text, std::string_view start) { return text.compare(0, start.size(), start) == 0; }

// One object plays one game.
class Strategy {
public:
    // The move to make as text; an empty one leaves it to the first move of the list.
    //
    // moves: the legal moves: "die 4", "die 4 tent", "end" ... Amounts are ranges: "donate 1..7" allows
    // "donate 3". request["observation"] is all you may know of the game, request["time"]["deadline_ms"] how
    // long this answer may take.
    std::string choose(const Json& request, const std::vector<std::string>& moves) {
        (void)request;

        // A tent if it can be paid, else coins for a tent of a later turn.
        for (const char* use : {" tent", " coins"})
            for (const auto& move : moves)
                if (starts_with(move, "die ") && move.find(use) != move.npos) return move;

        // A low die first: each further die of a round must be higher, so low dice mean more turns.
        // The list has them in rising order.
        for (const auto& move : moves)
            if (starts_with(move, "die ")) return move;

        // Half of the coins into the chest once a turn: who has donated least at the end is out of the game.
        for (const auto& move : moves)
            if (starts_with(move, "donate ") && !donated_) {
                const auto dots = move.find("..");
                const int most = dots == move.npos ? 1 : std::atoi(move.c_str() + dots + 2);
                donated_ = true;
                return "donate " + std::to_string((most + 1) / 2);
            }

        if (std::find(moves.begin(), moves.end(), "end") == moves.end()) return "";
        donated_ = false;
        return "end";
    }

private:
    bool donated_ = false;  // in this turn
};

// The protocol: one JSON object a line.

void send(const std::string& line) {
    // Without this flush the line waits in a buffer and the host waits for the line: time is up. Do not count
    // on std::cin flushing std::cout for you: that ends with sync_with_stdio(false) and cin.tie(nullptr).
    std::cout << line << '\n' << std::flush;
}

void send_action(const Json& request, const std::string& action) {
    send("{\"type\":\"action\",\"id\":" + std::string(request["id"].raw()) + ",\"action\":" + action + "}");
}

int main() {
    Strategy strategy;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json message(line);
        const std::string type = message["type"].text();
        if (type == "hello") {
            const auto majors = message["supported"].items();
            if (std::none_of(majors.begin(), majors.end(), [](const Json& major) { return major.number() == 1; })) {
                send(R"({"type":"error","code":"unsupported_version","message":")" + NAME + " speaks protocol 1\"}");
                break;
            }
            // The feature "text": requests bring the legal moves as text too.
            send(R"({"type":"hello","major":1,"name":")" + NAME + R"(","version":")" + VERSION +
                 R"(","language":"C++","features":["text"]})");
        } else if (type == "new_game") {
            strategy = Strategy();  // compute what takes long here: the clock does not run yet
            send(R"({"type":"ready"})");
        } else if (type == "request") {
            std::vector<std::string> moves;
            for (const Json& move : message["legal_text"].items()) moves.push_back(move.text());
            const std::string move = strategy.choose(message, moves);
            send_action(message, move.empty() ? "0" : "\"" + move + "\"");
        } else if (type == "reject") {  // a mistake of choose, at a host that allows another try
            std::cerr << message["message"].text() << '\n';
            send_action(message, "0");
        } else if (type == "ping") {
            send(R"({"type":"pong","id":)" + std::string(message["id"].raw()) + "}");
        } else if (type == "error") {
            std::cerr << message["message"].text() << '\n';
        } else if (type == "quit") {
            break;
        }  // welcome, event, game_over and later types need no answer
    }
}
