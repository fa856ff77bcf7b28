// Copy the answer: its path, or the pair as judge text, as JSON, as a curl line, as a link.

import { openDialog } from './dialog.js';
import { find, make } from './dom.js';
import { t } from './i18n.js';
import { solveAddress } from './service.js';
import { say } from './speech.js';
import { toQuery, watched } from './state.js';

const TEXTS = {
  path: watched,
  judge: ({ start, goal }) => `1\n${start}\n${goal}\n`,
  json: ({ answer: { start, goal, solvable, length, moves } }) => JSON.stringify(
    { start, goal, solvable, length, moves }),
  curl: ({ start, goal }) => `curl '${solveAddress(start, goal)}'`,
  link: (state) => new URL(toQuery(state), document.baseURI).href,
};

export function mountCopy(store) {
  const buttons = [...document.querySelectorAll('[data-copy]')];
  for (const button of buttons) {
    button.addEventListener('click', async () => {
      const text = TEXTS[button.dataset.copy](store.state);
      if (await toClipboard(text)) confirm(button);
      else openDialog(t('copyByHand'), make('textarea', {
        readonly: true, rows: 4, 'aria-label': t('copyByHand') }, text));
    });
  }
  return ({ answer }) => {
    for (const button of buttons) {
      const { copy } = button.dataset;
      button.disabled = (copy === 'path' && !answer?.solvable) || (copy === 'json' && !answer);
    }
  };
}

// Only a secure context has a clipboard; elsewhere the text is shown.
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function confirm(button) {
  say(t('copied', { what: button.textContent }));
  button.classList.add('done');
  setTimeout(() => button.classList.remove('done'), 1200);
}
