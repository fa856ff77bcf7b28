// Play yourself: slide tiles, see what each move leads to, take a hint, take a move back.

import { BoardView } from './board.js';
import { find, make } from './dom.js';
import { makeDraggable } from './drag.js';
import { t } from './i18n.js';
import { after, movesByCell, opposite } from './puzzle.js';
import { say } from './speech.js';
import { position } from './state.js';

const ARROWS = { ArrowUp: 'd', ArrowDown: 'u', ArrowLeft: 'r', ArrowRight: 'l' }; // of the tile
const WAY = { d: '↑', u: '↓', l: '→', r: '←' }; // the tile's way, as the blank goes by the letter

/** Returns the render function. */
export function mountPlay(store) {
  const view = new BoardView(find('#play-board'));
  const showNext = find('#show-next');
  let hinted = null; // the position that the hint was asked for
  let undone = false;

  const known = (state) => (state.here?.start === position(state) ? state.here : null);

  const move = (letter) => {
    const { state } = store;
    if (after(position(state), letter) === null) return;
    const focused = view.cells.indexOf(document.activeElement);
    const tileTo = position(state).indexOf('X');
    hinted = null;
    undone = false;
    store.set({ moves: state.moves + letter });
    if (focused >= 0) view.cells[tileTo].focus(); // follow the tile
  };

  const actions = {
    hint: () => {
      hinted = position(store.state);
      render(store.state);
      if (find('#hint-text').textContent) say(find('#hint-text').textContent);
    },
    undo: () => {
      hinted = null;
      undone = true;
      store.set({ moves: store.state.moves.slice(0, -1) });
    },
    restart: () => {
      hinted = null;
      undone = true;
      store.set({ moves: '' });
    },
  };
  for (const [id, action] of Object.entries(actions)) {
    find(`#${id}`).addEventListener('click', action);
  }

  const moveOf = (cell) => movesByCell(view.text).get(cell);
  view.element.addEventListener('click', (event) => {
    const letter = moveOf(view.cells.indexOf(event.target.closest('.cell')));
    if (letter) move(letter);
  });
  makeDraggable(view, {
    lift: (cell) => (moveOf(cell) ? view.text.indexOf('X') : undefined),
    drop: (from) => move(moveOf(from)),
  });
  showNext.addEventListener('change', () => render(store.state));
  find('#next').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) move(button.dataset.move);
  });
  document.addEventListener('keydown', (event) => {
    const { view: chosen, answer } = store.state;
    const action = chosen === 'play' && answer?.solvable && keyAction(event);
    if (!action) return;
    event.preventDefault();
    if (action.length === 1) move(action);
    else actions[action]();
  });

  function render(state) {
    if (state.view !== 'play' || !state.answer?.solvable) return;
    const board = position(state);
    const here = known(state);
    const next = new Map((here?.next ?? []).map((found) => [found.move, found]));
    const hint = hinted === board ? [...next.values()].find((found) => found.canonical) : undefined;
    view.show(board, state.goal);
    view.noteInBlank(here ? here.length : null, t('left'));
    nameCells(view, { next, hint, here, leads: showNext.checked });
    if (!here && !state.gone) return; // the counts follow in a moment
    renderState(state, here, board);
    renderCounts(state, here);
    renderNext(here, board, showNext.checked);
    find('#undo').disabled = find('#restart').disabled = !state.moves;
    find('#hint').disabled = !here?.length;
    find('#hint-text').textContent = hint ? t('hintText', {
      tile: hint.board[board.indexOf('X')], move: hint.move, left: hint.length }) : '';
  }

  let spoken = null;
  return (state) => {
    render(state);
    const here = known(state);
    if (state.view !== 'play' || !here || spoken === here) return;
    spoken = here;
    if (undone) say(t('undone', { left: here.length }));
    else if (state.moves) sayPlayed(state, here);
  };
}

