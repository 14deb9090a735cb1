import { describe, expect, it } from 'vitest';
import { MINUTE, world, club, told, statuses, open } from './hall';
import { START } from './world';

describe('connecting', () => {
  it('offers the protocol and the session, and names the page first (SECU-01)', async () => {
    open();
    club.show({ room: 'R' });
    expect(club.status).toBe('connecting');
    await world.pass(200);
    expect(club.status).toBe('open');
    expect(club.zone).toBe('America/Lima');
    expect(world.club.last.url).toBe('wss://club.test/live');
    expect(world.club.last.protocols).toEqual(['damero.v1', world.kept.get('damero.session')]);
    expect(world.club.last.commands).toMatchObject([{ action: 'sync', room: 'R' }]);
    // In no address and in no message.
    const token = world.kept.get('damero.session')!;
    expect([world.club.last.url, ...world.club.last.texts].join()).not.toContain(token);
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
