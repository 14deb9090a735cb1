/**
 * How a move is entered, from the list of legal moves alone. An entry is the squares so far:
 * none, the selected piece, or a chain on its way. No legal path is the start of another one,
 * because a chain must be completed.
 */
import { between, placeOf } from './geometry';
import { capturedOn } from './position';
import type { Path, Square, Useless, View } from './types';

/** Stands for every square that nobody plays on. */
export const UNUSED: Square = 0;

export interface Outcome {
  entry: Path;
  /** The whole path, once its last square was tapped. */
  move?: Path;
  huff?: Square;
  useless?: Useless;
}

export function same(a: Path | undefined, b: Path | undefined): boolean {
  return a !== undefined && a.join() === b?.join();
}

function startsWith(path: Path, entry: Path): boolean {
  return entry.every((square, i) => path[i] === square);
}

/** Where the piece may land next. */
export function landings(view: View, entry: Path): Set<Square> {
  const next = new Set<Square>();
  if (!entry.length) return next;
  for (const path of view.legal) {
    const square = path[entry.length];
    if (square && startsWith(path, entry)) next.add(square);
  }
  return next;
}

/** What a path does, by whichever squares: where it ends and what it takes. */
function effect(view: View, path: Path): string {
  const captured = capturedOn(view.layout, view.pieces, path);
  return [path[path.length - 1], ...captured.toSorted((a, b) => a - b)].join();
}

/**
 * The ways from here to a square, each as a longer entry; a direct landing hides the longer ones.
 * Where all of them lead to one and the same move, the first will do.
 */
function ways(view: View, entry: Path, square: Square): Path[] {
  if (landings(view, entry).has(square)) return [[...entry, square]];
  const found = new Map<string, Path>();
  const effects = new Set<string>();
  for (const path of view.legal) {
    if (!startsWith(path, entry)) continue;
    for (let i = entry.length; i < path.length; i++) {
      if (path[i] !== square) continue;
      found.set(path.slice(0, i + 1).join(), path.slice(0, i + 1));
      effects.add(effect(view, path));
    }
  }
  const all = [...found.values()];
  return effects.size > 1 ? all : all.slice(0, 1);
}

/** Whether an entry can still become a move of this view: what is kept when the view changes. */
export function stillGood(view: View, entry: Path): boolean {
  return !view.locked && landings(view, entry).size > 0;
}

/** Plays on to a square; nothing if no chain or several ones pass there. */
function advance(view: View, entry: Path, square: Square): Outcome | undefined {
  const found = ways(view, entry, square);
  const [path] = found;
  if (!path) return undefined;
  if (found.length > 1) return { entry, useless: { why: 'ambiguous', square } };
  const complete = view.legal.some((legal) => same(legal, path));
  return complete ? { entry: path, move: path } : { entry: path };
}

/** Why a man does not go there, if the reason is that it would go back. */
function backwards(view: View, from: Square, to: Square): Useless['why'] | undefined {
  const man = view.pieces.get(from);
  if (!man || man.king) return undefined;
  const a = placeOf(view.layout, from);
  const b = placeOf(view.layout, to);
  const back = man.side === 'white' ? b.row - a.row : a.row - b.row;
  const aside = Math.abs(b.col - a.col);
  if (back === 1 && aside === (view.layout.squares === 'all' ? 0 : 1)) return 'backward';
  const [over, more] = between(view.layout, from, to).map((square) => view.pieces.get(square));
  if (back !== 2 || more || !over || over.side === man.side) return undefined;
  return view.capturing === 'as_it_steps' ? 'backward_capture' : undefined;
}

function whyNot(view: View, entry: Path, square: Square): Useless['why'] {
  if (square === UNUSED) return 'unused';
  const piece = view.pieces.get(square);
  const forced = () =>
    view.legal.every((path) => capturedOn(view.layout, view.pieces, path).length > 0);
  if (piece && square !== entry[0]) {
    if (piece.side !== view.you) return 'rival_piece';
    return forced() ? 'must_capture' : 'no_move';
  }
  const [from] = entry;
  if (!from) return 'empty';
  if (entry.length > 1) return 'not_there';
  return backwards(view, from, square) ?? (forced() ? 'must_capture' : 'not_there');
}

/** What a tap, or Enter, on a square does; on `UNUSED`, on one that nobody plays on. */
export function tap(view: View, entry: Path, square: Square): Outcome {
  if (!view.you) return { entry };
  const useless = (why: Useless['why'], kept = entry): Outcome => ({
    entry: kept,
    useless: { why, square },
  });
  // A path that was entered whole awaits its owner.
  if (view.locked || (entry.length && !landings(view, entry).size)) return useless('locked');
  if (view.huffable.includes(square)) return { entry: [], huff: square };
  if (!view.legal.length) return useless('not_your_turn');
  // The piece itself: put down again, unless it is on its way.
  if (square === entry[entry.length - 1]) return { entry: entry.length > 1 ? entry : [] };
  const further = entry.length ? advance(view, entry, square) : undefined;
  if (further) return further;
  const selects = square !== entry[0] && view.legal.some((path) => path[0] === square);
  if (selects) return { entry: [square] };
  // A selection survives a slip of the finger; a chain on its way is dropped.
  return useless(whyNot(view, entry, square), entry.length > 1 ? [] : entry);
}

/** What dropping the dragged piece on a square does: it never drops the chain. */
export function drop(view: View, entry: Path, square: Square): Outcome {
  const further = square === entry[entry.length - 1] ? { entry } : advance(view, entry, square);
  return further ?? { entry, useless: { why: whyNot(view, entry, square), square } };
}
