/** What each square shows, from the view and the entry alone. */
import { landings } from './entry';
import { squareCount, squareName } from './geometry';
import { capturedOn, onLastRow } from './position';
import type { Path, Piece, Square, SquareState, View } from './types';

export interface CellState extends SquareState {
  /** The last move started here, or a huffed piece stood here. */
  left: boolean;
  /** Marked as able to move: only while nothing is selected. */
  ringed: boolean;
}

/** The pieces as they stand with the entry played so far, and what it has captured. */
function midway(view: View, entry: Path) {
  const pieces = new Map<Square, Piece>(view.pieces);
  const mover = pieces.get(entry[0] ?? 0);
  const taken = capturedOn(view.layout, view.pieces, entry);
  if (mover) {
    pieces.delete(entry[0]!);
    // Where all squares are played on captured pieces leave at once; elsewhere they stay as ghosts.
    if (view.layout.squares === 'all') for (const square of taken.splice(0)) pieces.delete(square);
    const crowned =
      view.crowning === 'goes_on_as_king' &&
      entry.slice(1).some((square) => onLastRow(view.layout, mover.side, square));
    pieces.set(entry[entry.length - 1]!, crowned ? { ...mover, king: true } : mover);
  }
  return { pieces, taken: new Set(taken) };
}

type Kind = 'move' | 'capture';

function kindOf(view: View, path: Path): Kind {
  return capturedOn(view.layout, view.pieces, path).length ? 'capture' : 'move';
}

/** The pieces that have a move; a capture tells more than a move. */
function movable(view: View): Map<Square, Kind> {
  const found = new Map<Square, Kind>();
  if (view.locked) return found;
  for (const path of view.legal) {
    if (found.get(path[0]!) !== 'capture') found.set(path[0]!, kindOf(view, path));
  }
  return found;
}

/** One state a square, the first square first. */
export function squareStates(view: View, entry: Path): CellState[] {
  const { pieces, taken } = midway(view, entry);
  const next = view.locked ? new Set<Square>() : landings(view, entry);
  const standing = next.size ? entry[entry.length - 1] : undefined;
  const free = movable(view);
  const { last, huffed, pending } = view;
  return Array.from({ length: squareCount(view.layout) }, (_, i) => {
    const square = i + 1;
    // Once the whole path was entered it awaits its owner: nothing else may be moved.
    const open = !entry.length || standing !== undefined;
    const mayMove = open && pieces.has(square) ? free.get(square) : undefined;
    return {
      square,
      name: squareName(view.layout, square, view.algebraic),
      piece: pieces.get(square),
      selected: square === standing,
      destination: next.has(square) ? kindOf(view, [...entry, square]) : undefined,
      movable: mayMove,
      ringed: mayMove !== undefined && !entry.length,
      huffable: !view.locked && view.huffable.includes(square),
      last: square === huffed || square === last?.[0] || square === last?.[last.length - 1],
      left: (square === huffed || square === last?.[0]) && !pieces.has(square),
      captured: taken.has(square),
      pending: square === pending?.[pending.length - 1],
    };
  });
}
