import { describe, expect, it } from 'vitest';
import { drop, landings, stillGood, tap, UNUSED } from '../../src/board/entry';
import { between } from '../../src/board/geometry';
import type { Path, Square, Useless, View } from '../../src/board/types';
import { knownView, positions, viewOf } from './helpers';

/** Taps squares one after another; what came of the last one. */
function taps(view: View, squares: readonly Square[], from: Path = []) {
  let entry = from;
  let outcome = tap(view, entry, 0);
  for (const square of squares) {
    outcome = tap(view, entry, square);
    entry = outcome.entry;
  }
  return outcome;
}

describe('every known position', () => {
  it.each(positions().map((known) => [`${known.ruleset} ${known.id}`, known] as const))(
    'RULE-09, RULE-01: each move is entered landing by landing, and nothing else is offered: %s',
    (_, known) => {
      const view = knownView(known);
      const paths = new Set(view.legal.map((path) => path.join()));
      for (const path of view.legal) {
        for (let length = 1; length < path.length; length++) {
          const entry = path.slice(0, length);
          // No legal path is the start of another: a chain ends where it must.
          expect(paths.has(entry.join())).toBe(false);
          for (const square of landings(view, entry)) {
            const crossed = between(view.layout, entry[entry.length - 1]!, square);
            expect(
              crossed.filter((over) => view.pieces.has(over) && over !== path[0]).length,
              [...entry, square].join(),
            ).toBeLessThanOrEqual(view.layout.squares === 'all' ? path.length : 1);
          }
          const outcome = taps(view, path.slice(0, length));
          expect(outcome.entry).toEqual(entry);
          expect(outcome.move).toBeUndefined();
          expect(outcome.useless).toBeUndefined();
        }
        expect(taps(view, path).move).toEqual(path);
      }
    },
  );

  it('never guesses: a tap plays on only if one move leads there', () => {
    for (const known of positions()) {
      const view = knownView(known);
      const moveOf = new Map(
        known.moves.flatMap(({ path, paths = [path] }, n) => paths.map((way) => [way.join(), n])),
      );
      for (const path of view.legal) {
        const entry = path.slice(0, 1);
        for (let i = 2; i < path.length; i++) {
          const square = path[i]!;
          const outcome = tap(view, entry, square);
          if (landings(view, entry).has(square) || square === entry[0]) continue;
          const through = view.legal.filter(
            (other) => other[0] === path[0] && other.slice(1).includes(square),
          );
          const ways = new Set(
            through.flatMap((other) =>
              other.flatMap((at, n) => (n && at === square ? [other.slice(0, n + 1).join()] : [])),
            ),
          );
          const moves = new Set(through.map((other) => moveOf.get(other.join())));
          if (ways.size > 1 && moves.size > 1) expect(outcome.useless?.why).toBe('ambiguous');
          else expect([outcome.entry.join(), outcome.move?.join()]).toContain([...ways][0]);
        }
      }
    }
  });
});

describe('selecting', () => {
  const view = viewOf('B:W21,22:B9,10,1', '9-13 9-14 10-14 10-15');
  it('selects, reselects and puts down', () => {
    expect(taps(view, [9]).entry).toEqual([9]);
    expect(taps(view, [9, 10]).entry).toEqual([10]);
    expect(taps(view, [9, 9]).entry).toEqual([]);
  });
  it('moves', () => {
    expect(taps(view, [9, 14])).toEqual({ entry: [9, 14], move: [9, 14] });
  });
  it('does nothing on a board that is only looked at', () => {
    expect(taps({ ...view, you: undefined }, [9])).toEqual({ entry: [] });
  });
  it('a whole path awaits its owner', () => {
    expect(tap(view, [9, 14], 10).useless?.why).toBe('locked');
  });
  it('is kept by a view that still allows it', () => {
    expect(stillGood(view, [9])).toBe(true);
    expect(stillGood({ ...view, legal: [[10, 14]] }, [9])).toBe(false);
    expect(stillGood({ ...view, locked: true }, [9])).toBe(false);
  });
});