function keyAction({ key, target, ctrlKey, metaKey, altKey }) {
  const inside = find('#stage').contains(target) && !target.matches('[role=tab]');
  if (!inside && target !== document.body) return undefined;
  if ((ctrlKey || metaKey) && key === 'z') return 'undo';
  if (ctrlKey || metaKey || altKey) return undefined;
  if (ARROWS[key] || !inside) return ARROWS[key];
  const letters = { h: 'hint', backspace: 'undo', d: 'd', l: 'l', r: 'r', u: 'u' };
  return letters[key.toLowerCase()];
}

const nearer = (found, here) => found.length < here.length;

function nameCells(view, { next, hint, here, leads }) {
  const moves = movesByCell(view.text);
  view.cells.forEach((cell, i) => {
    const found = next.get(moves.get(i));
    const words = found && leads ? `${t(nearer(found, here) ? 'nearer' : 'farther')}, `
      + t('leadsTo', { left: found.length }) : '';
    cell.tabIndex = moves.has(i) ? 0 : -1;
    cell.setAttribute('aria-disabled', moves.has(i) ? 'false' : 'true');
    cell.setAttribute('aria-label', view.text[i] === 'X' ? t('blank')
      : t('playCell', { symbol: view.text[i], leads: words }));
    const tile = view.tileIn(i);
    if (!tile) return;
    tile.classList.toggle('movable', moves.has(i));
    tile.classList.toggle('marked', Boolean(hint) && hint.move === moves.get(i));
    tile.classList.toggle('nearer', Boolean(words) && nearer(found, here));
    tile.classList.toggle('farther', Boolean(words) && !nearer(found, here));
  });
}

function renderState(state, here, board) {
  const made = state.moves.length;
  const wrong = here ? (made + here.length - state.answer.length) / 2 : 0;
  find('#play-state').textContent = !here ? t('waiting')
    : board === state.goal && made ? t('arrived', { made, wrong })
      : t('leftToGo', { left: here.length });
  find('#play').classList.toggle('arrived', board === state.goal && made > 0);
}

// Each wrong turn costs two moves: made + left = shortest + 2 x wrong.
function renderCounts({ moves, answer }, here) {
  const wrong = here ? (moves.length + here.length - answer.length) / 2 : '?';
  const counts = { made: moves.length, wrong, left: here?.length ?? '?', shortest: answer.length };
  find('#counts').replaceChildren(...Object.entries(counts).map(([key, value]) => (
    make('div', { 'data-count': key }, make('dt', {}, t(key)), make('dd', {}, `${value}`)))));
}

function renderNext(here, board, leads) {
  const focused = document.activeElement?.dataset.move;
  const found = [...(here?.next ?? [])]; // best first; in another order where that is not shown
  if (!leads) found.sort((a, b) => a.move.localeCompare(b.move));
  const rows = found.map((one) => nextRow(one, here, board, leads));
  find('#next').replaceChildren(...rows);
  if (focused) (find(`#next [data-move=${focused}]`) ?? find('#next button'))?.focus();
}

function nextRow(found, here, board, leads) {
  const tile = found.board[board.indexOf('X')];
  const kind = nearer(found, here) ? 'nearer' : 'farther';
  const left = t('leadsTo', { left: found.length });
  const facts = leads ? [left, `${t(kind)} ${kind === 'nearer' ? '−1' : '+1'}`,
    found.canonical && t('canonical')].filter(Boolean) : [];
  return make('li', {}, make('button', {
    type: 'button', class: leads ? kind : '', 'data-move': found.move,
    'aria-label': [t('tileMove', { tile, move: found.move }), ...facts].join(', '),
  }, make('b', {}, tile), make('span', { class: 'way' }, WAY[found.move]),
  make('code', {}, found.move), ...facts.map((fact) => make('span', {}, fact))));
}

function sayPlayed({ moves, start, goal, answer }, here) {
  const move = moves.at(-1);
  if (here.start === goal) {
    const wrong = (moves.length - answer.length) / 2;
    return say(t('arrived', { made: moves.length, wrong }));
  }
  const before = after(here.start, opposite(move));
  say(t('played', {
    tile: before[here.start.indexOf('X')], move, left: here.length,
    nearer: here.next.find((found) => found.move === opposite(move)).length > here.length,
  }));
}
