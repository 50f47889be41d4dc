// my-bot, a bot for the board game Livingstone (line protocol 1).
//
// Your idea goes into `choose`; everything below it is the protocol and can stay as it is.
// Node is all it needs, no package.

'use strict';

const NAME = 'my-bot';
const VERSION = '0.1';

/** One object plays one game. */
class Strategy {
  /** `newGame` has the edition, `players`, your `seat` and a `seed` (text) for your random numbers. */
  constructor(newGame) {
    this.donated = false;
  }

  /**
   * The move to make: an entry of `request.legal`, its text, or its place in that list.
   *
   * `request.observation` is all you may know of the game, `request.time.deadline_ms` how long this
   * answer may take. Amounts are ranges: {donate: [1, 7]} allows {donate: 3}.
   */
  choose(request) {
    const legal = request.legal;

    // A tent if it can be paid, else coins for a tent of a later turn.
    for (const use of ['tent', 'coins']) {
      const move = legal.find((each) => each.use === use);
      if (move) return move;
    }

    // A low die first: each further die of a round must be higher, so low dice mean more turns.
    const dice = legal.filter((each) => 'die' in each);
    if (dice.length > 0) {
      return dice.reduce((least, each) => (each.die < least.die ? each : least));
    }

    // Half of the coins into the chest once a turn: who has donated least at the end is out of the game.
    const donation = legal.find((each) => 'donate' in each);
    if (donation && !this.donated) {
      this.donated = true;
      const most = donation.donate[1];
      return { donate: Math.ceil(most / 2) };
    }

    const end = legal.find((each) => 'end' in each);
    if (end) {
      this.donated = false;
      return end;
    }
    return 0; // the first of the list: always legal
  }
}

// The protocol: one JSON object a line.

console.log = console.error; // a stray console.log goes to stderr and cannot spoil the protocol

let strategy = null;

/** Write one line to the host. */
function send(message) {
  // process.stdout.write needs no flush, but it may finish later: process.exit() right after it can lose
  // the line. So nothing here calls process.exit(); see stop().
  process.stdout.write(JSON.stringify(message) + '\n');
}

/** Read no more. Node then writes what is left and exits with code 0. */
function stop() {
  process.stdin.destroy();
}

/** Answer one message. Types without a case (welcome, event, game_over, later ones) need no answer. */
function handle(message) {
  switch (message.type) {
    case 'hello':
      if (message.supported.includes(1)) {
        send({ type: 'hello', major: 1, name: NAME, version: VERSION, language: 'JavaScript' });
      } else {
        send({ type: 'error', code: 'unsupported_version', message: `${NAME} speaks protocol 1` });
        stop();
      }
      break;
    case 'new_game':
      strategy = new Strategy(message); // load and compute what takes long here: the clock does not run yet
      send({ type: 'ready' });
      break;
    case 'request':
      send({ type: 'action', id: message.id, action: strategy.choose(message) });
      break;
    case 'reject': // a mistake of choose, at a host that allows another try
      console.error(message.message);
      send({ type: 'action', id: message.id, action: 0 });
      break;
    case 'ping':
      send({ type: 'pong', id: message.id });
      break;
    case 'error':
      console.error(message.message);
      break;
    case 'quit':
      stop();
      break;
  }
}

// Lines are cut by hand. fs.readFileSync(0) would wait for the end of the whole game, and the module
// readline also cuts at U+2028 and U+2029, which may stand in a player's name.
let pending = '';
process.stdin.setEncoding('utf8'); // keeps letters whole that arrive in two pieces
process.stdin.on('data', (chunk) => {
  const lines = chunk.split('\n');
  lines[0] = pending + lines[0];
  pending = lines.pop();
  for (const line of lines) {
    if (process.stdin.destroyed) return;
    if (line.trim()) handle(JSON.parse(line));
  }
});
