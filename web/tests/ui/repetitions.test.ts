import { expect, test } from 'vitest';
import { parseMoves, parsePath } from '../../src/board/position';
import { ruleSet } from '../../src/proto/rulesets';
import { repetitions } from '../../src/ui/game/repetitions';

const rules = ruleSet('vezz-8x8')!;
const before = (moves: string, intended: string) =>
  repetitions(rules, parseMoves(moves), [parsePath(intended)])[0]?.before;

// To and fro, back to the start. Whether these steps are legal is the server's affair.
const walk = '9-14 22-18 14-9 18-22';

test('a move of a man repeats nothing', () => {
  expect(before('', '9-14')).toEqual([]);
});

test('positions are compared by placement and side to move, wherever they stood', () => {
  expect(before('9-14 22-18 14-9', '18-22')).toEqual([0]);
  expect(before(`${walk} 9-14 22-18 14-9`, '18-22')).toEqual([0, 4]);
});

test('the same placement with the other side to move is another position', () => {
  expect(before('9-14 22-18', '14-9')).toEqual([]);
});

test('a huffed piece makes another position', () => {
  expect(before('9-14 !12 22-18 14-9', '18-22')).toEqual([]);
});
