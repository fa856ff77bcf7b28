// Watch a path: first, back, play, step, last, at a chosen speed; each letter of it is a button.

import { BoardView } from './board.js';
import { find, make, makeSvg } from './dom.js';
import { t } from './i18n.js';
import { boardsAlong, tilesMoved } from './puzzle.js';
import { say } from './speech.js';
import { watched } from './state.js';

const RUN = 'm8 5 11 7-11 7z';
const PAUSE = 'M8 5v14M16 5v14';

/** Returns the render function. */
export function mountWatch(store) {
  const view = new BoardView(find('#watch-board'), { interactive: false });
  const letters = find('#letters');
  const speed = find('#speed');
  let timer = null;

  const stop = () => {
    clearInterval(timer);
    timer = null;
  };

  const go = (step) => {
    const moves = watched(store.state);
    store.set({ step: Math.min(Math.max(step, 0), moves.length) });
    say(sayStep(store.state));
  };

  const tick = () => {
    store.set({ step: store.state.step + 1 });
    if (store.state.step < watched(store.state).length) return;
    stop();
    render(store.state);
    say(sayStep(store.state));
  };

  const run = () => {
    if (timer) return stop();
    if (store.state.step >= watched(store.state).length) store.set({ step: 0 });
    timer = setInterval(tick, 1000 / speed.value);
  };

  const actions = {
    first: () => go(0),
    back: () => go(store.state.step - 1),
    run: () => { run(); render(store.state); },
    on: () => go(store.state.step + 1),
    last: () => go(watched(store.state).length),
  };

  const act = (name) => {
    if (name !== 'run') stop();
    actions[name]();
  };

  find('#watch .controls').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) act(button.dataset.go);
  });
  letters.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    stop();
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
    act(name);
    if (letters.contains(document.activeElement)) letters.children[store.state.step].focus();
  });

  let shown = null;
  function render(state, before = state) {
    const { start, goal, answer, view: chosen, step } = state;
    const moves = watched(state);
    if (chosen !== 'watch' || start !== before.start || goal !== before.goal
      || state.path !== before.path) stop();
    if (chosen !== 'watch' || !answer?.solvable) return;
    const boards = boardsAlong(start, moves);
    view.show(boards[step], goal, Math.min(260, 700 / speed.value));
    view.noteInBlank(answer.length - step, t('left'));
    view.element.setAttribute('aria-label', t('boardPicture', { board: boards[step] }));
    find('#watch-step').textContent = t('stepOf', { step, length: answer.length });
    const key = `${start} ${moves} ${document.documentElement.lang}`;
    if (shown !== key) letters.replaceChildren(...letterButtons(start, moves));
    shown = key;
    markLetter(letters, step);
    renderRun(Boolean(timer));
    speed.setAttribute('aria-valuetext', t('speedValue', { n: Number(speed.value) }));
    renderWhich(store, state);
  }
  return render;
}

function keyAction({ key, target, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey || target.matches('input, select, [role=tab]')) return undefined;
  const inside = find('#stage').contains(target);
  if (!inside && target !== document.body) return undefined;
  const actions = { ArrowLeft: 'back', ArrowRight: 'on' };
  return actions[key] ?? (inside ? { Home: 'first', End: 'last', p: 'run', P: 'run' }[key] : undefined);
}

function sayStep(state) {
  const { step, start, answer } = state;
  const moves = watched(state);
  const left = answer.length - step;
  if (step === 0) return t('atStart', { left });
  return t('watched', { move: moves[step - 1], tile: tilesMoved(start, moves)[step - 1], left });
}

function letterButtons(start, moves) {
  const tiles = tilesMoved(start, moves);
  const button = (step, label, text) => make('button', {
    type: 'button', 'data-step': step, 'aria-label': label, title: label,
  }, text);
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

function renderRun(running) {
  const label = t(running ? 'pause' : 'run');
  const icon = makeSvg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    makeSvg('path', { d: running ? PAUSE : RUN }));
  find('#run').replaceChildren(icon, label);
}

function renderWhich(store, { path, answer }) {
  const canonical = !path || path === answer.moves;
  const back = make('button', {
    type: 'button', class: 'link', onclick: () => store.set({ path: null, step: 0 }),
  }, t('backToCanonical'));
  find('#which-path').replaceChildren(...(canonical ? [t('whichCanonical', answer)]
    : [t('whichOther'), ' ', back]));
}
