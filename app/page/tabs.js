// Watch, play, all paths: three tabs over one answer.

import { find, rove } from './dom.js';
import { VIEWS } from './state.js';

export function mountTabs(store) {
  const tabs = VIEWS.map((view) => find(`#tab-${view}`));
  const list = find('[role=tablist]');
  const stopAt = rove(list, () => tabs);
  tabs.forEach((tab, i) => {
    const choose = () => store.state.view === VIEWS[i] || store.set({ view: VIEWS[i] });
    tab.addEventListener('focus', choose);
    tab.addEventListener('click', (event) => {
      choose();
      // Whoever points rather than types goes on with the panel, and its keys.
      if (event.detail) find('#stage').focus({ preventScroll: true });
    });
  });
  return ({ view }) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', VIEWS[i] === view ? 'true' : 'false');
      find(`#${VIEWS[i]}`).hidden = VIEWS[i] !== view;
    });
    stopAt(VIEWS.indexOf(view));
  };
}
