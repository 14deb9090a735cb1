/** Games from the rules' own reference data, and the names that people see. */
import { readFileSync } from 'node:fs';

export type Action = { path: number[] } | { huff: number };

export interface Recorded {
  id: string;
  ruleset: string;
  start_fen: string;
  actions: Action[];
  final_fen: string;
  result: '1-0' | '0-1' | '1/2-1/2';
}

const FILE = new URL('../../shared/rules/tests/data/games.jsonl', import.meta.url);

/** Those that end on the board of themselves: claims are another matter. */
export const recorded = new Map(
  readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded)
    .map((game) => [game.id, game]),
);

export type Name = (square: number) => string;

export const byNumber: Name = String;

/** From White's left, as Russian and Brazilian books write it: 22 is c3. */
export const onDarkSquares: Name = (square) => {
  const [row, nth] = [Math.floor((square - 1) / 4), (square - 1) % 4];
  return `${'abcdefgh'[2 * nth + (row % 2 ? 0 : 1)]}${8 - row}`;
};

/** As Turkish books write it: 57 is a1. */
export const onAllSquares: Name = (square) =>
  `${'abcdefgh'[(square - 1) % 8]}${8 - Math.floor((square - 1) / 8)}`;

/** What stands on each of so many squares, as it is said: `W:W22:BK1` gives `1: dama oscura`, … */
export function standing(fen: string, count: number, black: string, name: Name) {
  const found: Record<string, string> = {};
  for (let square = 1; square <= count; square++) found[name(square)] = 'vacía';
  for (const group of fen.split(':').slice(1)) {
    for (const piece of group.slice(1).split(',').filter(Boolean)) {
      const kind = piece.startsWith('K') ? 'dama' : 'ficha';
      const colour = group.startsWith('W') ? 'blanca' : black;
      found[name(Number(piece.replace('K', '')))] = `${kind} ${colour}`;
    }
  }
  return found;
}
