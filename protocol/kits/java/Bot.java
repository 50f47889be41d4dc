// my-bot, a bot for the board game Livingstone (line protocol 1).
//
// Your idea goes into choose; everything below it is the protocol and can stay as it is.
// Java 17 and its class library are all it needs; Json.java reads the lines.

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

public final class Bot {
    private static final String NAME = "my-bot";
    private static final String VERSION = "0.1";

    /** In this turn. */
    private boolean donated = false;

    /**
     * The move to make as text, or null for the first move of the list.
     *
     * @param request request.get("observation") is all you may know of the game,
     *     request.get("time").get("deadline_ms").number() how long this answer may take
     * @param moves the legal moves: "die 4", "die 4 tent", "end" ... Amounts are ranges: "donate 1..7" allows
     *     "donate 3"
     */
    private String choose(Json request, List<String> moves) {
        // A tent if it can be paid, else coins for a tent of a later turn.
        for (String use : List.of(" tent", " coins")) {
            for (String move : moves) {
                if (move.startsWith("die ") && move.contains(use)) {
                    return move;
                }
            }
        }
        for (String move : moves) {
            // A low die first: each further die of a round must be higher, so low dice mean more turns.
            // The list has them in rising order.
            if (move.startsWith("die ")) {
                return move;
            }
        }
        for (String move : moves) {
            // Half of the coins into the chest once a turn: who has donated least at the end is out of the game.
            if (move.startsWith("donate ") && !donated) {
                int dots = move.indexOf("..");
                int most = dots < 0 ? 1 : Integer.parseInt(move.substring(dots + 2));
                donated = true;
                return "donate " + (most + 1) / 2;
            }
        }
        if (moves.contains("end")) {
            donated = false;
            return "end";
        }
        return null;
    }

    // The protocol: one JSON object a line.

    private static PrintStream host;

    public static void main(String[] arguments) throws IOException {
        // Println flushes only in a stream made for it; in a PrintWriter without autoflush the line waits in a
        // buffer and the host waits for the line: time is up. So send() flushes itself.
        host = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err); // a stray System.out.println goes to stderr and cannot spoil the protocol
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Bot bot = new Bot();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Json message = new Json(line);
            switch (message.get("type").text()) {
                case "hello" -> {
                    if (message.get("supported").items().stream().noneMatch(major -> major.number() == 1)) {
                        send("{'type':'error','code':'unsupported_version','message':'%s speaks protocol 1'}", NAME);
                        return;
                    }
                    // The feature "text": requests bring the legal moves as text too.
                    send("{'type':'hello','major':1,'name':'%s','version':'%s','language':'Java',"
                            + "'features':['text']}", NAME, VERSION);
                }
                case "new_game" -> {
                    bot = new Bot(); // compute what takes long here: the clock does not run yet
                    send("{'type':'ready'}");
                }
                case "request" -> {
                    List<String> moves = message.get("legal_text").items().stream().map(Json::text).toList();
                    String move = bot.choose(message, moves);
                    String action = move == null ? "0" : "'" + move + "'";
                    send("{'type':'action','id':%s,'action':%s}", message.get("id").raw(), action);
                }
                case "reject" -> { // a mistake of choose, at a host that allows another try
                    System.err.println(message.get("message").text());
                    send("{'type':'action','id':%s,'action':0}", message.get("id").raw());
                }
                case "ping" -> send("{'type':'pong','id':%s}", message.get("id").raw());
                case "error" -> System.err.println(message.get("message").text());
                case "quit" -> {
                    return;
                }
                default -> { } // welcome, event, game_over and later types need no answer
            }
        }
    }

    /** Write one line to the host; single quotes in the pattern stand for double ones. */
    private static void send(String pattern, Object... values) {
        host.print(pattern.formatted(values).replace('\'', '"') + "\n");
        host.flush();
    }
}
