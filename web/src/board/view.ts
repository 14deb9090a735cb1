/** The board in the page: cells are built once, and afterwards only what changed is touched. */
import { squareAt, squareCount, squareName, turned } from './geometry';
import type { CellState } from './states';
import type { Square, View, Words } from './types';

type Mark = 'from' | 'can' | 'sel' | 'pending' | 'to' | 'take' | 'ghost' | 'huff';

interface Cell {
  el: HTMLElement;
  marks: Map<Mark, SVGElement>;
  piece?: SVGElement | undefined;
  label: string;
  shown?: CellState;
}

const INK = 'var(--m-ink)';
const IVORY = 'var(--m-ivory)';
const BRASS = 'var(--m-brass)';

function ring(radius: number, width: number, colour: string, more = ''): string {
  return `<circle cx="50" cy="50" r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`;
}

function dot(radius: number, colour: string, more = ''): string {
  return `<circle cx="50" cy="50" r="${radius}" fill="${colour}" ${more}/>`;
}

const CROSS = 'd="M34 32 66 64M66 32 34 64" stroke-linecap="round"';
// A cradle under the piece: the corner of the number stays free, the badge takes the other.
const CRADLE = 'd="M93 71V93H71M29 93H7V71" fill="none" stroke-linecap="round"';

/** Each has a shape of its own; under or over the piece. */
const MARKS: Record<Mark, [place: 'under' | 'over', drawing: string]> = {
  from: ['under', ring(36, 4, BRASS, 'stroke-dasharray="2 7.4" stroke-linecap="round"')],
  can: ['under', ring(43.5, 5.4, INK, 'stroke-opacity=".6"') + ring(43.5, 2.8, IVORY)],
  sel: ['under', ring(43.5, 7.4, INK, 'stroke-opacity=".8"') + ring(43.5, 4.6, BRASS)],
  pending: ['under', ring(45, 4, IVORY, 'stroke-dasharray="10 13.5"')],
  to: ['over', dot(15, INK, 'fill-opacity=".75"') + dot(12, IVORY)],
  take: [
    'over',
    ring(30, 11, INK, 'stroke-opacity=".75"') +
      ring(30, 6, IVORY) +
      dot(10, INK, 'fill-opacity=".75"') +
      dot(7, IVORY),
  ],
  ghost: [
    'over',
    `<path ${CROSS} stroke="${INK}" stroke-width="13"/><path ${CROSS} stroke="${IVORY}" stroke-width="7"/>`,
  ],
  huff: [
    'over',
    `<path ${CRADLE} stroke="${INK}" stroke-width="9"/><path ${CRADLE} stroke="${BRASS}" stroke-width="5"/>` +
      `<g transform="translate(60 1)" color="${INK}"><circle cx="20" cy="20" r="19" fill="${IVORY}" stroke="${INK}" stroke-width="3"/>` +
      '<use href="#i-puff" x="7" y="7" width="26" height="26"/></g>',
  ],
};

const COLOURS = { white: 'w', red: 'r', dark: 'k' };

function svg(classes: string, drawing: string): SVGElement {
  const el = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  el.setAttribute('class', classes);
  el.setAttribute('viewBox', '0 0 100 100');
  el.setAttribute('aria-hidden', 'true');
  el.innerHTML = drawing;
  return el;
}

function wanted(state: CellState): Set<Mark> {
  const marks = new Set<Mark>();
  if (state.left && !state.destination) marks.add('from');
  if (state.ringed) marks.add('can');
  if (state.selected) marks.add('sel');
  if (state.pending) marks.add('pending');
  if (state.destination) marks.add(state.destination === 'capture' ? 'take' : 'to');
  if (state.captured) marks.add('ghost');
  if (state.huffable) marks.add('huff');
  return marks;
}

const CLASSES = { last: 'last', selected: 'selected', captured: 'ghost', pending: 'pending' };

