// A boardgame.io server with a game like BeerHex: two players, hidden symbols under caps on 5 x 5 cells.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const CELLS = 25;
const Caps = {
  name: "caps",
  setup: () => ({ cells: Array(CELLS).fill(null), hidden: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell, symbol) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      G.hidden[cell] = symbol;
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
  // Each player sees only the symbols under their own caps, as a masked position does.
  playerView: ({ G, playerID }) => ({
    ...G,
    hidden: G.hidden.map((symbol, cell) => (G.cells[cell] === playerID ? symbol : null)),
  }),
};

const folder = process.argv[3];
const server = Server({ games: [Caps], origins: [/.*/], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run({ port: Number(process.argv[2]), lobbyConfig: {} });
