// English and Chinese: the language, its words, and the static text of the page.

import { keep, recall } from './choices.js';
import en from './words-en.js';
import zh from './words-zh.js';

export const LANGUAGES = { en, zh };
const TAGS = { en: 'en', zh: 'zh-CN' };

let language = recall('language', Object.keys(LANGUAGES)) ?? preferred();

function preferred() {
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return known ?? 'en';
}

export const currentLanguage = () => language;

export function chooseLanguage(chosen) {
  language = chosen;
  keep('language', chosen);
}

/** The words for `key`, given what they speak of. */
export function t(key, facts = {}) {
  const words = LANGUAGES[language][key];
  return typeof words === 'function' ? words(facts) : words;
}

/** A number as the language writes it. */
export const number = (value) => value.toLocaleString(TAGS[language]);

/** Writes the text and the names of all elements that carry data-t and data-t-label. */
export function writeStaticText() {
  document.documentElement.lang = TAGS[language];
  document.title = t('title');
  for (const element of document.querySelectorAll('[data-t]')) {
    element.textContent = t(element.dataset.t);
  }
  for (const element of document.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset.tLabel));
    if (element.matches('button')) element.title = t(element.dataset.tLabel);
  }
}
