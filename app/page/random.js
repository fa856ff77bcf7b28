// Pairs by a press: usual goals, random ones of a length, and examples.

import { find, make, thumbnail } from './dom.js';
import { t } from './i18n.js';
import * as service from './service.js';
import { GOALS, HARDEST, MOST_PATHS, pair } from './state.js';

const LONGEST = 31;

/** Returns the render function. */
export function mountRandom(store, guard) {
  const length = find('#length');
  const any = make('option', { value: '' });
  length.append(any, ...Array.from({ length: LONGEST + 1 }, (_, n) => (
    make('option', { value: n }, `${n}`))));

  const random = (goal) => guard(async () => {
    const found = await service.random({ goal, length: length.value || undefined });
    store.set(pair(found.start, found.goal));
  });
  find('#random-start').addEventListener('click', () => random(store.state.goal));
  find('#random-pair').addEventListener('click', () => random(undefined));
  find('#hardest').addEventListener('click', () => store.set(pair(...HARDEST)));
  find('#most-paths').addEventListener('click', () => store.set(pair(...MOST_PATHS)));

  const goals = GOALS.map((goal) => make('button', {
    type: 'button', class: 'goal', onclick: () => store.set(pair(store.state.start, goal)),
  }, thumbnail(goal, goal), goal));
  find('#goals').append(...goals);

  return ({ goal }) => {
    any.textContent = t('anyLength');
    goals.forEach((button, i) => {
      button.setAttribute('aria-pressed', GOALS[i] === goal ? 'true' : 'false');
    });
  };
}
