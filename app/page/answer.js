// The answer in large: how many moves, how many paths, or why there is none.

import { BoardView } from './board.js';
import { find, make } from './dom.js';
import { currentLanguage, number, t } from './i18n.js';
import { exchange, tilesToExchange } from './puzzle.js';
import { say } from './speech.js';
import { pair } from './state.js';

/** Returns the render function. Until a new answer is there, the one before stays, dimmed. */
export function mountAnswer(store) {
  const root = find('#answer');
  let shown = {};
  return ({ start, goal, answer }) => {
    find('#stage').setAttribute('aria-busy', answer ? 'false' : 'true');
    const language = currentLanguage();
    if (!answer || (shown.answer === answer && shown.language === language)) return;
    find('#views').hidden = !answer.solvable;
    const mend = answer.solvable ? null : tilesToExchange(start, goal);
    root.replaceChildren(...(mend ? unsolvable(store, mend) : solved(answer)));
    if (shown.answer !== answer) {
      say(mend ? `${t('unsolvable')}. ${t('mend', { a: mend[0], b: mend[1] })}.`
        : t('solved', answer));
    }
    shown = { answer, language };
  };
}

function solved({ length, paths }) {
  const figure = (value, words) => make('p', { class: 'figure' },
    make('b', {}, number(value)), ' ', words);
  return [figure(length, t('movesWord', { n: length })), figure(paths, t('pathsWord', { n: paths })),
    length ? '' : make('p', { class: 'note' }, t('same'))];
}

function unsolvable(store, [a, b]) {
  const { start, goal } = store.state;
  const mend = () => {
    store.set(pair(exchange(start, start.indexOf(a), start.indexOf(b)), goal));
    find('#stage').focus(); // the button is gone
  };
  const picture = make('div', { class: 'big', 'aria-label': t('boardPicture', { board: start }) });
  const view = new BoardView(picture, { interactive: false });
  view.show(start, goal);
  view.mark([a, b]);
  return [make('p', { class: 'figure none' }, make('b', {}, t('unsolvable'))),
    make('div', { class: 'panel' }, picture, make('div', { class: 'beside' },
      make('p', {}, t('reason')),
      make('p', {}, make('button', { id: 'mend', class: 'main', onclick: mend },
        t('mend', { a, b }))),
      make('p', { class: 'note' }, t('mendNote'))))];
}
