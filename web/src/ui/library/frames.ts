/** The positions of a game, each made once from the one before. */
import { applyHuff, applyMove, parseFen, parseMoves } from '../../board/position';
import type { Motion, Path, Pieces, Square } from '../../board/types';
import type { RuleSet } from '../../proto/rulesets';
import type { Side } from '../../proto/wire';

/** The board after so many moves and huffs. */
export interface Frame {
  pieces: Pieces;
  /** Whose turn it is. */
  turn: Side;
  last?: Path;
  huffed?: Square;
  /** How it came about; the first did not. */
  motion?: Motion;
}

const rival = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/**
 * The start, that of the rule set unless another is given, and a frame for each entry of `moves`,
 * huffs too. A huff keeps the turn.
 */
export function frames(rules: RuleSet, moves: string, start = rules.start): Frame[] {
  const { pieces, turn } = parseFen(start);
  const made: Frame[] = [{ pieces, turn }];
  for (const ply of parseMoves(moves)) {
    const before = made.at(-1)!;
    if (ply.kind === 'huff') {
      const { square } = ply;
      made.push({
        pieces: applyHuff(before.pieces, square),
        turn: before.turn,
        huffed: square,
        motion: { kind: 'huff', square },
      });
    } else {
      const { path } = ply;
      const played = applyMove(rules, before.pieces, path);
      made.push({
        pieces: played.pieces,
        turn: rival(before.turn),
        last: path,
        motion: { kind: 'move', path, captured: played.captured, crowned: played.crowned },
      });
    }
  }
  return made;
}
