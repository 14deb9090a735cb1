/** How often positions have stood: what a claim of repetition needs to show. */
import { applyHuff, applyMove, parseFen, type Ply } from '../../board/position';
import type { Path, Pieces } from '../../board/types';
import type { RuleSet } from '../../proto/rulesets';
import type { Side } from '../../proto/wire';

export interface Repetition {
  path: Path;
  /** The turns after which the position stood that this move makes; the start is 0. */
  before: number[];
}

/** Placement and side to move; a pending huff right is no part of it. */
function key(turn: Side, pieces: Pieces): string {
  const placed = [...pieces].map(([at, { side, king }]) => `${at}${side[0]}${king ? 'k' : ''}`);
  return `${turn}:${placed.toSorted().join()}`;
}

const next = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** For each of `moves`: when the position that it makes stood before. */
export function repetitions(
  rules: RuleSet,
  plies: readonly Ply[],
  moves: readonly Path[],
): Repetition[] {
  let { turn, pieces } = parseFen(rules.start);
  const stood = new Map<string, number[]>([[key(turn, pieces), [0]]]);
  for (const [index, ply] of plies.entries()) {
    if (ply.kind === 'huff') {
      pieces = applyHuff(pieces, ply.square);
    } else {
      pieces = applyMove(rules, pieces, ply.path).pieces;
      turn = next(turn);
    }
    const at = key(turn, pieces);
    stood.set(at, [...(stood.get(at) ?? []), index + 1]);
  }
  return moves.map((path) => ({
    path,
    before: stood.get(key(next(turn), applyMove(rules, pieces, path).pieces)) ?? [],
  }));
}
