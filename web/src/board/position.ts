/** Positions and moves as text, and what a move that is known to be legal does to the pieces. */
import type { RuleSet } from '../proto/rulesets';
import type { Side } from '../proto/wire';
import { between, placeOf } from './geometry';
import type { Layout, Path, Piece, Pieces, Square } from './types';

export interface Position {
  turn: Side;
  pieces: Pieces;
}

export type Ply = { kind: 'move'; path: Path } | { kind: 'huff'; square: Square };

export interface Played {
  pieces: Pieces;
  /** In the order in which they were jumped. */
  captured: Square[];
  crowned: boolean;
}

function sideOf(letter: string | undefined): Side {
  if (letter === 'W') return 'white';
  if (letter === 'B') return 'black';
  throw new Error(`no side: ${letter}`);
}

/** Reads `W:W21,K30:B1,2`; a side may have no pieces. Throws on anything else. */
export function parseFen(fen: string): Position {
  const [turn, ...groups] = fen.split(':');
  const pieces = new Map<Square, Piece>();
  for (const group of groups) {
    const side = sideOf(group[0]);
    for (const item of group.slice(1).split(',').filter(Boolean)) {
      const found = /^(K?)(\d+)$/.exec(item);
      if (!found) throw new Error(`no piece: ${item}`);
      pieces.set(Number(found[2]), { side, king: found[1] === 'K' });
    }
  }
  return { turn: sideOf(turn), pieces };
}

/** Reads the path of one move: `9-14`, `11x18x27`. */
export function parsePath(move: string): Path {
  return move.split(/[-x]/).map(Number);
}

/** Reads moves and huffs set apart by spaces: `9-14 11x18x27 !17`. */
export function parseMoves(moves: string): Ply[] {
  return moves
    .split(' ')
    .filter(Boolean)
    .map((text) =>
      text.startsWith('!')
        ? { kind: 'huff', square: Number(text.slice(1)) }
        : { kind: 'move', path: parsePath(text) },
    );
}

/**
 * The rival's pieces between the squares of a path, in order. A piece counts once: where captured
 * pieces leave at once, a chain may cross the place again.
 */
export function capturedOn(layout: Layout, pieces: Pieces, path: Path): Square[] {
  const side = pieces.get(path[0] ?? 0)?.side;
  const found = new Set<Square>();
  for (const [i, to] of path.slice(1).entries()) {
    for (const square of between(layout, path[i]!, to)) {
      const piece = pieces.get(square);
      if (piece && piece.side !== side) found.add(square);
    }
  }
  return [...found];
}

/** Writes a move from the position before it: `9-14`, `11x18x27`. */
export function notation(path: Path, pieces: Pieces, layout: Layout): string {
  return path.join(capturedOn(layout, pieces, path).length ? 'x' : '-');
}

/** White moves up, black down. */
export function onLastRow(layout: Layout, side: Side, square: Square): boolean {
  return placeOf(layout, square).row === (side === 'white' ? 0 : layout.size - 1);
}

/** Plays a legal move. Without a piece on its first square nothing changes. */
export function applyMove(rules: RuleSet, pieces: Pieces, path: Path): Played {
  const from = path[0] ?? 0;
  const mover = pieces.get(from);
  if (!mover) return { pieces, captured: [], crowned: false };
  const captured = capturedOn(rules, pieces, path);
  // A king made on the way stays one; under the other rules only the last square counts.
  const crowning = rules.crowning === 'goes_on_as_king' ? path.slice(1) : path.slice(-1);
  const crowned = !mover.king && crowning.some((square) => onLastRow(rules, mover.side, square));
  const after = new Map(pieces);
  for (const square of [from, ...captured]) after.delete(square);
  after.set(path[path.length - 1]!, { side: mover.side, king: mover.king || crowned });
  return { pieces: after, captured, crowned };
}

export function applyHuff(pieces: Pieces, square: Square): Pieces {
  const after = new Map(pieces);
  after.delete(square);
  return after;
}

/** The path of the last move that a list tells of; a huff has none. */
export function lastPath(last: string | undefined): Path | undefined {
  const [ply] = parseMoves(last ?? '');
  return ply?.kind === 'move' ? ply.path : undefined;
}
