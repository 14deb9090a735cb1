import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squareCount } from '../../src/board/geometry';
import {
  applyHuff,
  applyMove,
  capturedOn,
  lastPath,
  notation,
  parseFen,
  parseMoves,
  type Position,
} from '../../src/board/position';
import type { Piece, Pieces } from '../../src/board/types';
import { RULE_SETS } from '../../src/proto/rulesets';
import { games, positions, rulesOf } from './helpers';

const sorted = (pieces: Pieces) => [...pieces].toSorted(([a], [b]) => a - b);

describe('text', () => {
  it('reads men, kings and whose turn it is', () => {
    const { turn, pieces } = parseFen('B:W21,K30:B1');
    expect(turn).toBe('black');
    expect(sorted(pieces)).toEqual([
      [1, { side: 'black', king: false }],
      [21, { side: 'white', king: false }],
      [30, { side: 'white', king: true }],
    ]);
  });
  it('NOTA-03: a side may have no pieces', () => {
    expect([...parseFen('B:W50:B').pieces.keys()]).toEqual([50]);
  });
  it.each(['', 'X:W1:B2', 'W:W1,Q2:B3', 'W:1:B2', 'W:We3:Bc5'])('refuses %j', (fen) => {
    expect(() => parseFen(fen)).toThrow('no ');
  });
  it.each(RULE_SETS)('RULE-11: $id starts with the side of the table', (rules) => {
    const { turn, pieces } = parseFen(rules.start);
    expect(turn).toBe(rules.first);
    const men = [...pieces.values()];
    expect(men.filter(({ side }) => side === 'white')).toHaveLength(men.length / 2);
  });
  it('reads moves, chains and huffs', () => {
    expect(parseMoves('9-14 11x18x27 !17 ')).toEqual([
      { kind: 'move', path: [9, 14] },
      { kind: 'move', path: [11, 18, 27] },
      { kind: 'huff', square: 17 },
    ]);
    expect(parseMoves('')).toEqual([]);
  });
  it('writes a move as it is read', () => {
    const { pieces } = parseFen('W:W18:B7,8,15');
    expect(notation([18, 11, 2], pieces, rulesOf('vezz-8x8'))).toBe('18x11x2');
    expect(notation([18, 14], pieces, rulesOf('vezz-8x8'))).toBe('18-14');
  });
});

describe('moves', () => {
  it.each(positions().map((known) => [`${known.ruleset} ${known.id}`, known] as const))(
    'captures and crowns as the rules do: %s',
    (_, { ruleset, fen, moves }) => {
      const rules = rulesOf(ruleset);
      const { pieces } = parseFen(fen);
      for (const move of moves) {
        const played = applyMove(rules, pieces, move.path);
        expect(played.captured.toSorted((a, b) => a - b)).toEqual(
          move.captured.toSorted((a, b) => a - b),
        );
        expect(played.crowned).toBe(move.promotes);
        expect(played.pieces.size).toBe(pieces.size - move.captured.length);
      }
    },
  );

  it.each(RULE_SETS.map(({ id }) => id))('replays every recorded game: %s', (id) => {
    const recorded = games().filter(({ ruleset }) => ruleset === id);
    expect(recorded.length).toBeGreaterThan(0);
    for (const game of recorded) {
      let { pieces }: Position = parseFen(game.start_fen);
      for (const action of game.actions) {
        // A claim changes no pieces: the move it intends is not played.
        if ('claim' in action) continue;
        if ('huff' in action) pieces = applyHuff(pieces, action.huff);
        else pieces = applyMove(rulesOf(id), pieces, action.path).pieces;
      }
      expect(sorted(pieces), game.id).toEqual(sorted(parseFen(game.final_fen).pieces));
    }
  });

  it('RULE-05: what a man becomes on its way over the last row is the rule set’s', () => {
    const passing = positions().flatMap(({ ruleset, fen, moves }) =>
      moves
        .filter(({ path }) => {
          const { pieces } = parseFen(fen);
          const man = pieces.get(path[0]!);
          const row = (square: number) => Math.ceil(square / (rulesOf(ruleset).size / 2));
          return (
            rulesOf(ruleset).squares === 'dark' &&
            man?.king === false &&
            man.side === 'white' &&
            path.slice(1, -1).some((square) => row(square) === 1)
          );
        })
        .map(({ path }) => [
          ruleset,
          applyMove(rulesOf(ruleset), parseFen(fen).pieces, path).crowned,
        ]),
    );
    const outcome = new Set(
      passing.map(([ruleset, crowned]) => `${rulesOf(String(ruleset)).crowning} ${crowned}`),
    );
    expect(outcome).toContain('goes_on_as_king true');
    expect(outcome).toContain('only_at_end false');
    expect(outcome).not.toContain('goes_on_as_king false');
  });

  it('lists captures in the order of the jumps', () => {
    const { pieces } = parseFen('B:W15,23:B11');
    expect(capturedOn(rulesOf('vezz-8x8'), pieces, [11, 18, 27])).toEqual([15, 23]);
  });

  it('never invents pieces, whatever the path', () => {
    const piece = fc.record<Piece>({
      side: fc.constantFrom('white', 'black'),
      king: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...RULE_SETS),
        fc.array(fc.tuple(fc.nat(), piece), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(), { minLength: 2, maxLength: 6 }),
        (rules, placed, steps) => {
          const on = (n: number) => (n % squareCount(rules)) + 1;
          const pieces = new Map(placed.map(([n, one]) => [on(n), one]));
          const path = [placed[0]![0], ...steps].map(on);
          const mover = pieces.get(path[0]!)!;
          const before = new Map(pieces);
          const played = applyMove(rules, pieces, path);
          expect(pieces).toEqual(before);
          expect(played.pieces.get(path[path.length - 1]!)?.side).toBe(mover.side);
          expect(played.captured.every((square) => before.get(square)?.side !== mover.side)).toBe(
            true,
          );
          expect(new Set(played.captured).size).toBe(played.captured.length);
          expect(played.pieces.size).toBeLessThanOrEqual(before.size);
        },
      ),
    );
  });
});

it('finds the path of the last move of a list; a huff has none', () => {
  expect(lastPath('11x18x27')).toEqual([11, 18, 27]);
  expect(lastPath('!17')).toBeUndefined();
  expect(lastPath(undefined)).toBeUndefined();
});
