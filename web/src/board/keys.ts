/** What a key does on the board. Arrows and diagonals are meant as they are seen. */
import { landings } from './entry';
import { neighbour, placeOf, rowLength, squareCount, squareName } from './geometry';
import type { Path, Square, View } from './types';

/** What a key press is told by. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'
>;

export interface Place {
  view: View;
  entry: Path;
  focus: Square;
  /** What was typed of a square's name so far; Enter jumps there. */
  typed: string;
}

export type Act = (
  { do: 'focus'; square: Square } | { do: 'tap' | 'cancel' | 'clocks' | 'stay' }
) & {
  /** The beginning of a square's name. */
  typed?: string;
};

type Step = readonly [down: number, right: number];

const ARROWS: Record<string, Step> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const LETTERS: Record<string, Step> = { q: [-1, -1], e: [-1, 1], z: [1, -1], c: [1, 1] };
// By their place: with the numeric lock off they say Home, PageUp, End and PageDown.
const PAD: Record<string, Step> = {
  Numpad7: [-1, -1],
  Numpad8: [-1, 0],
  Numpad9: [-1, 1],
  Numpad4: [0, -1],
  Numpad6: [0, 1],
  Numpad1: [1, -1],
  Numpad2: [1, 0],
  Numpad3: [1, 1],
};

function walk({ view, focus }: Place, [down, right]: Step): Square {
  const { layout } = view;
  const turn = view.bottom === 'black' ? -1 : 1;
  if (down && right) return neighbour(layout, focus, down * turn, right * turn) ?? focus;
  // Straight on, the squares of a row are counted, not the columns: every one can be reached.
  const to = focus + turn * (down * rowLength(layout) + right);
  const inside = to >= 1 && to <= squareCount(layout);
  return inside && (down || placeOf(layout, to).row === placeOf(layout, focus).row) ? to : focus;
}

/** The next one after the focus, round and round. */
function visit(squares: Iterable<Square>, focus: Square): Act {
  const sorted = [...squares].toSorted((a, b) => a - b);
  const square = sorted.find((candidate) => candidate > focus) ?? sorted[0];
  return square ? { do: 'focus', square } : { do: 'stay' };
}

function piecesOf({ view }: Place, king: boolean, rival: boolean): Square[] {
  const own = view.you ?? view.bottom;
  return [...view.pieces]
    .filter(([, piece]) => piece.king === king && (piece.side === own) !== rival)
    .map(([square]) => square);
}

function letter(key: string, shift: boolean, place: Place): Act | undefined {
  const { view, entry, focus } = place;
  const step = LETTERS[key];
  if (step) return { do: 'focus', square: walk(place, step) };
  if (key === 'p' || key === 'k') return visit(piecesOf(place, key === 'k', shift), focus);
  if (key === 'm') return visit(landings(view, entry), focus);
  if (key === 'h') return visit(view.huffable, focus);
  if (key === 't') return { do: 'clocks' };
  if (key !== 'l') return undefined;
  // Where the piece went to first, then where it came from.
  const to = view.last?.[view.last.length - 1] ?? view.huffed;
  const square = focus === to ? view.last?.[0] : to;
  return square ? { do: 'focus', square } : { do: 'stay' };
}

/** The square that was typed; its number will always do. */
function squareTyped({ view: { layout, algebraic }, typed }: Place): Square | undefined {
  for (let square = 1; square <= squareCount(layout); square++) {
    if (Number(typed) === square || typed === squareName(layout, square, algebraic)) return square;
  }
  return undefined;
}

/** Nothing for a key that is not the board's. */
export function press(event: Press, place: Place): Act | undefined {
  const { key, code } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const step = PAD[code] ?? ARROWS[key];
  if (step) return { do: 'focus', square: walk(place, step) };
  if (/^\d$/.test(key)) return { do: 'stay', typed: (place.typed + key).slice(-2) };
  if (key === 'Enter' && place.typed.match(/\d/)) {
    const square = squareTyped(place);
    return square ? { do: 'focus', square } : { do: 'stay' };
  }
  if (key === 'Enter' || key === ' ') return { do: 'tap' };
  if (key === 'Escape') return place.entry.length || place.typed ? { do: 'cancel' } : undefined;
  const low = key.toLowerCase();
  const act = place.view.letters ? letter(low, event.shiftKey, place) : undefined;
  // A letter that walks may as well begin a name: if one follows, the jump is what counts.
  const begins = place.view.algebraic && /^[a-h]$/.test(low);
  return begins ? { ...(act ?? { do: 'stay' }), typed: low } : act;
}