export function createCells(host: HTMLElement, view: View, words: Words) {
  const { layout, colours } = view;
  const flipped = view.bottom === 'black';
  const board = document.createElement('div');
  const cells: Cell[] = Array.from({ length: squareCount(layout) });
  let focused: Square = flipped ? cells.length : 1;

  function build(): void {
    board.className = layout.squares === 'all' ? 'board all' : 'board';
    board.setAttribute('role', 'grid');
    board.setAttribute('aria-label', words.board);
    board.style.setProperty('--n', String(layout.size));
    for (let row = 0; row < layout.size; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (let col = 0; col < layout.size; col++) line.append(buildCell(row, col));
      board.append(line);
    }
    host.append(board);
  }

  function buildCell(row: number, col: number): HTMLElement {
    const place = turned(layout, { row, col }, flipped);
    const square = squareAt(layout, place.row, place.col);
    const el = document.createElement('div');
    el.className = square ? 'sq d' : 'sq l';
    el.setAttribute('role', 'gridcell');
    if (!square) return el;
    el.tabIndex = square === focused ? 0 : -1;
    if (view.numbers) {
      const number = document.createElement('span');
      number.className = 'num';
      number.textContent = squareName(layout, square, view.algebraic);
      number.setAttribute('aria-hidden', 'true');
      el.append(number);
    }
    cells[square - 1] = { el, marks: new Map(), label: '' };
    return el;
  }

  function cell(square: Square): Cell {
    return cells[square - 1]!;
  }

  /** Draws a piece, or none; one that leaves in motion is given back and not removed. */
  function drawPiece(target: Cell, { piece }: CellState, leaves: boolean): SVGElement | undefined {
    const old = target.piece;
    if (!piece) {
      target.piece = undefined;
      if (!leaves) old?.remove();
      return leaves ? old : undefined;
    }
    const classes = `pc ${COLOURS[colours[piece.side]]}`;
    const href = piece.king ? '#king' : '#man';
    if (!old) {
      target.piece = svg(classes, `<use href="${href}" width="100" height="100"/>`);
      target.el.append(target.piece);
      return undefined;
    }
    if (old.getAttribute('class') !== classes) old.setAttribute('class', classes);
    const use = old.firstElementChild;
    if (use?.getAttribute('href') !== href) use?.setAttribute('href', href);
    return undefined;
  }

  function drawMarks(target: Cell, state: CellState): void {
    const marks = wanted(state);
    for (const [mark, el] of target.marks) {
      if (marks.has(mark)) continue;
      el.remove();
      target.marks.delete(mark);
    }
    for (const mark of marks) {
      if (target.marks.has(mark)) continue;
      const [place, drawing] = MARKS[mark];
      const el = svg(`mk ${place} mk-${mark}`, drawing);
      target.marks.set(mark, el);
      target.el.append(el);
    }
  }

  /** Patches what changed; of the squares in `leaving`, gives back the pieces that have left. */
  function draw(states: readonly CellState[], leaving: Iterable<Square> = []) {
    const leaves = new Set(leaving);
    const gone = new Map<Square, SVGElement>();
    for (const [i, state] of states.entries()) {
      const target = cells[i]!;
      const left = drawPiece(target, state, leaves.has(state.square));
      if (left) gone.set(state.square, left);
      drawMarks(target, state);
      for (const key of Object.keys(CLASSES) as (keyof typeof CLASSES)[]) {
        if (state[key] !== (target.shown?.[key] ?? false)) {
          target.el.classList.toggle(CLASSES[key], state[key]);
        }
      }
      const label = words.square(state, colours);
      if (label !== target.label) target.el.setAttribute('aria-label', (target.label = label));
      target.shown = state;
    }
    return gone;
  }

  /** Makes a square the one that the Tab key reaches. */
  function rove(square: Square): void {
    if (square === focused) return;
    cell(focused).el.tabIndex = -1;
    cell(square).el.tabIndex = 0;
    focused = square;
  }

  function focus(square: Square): void {
    rove(square);
    cell(square).el.focus({ preventScroll: true });
  }

  /** The square of an element of the board. */
  function squareOf(target: EventTarget | null): Square | undefined {
    const el = target instanceof Element ? target.closest('.sq') : null;
    return el ? cells.findIndex((candidate) => candidate.el === el) + 1 || undefined : undefined;
  }

  build();
  return { board, cell, draw, rove, focus, squareOf, focused: () => focused };
}

export type Cells = ReturnType<typeof createCells>;

/** Whether the cells must be built again for a view. */
export function needsBuilding(a: View, b: View): boolean {
  return (
    a.layout.size !== b.layout.size ||
    a.layout.squares !== b.layout.squares ||
    a.colours.black !== b.colours.black ||
    a.bottom !== b.bottom ||
    a.numbers !== b.numbers ||
    a.algebraic !== b.algebraic
  );
}
