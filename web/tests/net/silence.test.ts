import { describe, expect, it, vi } from 'vitest';
import type { Page } from '../../src/net/types';
import type { Game, Room } from '../../src/proto/wire';
import {
  MINUTE,
  world,
  club,
  told,
  statuses,
  refusals,
  open,
  answerOf,
  actions,
  move,
} from './hall';
import { game, room } from './world';

describe('a connection', () => {
  it('is kept from falling silent (RECO-11)', async () => {
    open();
    club.show({ home: true });
    await world.pass(9 * MINUTE);
    const pings = world.club.last.texts.filter((text) => text === '{"action":"ping"}');
    expect(pings).toHaveLength(2);
    expect(world.club.connections).toHaveLength(1);
  });

  it('is renewed before its two hours are over, with no moment without one (RECO-11)', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(99 * MINUTE);
    const [old] = world.club.connections;
    while (world.club.connections.length === 1) await world.pass(10);
    await world.pass(100);
    expect(old!.gone).toBe(false);
    expect(actions(world.club.last.commands)).toEqual(['sync']);

    // The old one is the fourth tab's victim: nobody is to hear of that.
    old!.post({ type: 'retired' });
    // What it still says counts.
    old!.post({ type: 'room', room: room('R', 3) });
    await world.pass(100);
    expect(told.at(-1)).toMatchObject({ room: { v: 3 } });
    expect(told.map(({ type }) => type)).not.toContain('retired');
    await world.pass(6000);
    expect(old!.gone).toBe(true);
    expect(world.club.last.gone).toBe(false);
    expect(statuses).toEqual(['open']);
  });

  it('loses no command while it is renewed, and measures no time across two (RECO-11)', async () => {
    world.club.ahead = 5000;
    open();
    club.show({ game: 'G' });
    await world.pass(99 * MINUTE);
    const [old] = world.club.connections;
    world.club.answer = (connection, command) =>
      connection === old ? undefined : world.club.page(connection, command);
    const sent = answerOf(club.send('gameMove', move(0)));
    while (world.club.connections.length === 1) await world.pass(10);
    const asked = old!.commands.at(-1)!;
    await world.pass(70);
    expect(sent.answer).toBeUndefined();
    old!.deliver(
      JSON.stringify({
        type: 'state',
        now: world.club.now() - 3000,
        ack: asked.id,
        game: game('G', 2),
      }),
    );
    await world.pass(100);
    expect(sent.answer?.ok).toBe(true);
    expect(Math.abs(club.now() - world.club.now())).toBeLessThan(30);
  });

  it('that breaks while its successor is made is replaced once', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(99 * MINUTE);
    world.club.latency = 500;
    while (world.club.connections.length === 1) await world.pass(10);
    world.club.connections[0]!.cut();
    expect(club.status).toBe('reconnecting');
    await world.pass(5000);
    expect(club.status).toBe('open');
    expect(world.club.connections).toHaveLength(2);
  });
});