describe('RULE-07, RULE-13: a useless tap says why', () => {
  const free = viewOf('W:W22,25,30,K32:B13,18,26,1', '22-17 22x15 25-21 32-27');
  const forced = viewOf('W:W22,25,30:B18,1', '22x15', { rules: 'clasica-8x8' });
  const cases: [string, View, Square[], Useless['why']][] = [
    ['nothing there', free, [10], 'empty'],
    ['the rival’s', free, [13], 'rival_piece'],
    ['the rival’s, with a piece in hand', free, [22, 18], 'rival_piece'],
    ['blocked', free, [30], 'no_move'],
    ['too far', free, [22, 3], 'not_there'],
    ['a step back', viewOf('W:W18:B1', '18-14 18-15'), [18, 22], 'backward'],
    ['a capture back', viewOf('W:W18:B1,22', '18-14 18-15'), [18, 25], 'backward_capture'],
    ['no capture back over one’s own', viewOf('W:W18,22:B1', '18-14'), [18, 25], 'not_there'],
    [
      'a capture back where men may, but another takes more',
      viewOf('W:W18:B1,22', '18-14', { rules: 'mesita-russian' }),
      [18, 25],
      'not_there',
    ],
    ['a king goes back', viewOf('W:WK18:B1', '18-14'), [18, 22], 'not_there'],
    ['another must capture', forced, [25], 'must_capture'],
    ['it must capture', forced, [22, 17], 'must_capture'],
    ['a light square', free, [UNUSED], 'unused'],
    ['not one’s turn', { ...free, legal: [] }, [22], 'not_your_turn'],
    ['locked', { ...free, locked: true }, [22], 'locked'],
  ];
  it.each(cases)('%s', (_, view, squares, why) => {
    expect(taps(view, squares).useless).toEqual({ why, square: squares[squares.length - 1] });
  });
  it('keeps the selection', () => {
    expect(taps(free, [22, 3]).entry).toEqual([22]);
  });
});

describe('a chain', () => {
  // 11 takes 15 and 23, or 16 and 24; 10 has a way round.
  const view = viewOf('B:W15,16,23,24:B11,9', '11x18x27 11x20x27 11x20x31 9-13 9-14');
  it('RULE-09: keeps the piece in hand after each landing', () => {
    const outcome = taps(view, [11, 18]);
    expect(outcome).toEqual({ entry: [11, 18] });
    expect([...landings(view, outcome.entry)]).toEqual([27]);
    expect(taps(view, [11, 18, 27]).move).toEqual([11, 18, 27]);
  });
  it('several chains may share their ends: the tap does not choose', () => {
    expect(taps(view, [11, 27])).toEqual({
      entry: [11],
      useless: { why: 'ambiguous', square: 27 },
    });
  });
  it('several ways to the same move are as good as one: the tap takes the first', () => {
    // A king takes 9 and 23 on one line, and may rest on 14 or 18 between them.
    const king = viewOf('W:WK5:B9,23', '5x14x27 5x14x32 5x18x27 5x18x32');
    expect(taps(king, [5, 27]).move).toEqual([5, 14, 27]);
    expect(taps(king, [5, 18, 32]).move).toEqual([5, 18, 32]);
  });
  it('a later square of the only chain through it plays the steps up to there', () => {
    expect(taps(view, [11, 31]).move).toEqual([11, 20, 31]);
    const long = viewOf('B:W6,7,14:B2', '2x9x18x25');
    expect(taps(long, [2, 18])).toEqual({ entry: [2, 9, 18] });
  });
  it('the last step is never taken by itself', () => {
    const only = viewOf('B:W15,23:B11', '11x18x27');
    expect(taps(only, [11, 18]).move).toBeUndefined();
  });
  it('is dropped by a tap elsewhere, and changed for another piece', () => {
    expect(taps(view, [11, 18, 1])).toEqual({
      entry: [],
      useless: { why: 'not_there', square: 1 },
    });
    expect(taps(view, [11, 18, 9]).entry).toEqual([9]);
    expect(taps(view, [11, 18, 18]).entry).toEqual([11, 18]);
  });
  it('is not dropped by a dragged piece that goes back', () => {
    expect(drop(view, [11, 18], 1)).toEqual({
      entry: [11, 18],
      useless: { why: 'not_there', square: 1 },
    });
    expect(drop(view, [11, 18], 27).move).toEqual([11, 18, 27]);
  });
  it('may end where it began', () => {
    const round = viewOf('W:WK1:B6,9,10,14', '1x10x17x10x1 1x10x19');
    expect(taps(round, [1, 10, 17, 10, 1]).move).toEqual([1, 10, 17, 10, 1]);
  });
  it('RULE-04: ends on the square where the man is crowned', () => {
    const crowning = viewOf('W:W10:B6,7', '10x1 10x3');
    expect(taps(crowning, [10, 1]).move).toEqual([10, 1]);
  });
});

describe('huffing', () => {
  const view = viewOf('W:W22:B10,29', '22-17', { huffable: [10] });
  it('RULE-06: is asked for by a tap, and never blocks moving', () => {
    expect(taps(view, [10])).toEqual({ entry: [], huff: 10 });
    expect(taps(view, [22, 10])).toEqual({ entry: [], huff: 10 });
    expect(taps(view, [22, 17]).move).toEqual([22, 17]);
    expect(taps(view, [29]).useless?.why).toBe('rival_piece');
  });
});
