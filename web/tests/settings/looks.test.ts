import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOARDS, PIECES } from '../../src/ui/settings/looks';

const styles = ['tokens', 'board']
  .map((name) => readFileSync(new URL(`../../src/styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');
const named = (attribute: string) =>
  new Set(
    [...styles.matchAll(new RegExp(`\\[${attribute}=["'](\\w+)["']\\]`, 'g'))].map(
      ([, name]) => name,
    ),
  );

test('the boards on offer are those that are drawn', () => {
  expect(new Set(BOARDS.map(({ value }) => value))).toEqual(named('data-board'));
});

test('the piece sets on offer are the club’s and those that are drawn', () => {
  expect(new Set(PIECES.map(({ value }) => value))).toEqual(
    new Set(['club', ...named('data-pieces')]),
  );
});
