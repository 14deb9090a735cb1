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

test.each([
  ['22-18', 'empty_square', { at: '22' }, 'En la casilla 22 no hay pieza.'],
  ['c3-d4', 'empty_square', { at: '22' }, 'En la casilla c3 no hay pieza.'],
  ['c3:e5', 'jumps_own', { at: '18' }, 'La pieza propia de la casilla d4 estorba.'],
  ['d2-d3', 'occupied', { at: '44' }, 'La casilla d3 está ocupada.'],
  ['a1xa5', 'jumps_own', { at: '41' }, 'La pieza propia de la casilla a3 estorba.'],
  ['a2-b2', 'not_your_piece', { at: '49' }, 'La pieza de la casilla a2 no es de quien juega.'],
  [
    'c3xg7',
    'ambiguous',
    { candidates: '22x15x8, 22x13x8' },
    'Varias capturas van de una casilla a la otra: c3xe5xg7, c3xa5xg7.',
  ],
  ['c3-e5', 'more_capture_exists', { most: '2' }, 'Había una captura de 2 piezas.'],
])('in %s a reason calls squares as the text does: %s', (move, code, params, text) => {
  expect(reason({ line: 1, column: 1, code, params }, move)).toBe(text);
});
