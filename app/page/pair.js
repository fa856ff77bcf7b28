// The two boards: edited by dragging, by pressing, by typing, by pasting, and by buttons.

import { BoardView } from './board.js';
import { showComplaint } from './complaint.js';
import { find, make } from './dom.js';
import { makeDraggable } from './drag.js';
import { t } from './i18n.js';
import { boardsIn } from './judge_text.js';
import { offerBoards } from './pick.js';
import { exchange, tilesToExchange } from './puzzle.js';
import { Gone, Problem, solve } from './service.js';
import { say } from './speech.js';
import { pair } from './state.js';

const BLANKS = 'xX0._*';
const TYPING = 200; // milliseconds to wait for the next key

/** Both editors; returns their render function. */
export function mountPair(store) {
  const editors = ['start', 'goal'].map((side) => new Editor(side, store));
  find('#swap').addEventListener('click', () => {
    const { start, goal } = store.state;
    store.set(pair(goal, start));
  });
  return (state) => editors.forEach((editor) => editor.render(state));
}

class Editor {
  constructor(side, store) {
    const root = find(`[data-side=${side}]`);
    this.side = side;
    this.store = store;
    const editor = make('div', { class: 'editor', 'aria-labelledby': `${side}-title` });
    this.view = new BoardView(editor);
    this.input = make('input', {
      'data-t-label': `${side}Text`, 'aria-describedby': `${side}-complaint`, autocomplete: 'off',
      autocapitalize: 'off', spellcheck: 'false',
    });
    root.append(make('h3', { id: `${side}-title`, 'data-t': side }), editor, this.input);
    this.complaint = find(`#${side}-complaint`);
    this.lifted = null;
    this.asked = 0;
    this.stop = 0; // the cell in the tab order
    this.listen(root);
  }

  listen(root) {
    const cellOf = (event) => this.view.cells.indexOf(event.target.closest('.cell'));
    makeDraggable(this.view, {
      lift: () => 'anywhere',
      drop: (from, to) => this.exchange(from, to),
    });
    this.view.element.addEventListener('click', (event) => {
      if (cellOf(event) >= 0) this.press(cellOf(event));
    });
    this.view.element.addEventListener('focusin', (event) => {
      this.stop = cellOf(event);
      this.nameCells();
    });
    this.view.element.addEventListener('keydown', (event) => this.key(cellOf(event), event));
    this.input.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.read(this.input.value), TYPING);
    });
    this.input.addEventListener('blur', () => this.render(this.store.state));
    root.addEventListener('paste', (event) => {
      event.preventDefault();
      this.read(event.clipboardData.getData('text'));
    });
  }

  press(cell) {
    if (this.lifted === null) {
      this.lifted = cell;
      say(t('lifted', { symbol: this.view.text[cell] }));
      this.nameCells();
    } else if (this.lifted === cell) this.putBack();
    else this.exchange(this.lifted, cell);
  }

  putBack() {
    this.lifted = null;
    this.nameCells();
  }

  exchange(cell, other) {
    this.lifted = null;
    const board = this.view.text;
    if (cell === other) this.nameCells();
    else this.store.set(pair(...this.pairWith(exchange(board, cell, other))));
  }

  key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const symbol = BLANKS.includes(event.key) ? 'X' : event.key;
    const there = this.view.text.indexOf(symbol);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }[event.key];
    if (event.key === 'Escape') this.putBack();
    else if (step && this.view.cells[cell + step]) this.view.cells[cell + step].focus();
    else if (there >= 0 && symbol.length === 1) {
      this.exchange(there, cell);
      this.view.cells[Math.min(cell + 1, 8)].focus();
    } else return;
    event.preventDefault();
  }

  pairWith(board) {
    const { start, goal } = this.store.state;
    return this.side === 'start' ? [board, goal] : [start, board];
  }

  /** Takes a text as this board; the service says what is wrong with it. */
  async read(text) {
    const boards = boardsIn(text);
    if (boards.length > 1) return offerBoards(boards, this.side, this.store);
    this.asked += 1;
    const asked = this.asked;
    try {
      const answer = await solve(...this.pairWith(boards[0] ?? text));
      if (asked === this.asked) this.take(answer[this.side]);
    } catch (error) {
      if (asked === this.asked) this.refuse(text, error);
    }
  }

  take(board) {
    const complaints = { ...this.store.state.complaints, [this.side]: null };
    const changed = board !== this.store.state[this.side];
    this.store.set({ ...(changed && pair(...this.pairWith(board))), complaints });
  }

  refuse(text, error) {
    if (error instanceof Gone) return this.store.set({ gone: true });
    if (!(error instanceof Problem)) throw error;
    const complaint = { text, ...error.complaint(this.side) };
    this.store.set({ complaints: { ...this.store.state.complaints, [this.side]: complaint } });
  }

  render({ start, goal, answer, complaints }) {
    const board = { start, goal }[this.side];
    if (this.view.text !== board) this.lifted = null;
    this.view.show(board, goal);
    this.nameCells();
    const mend = this.side === 'start' && answer?.solvable === false;
    this.view.mark(mend ? tilesToExchange(start, goal) : []);
    const complaint = complaints[this.side];
    if (document.activeElement !== this.input) this.input.value = complaint?.text ?? board;
    this.input.setAttribute('aria-invalid', complaint ? 'true' : 'false');
    showComplaint(this.complaint, complaint, t(this.side));
  }

  nameCells() {
    const side = t(this.side);
    this.view.cells.forEach((cell, i) => {
      const symbol = this.view.text[i];
      const [row, column] = [Math.floor(i / 3) + 1, (i % 3) + 1];
      cell.setAttribute('aria-label', t('cell', { side, row, column, symbol }));
      cell.setAttribute('aria-pressed', this.lifted === i ? 'true' : 'false');
      cell.tabIndex = i === this.stop ? 0 : -1;
    });
  }
}
