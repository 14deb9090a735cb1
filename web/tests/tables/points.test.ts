import { beforeEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import { merged, sharing, shownDelta, shownElo } from '../../src/ui/tables/points';

beforeEach(() => overwriteGetLocale(() => 'es'));

test.each([
  [1_000_000_000, 1000],
  [1_011_499_999, 1011],
  [1_011_500_000, 1012],
  [1_011_585_699, 1012],
  [-500_000, 0],
  [-500_001, -1],
])('%d micro-points show as %d: halves go up', (micro, shown) => {
  expect(shownElo(micro)).toBe(shown);
});

test.each([
  [12_000_000, '+12,0'],
  [-414_301, '−0,4'],
  [5_766_074, '+5,8'],
  [0, '0,0'],
])('a change of %d is written %s', (micro, written) => {
  expect(shownDelta(micro)).toBe(written);
});

const row = (place: number, account: string) => ({ place, account });

test('equals are joined, however many they are', () => {
  const rows = [1, 2, 2, 4, 5, 5, 5].map((place, nth) => row(place, String(nth)));
  expect(sharing(rows)).toEqual([
    undefined,
    'first',
    'last',
    undefined,
    'first',
    'between',
    'last',
  ]);
});

test('whoever moved between two pages stands once, where the newer page says', () => {
  expect(merged([row(1, 'A'), row(2, 'B')], [row(3, 'B'), row(4, 'C')])).toEqual([
    row(1, 'A'),
    row(3, 'B'),
    row(4, 'C'),
  ]);
});
