import { expect, test } from 'vitest';
import { leagueAt, playerAt, rankingAt, whereIs } from '../../src/ui/tables/where';

const ID = '01JDJ6E4Q8W3N5T7V9X1Z2B3C4';
const none = { period: undefined, revision: undefined };

test.each([
  ['/clasificaciones', { page: 'ranking', ruleSet: 'vezz-8x8', table: 'week', ...none }],
  [
    '/clasificaciones/mesita-russian/general',
    { page: 'ranking', ruleSet: 'mesita-russian', table: 'general', ...none },
  ],
  [
    '/clasificaciones/vezz-8x8/mes/2026-11-01/12',
    { page: 'ranking', ruleSet: 'vezz-8x8', table: 'month', period: '2026-11-01', revision: 12 },
  ],
  ['/jugador', { page: 'player', account: undefined, ruleSet: 'vezz-8x8' }],
  ['/jugador/yo/vezz-8x8', { page: 'player', account: undefined, ruleSet: 'vezz-8x8' }],
  [
    `/jugador/${ID.toLowerCase()}/mesita-russian`,
    { page: 'player', account: ID, ruleSet: 'mesita-russian' },
  ],
  ['/liga', { page: 'league', ...none }],
  ['/liga/2026-11-24/0', { page: 'league', period: '2026-11-24', revision: 0 }],
])('%s is a page', (path, where) => {
  expect(whereIs(path)).toEqual(where);
});

test.each([
  '/clasificaciones/vezz-8x8/siempre',
  '/clasificaciones/vezz-8x8/general/2026-11-24',
  '/clasificaciones/vezz-8x8/semana/ayer',
  '/clasificaciones/vezz-8x8/semana/2026-11-24/0/1',
  '/liga/2026-11-24/primera',
  '/jugador/yo/vezz-8x8/partidas',
])('%s is none', (path) => {
  expect(whereIs(path)).toEqual({ page: 'nowhere' });
});

test('an address that is written is read as the same', () => {
  expect(whereIs(rankingAt('vezz-8x8', 'week', '2026-11-24', 0))).toMatchObject({
    table: 'week',
    period: '2026-11-24',
    revision: 0,
  });
  expect(whereIs(playerAt(ID, 'vezz-8x8'))).toMatchObject({ account: ID });
  expect(whereIs(playerAt(undefined, 'vezz-8x8'))).toMatchObject({ account: undefined });
  expect(whereIs(leagueAt('2026-11-24'))).toMatchObject({ period: '2026-11-24' });
});
