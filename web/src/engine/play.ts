/**
 * Games that are played in this browser alone: the rules on one thread, the computer on another,
 * which is ended when nobody waits for its thoughts any more.
 */
import type { Side } from '../proto/wire';
import { createEngine, type Engine } from './engine';
import { newThread } from './threads';
import type { Answered, Hint, Record, Stand, Thought } from './types';

/** From the easiest on. */
export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** A game by what was done in it, `9-14 !17 11x18x27`. */
export interface Played {
  rules: string;
  moves: string;
}

/** Who the computer is in a game. */
export interface Temper {
  difficulty: Difficulty;
  seed: number;
}

export interface Play {
  /** How it stands. */
  stand(played: Played): Promise<Stand>;
  /** It as PDN, with the tags that are given. */
  record(
    played: Played,
    result: Side | 'drawn' | 'open',
    tags: readonly (readonly [name: string, value: string])[],
  ): Promise<Record>;
  /** What the computer does, whose turn it is. */
  think(played: Played, temper: Temper): Promise<Thought>;
  /** Whether the computer takes a draw. */
  offer(played: Played, temper: Temper, computer: Side): Promise<Answered>;
  /** What whoever is to move might do. */
  hint(played: Played): Promise<Hint>;
  /** Drops what the computer was thinking about: it rejects with `Stale`. */
  drop(): void;
}

export function createPlay(table: Engine, computer: Engine): Play {
  const text = ({ moves }: Played) => `\n\n${moves}`;
  const manner = ({ difficulty, seed }: Temper) => `${difficulty} ${seed}`;
  return {
    stand: (played) => table.ask(`stand ${played.rules}${text(played)}`) as Promise<Stand>,
    record(played, result, tags) {
      const lines = [result, ...tags.map(([name, value]) => `${name} ${oneLine(value)}`)];
      const request = [`record ${played.rules}${text(played)}`, ...lines].join('\n');
      return table.ask(request) as Promise<Record>;
    },
    think: (played, temper) =>
      computer.ask(`think ${played.rules} ${manner(temper)}${text(played)}`) as Promise<Thought>,
    offer: (played, temper, side) =>
      computer.ask(
        `offer ${played.rules} ${manner(temper)} ${side}${text(played)}`,
      ) as Promise<Answered>,
    hint: (played) => computer.ask(`hint ${played.rules}${text(played)}`) as Promise<Hint>,
    drop: () => computer.drop(),
  };
}

const oneLine = (value: string): string => value.replaceAll('\n', ' ');

export const play = createPlay(createEngine(newThread), createEngine(newThread));
