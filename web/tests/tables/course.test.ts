import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RatedGame } from '../../src/proto/wire';
import { course } from '../../src/ui/tables/course';

const game = (nth: number, after: number, delta: number, valid = true): RatedGame => ({
  game: `G${nth}`,
  ended: nth,
  rival: 'R',
  score: 2,
  after: after * 1e6,
  delta: delta * 1e6,
  valid,
});

test('it begins before the oldest game and goes from left to right, bottom to top', () => {
  const { points, lowest, highest } = course([game(2, 1020, 8), game(1, 1012, 12)], 100, 50);
  expect(points.map(({ elo }) => elo / 1e6)).toEqual([1000, 1012, 1020]);
  expect(points.map(({ x }) => x)).toEqual([0, 50, 100]);
  expect(points.map(({ game: of }) => of?.game)).toEqual([undefined, 'G1', 'G2']);
  expect(points[0]!.y).toBeGreaterThan(points[2]!.y);
  expect([lowest, highest]).toEqual([1000, 1020]);
});

test('an invalidated game has no part in it', () => {
  const all = [game(3, 1024, 12), game(2, 1024, 12, false), game(1, 1012, 12)];
  expect(course(all, 100, 50).points).toHaveLength(3);
});

test('without a game that counts there is nothing to draw', () => {
  expect(course([game(1, 1012, 12, false)], 100, 50)).toMatchObject({ points: [], marks: [] });
});

test('every point lies in the box, between lines at whole ratings', () => {
  const ratings = fc.array(fc.integer({ min: 300, max: 3000 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(ratings, (afters) => {
      const games = afters.map((after, nth) => game(nth, after, 0)).toReversed();
      const { points, marks } = course(games, 320, 160);
      for (const { x, y } of points) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(320);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(160);
      }
      expect(marks.length).toBeGreaterThanOrEqual(2);
      expect(marks.length).toBeLessThanOrEqual(5);
    }),
  );
});
