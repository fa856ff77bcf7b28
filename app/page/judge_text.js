// The boards in a judge's input, in whatever format: find them, leave counts and words aside.

import { canonical } from './puzzle.js';

const SEPARATORS = /[\s,;|/[\]()\uFEFF]+/;

/** All boards in `text`, in order, as canonical text. */
export function boardsIn(text) {
  const tokens = text.split(SEPARATORS).filter(Boolean);
  // A leading count may look like a tile of the first board: then the last board comes up short.
  const [all, rest] = [read(tokens), read(tokens.slice(1))];
  return !all.whole && rest.whole ? rest.boards : all.boards;
}

function read(tokens) {
  const boards = [];
  let whole = true;
  for (let i = 0; i < tokens.length;) {
    const [board, used] = boardAt(tokens, i);
    if (board) boards.push(board);
    else whole = false;
    i += used;
  }
  return { boards, whole };
}

// A board is one token of nine symbols, or several that add up to nine.
function boardAt(tokens, first) {
  let text = '';
  for (let i = first; i < tokens.length && text.length < 9; i += 1) {
    text += tokens[i];
    const board = text.length === 9 && canonical(text);
    if (board) return [board, i - first + 1];
  }
  return [null, 1];
}
