// The page's state, what of it stands in the address, and who is told when it changes.

import { after } from './puzzle.js';

export const VIEWS = ['watch', 'play', 'paths'];
export const GOALS = ['12345678X', '1238X4765', 'X12345678'];
export const HARDEST = ['8672543X1', '12345678X'];
export const MOST_PATHS = ['8X7214365', '1234567X8'];

const FRESH = { step: 0, path: null, moves: '', answer: null, here: null, complaints: {} };

/** The state of a page just opened at `search`; boards may still be texts in any spelling. */
export function fromQuery(search) {
  const query = new URLSearchParams(search);
  const view = query.get('view');
  return {
    ...FRESH,
    start: query.get('start') ?? HARDEST[0],
    goal: query.get('goal') ?? HARDEST[1],
    view: VIEWS.includes(view) ? view : 'watch',
    step: Math.max(0, parseInt(query.get('step'), 10) || 0),
    path: query.get('path'),
    moves: query.get('moves') ?? '',
  };
}

/** The inverse of `fromQuery`, without what the view does not show. */
export function toQuery({ start, goal, view, step, path, moves }) {
  const query = new URLSearchParams({ start, goal });
  if (view !== 'watch') query.set('view', view);
  if (path && view !== 'play') query.set('path', path);
  if (step && view === 'watch') query.set('step', step);
  if (moves && view === 'play') query.set('moves', moves);
  return `?${query}`;
}

/** Another pair, or the same; what belonged to the pair before is forgotten. */
export const pair = (start, goal) => ({ ...FRESH, start, goal });

/** Where the player stands. */
export const position = ({ start, moves }) => after(start, moves);

/** The path that is watched: the one chosen, else the canonical one. */
export const watched = ({ path, answer }) => path ?? answer?.moves ?? '';

/** What an address may claim and the answer denies is put right. */
export function consistent({ start, goal, path, step, moves }, answer) {
  const kept = path?.length === answer.length && after(start, path) === goal ? path : null;
  return {
    path: kept,
    step: Math.min(step, answer.length ?? 0),
    moves: after(start, moves) === null ? '' : moves,
  };
}

export class Store {
  #watchers = [];

  constructor(state) {
    this.state = state;
  }

  /** Calls `watcher(state, before)` after every change. */
  watch(watcher) {
    this.#watchers.push(watcher);
  }

  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    for (const watcher of this.#watchers) watcher(this.state, before);
  }
}
