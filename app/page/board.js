// A board on the page: nine cells in the order of reading, tiles that slide between them.

import { make } from './dom.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class BoardView {
  /** Fills `element`; cells are buttons, or with `interactive: false` a picture. */
  constructor(element, { interactive = true } = {}) {
    this.element = element;
    this.text = null;
    const tag = interactive ? 'button' : 'span';
    this.cells = [...'012345678'].map((cell) => make(tag, {
      class: 'cell', 'data-cell': cell,
    }));
    this.tiles = new Map([...'12345678'].map((tile) => [
      tile, make('span', { class: 'tile' }, make('span', { class: 'number' }, tile))]));
    this.blankNote = make('span', { class: 'left' });
    element.classList.add('board');
    element.setAttribute('role', interactive ? 'group' : 'img');
    element.replaceChildren(...this.cells);
  }

  /** The tile in `cell`, as its element; undefined for the blank. */
  tileIn(cell) {
    return this.tiles.get(this.text[cell]);
  }

  /** Shows `text`, each tile in the colour of its home on `goal`; tiles slide in `duration` ms. */
  show(text, goal, duration = 180) {
    const moved = [...this.tiles].filter(([tile]) => this.text
      && (this.text.indexOf(tile) !== text.indexOf(tile) || this.tiles.get(tile).style.translate));
    const before = moved.map(([, element]) => element.getBoundingClientRect());
    this.text = text;
    for (const [tile, element] of this.tiles) {
      const cell = this.cells[text.indexOf(tile)];
      element.className = `tile home-${goal.indexOf(tile)}`;
      element.style.translate = '';
      if (element.parentElement !== cell) cell.append(element);
    }
    this.cells[text.indexOf('X')].append(this.blankNote);
    this.cells.forEach((cell, i) => cell.classList.toggle('blank', text[i] === 'X'));
    if (!still.matches) moved.forEach(([, element], i) => slide(element, before[i], duration));
  }

  /** Makes these tiles stand out, and no others. */
  mark(tiles) {
    for (const [tile, element] of this.tiles) {
      element.classList.toggle('marked', tiles.includes(tile));
    }
  }

  /** Writes a number and a word into the blank cell; null clears it. */
  noteInBlank(number, word) {
    const parts = number === null ? [] : [make('b', {}, `${number}`), make('small', {}, word)];
    this.blankNote.replaceChildren(...parts);
  }
}

function slide(element, from, duration) {
  const to = element.getBoundingClientRect();
  const offset = `${from.left - to.left}px ${from.top - to.top}px`;
  element.animate([{ translate: offset, zIndex: 2 }, { translate: '0px 0px', zIndex: 2 }],
    { duration, easing: 'cubic-bezier(.3, .1, .2, 1)' });
}
