import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flagWatch, type FlagWatch } from '../../src/net/flagWatch';
import type { Answer } from '../../src/net/types';
import type { Clock } from '../../src/proto/wire';
import { game, state } from './world';

/** How far the server's time was corrected. */
let ahead: number;
let code: string | undefined;
let asked: number[];
let shown: boolean[];
let watch: FlagWatch;

beforeEach(() => {
  vi.useFakeTimers();
  const begin = performance.now();
  const now = () => performance.now() - begin + ahead;
  [asked, shown, code] = [[], [], 'not_flagged'];
  ahead = 0;
  watch = flagWatch({
    now,
    flag: async (): Promise<Answer> => {
      asked.push(now());
      return code
        ? { ok: false, refused: { code } }
        : { ok: true, message: state(0, game('G', 2)) };
    },
    checking: (checking) => shown.push(checking),
  });
});

afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

const clock: Clock = { control: '10+5', white: 90_000, black: 20_000, since: 0, running: 'black' };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('shows at zero that it checks, and asks until the club has judged (CLOC-02)', async () => {
  watch.watch(game('G', 1, { clock }));
  await pass(19_990);
  expect(shown).toEqual([]);
  await pass(20);
  expect(shown).toEqual([true]);
  await pass(20_000);
  expect(asked.slice(0, 3)).toEqual([21_750, 24_750, 27_750]);
  code = undefined;
  await pass(3000);
  const times = asked.length;
  await pass(60_000);
  expect(asked).toHaveLength(times);
});

it('takes it back when the rival had moved in time (CLOC-02)', async () => {
  watch.watch(game('G', 1, { clock }));
  await pass(21_000);
  watch.watch(game('G', 2, { clock: { ...clock, running: 'white', since: 19_000 } }));
  expect(shown).toEqual([true, false]);
  await pass(60_000);
  expect(asked).toEqual([]);
});

it.each([
  ['ended', game('G', 2, { clock, ended: { at: 0, reason: 'time' } })],
  ['without a clock', game('G', 2)],
  ['no game', undefined],
])('watches nothing: %s', async (_, next) => {
  watch.watch(game('G', 1, { clock }));
  await pass(20_500);
  watch.watch(next);
  await pass(60_000);
  expect(shown).toEqual([true, false]);
  expect(asked).toEqual([]);
});

it('does not begin anew when only presence changed', async () => {
  watch.watch(game('G', 1, { clock }));
  for (let i = 0; i < 24; i++) {
    await pass(1000);
    watch.watch(game('G', 1, { clock, present: { white: true, black: i % 2 === 0 } }));
  }
  expect(asked).toEqual([21_750]);
});

it('sees zero although the time was corrected meanwhile', async () => {
  watch.watch(game('G', 1, { clock }));
  await pass(2000);
  ahead = 17_500;
  await pass(1000);
  expect(shown).toEqual([true]);
  // And back: it runs on.
  ahead = 0;
  await pass(5000);
  expect(asked).toHaveLength(1);
  expect(shown).toEqual([true, false]);
});

it.each(['game_over', 'no_clock', 'not_yours'])('does not ask again after %s', async (final) => {
  code = final;
  watch.watch(game('G', 1, { clock }));
  await pass(60_000);
  expect(asked).toHaveLength(1);
});
