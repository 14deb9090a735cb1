import { expect, test } from 'vitest';
import { shown, signed, step } from '../../src/ui/elo';

test.each([
  [1_000_000_000, 1000],
  [1_000_499_999, 1000],
  [1_000_500_000, 1001],
  [999_499_999, 999],
  [-500_000, 0],
  [-500_001, -1],
])('%i millionths are %i points, halves up', (micro, points) => {
  expect(shown(micro)).toBe(points);
});

test('what a game moved agrees with the points before and after it', () => {
  // 1184,4 + 12,2 = 1196,6: shown, 1184 and 1197.
  expect(step({ before: 1_184_400_000, delta: 12_200_000, games: 11 })).toEqual({
    before: 1184,
    after: 1197,
    delta: 13,
    provisional: false,
  });
});

test('a rating is provisional up to the tenth valid game', () => {
  const after = (games: number) => step({ before: 1_000_000_000, delta: 0, games }).provisional;
  expect([1, 10, 11].map(after)).toEqual([true, true, false]);
});

test('changes have signs', () => {
  expect([13, -18, 0].map(signed)).toEqual(['+13', '−18', '±0']);
});
