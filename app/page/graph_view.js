// The graph of all shortest paths, drawn: a small board for each node, a curve for each move.

import { makeSvg, rove } from './dom.js';
import { t } from './i18n.js';

const [WIDTH, HEIGHT] = [630, 480]; // the room for columns and rows, in drawing units
const MARGIN = 14;

/**
 * Draws what `graphOf` made. `show(node)` is called for the node that is looked at, `open(node)`
 * for the one that is pressed. Returns {element, mark}; `mark(path)` makes one path stand out.
 */
export function drawGraph({ layers, edges }, goal, count, length, { show, open }) {
  const rows = Math.max(...layers.map((layer) => layer.length));
  const column = Math.min(64, WIDTH / Math.max(length, 1));
  const row = Math.min(44, Math.max(14, HEIGHT / rows));
  const size = Math.min(28, row * 0.78, column * 0.62);
  const width = length * column + size + 2 * MARGIN;
  const height = rows * row + 2 * MARGIN;
  const nodes = layers.flat();
  for (const node of nodes) {
    node.x = MARGIN + size / 2 + node.step * column;
    node.y = height / 2 + node.row * row;
  }
  const curves = edges.map((edge) => curve(edge, size, count));
  const tiles = tilePaths(nodes, size, goal);
  const spots = nodes.map((node) => spot(node, size, { count, length, show, open }));
  const element = makeSvg('svg', {
    viewBox: `0 0 ${width} ${height}`, width, height, role: 'group',
    'aria-label': t('graph', { n: count, boards: nodes.length }),
  }, ...curves, ...tiles, ...spots);
  rove(element, () => spots, (index, key) => nodes.indexOf(step(nodes[index], key, layers, edges)))(0);
  const mark = (path, boards) => {
    edges.forEach(({ from, move }, i) => {
      const chosen = path[from.step] === move && boards[from.step] === from.board;
      curves[i].classList.toggle('chosen', chosen);
      if (chosen) tiles[0].before(curves[i]); // drawn over the others
    });
    nodes.forEach((node, i) => spots[i].classList.toggle(
      'chosen', boards[node.step] === node.board));
  };
  return { element, mark };
}

function curve({ from, to, through }, size, count) {
  const [x1, x2] = [from.x + size / 2, to.x - size / 2];
  const bend = (x2 - x1) / 2;
  return makeSvg('path', {
    class: 'edge', 'stroke-width': (0.8 + 2.6 * Math.sqrt(through / count)).toFixed(2),
    d: `M${x1} ${from.y}C${x1 + bend} ${from.y} ${x2 - bend} ${to.y} ${x2} ${to.y}`,
  });
}

// All squares of one colour are one path: nine elements, however many boards there are.
function tilePaths(nodes, size, goal) {
  const side = size / 3;
  const square = (x, y, width) => `M${x.toFixed(1)} ${y.toFixed(1)}h${width}v${width}h-${width}z`;
  const tile = ({ x, y }, cell) => square(x - size / 2 + (cell % 3) * side,
    y - size / 2 + Math.floor(cell / 3) * side, side - 0.6);
  const backs = makeSvg('path', { class: 'back', d: nodes.map(({ x, y }) => (
    square(x - size / 2 - 1.5, y - size / 2 - 1.5, size + 2.4))).join('') });
  return [backs, ...[...goal].filter((symbol) => symbol !== 'X').map((symbol) => makeSvg('path', {
    class: `home-${goal.indexOf(symbol)}`,
    d: nodes.map((node) => tile(node, node.board.indexOf(symbol))).join(''),
  }))];
}

function spot(node, size, { count, length, show, open }) {
  return makeSvg('rect', {
    class: 'spot', x: node.x - size / 2 - 2, y: node.y - size / 2 - 2,
    width: size + 3.4, height: size + 3.4, rx: 3, role: 'button', tabindex: -1,
    'aria-label': t('graphNode', { ...node, n: count, left: length - node.step }),
    onpointerenter: () => show(node), onfocus: () => show(node), onclick: () => open(node),
    onkeydown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      open(node);
    },
  });
}

/** The node that a key leads to; left and right follow the moves. */
function step(node, key, layers, edges) {
  const layer = layers[node.step];
  const beside = (way) => layer[layer.indexOf(node) + way] ?? node;
  const along = (end, other) => edges.filter((edge) => edge[end] === node)
    .map((edge) => edge[other])
    .sort((a, b) => Math.abs(a.row - node.row) - Math.abs(b.row - node.row))[0] ?? node;
  return {
    ArrowUp: beside(-1), ArrowDown: beside(1),
    ArrowLeft: along('to', 'from'), ArrowRight: along('from', 'to'),
    Home: layers[0][0], End: layers.at(-1)[0],
  }[key];
}
