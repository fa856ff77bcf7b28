// The service's routes. An answer is kept: the same question is not asked twice.

/** What the service refuses, with its own words. */
export class Problem extends Error {
  constructor({ title, status, detail, errors = [] }) {
    super(detail ?? title);
    this.status = status;
    this.errors = errors;
  }

  /** The complaint about one field as {code, message}, else of the whole. */
  complaint(field) {
    return this.about(field) ?? { message: this.message };
  }

  /** The complaint about one field, else undefined. */
  about(field) {
    return this.errors.find((error) => error.field?.split('.').at(-1) === field);
  }
}

/** No answer at all, or one that says: not now. */
export class Gone extends Error {}

const kept = new Map();

const address = (route, query = {}) => {
  const url = new URL(route, document.baseURI);
  url.search = new URLSearchParams(query);
  return url.href;
};

async function ask(url, posted) {
  let response;
  try {
    response = await fetch(url, posted && {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(posted),
    });
  } catch (error) {
    throw new Gone(error.message);
  }
  if (response.ok) return response.json();
  if (response.status >= 500) throw new Gone(`${response.status}`);
  throw new Problem(await response.json());
}

function keep(route, query) {
  const url = address(route, query);
  if (!kept.has(url)) {
    kept.set(url, ask(url));
    kept.get(url).catch(() => kept.delete(url));
  }
  return kept.get(url);
}

export const solveAddress = (start, goal) => address('v1/solve', { start, goal });

/**
 * {start, goal, solvable, length, moves}; the boards may be spelled in any way. Posted, as a text
 * that was pasted may be longer than an address can be.
 */
export const solve = (start, goal) => ask(address('v1/solve'), { start, goal });

/**
 * The answer of `solve`, with `paths`, how many there are, and `next`: every legal move as
 * {move, board, length, shortest, canonical}, best first.
 */
export const explore = (start, goal) => keep('v1/explore', { start, goal });

/** All shortest paths, in alphabetical order. */
export const paths = async (start, goal) => (
  (await keep('v1/paths', { start, goal, limit: 100 })).paths);

/** A random solvable pair; `length`, `goal` and `seed` may be left out. */
export const random = (query) => ask(address('v1/random', query));

/** By blank cell: {cell, boards, lengths, longest, mean, single}. */
export const stats = async () => (await keep('v1/stats')).cells;

/** Whether the service is fit to answer. */
export const ready = () => fetch(address('readyz'), { cache: 'no-store' })
  .then((response) => response.ok, () => false);
