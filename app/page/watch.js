// Watch a path: first, back, play, step, last, at a chosen speed; each letter of it is a button.

import { BoardView } from './board.js';
import { find, icon, make } from './dom.js';
import { currentLanguage, t } from './i18n.js';
import { boardsAlong, tilesMoved } from './puzzle.js';
import { say } from './speech.js';
import { watched } from './state.js';

const RUN = 'm8 5 11 7-11 7z';
const PAUSE = 'M8 5v14M16 5v14';

export function mountWatch(store) {
  const view = new BoardView(find('#watch-board'), { interactive: false });
  const letters = find('#letters');
  const speed = find('#speed');
  let timer = null;
  let shown = null; // whose letters they are

  const last = () => watched(store.state).length;
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  const go = (step) => {
    stop();
    store.set({ step: Math.min(Math.max(step, 0), last()) });
    say(sayStep(store.state));
  };
  const tick = () => {
    const step = store.state.step + 1;
    if (step >= last()) go(step);
    else store.set({ step });
  };
  const run = () => {
    if (store.state.step >= last()) store.set({ step: 0 });
    timer = setInterval(tick, 1000 / speed.value);
  };

  const actions = {
    first: () => go(0),
    back: () => go(store.state.step - 1),
    run: () => {
      if (timer) stop();
      else run();
      render(store.state);
    },
    on: () => go(store.state.step + 1),
    last: () => go(last()),
  };
  find('#watch .controls').addEventListener('click', (event) => {
    actions[event.target.closest('button')?.dataset.go]?.();
  });
  letters.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) go(Number(button.dataset.step));
  });
  speed.addEventListener('input', () => {
    if (timer) {
      stop();
      run();
    }
    render(store.state);
  });
  document.addEventListener('keydown', (event) => {
    const name = keyAction(event);
    if (store.state.view !== 'watch' || !store.state.answer?.solvable || !name) return;
    event.preventDefault();
    actions[name]();
    if (letters.contains(document.activeElement)) letters.children[store.state.step].focus();
  });

  function render(state, before = state) {
    const { start, goal, answer, step } = state;
    if (['view', 'start', 'goal', 'path'].some((key) => state[key] !== before[key])) stop();
    if (state.view !== 'watch' || !answer?.solvable) return;
    const moves = watched(state);
    const board = boardsAlong(start, moves)[step];
    view.show(board, goal, Math.min(260, 700 / speed.value));
    view.noteInBlank(moves.length - step, t('left'));
    view.element.setAttribute('aria-label', t('boardPicture', { board }));
    find('#watch-step').textContent = t('stepOf', { step, length: moves.length });
    const key = `${start} ${moves} ${currentLanguage()}`;
    if (shown !== key) letters.replaceChildren(...letterButtons(start, moves));
    shown = key;
    markLetter(letters, step);
    find('#run').replaceChildren(icon(timer ? PAUSE : RUN), t(timer ? 'pause' : 'run'));
    speed.setAttribute('aria-valuetext', t('speedValue', { n: Number(speed.value) }));
    find('#which-path').replaceChildren(...whichPath(store, state));
  }
  return render;
}

function keyAction({ key, target, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey || target.matches('input, select, [role=tab]')) return undefined;
  const inside = find('#stage').contains(target);
  if (!inside && target !== document.body) return undefined;
  const arrows = { ArrowLeft: 'back', ArrowRight: 'on' };
  return arrows[key] ?? (inside ? { Home: 'first', End: 'last', p: 'run', P: 'run' }[key] : undefined);
}

function sayStep(state) {
  const { step, start } = state;
  const moves = watched(state);
  const left = moves.length - step;
  if (step === 0) return t('atStart', { left });
  return t('watched', { move: moves[step - 1], tile: tilesMoved(start, moves)[step - 1], left });
}

function letterButtons(start, moves) {
  const tiles = tilesMoved(start, moves);
  const button = (step, label, text) => make('button', {
    'data-step': step, 'aria-label': label, title: label }, text);
  return [button(0, t('letterStart'), '●'), ...[...moves].map((move, i) => (
    button(i + 1, t('letter', { step: i + 1, move, tile: tiles[i] }), move)))];
}

function markLetter(letters, step) {
  [...letters.children].forEach((button, i) => {
    button.classList.toggle('past', i < step);
    button.tabIndex = i === step ? 0 : -1;
    if (i === step) button.setAttribute('aria-current', 'step');
    else button.removeAttribute('aria-current');
  });
}

function whichPath(store, { path, answer }) {
  if (!path || path === answer.moves) return [t('whichCanonical', answer)];
  const canonical = () => store.set({ path: null, step: 0 });
  return [t('whichOther'), ' ',
    make('button', { class: 'link', onclick: canonical }, t('backToCanonical'))];
}
