import { readFileSync } from 'node:fs';
import { parseFen, parsePath } from '../../src/board/position';
import type { Path, Square, View } from '../../src/board/types';
import { ruleSet, type RuleSet } from '../../src/proto/rulesets';

/** The rules' own recorded cases. */
function lines<T>(name: string): T[] {
  const url = new URL(`../../../shared/rules/tests/data/${name}`, import.meta.url);
  return readFileSync(url, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

export interface Recorded {
  id: string;
  ruleset: string;
  start_fen: string;
  actions: ({ path: Square[] } | { huff: Square } | { claim: string; path?: Square[] })[];
  final_fen: string;
}

export interface Known {
  id: string;
  ruleset: string;
  fen: string;
  moves: {
    path: Square[];
    paths?: Square[][];
    captured: Square[];
    promotes: boolean;
    huff?: Square[];
  }[];
}

export const games = () => lines<Recorded>('games.jsonl');
export const positions = () => lines<Known>('positions.jsonl');

export function rulesOf(id: string): RuleSet {
  const rules = ruleSet(id);
  if (!rules) throw new Error(`no rule set: ${id}`);
  return rules;
}

/** A view of a position, the side to move at the bottom; the legal moves by spaces. */
export function viewOf(
  fen: string,
  legal: string | readonly Path[] = '',
  more: Partial<View> & { rules?: string } = {},
): View {
  const { rules = 'vezz-8x8', ...rest } = more;
  const { size, squares, colours, capturing, crowning } = rulesOf(rules);
  const { turn, pieces } = parseFen(fen);
  return {
    layout: { size, squares },
    colours,
    capturing,
    crowning,
    pieces,
    bottom: turn,
    you: turn,
    legal: typeof legal === 'string' ? legal.split(' ').filter(Boolean).map(parsePath) : legal,
    huffable: [],
    locked: false,
    numbers: true,
    letters: true,
    ...rest,
  };
}

/** The view of a recorded position. */
export function knownView({ fen, moves, ruleset }: Known): View {
  // As the server tells them: every move by its first path, then what other paths there are.
  const others = moves.flatMap(({ path, paths = [] }) =>
    paths.filter((other) => other.join() !== path.join()),
  );
  return viewOf(fen, [...moves.map(({ path }) => path), ...others], { rules: ruleset });
}
