// The 3x3 board as text: nine symbols row by row, "X" the blank. A move is the direction the blank
// goes. With d l r u in this order a move and its opposite add up to 3.

export const MOVES = 'dlru';
const STEP = { d: 3, l: -1, r: 1, u: -3 };
const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

// The ways to turn or mirror a square, each as: the cell where each cell comes to stand.
const SYMMETRIES = [
  '012345678', '678345012', '210543876', '876543210', '036147258',
  '258147036', '630741852', '852741630',
].map((cells) => [...cells].map(Number));

/** The cell that the blank reaches from `cell`, or -1 off the board. */
export function target(cell, move) {
  const to = cell + STEP[move];
  const sideways = move === 'l' || move === 'r';
  const leaves = to < 0 || to > 8 || (sideways && Math.floor(to / 3) !== Math.floor(cell / 3));
  return leaves ? -1 : to;
}

/** The legal moves on `board`, by the cell of the tile that each one slides. */
export function movesByCell(board) {
  const blank = board.indexOf('X');
  const legal = [...MOVES].filter((move) => target(blank, move) >= 0);
  return new Map(legal.map((move) => [target(blank, move), move]));
}

export const opposite = (move) => MOVES[3 - MOVES.indexOf(move)];

export function exchange(board, cell, other) {
  const symbols = [...board];
  [symbols[cell], symbols[other]] = [symbols[other], symbols[cell]];
  return symbols.join('');
}

/** The board after `moves`, or null where one is no move or leaves the board. */
export function after(board, moves) {
  for (const move of moves) {
    const blank = board.indexOf('X');
    const to = MOVES.includes(move) ? target(blank, move) : -1;
    if (to < 0) return null;
    board = exchange(board, blank, to);
  }
  return board;
}

/** Each board on the way, the start first. */
export function boardsAlong(start, moves) {
  const boards = [start];
  for (const move of moves) boards.push(after(boards.at(-1), move));
  return boards;
}

/** The tile that each move slides. */
export function tilesMoved(start, moves) {
  const boards = boardsAlong(start, moves);
  return boards.slice(1).map((board, i) => boards[i][board.indexOf('X')]);
}

/**
 * The two tiles to exchange on an unsolvable start. Any two would do: one exchange makes an even
 * order of an odd one. These bring the first misplaced tile, in the order of reading, home.
 */
export function tilesToExchange(start, goal) {
  const [order, wanted] = [start.replace('X', ''), goal.replace('X', '')];
  const place = CELLS.find((i) => order[i] !== wanted[i]);
  return [order[place], wanted[place]];
}

/**
 * The mirror images of a start that are as far from the same goal: turn or mirror both boards so
 * that the goal's blank stays where it is, then rename the tiles until the goal is itself again.
 */
export function mirrorImages(start, goal) {
  const blank = goal.indexOf('X');
  const images = SYMMETRIES.filter((to) => to[blank] === blank).map((to) => {
    const image = [];
    for (const cell of CELLS) image[to[cell]] = goal[to[goal.indexOf(start[cell])]];
    return image.join('');
  });
  return [...new Set(images)];
}

/** Where the text is nine symbols of a board with nothing between them, the board; else null. */
export function canonical(text) {
  const board = text.replace(/[x0._*]/, 'X');
  return [...board].sort().join('') === '12345678X' ? board : null;
}
