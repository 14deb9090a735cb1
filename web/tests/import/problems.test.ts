import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reason, REASONS } from '../../src/ui/import/problems';

/** The stable names that the rules' code gives to the reasons of a kind. */
function codes(file: string, kind: string): string[] {
  const source = readFileSync(
    new URL(`../../../shared/rules/src/${file}`, import.meta.url),
  ).toString();
  const [, body] = new RegExp(`impl ${kind} \\{(.*?)\\n\\}`, 's').exec(source)!;
  return [...body!.matchAll(/=> "(\w+)"/g)].map(([, code]) => code!);
}

test('every reason why a text is no game has a sentence, and no other', () => {
  const all = [
    ...codes('pdn/error.rs', 'PdnErrorKind'),
    ...codes('refusal.rs', 'IllegalMove'),
    ...codes('refusal.rs', 'HuffError'),
  ];
  expect(all.length).toBeGreaterThan(40);
  expect(Object.keys(REASONS).toSorted()).toEqual([...new Set(all)].toSorted());
});

test('a reason says what it is about', () => {
  const place = { line: 1, column: 1 };
  expect(reason({ ...place, code: 'occupied', params: { at: '26' } })).toBe(
    'La casilla 26 está ocupada.',
  );
  expect(reason({ ...place, code: 'of_a_newer_module', params: {} })).toBe(
    'Desde aquí el texto no se entiende.',
  );
});
