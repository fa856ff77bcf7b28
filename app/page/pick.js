// A text of several boards: let the visitor pick a pair, or one board.

import { closeDialog, openDialog } from './dialog.js';
import { make, thumbnail } from './dom.js';
import { number, t } from './i18n.js';
import { pair } from './state.js';

const SHOWN = 60;

export function offerBoards(boards, side, store) {
  const { start, goal } = store.state;
  const take = (...chosen) => {
    closeDialog();
    store.set(pair(...chosen));
  };
  const takeOne = (board) => take(...(side === 'start' ? [board, goal] : [start, board]));
  const pairs = boards.length % 2 ? [] : boards.filter((_, i) => i % 2 === 0)
    .map((board, i) => [board, boards[2 * i + 1]]);
  const target = side === 'start' ? goal : null;
  openDialog(
    t('severalBoards', { n: number(boards.length) }),
    ...section(t('pickPair'), pairs, (chosen, i) => make('button', {
      class: 'pick', onclick: () => take(...chosen),
    }, make('span', {}, t('caseNumber', { n: i + 1 })), thumbnail(chosen[0], chosen[1]), chosen[0],
    ' → ', thumbnail(chosen[1], chosen[1]), chosen[1])),
    ...section(t('pickBoard', { side: t(side) }), boards, (board) => make('button', {
      class: 'pick', onclick: () => takeOne(board),
    }, thumbnail(board, target ?? board), board)),
  );
}

function section(title, items, button) {
  if (!items.length) return [];
  const hidden = items.length - SHOWN;
  return [make('h3', { class: 'small' }, title),
    make('div', { class: 'picks' }, ...items.slice(0, SHOWN).map(button)),
    hidden > 0 ? make('p', { class: 'note' }, t('andMore', { n: number(hidden) })) : ''];
}
