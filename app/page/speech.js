// The live region: what a screen reader is told of moves and answers.

import { find } from './dom.js';

const region = find('#live');

export function say(text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text; // twice is said twice
}
