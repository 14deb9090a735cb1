import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, excerpt, linesOf, range } from '../../src/ui/import/text';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

test('a file is UTF-8, or else what old archives are', () => {
  expect(decode(bytes(0x4a, 0xc3, 0xb3))).toBe('Jó');
  expect(decode(bytes(0xef, 0xbb, 0xbf, 0x31))).toBe('1');
  expect(decode(bytes(0x4a, 0xf3))).toBe('Jó');
  expect(decode(bytes(0xff, 0xfe, 0x4a, 0x00, 0xf3, 0x00))).toBe('Jó');
  expect(decode(bytes(0xfe, 0xff, 0x00, 0x4a, 0x00, 0xf3))).toBe('Jó');
});

test('lines of a file end as those of a field for text', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['[Event "x"]', '', '1. 9-14'].join(end);
    expect(decode(new TextEncoder().encode(text).buffer)).toBe('[Event "x"]\n\n1. 9-14');
  }
});

const TEXT = '[Event "x"]\r\n\r\n1. 9-14 23-99 2. 14-17\n*';

test('an error is shown with its line, and one before and after it', () => {
  expect(excerpt(linesOf(TEXT), { line: 3, column: 9 })).toEqual([
    { number: 2, before: '', after: '' },
    { number: 3, before: '1. 9-14 ', wrong: '23-99', after: ' 2. 14-17' },
    { number: 4, before: '*', after: '' },
  ]);
  expect(excerpt(linesOf(TEXT), { line: 4, column: 2 }).at(-1)).toEqual({
    number: 4,
    before: '*',
    wrong: '',
    after: '',
  });
});

test('of a long line the part around the error is shown', () => {
  const [, long] = excerpt(['*', '9-14 '.repeat(50)], { line: 2, column: 101 });
  expect(long).toMatchObject({ wrong: '9-14' });
  expect(long!.before).toMatch(/^….{24}$/u);
  expect(long!.after).toMatch(/^.{24}…$/u);
});

test('a place is found in the text again, whatever stands before it', () => {
  const [from, to] = range(TEXT, { line: 3, column: 9 });
  expect(TEXT.slice(from, to)).toBe('23-99');
  const [at] = range('♟♟ 😀 {9-14', { line: 1, column: 6 });
  expect('♟♟ 😀 {9-14'.slice(at)).toBe('{9-14');
  const word = fc.constantFrom('9-14', '11x18', '😀', 'é', '%');
  fc.assert(
    fc.property(fc.array(fc.array(word), { minLength: 1 }), fc.nat(), fc.nat(), (rows, r, w) => {
      const line = r % rows.length;
      const row = rows[line]!;
      if (row.length === 0) return;
      const nth = w % row.length;
      const text = rows.map((words) => words.join(' ')).join('\n');
      const column = [...row.slice(0, nth).join(' ')].length + (nth > 0 ? 2 : 1);
      const [start, end] = range(text, { line: line + 1, column });
      expect(text.slice(start, end)).toBe(row[nth]);
    }),
  );
});
