// A Colyseus server with BeerHex as its own users would write it: the same rules as boardgameio.js, symbols and hands hidden by a
// StateView for each player. A move is sent at once: the default, patches every 50 ms, would make every move wait.
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { schema, t, StateView } = require("@colyseus/schema");
const { CELLS, CENTRE, connected, joined } = require("./beerhex.js");

const NOBODY = -1;
const Cap = schema({ owner: t.int8(), up: t.boolean(), symbol: t.int8().view() });
// A hand holds caps by symbol: seven of the player's own, six of the other's.
const Hand = schema({ gold: t.int8().view(), silver: t.int8().view() });
const Match = schema({
  cells: t.map(Cap),
  hands: t.array(Hand),
  wins: t.array("int8"),
  turn: t.int8(),
  start: t.int8(),
  attacked: t.boolean(),
  filling: t.int8(),
  loser: t.int8(),
  winner: t.int8(),
});

const symbols = ["gold", "silver"];
const whole = (number, below) => Number.isInteger(number) && number >= 0 && number < below;

class BeerHex extends Room {
  maxClients = 2;
  patchRate = null;

  onCreate(options) {
    this.state = new Match();
    this.state.hands.push(new Hand(), new Hand());
    this.state.wins.push(0, 0);
    this.state.winner = NOBODY;
    this.board(options.start === 1 ? 1 : 0);
    for (const kind of ["place", "attack", "begin"]) {
      this.onMessage(kind, (client, message) => {
        const legal = client.seat === this.state.turn && this.state.winner === NOBODY && Array.isArray(message) && this[kind](...message);
        if (legal) this.broadcastPatch();
        else client.error(400, "illegal");
      });
    }
  }

  onJoin(client) {
    client.seat = this.clients.length - 1;
    client.view = new StateView();
    client.view.add(this.state.hands[client.seat]);
  }

  board(start) {
    const state = this.state;
    state.cells.clear();
    for (const seat of [0, 1]) {
      for (const symbol of [0, 1]) state.hands[seat][symbols[symbol]] = seat === symbol ? 7 : 6;
    }
    Object.assign(state, { turn: start, start, attacked: false, filling: NOBODY, loser: NOBODY });
  }

  place(cell, symbol) {
    const state = this.state;
    const player = state.turn;
    const opening = state.start === player && state.cells.size === 0;
    if (!whole(cell, CELLS) || !whole(symbol, 2) || state.loser !== NOBODY || state.cells.has(`${cell}`)) return false;
    const hand = state.hands[player];
    if (hand[symbols[symbol]] === 0 || (opening && cell === CENTRE)) return false;
    const cap = new Cap();
    Object.assign(cap, { owner: player, up: false, symbol });
    state.cells.set(`${cell}`, cap);
    this.clients.find((client) => client.seat === player).view.add(cap);
    hand[symbols[symbol]] -= 1;
    state.attacked = false;
    if (state.cells.size === CELLS) return this.finish();
    if (state.filling === NOBODY && hand.gold + hand.silver === 0) state.filling = 1 - player;
    state.turn = state.filling === NOBODY ? 1 - player : state.filling;
    return true;
  }

  attack(...three) {
    const state = this.state;
    if (three.length !== 3 || !three.every((cell) => whole(cell, CELLS)) || !joined(three)) return false;
    const hit = three.map((cell) => state.cells.get(`${cell}`));
    if (state.loser !== NOBODY || state.attacked || state.filling !== NOBODY || !hit.every((cap) => cap && !cap.up)) return false;
    const same = hit.every((cap) => cap.symbol === hit[0].symbol);
    const player = state.turn;
    for (const cell of three) {
      const cap = state.cells.get(`${cell}`);
      if (same || cap.symbol === player) {
        state.hands[cap.owner][symbols[cap.symbol]] += 1;
        state.cells.delete(`${cell}`);
      } else this.reveal(cap);
    }
    state.attacked = same;
    if (!same) state.turn = 1 - player;
    return true;
  }

  begin(player) {
    if (this.state.loser === NOBODY || !whole(player, 2)) return false;
    this.board(player);
    return true;
  }

  reveal(cap) {
    cap.up = true;
    for (const client of this.clients) client.view.add(cap);
  }

  finish() {
    const state = this.state;
    const winner = connected((cell) => state.cells.get(`${cell}`).symbol) ? 0 : 1;
    state.cells.forEach((cap) => this.reveal(cap));
    state.wins[winner] += 1;
    state.loser = 1 - winner;
    state.turn = state.loser;
    if (state.wins[winner] === 2) state.winner = winner;
    return true;
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("beerhex", BeerHex);
server.listen(Number(process.argv[2]), "127.0.0.1");
