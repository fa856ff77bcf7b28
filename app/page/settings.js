// What the visitor chooses for the page itself: language, light or dark, and the list of keys.

import { keep, recall } from './choices.js';
import { openDialog } from './dialog.js';
import { find, make } from './dom.js';
import { chooseLanguage, currentLanguage, t, writeStaticText } from './i18n.js';

const THEMES = ['Auto', 'Light', 'Dark'];

/** `changed` is called when the language is another. */
export function mountSettings(changed) {
  let theme = recall('theme', THEMES) ?? 'Auto';
  const write = () => {
    writeStaticText();
    find('#language').textContent = t('otherLanguage');
    find('#language').lang = currentLanguage() === 'en' ? 'zh-CN' : 'en';
    find('#theme').textContent = t(`theme${theme}`);
    document.documentElement.dataset.theme = theme.toLowerCase();
  };
  find('#language').addEventListener('click', () => {
    chooseLanguage(currentLanguage() === 'en' ? 'zh' : 'en');
    write();
    changed();
  });
  find('#theme').addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    keep('theme', theme);
    write();
  });
  find('#keys').addEventListener('click', () => openDialog(t('keysTitle'), ...t('keyList').flatMap(
    ([where, keys]) => [make('h3', { class: 'small' }, where), make('dl', { class: 'keys' },
      ...keys.map(([key, does]) => make('div', {}, make('dt', {}, key), make('dd', {}, does))))])));
  write();
}
