import { beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../src/net/types';
import type { Envelope, Game, Pairing, Player, Side, Waiting } from '../../src/proto/wire';
import { Queue } from '../../src/ui/rival/queue.svelte';
import { withNames } from '../../src/ui/room/names';
import { game } from '../net/world';

const { club } = vi.hoisted(() => ({
  club: { now: () => 1_000_000, onMessage: vi.fn(), again: vi.fn(), send: vi.fn(), status: 'open' },
}));
vi.mock('../../src/ui/club.svelte', () => ({ club }));
const { go } = vi.hoisted(() => ({ go: vi.fn() }));
vi.mock('../../src/ui/router.svelte', () => ({ go }));
const { said } = vi.hoisted(() => ({ said: { polite: '', assertive: '' } }));
vi.mock('../../src/ui/announce.svelte', () => ({
  say: (text: string) => (said.polite = text),
  alert: (text: string) => (said.assertive = text),
}));
vi.stubGlobal('document', { hidden: false, cookie: '' });
vi.mock('../../src/ui/sound.svelte', () => ({ play: vi.fn() }));

let queue: Queue;
beforeEach(() => {
  vi.clearAllMocks();
  said.polite = said.assertive = '';
  queue = new Queue();
});

const now = 1_000_000;
const you = { account: 'A', name: 'Ana', elo: 1000, provisional: true };
const rival = { account: 'B', name: 'Beto', elo: 1203, provisional: false };
const waiting = (more: Partial<Waiting> = {}): Envelope => ({
  type: 'waiting',
  now,
  rule_set: 'vezz-8x8',
  since: now,
  you,
  gap: 100,
  grows: now + 10_000,
  offer_levels: now,
  met_enough: false,
  ...more,
});
const pairing = (more: Partial<Pairing> = {}): Envelope => ({
  type: 'pairing',
  now,
  id: 'P',
  rule_set: 'vezz-8x8',
  clock: '15+10',
  side: 'white',
  players: { you, rival },
  confirmed: { you: false, rival: false },
  deadline: now + 20_000,
  ...more,
});
const state = (of: Partial<Game>): Envelope => ({ type: 'state', now, game: game('G', 1, of) });
const refused = (code: string, params = {}): Answer => ({ ok: false, refused: { code, params } });

test('a rival is told with name, points and time', () => {
  queue.hear(waiting());
  queue.hear(pairing());
  expect(queue.pairing?.id).toBe('P');
  expect(queue.waiting).toBeUndefined();
  expect(said.assertive).toContain('Beto');
  expect(said.assertive).toContain('1203');
  expect(said.assertive).toContain('20');
});

test('one’s own confirmation is kept when older news of the rival comes', () => {
  queue.hear(pairing({ confirmed: { you: true, rival: false } }));
  queue.hear(pairing({ confirmed: { you: false, rival: true } }));
  expect(queue.pairing?.confirmed).toEqual({ you: true, rival: true });
});

test('whoever confirmed and waits on is told that nothing was recorded', () => {
  queue.hear(pairing({ confirmed: { you: true, rival: false } }));
  queue.hear(waiting());
  expect([queue.note, queue.pairing]).toEqual(['back', undefined]);
  expect(said.assertive).toContain('No se anotó nada');
});

test('whoever let the notice lapse is told so, and waits no more', () => {
  queue.hear(pairing());
  queue.hear({ type: 'not_waiting', now, lapsed: 'P' });
  expect([queue.note, queue.pairing, queue.waiting]).toEqual(['lapsed', undefined, undefined]);
});

test('the next rival takes away what was said of the last', () => {
  queue.hear(pairing());
  queue.hear(waiting());
  queue.hear(pairing({ id: 'Q' }));
  expect(queue.note).toBeUndefined();
});

test('both confirmed: the game is shown', () => {
  queue.hear(pairing({ confirmed: { you: true, rival: true } }));
  queue.hear(state({ mode: 'rated' }));
  expect(go).toHaveBeenCalledExactlyOnceWith('/p/G');
  expect(queue.pairing).toBeUndefined();
});

test('a friend’s game, or a rated one that runs already, takes nobody anywhere', () => {
  queue.hear(pairing());
  queue.hear(state({ mode: 'friend' }));
  queue.hear(waiting());
  queue.hear(state({ mode: 'rated' }));
  expect(go).not.toHaveBeenCalled();
});

test('who plays already is shown the way to the game', async () => {
  club.send.mockResolvedValue(refused('already_playing', { game: 'G' }));
  await queue.join('vezz-8x8');
  expect(queue.playing).toBe('G');
});

test('to say no is not to be told of a lapse', async () => {
  queue.hear(pairing());
  club.send.mockImplementation(async () => {
    queue.hear({ type: 'not_waiting', now });
    return { ok: true, message: { type: 'not_waiting', now } };
  });
  await queue.leave();
  expect(club.send).toHaveBeenCalledExactlyOnceWith('queueLeave', {});
  expect(queue.note).toBe('declined');
});

test('a confirmation that comes too late asks where one stands', async () => {
  queue.hear(pairing());
  club.send.mockResolvedValue(refused('pairing_over'));
  await queue.confirm();
  expect(club.again).toHaveBeenCalledOnce();
});

test('the gap that grew is said, and only then', () => {
  queue.hear(waiting());
  queue.hear(waiting());
  expect(said.polite).not.toContain('150');
  queue.hear(waiting({ gap: 150 }));
  expect(said.polite).toContain('150');
});

test('the game that begins knows by name who was met', () => {
  queue.hear(pairing({ side: 'black' }));
  const nameless = { white: { ...rival, name: undefined }, black: { ...you, name: undefined } };
  const players = JSON.parse(JSON.stringify(nameless)) as Record<Side, Player>;
  const begun = game('M', 1, { mode: 'rated', rated: { players } });
  queue.hear({ type: 'state', now, game: begun });
  const { white, black } = withNames(begun, undefined).rated!.players;
  expect([white.name, black.name]).toEqual(['Beto', 'Ana']);
});
