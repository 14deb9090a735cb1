import { expect, test } from 'vitest';
import { actions, answerOf, club, open, told, world } from './hall';

const RANKING = { what: 'ranking', rule_set: 'vezz-8x8', table: 'week' } as const;

/** A club that answers what is asked about tables. */
function withTables(): void {
  const quiet = world.club.answer;
  world.club.answer = (connection, command) => {
    const { action, id } = command;
    if (action === 'rankingsGet') connection.post({ type: 'ranking', rows: [] }, id);
    else if (action === 'leagueGet') connection.post({ type: 'league', rows: [] }, id);
    else if (action === 'evidenceGet') connection.post({ type: 'evidence', text: '' }, id);
    else quiet(connection, command);
  };
}

test('a table is asked for at once: the club need not know the page first', async () => {
  withTables();
  open();
  const answers = [
    answerOf(club.send('rankingsGet', RANKING)),
    answerOf(club.send('leagueGet', {})),
    answerOf(club.send('evidenceGet', { ...RANKING_OF, page: 0 })),
  ];
  await world.pass(200);
  expect(answers.map(({ answer }) => answer?.ok)).toEqual([true, true, true]);
  expect(actions(world.club.last.commands)).toEqual(['rankingsGet', 'leagueGet', 'evidenceGet']);
  expect(told.map(({ type }) => type)).toEqual(['ranking', 'league', 'evidence']);
});

const RANKING_OF = {
  rule_set: 'vezz-8x8',
  table: 'week',
  period: '2026-11-24',
  revision: 0,
} as const;

test('a question is asked again on the next connection', async () => {
  withTables();
  open();
  await world.pass(100);
  world.club.last.cut();
  const asked = answerOf(club.send('rankingsGet', RANKING));
  await world.pass(2000);
  expect(asked.answer?.ok).toBe(true);
  expect(world.club.connections).toHaveLength(2);
});
