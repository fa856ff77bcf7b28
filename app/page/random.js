// Pairs by a press: usual goals, random ones of a length, and examples.

import { showComplaint } from './complaint.js';
import { find, make, thumbnail } from './dom.js';
import { t } from './i18n.js';
import * as service from './service.js';
import { GOALS, HARDEST, MOST_PATHS, pair } from './state.js';

const LONGEST = 31;

export function mountRandom(store, guard) {
  const length = find('#length');
  const complaint = find('#random-complaint');
  const any = make('option', { value: '' });
  length.append(any, ...Array.from({ length: LONGEST + 1 }, (_, n) => (
    make('option', { value: n }, `${n}`))));

  const random = (wanted) => guard(async () => {
    try {
      const found = await service.random({
        ...wanted, ...(length.value && { length: length.value }) });
      store.set(pair(found.start, found.goal));
    } catch (error) {
      if (!(error instanceof service.Problem)) throw error; // from some goals, none is so far
      showComplaint(complaint, error.complaint('length'));
    }
  });
  find('#random-start').addEventListener('click', () => random({ goal: store.state.goal }));
  find('#random-pair').addEventListener('click', () => random({}));
  find('#hardest').addEventListener('click', () => store.set(pair(...HARDEST)));
  find('#most-paths').addEventListener('click', () => store.set(pair(...MOST_PATHS)));

  const goals = GOALS.map((goal) => make('button', {
    class: 'goal', onclick: () => store.set(pair(store.state.start, goal)),
  }, thumbnail(goal, goal), make('code', {}, goal)));
  find('#goals').append(...goals);

  return ({ start, goal }, before) => {
    any.textContent = t('anyLength');
    goals.forEach((button, i) => {
      button.setAttribute('aria-pressed', GOALS[i] === goal ? 'true' : 'false');
    });
    if (start !== before.start || goal !== before.goal) showComplaint(complaint, null);
  };
}
