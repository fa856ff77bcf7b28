// All shortest paths: as a graph of boards to look at, and as a list.

import { BoardView } from './board.js';
import { find, make, rove } from './dom.js';
import { drawGraph } from './graph_view.js';
import { graphOf, pathThrough } from './graph.js';
import { number, t } from './i18n.js';
import { boardsAlong } from './puzzle.js';
import * as service from './service.js';
import { watched } from './state.js';

export function mountPaths(store, guard) {
  const list = find('#path-list');
  const about = new About(store);
  const stopAt = rove(list, () => [...list.children]);
  let shown = null; // what is drawn: {key, paths, graph}

  list.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) store.set({ path: button.dataset.path });
  });

  async function draw({ start, goal, answer }, key) {
    const paths = await service.paths(start, goal);
    if (key !== keyOf(store.state)) return;
    const graph = graphOf(start, paths);
    const drawing = drawGraph(graph, goal, paths.length, answer.length, {
      show: (node) => about.show(node, paths),
      open: (node) => about.watch(node, paths),
    });
    shown = { key, paths, graph, drawing };
    find('#graph').replaceChildren(drawing.element);
    list.replaceChildren(...paths.map(listRow));
    mark(store.state);
  }

  function mark(state) {
    const path = watched(state);
    const boards = boardsAlong(state.start, path);
    shown.drawing.mark(path, boards);
    [...list.children].forEach((row, i) => {
      row.setAttribute('aria-pressed', shown.paths[i] === path ? 'true' : 'false');
    });
    stopAt(Math.max(shown.paths.indexOf(path), 0));
    const step = Math.min(state.step, boards.length - 1);
    about.show(shown.graph.layers[step].find((node) => node.board === boards[step]), shown.paths);
  }

  const keyOf = ({ start, goal }) => `${start} ${goal} ${document.documentElement.lang}`;

  return (state) => {
    if (state.view !== 'paths' || !state.answer?.solvable) return;
    const key = keyOf(state);
    if (shown?.key === key) mark(state);
    else if (!state.gone) guard(() => draw(state, key));
  };
}

function listRow(path, i) {
  return make('button', { 'data-path': path },
    make('span', { class: 'rank' }, number(i + 1)), make('code', {}, path || '·'));
}

/** What is known of one board of the graph, and the way to watch from there. */
class About {
  constructor(store) {
    this.store = store;
    this.words = make('p', { class: 'headline' });
    this.more = make('p', { class: 'note' });
    const picture = make('div');
    this.view = new BoardView(picture, { interactive: false });
    find('#about-board').append(picture, make('div', {}, this.words, this.more, this.button = make(
      'button', { onclick: () => this.watch(this.node, this.paths) })));
  }

  show(node, paths) {
    const { goal, answer } = this.store.state;
    [this.node, this.paths] = [node, paths];
    this.view.show(node.board, goal, 0);
    this.view.noteInBlank(answer.length - node.step, t('left'));
    this.view.element.setAttribute('aria-label', t('boardPicture', { board: node.board }));
    this.words.textContent = t('stepOf', { step: node.step, length: answer.length });
    this.more.textContent = t('onPaths', { through: node.through, n: paths.length });
    this.button.textContent = t('watchFrom');
  }

  watch(node, paths) {
    const { state } = this.store;
    const current = watched(state);
    const passes = pathThrough(state.start, [current], node);
    const path = passes ?? pathThrough(state.start, paths, node);
    this.store.set({ view: 'watch', path, step: node.step });
    find('#letters [aria-current]').focus({ preventScroll: true });
  }
}