describe('a silence', () => {
  const running = { status: 'playing' } as const;
  const syncs = () => world.club.connections.flatMap(({ commands }) => commands).length;
  const ended = { outcome: { winner: 'white' } } as unknown as NonNullable<Game['ended']>;

  /** Shows a page that stands for a running game, or not. */
  async function show(page: Page, more: { room?: Partial<Room>; game?: Partial<Game> }) {
    world.club.page = (connection, { id }) => {
      const { room: r, game: g } = more;
      if (r) connection.post({ type: 'room', room: room('R', 1, r) }, id);
      if (g) connection.post({ type: 'state', game: game('G', 1, { room: 'R', ...g }) }, id);
      if (!r && !g) connection.post({ type: 'home', running: [] }, id);
    };
    open();
    club.show(page);
    await world.pass(200);
  }

  it.each<[string, Page]>([
    ['a game', { game: 'G' }],
    ['a room', { room: 'R' }],
  ])('of a socket that swallows all is found out while one waits in %s', async (_, page) => {
    await show(page, { game: {}, ...('room' in page && { room: running }) });
    const first = world.club.last;
    // Both ways, and no end is told: what the rival plays meanwhile is lost with it.
    const { network } = world.club;
    world.club.network = (run) => {
      if (world.club.last !== first) network(run);
    };
    first.post({ type: 'state', game: game('G', 2, { room: 'R' }) });
    world.club.page = (connection, { id }) =>
      connection.post({ type: 'state', game: game('G', 2, { room: 'R' }) }, id);
    await world.pass(19_000);
    expect(first.texts).toHaveLength(1);
    await world.pass(9000);
    expect(first.gone).toBe(true);
    expect(statuses).toEqual(['open', 'reconnecting', 'open']);
    expect(told.at(-1)).toMatchObject({ type: 'state', game: { v: 2 } });
  });

  it.each<[string, Page, Parameters<typeof show>[1], number]>([
    ['a running game', { game: 'G' }, { game: {} }, 30],
    ['a running room', { room: 'R' }, { room: running }, 30],
    ['an ended game', { game: 'G' }, { game: { ended } }, 10],
    ['an invitation', { room: 'R' }, { room: {} }, 10],
    ['a room whose game has ended', { room: 'R' }, { room: running, game: { ended } }, 10],
    ['a room that stands for another', { room: 'S' }, { room: running, game: {} }, 10],
    ['the front page', { home: true }, {}, 0],
  ])('of %s is looked into as often as it is worth', async (_, page, more, times) => {
    await show(page, more);
    const before = syncs();
    await world.pass(10 * MINUTE + 5000);
    expect(syncs() - before).toBeGreaterThanOrEqual(times - 1);
    expect(syncs() - before).toBeLessThanOrEqual(times);
    expect(statuses).toEqual(['open']);
    club.show(undefined);
    await world.pass(100);
    const left = syncs();
    await world.pass(10 * MINUTE);
    expect(syncs()).toBe(left);
  });

  it('is none while the club speaks', async () => {
    await show({ game: 'G' }, { game: {} });
    for (let i = 0; i < 20; i++) {
      await world.pass(15_000);
      world.club.last.post({ type: 'state', game: game('G', 2 + i, { room: 'R' }) });
    }
    expect(syncs()).toBe(1);
  });

  it('grows less worth a look when the game ends', async () => {
    await show({ game: 'G' }, { game: {} });
    world.club.last.post({ type: 'state', game: game('G', 2, { ended }) });
    await world.pass(59_000);
    expect(syncs()).toBe(1);
    await world.pass(2000);
    expect(syncs()).toBe(2);
  });

  it('does not matter while nobody sees the page', async () => {
    await show({ game: 'G' }, { game: {} });
    world.hide();
    await world.pass(10 * MINUTE);
    expect(syncs()).toBe(1);
    world.fire('visible');
    await world.pass(21_000);
    expect(syncs()).toBe(3);
  });

  it('is not asked into while an answer is awaited, nor after a refusal', async () => {
    await show({ game: 'G' }, { game: {} });
    world.club.answer = (connection) => connection.deliver('{"message":"Internal server error"}');
    await world.pass(5 * MINUTE);
    expect(new Set(world.club.last.commands.map(({ id }) => id)).size).toBe(2);
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, 'game_unknown');
    await world.pass(16_000);
    expect(refusals).toHaveLength(1);
    await world.pass(10 * MINUTE);
    expect(refusals).toHaveLength(1);
  });

  it('does not close the page if the club has no time to answer', async () => {
    await show({ game: 'G' }, { game: {} });
    const { answer } = world.club;
    world.club.answer = (connection, command) => world.club.refuse(connection, command, 'busy');
    await world.pass(2 * MINUTE);
    expect(refusals).toEqual([]);
    world.club.answer = answer;
    const before = told.length;
    await world.pass(MINUTE);
    expect(told.length).toBeGreaterThan(before);
  });

  it('is not listened to when the club is closed', async () => {
    await show({ game: 'G' }, { game: {} });
    club.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
