// What is wrong, in the service's own words, shown in an element.

import { make } from './dom.js';
import { t } from './i18n.js';

/**
 * Shows `complaint`, {code, message}, or nothing. The service speaks English; in another language
 * the meaning of the code stands before its words.
 */
export function showComplaint(element, complaint, about = '') {
  element.replaceChildren(...(complaint ? [
    about && make('b', {}, `${about}: `), t('complaint', complaint),
    make('span', { lang: 'en' }, complaint.message)] : []));
}
