import { decodeTime } from 'ulid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClub } from '../../src/net/club';
import type { Answer, Club, Page, Status } from '../../src/net/types';
import type { Envelope, Game, Refused, Room } from '../../src/proto/wire';
import { createWorld, game, room, START, type Command, type World } from './world';

const MINUTE = 60_000;
const NEW_ROOM = { rule_set: 'vezz-8x8', colour: 'mine' } as const;

let world: World;
let club: Club;
let told: Envelope[];
let statuses: Status[];
let refusals: Refused[];

beforeEach(() => {
  world = createWorld();
});

afterEach(() => {
  club.close();
  vi.useRealTimers();
});

function open(): void {
  club = createClub(world.env);
  [told, statuses, refusals] = [[], [], []];
  club.onMessage((message) => told.push(message));
  club.onStatus((status) => statuses.push(status));
  club.onPageRefused((refused) => refusals.push(refused));
}

/** The answer, as soon as there is one. */
function answerOf(promise: Promise<Answer>): { answer?: Answer } {
  const held: { answer?: Answer } = {};
  void promise.then((answer) => (held.answer = answer));
  return held;
}

const actions = (commands: Command[]) => commands.map(({ action }) => action);
const off = () => Math.abs(club.now() - world.club.now());
const move = (turn_no: number) => ({ game: 'G', turn_no, path: [11, 15] });

