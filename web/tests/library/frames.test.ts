import { expect, test } from 'vitest';
import { parseFen } from '../../src/board/position';
import { ruleSet } from '../../src/proto/rulesets';
import { frames } from '../../src/ui/library/frames';

const rules = ruleSet('vezz-8x8')!;

test('a game without moves is its starting position', () => {
  const [start, ...more] = frames(rules, '');
  expect(more).toEqual([]);
  expect(start).toEqual({ ...parseFen(rules.start) });
});

// The conversation of the protocol's page, with its final position.
const MOVES = '11-15 22-18 12-16 !15 24-19';

test('every move and huff is a frame, and a huff keeps the turn', () => {
  const all = frames(rules, MOVES);
  expect(all.map(({ turn }) => turn)).toEqual([
    'black',
    'white',
    'black',
    'white',
    'white',
    'black',
  ]);
  expect(all[4]).toMatchObject({ huffed: 15, motion: { kind: 'huff', square: 15 } });
  expect(all[4]).not.toHaveProperty('last');
  expect(all[5]).toMatchObject({
    last: [24, 19],
    motion: { kind: 'move', path: [24, 19], captured: [], crowned: false },
  });
  const end = parseFen('B:W18,19,21,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,16');
  expect(new Map([...all[5]!.pieces].toSorted(([a], [b]) => a - b))).toEqual(
    new Map([...end.pieces].toSorted(([a], [b]) => a - b)),
  );
});

test('a capture takes its piece along', () => {
  const all = frames(rules, '11-15 22-18 15x22 25x18');
  expect(all[3]!.motion).toMatchObject({ captured: [18] });
  expect(all[4]!.pieces.get(18)).toEqual({ side: 'white', king: false });
  expect(all[4]!.pieces.size).toBe(22);
  expect(all[0]!.pieces.size).toBe(24);
});

test('a game may start from a position that was set up', () => {
  const all = frames(rules, '!7 12x3', 'W:W12,K30:B7,8');
  expect(all.map(({ turn, pieces }) => [turn, pieces.size])).toEqual([
    ['white', 4],
    ['white', 3],
    ['black', 2],
  ]);
  expect(all[2]!.motion).toMatchObject({ captured: [8], crowned: true });
});
