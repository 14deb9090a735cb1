import { expect, test } from 'vitest';
import { actions, answerOf, club, open, told, world } from './hall';

const nobody = { type: 'identity', link: 0, terms: 1, missing: ['account'] };
const ana = {
  type: 'identity',
  link: 1,
  terms: 1,
  missing: ['terms'],
  account: { id: 'ANA', name: 'Ana', created: 0, verified: true, sessions: [] },
};

/** A club in which a token links the browser. */
function withAccounts(): void {
  let linked = false;
  const quiet = world.club.answer;
  world.club.answer = (connection, command) => {
    if (command.action === 'accountLink') linked = true;
    else if (command.action !== 'sync') return quiet(connection, command);
    connection.post(linked ? ana : nobody, command.id);
    if (command.action === 'accountLink') connection.post({ type: 'reconnect' }, command.id);
  };
}

test('the settings of the site say whose people may have accounts', async () => {
  world.club.config = {
    ...(world.club.config as object),
    issuer: 'https://id.test',
    client_id: 'damero',
    terms: 1,
  };
  open();
  expect(club.provider).toBeUndefined();
  await world.pass(100);
  expect(club.provider).toEqual({ issuer: 'https://id.test', client: 'damero' });
});

test.each([
  [
    ['vezz-8x8', 7, 'kondavo-spanish'],
    ['vezz-8x8', 'kondavo-spanish'],
  ],
  [undefined, undefined],
  ['vezz-8x8', undefined],
])('the settings of the site say where one plays for points: %j', async (rated, expected) => {
  world.club.config = { ...(world.club.config as object), rated };
  open();
  await world.pass(100);
  expect(club.rated).toEqual(expected);
});

test('a club without a provider has no accounts', async () => {
  world.club.config = { ...(world.club.config as object), issuer: null, client_id: null };
  open();
  await world.pass(100);
  expect(club.provider).toBeUndefined();
});

test('a page of its own is named by its name', async () => {
  withAccounts();
  open();
  club.show({ page: 'account' });
  await world.pass(100);
  expect(world.club.last.commands[0]).toMatchObject({ action: 'sync', page: 'account' });
  expect(told).toMatchObject([{ type: 'identity', link: 0 }]);
});

test('whoever is linked connects again, and says the page there', async () => {
  withAccounts();
  open();
  club.show({ page: 'account' });
  await world.pass(100);
  const linking = answerOf(club.send('accountLink', { id_token: 'TOKEN' }));
  await world.pass(45);
  expect(linking.answer).toMatchObject({ ok: true, message: { type: 'identity', link: 1 } });

  // What is asked meanwhile is asked by who the browser is now.
  void club.send('termsAccept', { version: 1 });
  await world.pass(200);
  const [first, second] = world.club.connections;
  expect(world.club.connections).toHaveLength(2);
  expect(actions(first!.commands)).toEqual(['sync', 'accountLink']);
  expect(actions(second!.commands)).toEqual(['sync', 'termsAccept']);
  expect(second!.commands[0]).toMatchObject({ page: 'account' });
  expect(club.status).toBe('open');
});

test('to be told twice to connect again makes one connection', async () => {
  withAccounts();
  open();
  club.show({ page: 'account' });
  await world.pass(100);
  const { last } = world.club;
  last.post({ type: 'reconnect' });
  last.post({ type: 'reconnect' });
  await world.pass(200);
  last.post({ type: 'reconnect' });
  await world.pass(200);
  expect(world.club.connections).toHaveLength(2);
});

test('who the browser was is no news any more', async () => {
  withAccounts();
  open();
  club.show({ page: 'account' });
  await world.pass(100);
  world.club.last.post(ana);
  world.club.last.post(nobody);
  await world.pass(100);
  expect(told.map((message) => 'link' in message && message.link)).toEqual([0, 1]);
});

test('an older word on the queue is no news after a newer one', async () => {
  open();
  club.show({ page: 'queue' });
  await world.pass(100);
  const now = world.club.now();
  const { last } = world.club;
  last.deliver(JSON.stringify({ type: 'pairing', id: 'P', now: now + 200 }));
  last.deliver(JSON.stringify({ type: 'waiting', now: now + 100 }));
  last.deliver(JSON.stringify({ type: 'not_waiting', lapsed: 'P', now: now + 300 }));
  expect(told.map(({ type }) => type).filter((type) => type !== 'home')).toEqual([
    'pairing',
    'not_waiting',
  ]);
});

test('commands of the queue go one after the other', async () => {
  world.club.answer = (connection, { action, id }) => {
    if (action === 'sync') connection.post({ type: 'not_waiting' }, id);
  };
  open();
  club.show({ page: 'queue' });
  await world.pass(100);
  void club.send('queueJoin', { rule_set: 'vezz-8x8' });
  void club.send('queueLeave', {});
  await world.pass(100);
  expect(actions(world.club.last.commands)).toEqual(['sync', 'queueJoin']);
});