describe('connecting', () => {
  it('offers the protocol and the session, and names the page first', async () => {
    open();
    club.show({ room: 'R' });
    expect(club.status).toBe('connecting');
    await world.pass(200);
    expect(club.status).toBe('open');
    expect(club.zone).toBe('America/Lima');
    expect(world.club.last.url).toBe('wss://club.test/live');
    expect(world.club.last.protocols).toEqual(['damero.v1', world.kept.get('damero.session')]);
    expect(world.club.last.commands).toMatchObject([{ action: 'sync', room: 'R' }]);
    expect(told).toMatchObject([{ type: 'room', room: { id: 'R' } }]);
  });

  it.each([
    ['/live', 'wss://club.test/live'],
    ['ws://127.0.0.1:4510', 'ws://127.0.0.1:4510/'],
    ['https://other.test/live', 'wss://other.test/live'],
  ])('takes the address %s', async (socket, url) => {
    world.club.config = { socket, protocol: 'damero.v1' };
    open();
    await world.pass(100);
    expect(world.club.last.url).toBe(url);
  });

  it.each([
    ['no socket', { protocol: 'damero.v1' }],
    ['nothing', null],
    ['no object', 'hello'],
    ['a bad address', { socket: 'http://[', protocol: 'damero.v1' }],
  ])('asks again while the site tells %s', async (_, config) => {
    const good = world.club.config;
    world.club.config = config;
    open();
    await world.pass(MINUTE);
    expect(club.status).toBe('connecting');
    expect(world.club.asked).toBeGreaterThan(5);
    expect(world.club.asked).toBeLessThan(20);
    world.club.config = good;
    await world.pass(11_000);
    expect(club.status).toBe('open');
  });

  it('is outdated when the club speaks another protocol (DEPL-01)', async () => {
    world.club.config = { socket: 'wss://club.test', protocol: 'damero.v2' };
    open();
    await world.pass(MINUTE);
    expect(statuses).toEqual(['outdated']);
    expect(world.club.connections).toEqual([]);
  });

  it('finds out about another protocol when a handshake fails (DEPL-01)', async () => {
    open();
    await world.pass(100);
    world.club.lets = false;
    world.club.config = { socket: 'wss://club.test', protocol: 'damero.v2' };
    world.club.last.cut();
    await world.pass(5000);
    expect(statuses).toEqual(['open', 'reconnecting', 'outdated']);
    const tries = world.club.connections.length;
    await world.pass(10 * MINUTE);
    world.fire('online');
    world.fire('visible');
    expect(world.club.connections).toHaveLength(tries);
  });

  it('uses the last known address when the site is away', async () => {
    open();
    await world.pass(100);
    world.club.site = false;
    world.club.lets = false;
    world.club.last.cut();
    await world.pass(20_000);
    world.club.lets = true;
    await world.pass(11_000);
    expect(club.status).toBe('open');
  });

  it.each(['Mars/Olympus', '', 7])('knows no zone %s', async (zone) => {
    world.club.config = { socket: '/live', protocol: 'damero.v1', zone };
    open();
    await world.pass(200);
    expect([club.status, club.zone]).toEqual(['open', undefined]);
  });

  it('backs off with chance in it, and never waits more than ten seconds', async () => {
    open();
    await world.pass(100);
    world.club.lets = false;
    world.club.last.cut();
    const at: number[] = [];
    const connect = world.club.connect.bind(world.club);
    world.club.connect = (url, protocols) => {
      at.push(Date.now());
      return connect(url, protocols);
    };
    await world.pass(2 * MINUTE);
    const waits = at.map((time, i) => time - (at[i - 1] ?? START + 100));
    expect(waits[0]).toBeLessThan(350);
    expect(Math.max(...waits)).toBeLessThan(10_100);
    expect(new Set(waits.slice(-5)).size).toBeGreaterThan(2);
  });

  it.each(['online', 'visible'] as const)('tries at once when the page is %s', async (what) => {
    open();
    await world.pass(100);
    world.club.lets = false;
    world.club.last.cut();
    await world.pass(MINUTE);
    world.club.lets = true;
    world.fire(what);
    await world.pass(100);
    expect(club.status).toBe('open');
  });

  it('says that the device is off line, and goes on trying', async () => {
    open();
    await world.pass(100);
    world.fire('offline');
    expect(club.status).toBe('open');
    world.club.lets = false;
    world.club.last.cut();
    expect(club.status).toBe('offline');
    world.club.lets = true;
    world.fire('online');
    await world.pass(100);
    expect(statuses).toEqual(['open', 'offline', 'reconnecting', 'open']);
  });

  it('gives up a handshake that hangs', async () => {
    world.club.latency = MINUTE;
    open();
    await world.pass(3 * MINUTE);
    world.club.latency = 20;
    await world.pass(MINUTE);
    expect(club.status).toBe('open');
  });

  it('survives a browser that refuses to make sockets', async () => {
    const { socket } = world.env;
    world.env.socket = () => {
      throw new SyntaxError('bad address');
    };
    open();
    await world.pass(1000);
    expect(club.status).toBe('connecting');
    club.close();
    world.env.socket = socket;
  });

  it('has expired when the club says so, and the next page load is another guest', async () => {
    open();
    await world.pass(100);
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, 'session_expired');
    club.show({ home: true });
    await world.pass(100);
    expect(statuses).toEqual(['open', 'expired']);
    expect(world.kept.has('damero.session')).toBe(false);
    expect(world.club.last.gone).toBe(true);
    await world.pass(MINUTE);
    expect(world.club.connections).toHaveLength(1);
  });

  it('takes a session for lapsed when it is old and never let in again', async () => {
    open();
    await world.pass(100);
    club.close();
    world.sleep(401 * 24 * 60 * MINUTE);
    world.club.lets = false;
    open();
    await world.pass(MINUTE);
    expect(club.status).toBe('expired');
    expect(world.kept.size).toBe(0);
  });

  it('keeps a session that is young, however often the handshake fails (RECO-05)', async () => {
    open();
    await world.pass(100);
    const secret = world.kept.get('damero.session');
    world.club.lets = false;
    world.club.last.cut();
    await world.pass(60 * MINUTE);
    expect(club.status).toBe('reconnecting');
    world.club.lets = true;
    await world.pass(11_000);
    expect(world.club.last.protocols[1]).toBe(secret);
  });

  it('closes for good', async () => {
    open();
    club.show({ home: true });
    await world.pass(100);
    club.close();
    world.fire('visible');
    await world.pass(10 * MINUTE);
    expect(world.club.connections).toHaveLength(1);
    expect(world.club.last.gone).toBe(true);
  });
});

