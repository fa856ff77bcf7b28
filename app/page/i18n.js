// English and Chinese: the language, its words, and the static text of the page.

import { keep, recall } from './choices.js';
import en from './words-en.js';
import zh from './words-zh.js';

export const LANGUAGES = { en, 'zh-CN': zh };
const TAGS = Object.keys(LANGUAGES);
const alike = (wanted) => TAGS.find((tag) => tag.slice(0, 2) === wanted.slice(0, 2));

let language = recall('language', TAGS) ?? navigator.languages.map(alike).find(Boolean) ?? 'en';

export const currentLanguage = () => language;
export const otherLanguage = () => TAGS.find((tag) => tag !== language);

export function switchLanguage() {
  language = otherLanguage();
  keep('language', language);
}

/** The words for `key`, given what they speak of. */
export function t(key, facts = {}) {
  const words = LANGUAGES[language][key];
  return typeof words === 'function' ? words(facts) : words;
}

/** A number as the language writes it. */
export const number = (value) => value.toLocaleString(language);

/** Writes the text and the names of all elements that carry data-t and data-t-label. */
export function writeStaticText() {
  document.documentElement.lang = language;
  document.title = t('title');
  for (const element of document.querySelectorAll('[data-t]')) {
    element.textContent = t(element.dataset.t);
  }
  for (const element of document.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.dataset.tLabel));
    if (element.matches('button')) element.title = t(element.dataset.tLabel);
  }
}
