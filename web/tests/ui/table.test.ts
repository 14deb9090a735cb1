import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Envelope } from '../../src/proto/wire';
import { Table } from '../../src/ui/room/table.svelte';
import { game } from '../net/world';

const { club } = vi.hoisted(() => {
  const hearing: ((envelope: Envelope) => void)[] = [];
  const onMessage = (hear: (envelope: Envelope) => void) => {
    hearing.push(hear);
    return () => undefined;
  };
  return { club: { hearing, onMessage, onPageRefused: () => () => undefined, show: vi.fn() } };
});
vi.mock('../../src/ui/club.svelte', () => ({ club }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const player = (account: string, name?: string) => ({
  account,
  ...(name && { name }),
  elo: 1000,
  provisional: true,
});

/** The game's page hears these states in turn; whether it asked again. */
function asksAgain(...names: [white?: string, black?: string][]): number {
  club.show.mockClear();
  club.hearing.length = 0;
  const close = new Table({ game: 'G' }, () => undefined).open();
  for (const [v, [white, black]] of names.entries()) {
    const rated = { players: { white: player('W', white), black: player('B', black) } };
    const state = game('G', v + 1, { mode: 'rated', rated });
    for (const hear of club.hearing) hear({ type: 'state', now: v, game: state });
  }
  vi.advanceTimersByTime(60_000);
  close();
  return club.show.mock.calls.length - 1;
}

test('a page that was never told who plays asks once more, one that was does not', () => {
  expect(asksAgain(['Ana', 'Beto'])).toBe(0);
  expect(asksAgain([], ['Ana', 'Beto'])).toBe(0);
  expect(asksAgain([])).toBe(1);
  // A deleted account has no name, however often one asks.
  expect(asksAgain(['Ana'], ['Ana'], ['Ana'])).toBe(1);
});
