// How many boards lie at each length from this goal, and the hardest.

import { find, make, rove, thumbnail } from './dom.js';
import { number, t } from './i18n.js';
import { mirrorImages } from './puzzle.js';
import * as service from './service.js';
import { pair, toQuery } from './state.js';

export function mountWorld(store, guard) {
  const chart = find('#chart');
  const stopAt = rove(chart, () => [...chart.children]);
  let drawn = null;

  chart.addEventListener('click', (event) => {
    const bar = event.target.closest('button');
    if (bar) guard(async () => {
      const { goal } = store.state;
      const found = await service.random({ goal, length: bar.dataset.length });
      store.set(pair(found.start, found.goal));
    });
  });

  async function draw(goal) {
    const about = (await service.stats()).find(({ cell }) => cell === goal.indexOf('X'));
    const hardest = await service.random({ goal, length: about.longest, seed: 1 });
    if (goal !== store.state.goal) return;
    find('#world-text').textContent = t('worldText', wordsFor(about));
    const most = Math.max(...about.lengths);
    chart.replaceChildren(...about.lengths.map((boards, length) => bar(length, boards, most)));
    find('#hardest-links').replaceChildren(
      ...mirrorImages(hardest.start, goal).map((start) => link(store, pair(start, goal))));
    mark(store.state);
  }

  function mark({ answer }) {
    const length = answer?.solvable ? answer.length : -1;
    [...chart.children].forEach((element, i) => {
      const [column] = element.children;
      element.classList.toggle('here', i === length);
      element.dataset.here = i === length ? t('barHere', column.dataset) : '';
      if (i === length) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
    });
    if (chart.children.length) stopAt(Math.max(length, 0));
  }

  return (state) => {
    const key = `${state.goal} ${document.documentElement.lang}`;
    if (drawn === key || state.gone) return mark(state);
    drawn = key;
    return guard(() => draw(state.goal), () => { drawn = null; });
  };
}

function wordsFor({ boards, longest, mean, single }) {
  return {
    boards: number(boards), longest,
    mean: number(Math.round(mean * 100) / 100), single: number(single),
  };
}

function bar(length, boards, most) {
  const label = t('bar', { length, boards: number(boards) });
  const column = make('span', { class: 'column', 'data-boards': number(boards) });
  column.style.height = `${100 * boards / most}%`;
  return make('button', {
    'data-length': length, 'aria-label': label, title: label,
  }, column, make('small', {}, `${length}`));
}

function link(store, changes) {
  const href = toQuery({ ...store.state, ...changes });
  return make('a', {
    href,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // into another tab
      event.preventDefault();
      store.set(changes);
    },
  }, thumbnail(changes.start, changes.goal), make('code', {}, changes.start));
}
