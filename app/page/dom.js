// Elements, made and found.

const SVG = 'http://www.w3.org/2000/svg';

export const find = (selector, root = document) => root.querySelector(selector);

/** Makes an element; properties that start with "on" are listeners, the rest are attributes. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A drawing in a button, from the data of its path. */
export const icon = (d) => makeSvg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  makeSvg('path', { d }));

/** A board in small: nine squares, each in the colour of its tile's home on `goal`. */
export function thumbnail(board, goal) {
  const squares = [...board].map((symbol, cell) => symbol !== 'X' && makeSvg('rect', {
    class: `home-${goal.indexOf(symbol)}`,
    x: (cell % 3) * 10 + 0.5, y: Math.floor(cell / 3) * 10 + 0.5, width: 9, height: 9, rx: 2,
  }));
  const attributes = { class: 'thumbnail', viewBox: '0 0 30 30', 'aria-hidden': 'true' };
  return makeSvg('svg', attributes, ...squares.filter(Boolean));
}

/**
 * One of several elements is in the tab order, and arrow keys go to the others.
 * `step(index, key, count)` says to which; returns a function that moves the stop.
 */
export function rove(root, elements, step = alongRow) {
  const moveTo = (index) => elements().forEach((element, i) => {
    element.tabIndex = i === index ? 0 : -1;
  });
  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = elements();
    const index = all.indexOf(event.target);
    const next = index < 0 ? null : all[step(index, event.key, all.length)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
  root.addEventListener('focusin', (event) => moveTo(elements().indexOf(event.target)));
  return moveTo;
}

const alongRow = (index, key, count) => ({
  ArrowLeft: Math.max(index - 1, 0), ArrowRight: Math.min(index + 1, count - 1),
  Home: 0, End: count - 1,
}[key]);