describe('the page', () => {
  it('is named again on each new connection', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.last.cut();
    await world.pass(500);
    expect(world.club.last.commands).toMatchObject([{ action: 'sync', game: 'G' }]);
  });

  it('is not named if there is none', async () => {
    open();
    await world.pass(MINUTE);
    world.fire('visible');
    await world.pass(MINUTE);
    expect(world.club.last.texts).toEqual([]);
  });

  it('is left when none is shown any more, and once', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(100);
    club.show(undefined);
    club.show(undefined);
    await world.pass(100);
    world.fire('visible');
    await world.pass(100);
    expect(world.club.last.commands).toMatchObject([{ room: 'R' }, { action: 'sync' }]);
    expect(world.club.last.commands[1]).not.toHaveProperty('room');
  });

  it('is asked for again until it comes', async () => {
    open();
    const { answer } = world.club;
    let lost = 3;
    world.club.answer = (connection, command) => {
      if (lost-- > 0) connection.deliver('{"message": "Internal server error"}');
      else answer(connection, command);
    };
    club.show({ room: 'R' });
    await world.pass(30_000);
    expect(world.club.connections).toHaveLength(1);
    expect(new Set(world.club.last.texts).size).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('is refused to whoever listens, once; a busy club is asked again', async () => {
    open();
    const codes = ['busy', 'too_frequent', 'room_full'];
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, codes.shift() ?? 'room_full');
    club.show({ room: 'R' });
    await world.pass(5000);
    expect(refusals.map(({ code }) => code)).toEqual(['room_full']);
  });

  it('is not refused any more when another is shown', async () => {
    open();
    await world.pass(100);
    world.club.answer = (connection, command) =>
      command.room === 'OLD'
        ? world.club.refuse(connection, command, 'room_unknown')
        : world.club.page(connection, command);
    club.show({ room: 'OLD' });
    await world.pass(10);
    club.show({ room: 'NEW' });
    await world.pass(1000);
    expect(refusals).toEqual([]);
    expect(told).toMatchObject([{ room: { id: 'NEW' } }]);
  });

  it('is asked for once while the answer is awaited, however often it is shown', async () => {
    open();
    await world.pass(100);
    for (let i = 0; i < 5; i++) club.show({ room: 'R' });
    await world.pass(1000);
    expect(world.club.last.commands).toHaveLength(1);
    club.show({ room: 'R' });
    await world.pass(100);
    expect(world.club.last.commands).toHaveLength(2);
  });

  it('is looked at anew when it is seen again (RECO-08)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.page = (connection, { id }) =>
      connection.post({ type: 'state', game: game('G', 9) }, id);
    world.fire('visible');
    await world.pass(100);
    expect(told.at(-1)).toMatchObject({ game: { v: 9 } });
  });

  it('stays put aside when it was one tab too many, until it is shown again (RECO-04)', async () => {
    open();
    club.show({ room: 'R' });
    await world.pass(100);
    world.club.last.post({ type: 'retired' });
    await world.pass(100);
    expect(told.at(-1)).toMatchObject({ type: 'retired' });
    world.fire('visible');
    world.club.last.cut();
    await world.pass(1000);
    expect(world.club.last.texts).toEqual([]);
    club.show({ room: 'R' });
    await world.pass(100);
    expect(actions(world.club.last.commands)).toEqual(['sync']);
  });
});

