// Dragging a tile with mouse, pen or finger. A press without a drag stays a click.

const THRESHOLD = 6; // pixels: less is a click

/**
 * `lift(cell)` says whether the tile in a cell may be dragged, and how far: it returns undefined, or
 * the cell that it may go to, or 'anywhere'. `drop(from, to)` is called when it is let go over
 * another cell.
 */
export function makeDraggable(view, { lift, drop }) {
  let drag = null;

  const place = (event) => {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!drag.moving) view.element.setPointerCapture(event.pointerId); // earlier, no click comes
    drag.moving = true;
    drag.tile.classList.add('dragged');
    drag.offset = drag.reach === 'anywhere' ? [dx, dy]
      : along(view.cells[drag.from], view.cells[drag.reach], dx, dy);
    drag.tile.style.translate = drag.offset.map((length) => `${length}px`).join(' ');
    drag.over = cellUnder(view, drag);
    view.cells.forEach((cell, i) => cell.classList.toggle('over', i === drag.over));
  };

  const end = (dropped) => {
    if (!drag) return;
    const { from, over, moving, tile } = drag;
    drag = null;
    tile.classList.remove('dragged');
    view.cells.forEach((cell) => cell.classList.remove('over'));
    if (!moving) return;
    addEventListener('click', swallow, { capture: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    if (dropped && over !== undefined && over !== from) drop(from, over);
    else tile.style.translate = '';
  };

  view.element.addEventListener('pointerdown', (event) => {
    const from = view.cells.indexOf(event.target.closest('.cell'));
    const reach = event.button === 0 && from >= 0 && view.tileIn(from) ? lift(from) : undefined;
    if (reach === undefined) return;
    drag = { from, reach, tile: view.tileIn(from), x: event.clientX, y: event.clientY };
  });
  view.element.addEventListener('pointermove', (event) => drag && place(event));
  view.element.addEventListener('pointerup', () => end(true));
  view.element.addEventListener('pointercancel', () => end(false));
}

// The end of a drag is no click.
const swallow = (event) => {
  event.stopPropagation();
  event.preventDefault();
};

function along(from, to, dx, dy) {
  const [sx, sy] = [to.offsetLeft - from.offsetLeft, to.offsetTop - from.offsetTop];
  const clamp = (length, most) => (most > 0
    ? Math.min(Math.max(length, 0), most) : Math.max(Math.min(length, 0), most));
  return [clamp(dx, sx), clamp(dy, sy)];
}

// The cell nearest to the middle of the dragged tile, if the tile is over the board at all.
function cellUnder(view, { from, offset }) {
  const cell = view.cells[from];
  const middles = view.cells.map((other) => Math.hypot(
    other.offsetLeft - cell.offsetLeft - offset[0], other.offsetTop - cell.offsetTop - offset[1]));
  const nearest = Math.min(...middles);
  return nearest <= cell.offsetWidth ? middles.indexOf(nearest) : undefined;
}
