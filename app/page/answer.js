// The answer in large: how many moves, how many paths, or why there is none.

import { find, make } from './dom.js';
import { t } from './i18n.js';
import { exchange, tilesToExchange } from './puzzle.js';
import { say } from './speech.js';
import { pair } from './state.js';

/** Returns the render function. */
export function mountAnswer(store) {
  const root = find('#answer');
  let spoken = null;
  return ({ start, goal, answer }) => {
    find('#views').hidden = !answer?.solvable;
    if (!answer) return;
    const mend = answer.solvable ? null : tilesToExchange(start, goal);
    root.replaceChildren(...(mend ? unsolvable(store, mend) : solved(answer)));
    if (spoken !== answer) say(mend ? t('unsolvableSpoken', { a: mend[0], b: mend[1] })
      : t('solved', answer));
    spoken = answer;
  };
}

function solved({ length, paths }) {
  const figure = (value, words) => make('p', { class: 'figure' }, make('b', {}, `${value}`), words);
  return [figure(length, t('movesWord', { n: length })), figure(paths, t('pathsWord', { n: paths })),
    length ? '' : make('p', { class: 'note' }, t('same'))];
}

function unsolvable(store, [a, b]) {
  const mend = () => {
    const { start, goal } = store.state;
    store.set(pair(exchange(start, start.indexOf(a), start.indexOf(b)), goal));
    find('#stage').focus(); // the button is gone
  };
  return [make('p', { class: 'figure none' }, make('b', {}, t('unsolvable'))),
    make('p', { class: 'reason' }, t('reason')),
    make('p', { class: 'reason' },
      make('button', { type: 'button', id: 'mend', class: 'main', onclick: mend },
        t('mend', { a, b })), ' ', t('mendNote'))];
}
