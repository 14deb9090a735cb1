/** What practice games say of themselves, and how one begins. */
import { ulid } from 'ulid';
import type { Kept } from '../../device/shelf';
import { m } from '../../i18n/generated/messages.js';
import { ruleSet, type RuleSet } from '../../proto/rulesets';
import type { BySide, Side } from '../../proto/wire';
import { other } from '../colours';
import { parseMoves } from '../../board/position';
import { plyCount } from './plies';
import type { Listed } from '../library/listed';

const NAMES = {
  easy: m.practice_easy,
  medium: m.practice_medium,
  hard: m.practice_hard,
};

export const difficultyName = (kept: Pick<Kept, 'difficulty'>): string => NAMES[kept.difficulty]();

/** `Computadora (fácil)`. */
export const computerName = (kept: Pick<Kept, 'difficulty'>): string =>
  m.practice_computer_as({ difficulty: difficultyName(kept).toLocaleLowerCase() });

/** Who sits where. */
export function namesOf(kept: Kept): BySide<string> {
  const names = { white: computerName(kept), black: computerName(kept) };
  return { ...names, [kept.you]: m.room_you() };
}

export type Conditions = Pick<Kept, 'rules' | 'you' | 'difficulty'>;

/** A game on these conditions that is still to be accepted. */
export function newGame({ rules, you, difficulty }: Conditions, now: number): Kept {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const fen = ruleSet(rules)!.start;
  return {
    id: ulid(Math.max(1, now)),
    rules,
    you,
    difficulty,
    seed,
    moves: '',
    fen,
    hints: 0,
    backs: 0,
  };
}

/** The side of somebody who leaves it to the lot. */
export function byLot(): Side {
  const [drawn = 0] = crypto.getRandomValues(new Uint8Array(1));
  return drawn % 2 ? 'white' : 'black';
}

/** The side to move. */
export function turnOf({ first }: RuleSet, kept: Kept): Side {
  return plyCount(parseMoves(kept.moves)) % 2 ? other(first) : first;
}

/** As the list of one's games shows it. */
export function listed(kept: Kept): Listed {
  const rules = ruleSet(kept.rules);
  const plies = parseMoves(kept.moves);
  const last = kept.moves.split(' ').at(-1);
  return {
    game: kept.id,
    mode: 'practice',
    rule_set: kept.rules,
    you: kept.you,
    colour: rules?.colours[kept.you] ?? 'white',
    fen: kept.fen,
    ...(last ? { last } : {}),
    rival_present: true,
    started: kept.started ?? 0,
    plies: plyCount(plies),
    your_turn: !kept.ended && !!rules && turnOf(rules, kept) === kept.you,
    ...(kept.ended ? { ended: kept.ended } : {}),
  };
}
