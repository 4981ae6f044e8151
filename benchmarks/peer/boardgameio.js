// A boardgame.io server with BeerHex as its own users would write it: the rules of placing, attacking, filling and the best of three,
// symbols hidden by `playerView` and out of the log. Nothing ends a game before the board is full, as with the players of this benchmark.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const { CELLS, CENTRE, connected, joined } = require("./beerhex.js");

const other = (player) => (player === "0" ? "1" : "0");
// A hand holds caps by symbol: seven of the player's own, six of the other's.
const hands = () => ({ 0: { 0: 7, 1: 6 }, 1: { 0: 6, 1: 7 } });
const board = (start) => ({ cells: Array(CELLS).fill(null), hands: hands(), start, attacked: false, filling: null, loser: null });
const empty = (G, player) => G.hands[player][0] + G.hands[player][1] === 0;
const full = (G) => G.cells.every((cap) => cap !== null);

const finish = (G, events) => {
  const winner = connected((cell) => Number(G.cells[cell].symbol)) ? "0" : "1";
  for (const cap of G.cells) cap.up = true;
  G.wins[winner] += 1;
  G.loser = other(winner);
  events.endTurn({ next: G.loser });
};

const place = ({ G, ctx, events }, cell, symbol) => {
  const player = ctx.currentPlayer;
  const opening = G.start === player && G.cells.every((cap) => cap === null);
  if (G.loser !== null || G.cells[cell] !== null || !(G.hands[player][symbol] > 0) || (opening && cell === CENTRE)) return INVALID_MOVE;
  G.cells[cell] = { owner: player, symbol, up: false };
  G.hands[player][symbol] -= 1;
  G.attacked = false;
  if (full(G)) return finish(G, events);
  if (G.filling === null && empty(G, player)) G.filling = other(player);
  if (G.filling === null) events.endTurn();
  else if (G.filling !== player) events.endTurn({ next: G.filling });
};

const attack = ({ G, ctx, events }, ...three) => {
  const player = ctx.currentPlayer;
  const hit = three.map((cell) => G.cells[cell]);
  const down = hit.every((cap) => cap && !cap.up);
  if (G.loser !== null || G.attacked || G.filling !== null || !down || !joined(three)) return INVALID_MOVE;
  const same = hit.every((cap) => cap.symbol === hit[0].symbol);
  for (const cell of three) {
    const cap = G.cells[cell];
    if (same || cap.symbol === player) {
      G.hands[cap.owner][cap.symbol] += 1;
      G.cells[cell] = null;
    } else cap.up = true;
  }
  G.attacked = same;
  if (!same) events.endTurn();
};

const start = ({ G, events }, player) => {
  if (G.loser === null) return INVALID_MOVE;
  Object.assign(G, board(player));
  events.endTurn({ next: player });
};

const BeerHex = {
  name: "beerhex",
  setup: () => ({ ...board("0"), wins: { 0: 0, 1: 0 } }),
  moves: { place: { move: place, redact: true }, attack, start },
  endIf: ({ G }) => (G.wins[0] === 2 || G.wins[1] === 2 ? { winner: G.wins[0] === 2 ? "0" : "1" } : undefined),
  // A player sees the symbols of face-up caps and of their own caps, and their own hand.
  playerView: ({ G, playerID }) => ({
    ...G,
    cells: G.cells.map((cap) => (cap && !cap.up && cap.owner !== playerID ? { owner: cap.owner, up: false } : cap)),
    hands: { [playerID]: G.hands[playerID] },
  }),
};

const folder = process.argv[3];
const server = Server({ games: [BeerHex], origins: [/.*/], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run({ port: Number(process.argv[2]), lobbyConfig: {} });
