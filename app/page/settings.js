// What the visitor chooses for the page itself: language, light or dark, and the list of keys.

import { keep, recall } from './choices.js';
import { openDialog } from './dialog.js';
import { find, make, makeSvg } from './dom.js';
import { chooseLanguage, currentLanguage, t, writeStaticText } from './i18n.js';

const THEMES = ['Auto', 'Light', 'Dark'];

/** `changed` is called when the language is another. */
export function mountSettings(changed) {
  let theme = recall('theme', THEMES) ?? 'Auto';
  const write = () => {
    writeStaticText();
    find('#language').textContent = t('otherLanguage');
    find('#language').lang = currentLanguage() === 'en' ? 'zh-CN' : 'en';
    find('#theme').replaceChildren(halfMoon(), t(`theme${theme}`));
    find('#theme').setAttribute('aria-label', `${t('theme')}: ${t(`theme${theme}`)}`);
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

const halfMoon = () => makeSvg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  makeSvg('path', { d: 'M12 4a8 8 0 1 1 0 16z', class: 'full' }),
  makeSvg('path', { d: 'M12 4a8 8 0 1 0 0 16z' }));
