import { expect, test } from 'vitest';
import type { Account, Missing } from '../../src/proto/wire';
import { hostOf, steps } from '../../src/ui/account/steps';

const account = { id: 'A', name: 'Ana' } as Account;
const states = (missing: Missing[], linked = true) =>
  steps({ link: 0, terms: 1, missing, ...(linked && { account }) }).map(({ state }) => state);

test.each<[Missing[], string[]]>([
  [
    ['verified_email', 'terms'],
    ['done', 'now', 'later'],
  ],
  [['verified_email'], ['done', 'now', 'done']],
  [['terms'], ['done', 'done', 'now']],
  [[], ['done', 'done', 'done']],
])('with %j missing there is one thing to see to', (missing, expected) => {
  expect(states(missing)).toEqual(expected);
});

test('whoever has no account has all of it before them', () => {
  expect(states(['account'], false)).toEqual(['now', 'later', 'later']);
});

test('people are told the place where they sign in', () => {
  expect(hostOf('https://id.test:8443/realm')).toBe('id.test:8443');
  expect(hostOf(undefined)).toBe('');
});
