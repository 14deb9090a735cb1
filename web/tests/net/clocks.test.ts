import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { crossed, formatClock, remaining } from '../../src/net/clocks';
import type { Clock } from '../../src/proto/wire';

const clock: Clock = {
  control: '10+5',
  white: 600_000,
  black: 30_000,
  since: 1000,
  running: 'black',
};
const { running: _, ...stopped } = clock;

it.each([
  ['at the turn’s start', clock, 1000, 600_000, 30_000],
  ['while one runs', clock, 11_500, 600_000, 19_500],
  ['at the last instant', clock, 30_999, 600_000, 1],
  ['at zero', clock, 31_000, 600_000, 0],
  ['long after (CLOC-05)', clock, 9_000_000, 600_000, 0],
  ['when the time is a little behind', clock, 900, 600_000, 30_000],
  ['after the end', stopped, 9_000_000, 600_000, 30_000],
])('%s', (__, of: Clock, now, white, black) => {
  expect([remaining(of, 'white', now), remaining(of, 'black', now)]).toEqual([white, black]);
});

it.each([
  [668_000, 'es', '11:08'],
  [3_753_000, 'es', '1:02:33'],
  [36_000_000, 'en', '10:00:00'],
  [600_000, 'es', '10:00'],
  [599_999, 'es', '9:59'],
  [60_000, 'es', '1:00'],
  [59_999, 'es', '0:59'],
  [10_000, 'es', '0:10'],
  [9_999, 'es', '9,9'],
  [9_400, 'es', '9,4'],
  [9_400, 'es-419', '9,4'],
  [9_400, 'en', '9.4'],
  [50, 'en', '0.0'],
  [0, 'es', '0,0'],
])('%d ms in %s is %s', (ms, locale, text) => {
  expect(formatClock(ms, locale)).toBe(text);
});

it.each([
  [61_000, 60_000, 60],
  [60_001, 59_000, 60],
  [60_000, 59_000, undefined],
  [31_000, 29_000, 30],
  [10_500, 9_500, 10],
  [70_000, 5_000, 10],
  [9_000, 8_000, undefined],
  [8_000, 13_000, undefined],
  [5_000, 5_000, undefined],
])('from %d to %d ms passes %s', (before, after, threshold) => {
  expect(crossed(before, after)).toBe(threshold);
});

it('passes each threshold once, however finely it is looked at', () => {
  assert(
    property(array(integer({ min: 1, max: 5000 }), { minLength: 30 }), (steps) => {
      let left = 65_000;
      const passed: number[] = [];
      for (const step of steps) {
        const next = Math.max(0, left - step);
        const threshold = crossed(left, next);
        if (threshold) passed.push(threshold);
        left = next;
      }
      expect(passed).toEqual([60, 30, 10].filter((seconds) => left <= seconds * 1000));
    }),
  );
});
