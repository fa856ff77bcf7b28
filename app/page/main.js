// Puts the page together: the address, the service and the views around one state.

import { mountAnswer } from './answer.js';
import { mountCopy } from './copy.js';
import { find, icon } from './dom.js';
import { t } from './i18n.js';
import { mountPair } from './pair.js';
import { mountPaths } from './paths.js';
import { mountPlay } from './play.js';
import { canonical } from './puzzle.js';
import { mountRandom } from './random.js';
import * as service from './service.js';
import { mountSettings } from './settings.js';
import { say } from './speech.js';
import {
  consistent, fromQuery, HARDEST, pair, position, Store, toQuery,
} from './state.js';
import { mountTabs } from './tabs.js';
import { mountWatch } from './watch.js';
import { mountWorld } from './world.js';

const RETRY = { first: 500, longest: 5000 }; // milliseconds

/** The state at an address, its boards in canonical text; what is no board is complained of. */
async function open(search) {
  const state = fromQuery(search);
  const known = { start: canonical(state.start), goal: canonical(state.goal) };
  if (known.start && known.goal) return { ...state, ...known };
  try {
    const { start, goal } = await service.solve(state.start, state.goal);
    return { ...state, start, goal };
  } catch (error) {
    const complaints = {};
    const boards = ['start', 'goal'].map((side, i) => {
      const about = error instanceof service.Problem && error.about(side);
      if (about) complaints[side] = { text: state[side], ...about };
      return known[side] ?? HARDEST[i];
    });
    const gone = error instanceof service.Gone && { gone: true };
    return { ...state, ...pair(...boards), complaints, ...gone };
  }
}

const store = new Store({ gone: false, ...await open(location.search) });

/** Runs what asks the service; when that is gone, says so and tries again. */
async function guard(asking, failed = () => {}) {
  try {
    await asking();
  } catch (error) {
    failed();
    if (!(error instanceof service.Gone)) throw error;
    if (!store.state.gone) store.set({ gone: true });
  }
}

const samePair = (one, other) => one.start === other.start && one.goal === other.goal;

async function askAnswer() {
  const asked = store.state;
  const answer = await service.explore(asked.start, asked.goal);
  const { state } = store;
  if (samePair(state, asked)) store.set({ answer, ...consistent(state, answer) });
}

async function askHere() {
  const { goal } = store.state;
  const board = position(store.state);
  const here = await service.explore(board, goal);
  if (store.state.goal === goal && position(store.state) === board) store.set({ here });
}

/** Asks for what the state lacks; the service's module sees to it that nothing is asked twice. */
function ask(state) {
  if (state.gone) return;
  const playing = state.view === 'play' && state.answer?.solvable;
  if (!state.answer) guard(askAnswer);
  else if (playing && state.here?.start !== position(state)) guard(askHere);
}

function writeAddress(state, before) {
  const query = toQuery(state);
  if (query === location.search) return;
  const turned = !samePair(state, before) || state.view !== before.view;
  history[turned ? 'pushState' : 'replaceState'](null, '', query);
}

async function waitForService(delay) {
  await new Promise((resolve) => { setTimeout(resolve, delay); });
  if (!await service.ready()) return waitForService(Math.min(2 * delay, RETRY.longest));
  store.set({ gone: false });
  return say(t('backAgain'));
}

function renderGone(state, before) {
  find('#gone').hidden = !state.gone;
  find('#gone').textContent = state.gone ? t('gone') : '';
  if (state.gone && !before.gone) waitForService(RETRY.first);
}

// Each part of the page returns its render function, (state, before) => ...
const views = [
  renderGone, mountPair(store), mountRandom(store, guard), mountTabs(store), mountAnswer(store),
  mountWatch(store), mountPlay(store), mountPaths(store, guard), mountWorld(store, guard),
  mountCopy(store),
];
const render = (state, before) => views.forEach((view) => view(state, before));

for (const button of document.querySelectorAll('[data-icon]')) {
  button.append(icon(button.dataset.icon));
}
mountSettings(() => render(store.state, store.state));
store.watch(render);
store.watch(writeAddress);
store.watch(ask);
addEventListener('popstate', async () => store.set(await open(location.search)));
history.replaceState(null, '', toQuery(store.state));
render(store.state, { ...store.state, gone: false });
ask(store.state);
