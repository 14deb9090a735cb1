/** Squares as numbers and as rows and columns; rows and columns count from 0 at the top left. */
import type { Layout, Square } from './types';

export interface Place {
  row: number;
  col: number;
}

export function squareCount({ size, squares }: Layout): number {
  return squares === 'all' ? size * size : (size * size) / 2;
}

/** Playable squares in a row. */
export function rowLength({ size, squares }: Layout): number {
  return squares === 'all' ? size : size / 2;
}

export function placeOf(layout: Layout, square: Square): Place {
  const length = rowLength(layout);
  const row = Math.floor((square - 1) / length);
  const index = (square - 1) % length;
  return { row, col: layout.squares === 'all' ? index : 2 * index + ((row + 1) % 2) };
}

/** The square there; nothing outside the board and on squares nobody plays on. */
export function squareAt(layout: Layout, row: number, col: number): Square | undefined {
  const { size, squares } = layout;
  if (row < 0 || col < 0 || row >= size || col >= size) return undefined;
  if (squares === 'all') return row * size + col + 1;
  return (row + col) % 2 ? row * (size / 2) + (col >> 1) + 1 : undefined;
}

/** A square by its number; where that is the custom, by letter and row from White's left: `c3`. */
export function squareName(layout: Layout, square: Square, algebraic?: boolean): string {
  if (!algebraic) return String(square);
  const { row, col } = placeOf(layout, square);
  return 'abcdefghij'[col]! + (layout.size - row);
}

/** Where a square is seen, or which place is seen there: the same turn both ways. */
export function turned({ size }: Layout, { row, col }: Place, flipped: boolean): Place {
  return flipped ? { row: size - 1 - row, col: size - 1 - col } : { row, col };
}

export function neighbour(
  layout: Layout,
  square: Square,
  down: number,
  right: number,
): Square | undefined {
  const { row, col } = placeOf(layout, square);
  return squareAt(layout, row + down, col + right);
}

/** The squares strictly between two squares of one line of play, in order; none off a line. */
export function between(layout: Layout, from: Square, to: Square): Square[] {
  const a = placeOf(layout, from);
  const b = placeOf(layout, to);
  const down = b.row - a.row;
  const right = b.col - a.col;
  const straight = layout.squares === 'all' ? !down || !right : Math.abs(down) === Math.abs(right);
  if (!straight) return [];
  const found: Square[] = [];
  for (let i = 1; i < Math.max(Math.abs(down), Math.abs(right)); i++) {
    const square = squareAt(layout, a.row + i * Math.sign(down), a.col + i * Math.sign(right));
    if (square) found.push(square);
  }
  return found;
}
