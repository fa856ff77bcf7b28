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
const KEYS = { h: 'hint', backspace: 'undo', d: 'd', l: 'l', r: 'r', u: 'u' };

export function mountPlay(store) {
  const view = new BoardView(find('#play-board'));
  const showNext = find('#show-next');
  let hinted = null; // the position that the hint was asked for
  let undone = false;
  let spoken = null;

  const goTo = (moves, back) => {
    hinted = null;
    undone = back;
    store.set({ moves });
  };
  const move = (letter) => {
    const board = position(store.state);
    if (after(board, letter) === null) return;
    const focused = view.cells.includes(document.activeElement);
    goTo(store.state.moves + letter, false);
    if (focused) view.cells[board.indexOf('X')].focus(); // follow the tile
  };
  const actions = {
    hint: () => {
      hinted = position(store.state);
      render(store.state);
      say(find('#hint-text').textContent);
    },
    undo: () => goTo(store.state.moves.slice(0, -1), true),
    restart: () => goTo('', true),
  };

  for (const id in actions) find(`#${id}`).addEventListener('click', actions[id]);
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
    if (action in actions) actions[action]();
    else move(action);
  });

  function render(state) {
    if (state.view !== 'play' || !state.answer?.solvable) return;
    const board = position(state);
    const here = state.here?.start === board && state.here.goal === state.goal ? state.here : null;
    const next = (here?.next ?? []).map((found) => ({
      ...found, tile: found.board[board.indexOf('X')], nearer: found.length < here.length }));
    const hint = hinted === board ? next.find((found) => found.canonical) : undefined;
    view.show(board, state.goal);
    view.mark(hint ? [hint.tile] : []);
    view.noteInBlank(here ? here.length : null, t('left'));
    nameCells(view, showNext.checked ? next : []);
    find('#play').setAttribute('aria-busy', here ? 'false' : 'true');
    if (!here) return; // the rest follows in a moment
    renderCounts(state, here);
    renderNext(next, showNext.checked);
    find('#undo').disabled = find('#restart').disabled = !state.moves;
    find('#hint').disabled = !here.length;
    find('#hint-text').textContent = hint ? t('hintText', { ...hint, left: hint.length }) : '';
    if (here !== spoken) speak(state, here, undone);
    spoken = here;
  }
  return render;
}

function keyAction({ key, target, ctrlKey, metaKey, altKey }) {
  const inside = find('#stage').contains(target) && !target.matches('[role=tab]');
  if (!inside && target !== document.body) return undefined;
  if ((ctrlKey || metaKey) && key === 'z') return 'undo';
  if (ctrlKey || metaKey || altKey) return undefined;
  return ARROWS[key] ?? (inside ? KEYS[key.toLowerCase()] : undefined);
}

// Each wrong turn costs two moves: made + left = shortest + 2 x wrong.
const wrongTurns = (made, left, shortest) => (made + left - shortest) / 2;

function nameCells(view, next) {
  const moves = movesByCell(view.text);
  view.cells.forEach((cell, i) => {
    const found = next.find(({ move }) => move === moves.get(i));
    const leads = found ? `${t(found.nearer ? 'nearer' : 'farther')}, `
      + t('leadsTo', { left: found.length }) : '';
    cell.tabIndex = moves.has(i) ? 0 : -1;
    cell.setAttribute('aria-disabled', moves.has(i) ? 'false' : 'true');
    cell.setAttribute('aria-label', view.text[i] === 'X' ? t('blank')
      : t('playCell', { symbol: view.text[i], leads }));
    view.tileIn(i)?.classList.toggle('nearer', found?.nearer === true);
    view.tileIn(i)?.classList.toggle('farther', found?.nearer === false);
  });
}

function renderCounts({ moves, answer }, here) {
  const [made, left, shortest] = [moves.length, here.length, answer.length];
  const wrong = wrongTurns(made, left, shortest);
  const arrived = left === 0 && made > 0;
  find('#play-state').textContent = t(arrived ? 'arrived' : 'leftToGo', { made, wrong, left });
  find('#play').classList.toggle('arrived', arrived);
  find('#counts').replaceChildren(...Object.entries({ made, wrong, left, shortest }).map(
    ([key, value]) => make('div', { 'data-count': key },
      make('dt', {}, t(key)), make('dd', {}, `${value}`))));
}

function renderNext(next, leads) {
  const focused = document.activeElement?.dataset.move;
  // Best first; in another order where that is not shown.
  const found = leads ? next : next.toSorted((a, b) => a.move.localeCompare(b.move));
  find('#next').replaceChildren(...found.map((one) => nextRow(one, leads)));
  if (focused) (find(`#next [data-move=${focused}]`) ?? find('#next button'))?.focus();
}

function nextRow({ tile, move, length, nearer, canonical }, leads) {
  const kind = nearer ? 'nearer' : 'farther';
  const facts = leads ? [
    make('span', {}, t('leadsTo', { left: length })),
    make('span', { class: 'lead' }, `${t(kind)} ${nearer ? '−1' : '+1'}`),
    canonical ? make('span', { class: 'note' }, t('canonical')) : '',
  ] : [];
  const words = facts.map((fact) => fact.textContent).filter(Boolean);
  return make('li', {}, make('button', {
    class: leads && kind, 'data-move': move,
    'aria-label': [t('tileMove', { tile, move }), ...words].join(', '),
  }, make('b', {}, tile), WAY[move], make('code', {}, move), ...facts));
}

function speak({ moves, answer }, here, undone) {
  const [made, left] = [moves.length, here.length];
  if (undone) return say(t('undone', { left }));
  if (!made) return undefined;
  if (!left) return say(t('arrived', { made, wrong: wrongTurns(made, left, answer.length) }));
  const move = moves.at(-1);
  const back = here.next.find((found) => found.move === opposite(move));
  const tile = here.start[back.board.indexOf('X')];
  return say(t('played', { tile, move, left, nearer: back.length > left }));
}
