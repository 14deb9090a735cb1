/** Taps and drags. Touches are answered at once; while dragging only a transform is written. */
import { UNUSED } from './entry';
import { placeOf, squareAt, turned } from './geometry';
import type { Path, Square, View } from './types';

/** What the pointer needs of the board. */
export interface Hand {
  view(): View;
  entry(): Path;
  /** Squares where a tap means something now: first those it is drawn to. */
  targets(): Iterable<Square>;
  /** Whether a tap exactly there does something. */
  useful(square: Square): boolean;
  /** Selects the piece there, if that is what a tap does. */
  select(square: Square): boolean;
  tap(square: Square): void;
  drop(square: Square): void;
  /** Back to an earlier entry. */
  restore(entry: Path): void;
  /** The piece that may be dragged from there. */
  piece(square: Square): SVGElement | undefined;
  cell(square: Square): HTMLElement;
}

interface Grip {
  id: number;
  x: number;
  y: number;
  rect: DOMRect;
  square: Square | undefined;
  before: Path;
  /** The touch itself selected the piece: lifting the finger does nothing more. */
  selected: boolean;
  piece: SVGElement | undefined;
  dragging: boolean;
  /** It went beyond a tap. */
  far: boolean;
}

/** How far a pointer moves before it drags, in CSS pixels. */
const THRESHOLD = 3;
/** Squares up to this size, in CSS pixels, are helped; and from how far, in squares. */
const SMALL = 40;
const REACH = 0.75;

/** The square at a point, counted in squares from the board's top left corner as it is seen. */
export function squareUnder(view: View, x: number, y: number): Square | undefined {
  const seen = { row: Math.floor(y), col: Math.floor(x) };
  const { row, col } = turned(view.layout, seen, view.bottom === 'black');
  return squareAt(view.layout, row, col);
}

/** The nearest of some squares to a point, if it is near enough. */
export function nearest(
  view: View,
  squares: Iterable<Square>,
  x: number,
  y: number,
): Square | undefined {
  let best: Square | undefined;
  let reach = REACH;
  for (const square of squares) {
    const place = placeOf(view.layout, square);
    const { row, col } = turned(view.layout, place, view.bottom === 'black');
    const distance = Math.hypot(x - col - 0.5, y - row - 0.5);
    if (distance > reach) continue;
    reach = distance;
    best = square;
  }
  return best;
}

function inside({ clientX: x, clientY: y }: MouseEvent, rect: DOMRect): boolean {
  return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
}

export function listenToPointer(board: HTMLElement, hand: Hand) {
  let grip: Grip | undefined;
  let draggedBefore = false;

  function hit(event: MouseEvent, rect: DOMRect): Square | undefined {
    const view = hand.view();
    const side = rect.width / view.layout.size;
    const x = (event.clientX - rect.left) / side;
    const y = (event.clientY - rect.top) / side;
    const exact = squareUnder(view, x, y);
    if (side > SMALL || (exact && hand.useful(exact))) return exact;
    return nearest(view, hand.targets(), x, y) ?? exact;
  }

  function down(event: PointerEvent): void {
    if (grip) {
      // A second finger: as if nothing had been touched.
      const second = event.pointerId !== grip.id;
      cancel();
      if (second) return;
      // The same pointer was let go where nobody heard of it.
    }
    if (event.button !== 0) return;
    const rect = board.getBoundingClientRect();
    const square = hit(event, rect);
    const before = hand.entry();
    const selected = square !== undefined && hand.select(square);
    const piece = square ? hand.piece(square) : undefined;
    if (square && !selected) hand.cell(square).classList.add('touch');
    const { pointerId: id, clientX: x, clientY: y } = event;
    grip = { id, x, y, rect, square, before, selected, piece, dragging: false, far: false };
    // What was measured does not hold any more.
    window.addEventListener('resize', cancel);
    // A mouse is let go outside the board, too; a finger is caught already.
    if (event.pointerType === 'mouse') capture(id);
  }

  function move(event: PointerEvent): void {
    if (!grip || event.pointerId !== grip.id) return;
    // It was let go outside the page.
    if (event.pointerType === 'mouse' && event.buttons === 0) return cancel();
    const right = event.clientX - grip.x;
    const below = event.clientY - grip.y;
    const distance = Math.hypot(right, below);
    if (distance >= THRESHOLD) grip.far = true;
    if (!grip.piece || !grip.square) return;
    if (!grip.dragging) {
      // Who has dragged once drags again: then the piece follows from the first pixel.
      if (!grip.far && !(draggedBefore && distance > 0)) return;
      grip.dragging = true;
      hand.cell(grip.square).classList.add('dragging');
      // A finger was caught by its square so far.
      capture(grip.id);
    }
    grip.piece.style.setProperty('transform', `translate(${right}px,${below}px) scale(1.1)`);
  }

  function capture(id: number): void {
    try {
      board.setPointerCapture?.(id);
    } catch {
      // The pointer is gone already.
    }
  }

  function letGo(): Grip | undefined {
    const held = grip;
    grip = undefined;
    window.removeEventListener('resize', cancel);
    if (!held) return undefined;
    if (held.square) hand.cell(held.square).classList.remove('dragging', 'touch');
    held.piece?.style.removeProperty('transform');
    if (board.hasPointerCapture?.(held.id)) board.releasePointerCapture(held.id);
    return held;
  }

  function up(event: PointerEvent): void {
    if (!grip || event.pointerId !== grip.id) return;
    const { rect, square, selected, dragging, far } = grip;
    const outside = !inside(event, rect);
    const target = outside ? undefined : hit(event, rect);
    letGo();
    if (dragging && far) {
      draggedBefore = true;
      if (!outside && target !== square) hand.drop(target ?? UNUSED);
    } else if (!selected && !outside && target === square) hand.tap(square ?? UNUSED);
  }

  /** Drops what is held, as if it had not been touched. */
  function cancel(): void {
    const held = letGo();
    if (held?.selected) hand.restore(held.before);
  }

  function lost(event: PointerEvent): void {
    // A finger is caught by its square first, which loses it to the board when a drag starts.
    if (event.type === 'lostpointercapture' && event.target !== board) return;
    if (event.pointerId === grip?.id) cancel();
  }

  /** Screen readers click without a pointer. */
  function click(event: MouseEvent): void {
    if (event.detail !== 0 || grip) return;
    hand.tap(hit(event, board.getBoundingClientRect()) ?? UNUSED);
  }

  board.addEventListener('pointerdown', down);
  board.addEventListener('pointermove', move);
  board.addEventListener('pointerup', up);
  board.addEventListener('pointercancel', lost);
  board.addEventListener('lostpointercapture', lost);
  board.addEventListener('click', click);
  // Only the board is listened to, and it goes when it is destroyed or built again; the window
  // only while something is held.
  return {
    /** Lets go of a piece that is held, without undoing anything. */
    release: () => void letGo(),
  };
}
export type Pointer = ReturnType<typeof listenToPointer>;