describe('commands', () => {
  it('are answered by the message that names them', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'state', game: { v: 2 } } });
    expect(told.at(-1)).toMatchObject({ game: { v: 2 } });
  });

  it('are answered by the first of several messages, and all are told', async () => {
    open();
    world.club.answer = (connection, { action, id }) => {
      connection.post({ type: 'room', room: room('R', action === 'sync' ? 1 : 2) }, id);
      if (action !== 'sync') connection.post({ type: 'state', game: game('G', 1) }, id);
    };
    club.show({ room: 'R' });
    await world.pass(100);
    const sent = answerOf(club.send('roomAccept', { room: 'R' }));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'room' } });
    expect(told.map(({ type }) => type)).toEqual(['room', 'room', 'state']);
  });

  it('carry a new id in the time of the club, whatever the device says', async () => {
    world.setDeviceClock(-3 * 60 * MINUTE);
    world.club.ahead = 1234;
    open();
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(200);
    expect(made.answer?.ok).toBe(true);
    const [first, create] = world.club.last.commands;
    expect(actions([first!, create!])).toEqual(['sync', 'roomCreate']);
    expect(create!.id).toBe(create!.id.toUpperCase());
    expect(Math.abs(decodeTime(create!.id) - world.club.now())).toBeLessThan(300);
  });

  it('have an id even if the device stands before 1970 and the club’s time is not known', async () => {
    world.setDeviceClock(-START - 60 * MINUTE);
    const now = vi.spyOn(Date, 'now').mockImplementation(world.env.wall);
    open();
    club.show({ room: 'R' });
    await world.pass(200);
    now.mockRestore();
    const [sync] = world.club.last.commands;
    expect(decodeTime(sync!.id)).toBe(1);
    expect(told).toMatchObject([{ type: 'room' }]);
  });

  it('get another id if theirs has grown too old for a room', async () => {
    open();
    const ids: string[] = [];
    world.club.answer = (connection, command) => {
      if (command.action === 'sync') return world.club.page(connection, command);
      ids.push(command.id);
      if (ids.length === 1) world.club.refuse(connection, command, 'id_time');
      else connection.post({ type: 'room', room: room(command.id, 1) }, command.id);
    };
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(500);
    expect(ids).toHaveLength(2);
    expect(ids[0]).not.toBe(ids[1]);
    expect(made.answer).toMatchObject({ ok: true, message: { room: { id: ids[1] } } });
  });

  it('are not made anew for ever', async () => {
    open();
    world.club.answer = (connection, command) =>
      command.action === 'sync'
        ? world.club.page(connection, command)
        : world.club.refuse(connection, command, 'id_time');
    const made = answerOf(club.send('roomCreate', NEW_ROOM));
    await world.pass(MINUTE);
    expect(made.answer).toMatchObject({ ok: false, refused: { code: 'id_time' } });
    expect(world.club.last.commands).toHaveLength(3);
  });

  it('wait their turn, one a game', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const unanswered: Command[] = [];
    world.club.answer = (_, command) => unanswered.push(command);
    const all = [move(0), move(1), { ...move(0), game: 'H' }].map((fields) =>
      answerOf(club.send('gameMove', fields)),
    );
    await world.pass(100);
    expect(unanswered).toMatchObject([{ game: 'G', turn_no: 0 }, { game: 'H' }]);
    world.club.last.post({ type: 'state', game: game('G', 2) }, unanswered[0]!.id);
    await world.pass(100);
    expect(unanswered.at(-1)).toMatchObject({ game: 'G', turn_no: 1 });
    expect(all.map(({ answer }) => answer?.ok)).toEqual([true, undefined, undefined]);
  });

  it('are sent again unchanged, at growing intervals, to a club that fails', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const at: number[] = [];
    world.club.answer = (connection) => {
      at.push(Date.now());
      connection.deliver('{"message": "Internal server error", "connectionId": "x"}');
    };
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(MINUTE);
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits[0]).toBe(2500);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
    expect(new Set(world.club.last.texts.slice(1)).size).toBe(1);
    expect(world.club.connections).toHaveLength(1);
    world.club.answer = (connection, { id }) =>
      connection.post({ type: 'state', game: game('G', 2) }, id);
    await world.pass(16_000);
    expect(sent.answer?.ok).toBe(true);
  });

  it('find out that the connection is dead, and go on with another after its sync', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.deaf = true;
    const first = world.club.last;
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(6400);
    expect(first.gone).toBe(true);
    expect(statuses.at(-1)).toBe('reconnecting');
    world.club.deaf = false;
    await world.pass(1000);
    expect(actions(world.club.last.commands)).toEqual(['sync', 'gameMove']);
    expect(world.club.last.texts[1]).toBe(first.texts[1]);
    expect(sent.answer?.ok).toBe(true);
  });

  it('wait for the answer to the sync on a new connection', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    const { answer } = world.club;
    world.club.answer = () => {};
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    world.club.last.cut();
    await world.pass(1000);
    expect(actions(world.club.last.commands)).toEqual(['sync']);
    world.club.answer = answer;
    await world.pass(2600);
    expect(actions(world.club.last.commands)).toEqual(['sync', 'sync', 'gameMove']);
    expect(sent.answer?.ok).toBe(true);
  });

  it('wait no longer when the page is refused', async () => {
    open();
    world.club.page = (connection, command) => world.club.refuse(connection, command, 'room_full');
    club.show({ room: 'R' });
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(200);
    expect(sent.answer?.ok).toBe(true);
  });

  it('about the past need no page', async () => {
    open();
    const sent = answerOf(club.send('historyGet', {}));
    await world.pass(200);
    expect(actions(world.club.last.commands)).toEqual(['historyGet']);
    expect(sent.answer).toMatchObject({ ok: true, message: { type: 'history' } });
  });

  it('are sent at once when the page is seen again', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.deaf = true;
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(1000);
    world.club.deaf = false;
    world.fire('visible');
    await world.pass(100);
    expect(sent.answer?.ok).toBe(true);
  });

  it.each(['early', 'busy', 'too_frequent'])('try again after %s', async (code) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    let times = 2;
    const { answer } = world.club;
    world.club.answer = (connection, command) =>
      times-- > 0
        ? world.club.refuse(connection, command, code, { game: game('G', 5) })
        : answer(connection, command);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(10_000);
    expect(sent.answer?.ok).toBe(true);
    expect(new Set(world.club.last.texts.slice(1)).size).toBe(1);
    expect(told.map((message) => 'game' in message && message.game?.v)).toEqual([1, 5, 5]);
  });

  it.each(['early', 'busy', 'too_frequent'])('are refused after many times %s', async (code) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.answer = (connection, command) => world.club.refuse(connection, command, code);
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(MINUTE);
    expect(sent.answer).toMatchObject({ ok: false, refused: { code } });
    const moves = actions(world.club.last.commands).filter((action) => action === 'gameMove');
    expect(moves).toHaveLength(7);
  });

  it('bring the present state with a refusal, through the same gate (CLOC-06)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.answer = (connection, command) =>
      world.club.refuse(connection, command, 'stale', { game: game('G', 7) });
    const sent = answerOf(club.send('gameMove', move(0)));
    await world.pass(100);
    expect(sent.answer).toMatchObject({ ok: false, refused: { code: 'stale' } });
    expect(told.at(-1)).toMatchObject({ type: 'state', game: { v: 7 } });
    expect(told.at(-1)).not.toHaveProperty('code');
    world.club.last.post({ type: 'state', game: game('G', 6) });
    await world.pass(100);
    expect(told).toHaveLength(2);
  });
});

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

