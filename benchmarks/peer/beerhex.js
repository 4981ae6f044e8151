// What the BeerHex of both peers shares: the board, and who has joined their sides on a full one.
const SIDE = 5;
const CELLS = SIDE * SIDE;
const CENTRE = (CELLS - 1) / 2;
const NEIGHBOURS = Array.from({ length: CELLS }, (_, cell) => {
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE];
  return [[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]]
    .map(([down, right]) => [row + down, column + right])
    .filter(([r, c]) => r >= 0 && r < SIDE && c >= 0 && c < SIDE)
    .map(([r, c]) => r * SIDE + c);
});

/** Tell whether player 0's symbols join the top and bottom sides; if not, player 1's join the others on a full board. */
const connected = (symbolAt) => {
  const seen = new Set([...Array(SIDE).keys()].filter((cell) => symbolAt(cell) === 0));
  for (const cell of seen) {
    if (cell >= CELLS - SIDE) return true;
    for (const next of NEIGHBOURS[cell]) if (symbolAt(next) === 0) seen.add(next);
  }
  return false;
};

/** Tell whether three cells are different and connected. */
const joined = (three) =>
  new Set(three).size === 3 && three.filter((cell) => three.some((next) => NEIGHBOURS[cell]?.includes(next))).length === 3;

module.exports = { CELLS, CENTRE, connected, joined };
