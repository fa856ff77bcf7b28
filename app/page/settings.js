// What the visitor chooses for the page itself: language, light or dark, and the list of keys.

import { keep, recall } from './choices.js';
import { openDialog } from './dialog.js';
import { find, icon, make } from './dom.js';
import { otherLanguage, switchLanguage, t, writeStaticText } from './i18n.js';

const HALF_MOON = 'M12 4a8 8 0 1 0 .01 0M14 5v14M16 6v12M18 8v8';
const THEMES = ['Auto', 'Light', 'Dark'];

/** `changed` is called when the language is another. */
export function mountSettings(changed) {
  let theme = recall('theme', THEMES) ?? 'Auto';
  const write = () => {
    writeStaticText();
    find('#language').textContent = t('otherLanguage');
    find('#language').lang = otherLanguage();
    find('#theme').replaceChildren(icon(HALF_MOON), t(`theme${theme}`));
    find('#theme').setAttribute('aria-label', `${t('theme')}: ${t(`theme${theme}`)}`);
    document.documentElement.dataset.theme = theme.toLowerCase();
  };
  find('#language').addEventListener('click', () => {
    switchLanguage();
    write();
    changed();
  });
  find('#theme').addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    keep('theme', theme);
    write();
  });
  find('#keys').addEventListener('click', () => openDialog(t('keys'), ...t('keyList').flatMap(
    ([where, keys]) => [make('h3', { class: 'small' }, where), make('dl', { class: 'keys' },
      ...keys.map(([key, does]) => make('div', {}, make('dt', {}, key), make('dd', {}, does))))])));
  write();
}
