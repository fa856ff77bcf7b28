// All shortest paths as a graph of boards: one layer a step, paths that meet share a board.

import { after } from './puzzle.js';

/**
 * Returns layers of nodes {board, step, through, row} and edges {from, to, move, through};
 * `through` counts the paths, and rows are centred on 0.
 */
export function graphOf(start, paths) {
  const layers = Array.from({ length: (paths[0] ?? '').length + 1 }, () => new Map());
  const edges = new Map();
  for (const path of paths) {
    let from = visit(layers, 0, start);
    [...path].forEach((move, i) => {
      const to = visit(layers, i + 1, after(from.board, move));
      const key = `${from.step} ${from.board} ${move}`;
      const edge = edges.get(key) ?? { from, to, move, through: 0 };
      edge.through += 1;
      edges.set(key, edge);
      from = to;
    });
  }
  const graph = { layers: layers.map((layer) => [...layer.values()]), edges: [...edges.values()] };
  arrange(graph);
  return graph;
}

function visit(layers, step, board) {
  const node = layers[step].get(board) ?? { board, step, through: 0, row: 0 };
  node.through += 1;
  layers[step].set(board, node);
  return node;
}

// Each layer is sorted by where its neighbours stand, forth and back, so that few edges cross.
function arrange({ layers, edges }) {
  layers.forEach(centre);
  for (let round = 0; round < 6; round += 1) {
    const forth = round % 2 === 0;
    for (const layer of forth ? layers : layers.toReversed()) {
      const pull = (node) => mean(edges.filter((edge) => (forth ? edge.to : edge.from) === node)
        .map((edge) => (forth ? edge.from : edge.to).row));
      const pulls = new Map(layer.map((node) => [node, pull(node) ?? node.row]));
      layer.sort((a, b) => pulls.get(a) - pulls.get(b));
      centre(layer);
    }
  }
}

function centre(layer) {
  layer.forEach((node, i) => { node.row = i - (layer.length - 1) / 2; });
}

const mean = (numbers) => (numbers.length
  ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null);

/** The first path, in alphabetical order, that passes `board` at `step`. */
export function pathThrough(start, paths, { board, step }) {
  return paths.find((path) => after(start, path.slice(0, step)) === board);
}
