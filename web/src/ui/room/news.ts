/** What a new state of a game brought, and how it is shown. */
import { applyHuff, applyMove, parseFen, parseMoves, type Ply } from '../../board/position';
import type { Motion, Pieces } from '../../board/types';
import { ruleSet, type RuleSet } from '../../proto/rulesets';
import type { Game } from '../../proto/wire';

/** A game as its board needs it, wherever it is played. */
export type Seen = Omit<Game, 'mode' | 'room' | 'number' | 'v' | 'seq' | 'can_cancel'>;

/** For ears: the plies since the state before. */
export interface News {
  game: Seen;
  before: Seen | undefined;
  plies: { ply: Ply; number: number; pieces: Pieces; own: boolean }[];
}

/** The plies that `before` did not have, each with the position it was made in. */
export function newsOf(game: Seen, before: Seen | undefined): News {
  const rules = ruleSet(game.rule_set);
  const seen = before ? before.turn_no : game.turn_no;
  const news: News = { game, before, plies: [] };
  if (!rules || game.turn_no <= seen) return news;
  let { turn, pieces } = parseFen(rules.start);
  for (const [number, ply] of parseMoves(game.moves).entries()) {
    if (number >= seen) news.plies.push({ ply, number, pieces, own: turn === game.you });
    if (ply.kind === 'huff') {
      pieces = applyHuff(pieces, ply.square);
    } else {
      pieces = applyMove(rules, pieces, ply.path).pieces;
      turn = turn === 'white' ? 'black' : 'white';
    }
  }
  return news;
}

export function motionOf(
  rules: RuleSet | undefined,
  { ply, pieces }: News['plies'][number],
): Motion | undefined {
  if (!rules) return undefined;
  if (ply.kind === 'huff') return { kind: 'huff', square: ply.square };
  const { captured, crowned } = applyMove(rules, pieces, ply.path);
  return { kind: 'move', path: ply.path, captured, crowned };
}
