// The one dialog: a title, some content, a button to close it.

import { find } from './dom.js';

const dialog = find('#dialog');

export function openDialog(title, ...content) {
  find('#dialog-title').textContent = title;
  find('#dialog-body').replaceChildren(...content);
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => dialog.close();

dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close(); // a press on the backdrop
});
