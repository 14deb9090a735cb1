import { expect, test } from 'vitest';
import { sheet, type Written } from '../../src/ui/sheet';

const words = (moves: string) =>
  sheet(moves).map(({ number, cells: [first, second] }) => [
    number,
    written(first),
    written(second),
  ]);
const written = (cell: Written[]) =>
  cell.map(({ frame, text, huff }) => `${frame}:${huff ? '!' : ''}${text}`);

test('an empty game has no rows', () => {
  expect(sheet('')).toEqual([]);
});

test('moves go in pairs', () => {
  expect(words('11-15 22-18 15x22')).toEqual([
    [1, ['1:11-15'], ['2:22-18']],
    [2, ['3:15x22'], []],
  ]);
});

test('a game that the other side begins leaves the first cell empty', () => {
  const [row] = sheet('22-18 11-15', 1);
  expect(row!.cells.map(written)).toEqual([[], ['1:22-18']]);
});

test('a huff stands before the move of the side that huffs', () => {
  expect(words('11-15 22-18 12-16 !15 24-19')).toEqual([
    [1, ['1:11-15'], ['2:22-18']],
    [2, ['3:12-16'], ['4:!15', '5:24-19']],
  ]);
});

test('a huff may be the last entry, in a row of its own', () => {
  expect(words('11-15 22-18 !15')).toEqual([
    [1, ['1:11-15'], ['2:22-18']],
    [2, ['3:!15'], []],
  ]);
});