describe('what is no message', () => {
  it.each<unknown>([
    'hello',
    '',
    'null',
    '[]',
    '{}',
    '{"type":"state","now":1}',
    '{"type":"state","now":1,"game":{"id":"G"}}',
    '{"type":"room","now":1,"room":null}',
    '{"type":"constructor","now":1}',
    '{"type":"state","game":{"id":"G","v":3}}',
    '{"type":"refused","now":1}',
    '{"type":"tomorrow","now":1,"ack":"X"}',
    '{"message":"Forbidden","connectionId":"x","requestId":"y"}',
    new ArrayBuffer(8),
  ])('is ignored: %s', async (text) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.last.deliver(text);
    expect(told).toHaveLength(1);
    expect(refusals).toEqual([]);
    expect(club.status).toBe('open');
  });

  it('lets a listener fail alone', async () => {
    open();
    club.onMessage(() => {
      throw new Error('a bug');
    });
    const later: string[] = [];
    club.onMessage(({ type }) => later.push(type));
    club.show({ room: 'R' });
    const sent = answerOf(club.send('roomJoin', { room: 'R' }));
    await world.pass(200);
    expect(later).toEqual(['room', 'room']);
    expect(sent.answer?.ok).toBe(true);
  });
});

describe('the time', () => {
  it.each([
    ['the device is three hours behind', -180 * MINUTE],
    ['the device is a day ahead', 1440 * MINUTE],
  ])('is the club’s when %s', async (_, ahead) => {
    world.setDeviceClock(ahead);
    open();
    club.show({ home: true });
    await world.pass(200);
    expect(off()).toBeLessThan(50);
    world.setDeviceClock(0);
    expect(off()).toBeLessThan(50);
  });

  it('is right after half an hour in the background (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    await world.pass(30 * MINUTE);
    expect(off()).toBeLessThan(1000);
  });

  it('is right within a second after the device slept for half an hour (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    world.sleep(30 * MINUTE);
    expect(off()).toBeGreaterThan(29 * MINUTE);
    world.fire('visible');
    await world.pass(1000);
    expect(off()).toBeLessThan(50);
  });

  it('is asked for after a nap that nobody tells of (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    world.sleep(30 * MINUTE);
    await world.pass(11_000);
    expect(off()).toBeLessThan(50);
  });
});
