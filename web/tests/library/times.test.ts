import { expect, test } from 'vitest';
import { clocks, durations } from '../../src/ui/library/times';

test('each entry lasts since the one before it', () => {
  expect(durations([1500, 4000, 4200], 1000)).toEqual([500, 2500, 200]);
  expect(durations([], 1000)).toEqual([]);
});

const PDN =
  '1. 11-15 {[%clk 0:09:55.0]} 22-18 {[%clk 0:09:58.5]} 2. 12-16 {[%clk 0:09:50.0]} {[%huff 15]} 24-19 {[%clk 1:00:00.0]} *';

test('the record tells both clocks at every moment', () => {
  expect(clocks(PDN, '11-15 22-18 12-16 !15 24-19', '10+5', 'black')).toEqual([
    { white: 600_000, black: 600_000 },
    { white: 600_000, black: 595_000 },
    { white: 598_500, black: 595_000 },
    { white: 598_500, black: 590_000 },
    { white: 598_500, black: 590_000 },
    { white: 3_600_000, black: 590_000 },
  ]);
});

test('without a clock, or with gaps in the record, there is nothing to show', () => {
  expect(clocks(PDN, '11-15', undefined, 'black')).toBeUndefined();
  expect(clocks(PDN, '11-15', '10+5', 'black')).toBeUndefined();
});
