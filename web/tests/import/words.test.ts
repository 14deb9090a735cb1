import { expect, test } from 'vitest';
import type { Game } from '../../src/engine/types';
import { ruleSet } from '../../src/proto/rulesets';
import { date, fileName, occasion, players, result, title } from '../../src/ui/import/words';

const rules = ruleSet('vezz-8x8')!;

function game(tags: Record<string, string>, ended: Game['ended'] = 'open'): Game {
  return {
    rule_set: rules.id,
    tags: Object.entries(tags).map(([name, value]) => ({ name, value })),
    start: rules.start,
    moves: '',
    clocks: [],
    notes: [],
    ended,
    pdn: '',
  };
}

test('players go by their names, and without one by their colour; red moves first', () => {
  const one = game({ White: 'Ana', Black: '?' });
  expect(players(one, rules)).toEqual({ white: 'Ana', black: 'Rojas' });
  expect(title(one, rules)).toBe('Rojas contra Ana');
});

test.each<[Game['ended'], string]>([
  ['white', 'Ganan las blancas'],
  ['black', 'Ganan las rojas'],
  ['drawn', 'Tablas'],
  ['both_lost', 'Pierden los dos'],
  ['open', 'Sin resultado'],
])('%s is said as %s', (ended, said) => {
  expect(result(game({}, ended), rules)).toBe(said);
});

test.each([
  ['2024.05.17', '17 may 2024'],
  ['1972.11.??', 'nov 1972'],
  ['1972.??.??', '1972'],
  ['2023.02.31', '2023.02.31'],
  ['2023.13.01', '2023.13.01'],
  ['invierno de 1950', 'invierno de 1950'],
  ['????.??.??', undefined],
])('the date %s reads %s', (value, said) => {
  expect(date(game({ Date: value }))).toBe(said);
});

test('what is not known of the occasion is left out', () => {
  expect(occasion(game({ Event: 'Torneo', Site: '?', Round: '-' }))).toEqual([
    { term: 'Evento', value: 'Torneo' },
  ]);
});

test.each([
  [{ White: 'Ana Pérez', Black: 'B/../eto', Date: '2024.05.17' }, 'Ana-Perez-B-eto-2024-05-17'],
  [{ White: '../..', Black: '???' }, 'partida'],
  [{ White: 'x'.repeat(200) }, 'x'.repeat(80)],
])('a file is called after who played', (tags, name) => {
  expect(fileName(game(tags as Record<string, string>))).toBe(name);
});
