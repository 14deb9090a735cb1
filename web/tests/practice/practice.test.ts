/** A practice game with the real rules and the real computer, and a clock that the test turns. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kept } from '../../src/device/shelf';
import { Stale } from '../../src/engine/engine';
import { border } from '../../src/engine/module';
import type { Play } from '../../src/engine/play';
import { createPlay } from '../../src/engine/play';
import { ANSWER_AFTER, Practice } from '../../src/ui/practice/practice.svelte';

const wasm = readFileSync(new URL('../../src/engine/generated/damero.wasm', import.meta.url));
const ask = border(new WebAssembly.Instance(new WebAssembly.Module(wasm)));

/** The engine without a thread: it answers a little later, unless it was dropped. */
function engine() {
  let generation = 0;
  const forget = () => void (generation += 1);
  return {
    async ask(request: string): Promise<unknown> {
      const asked = generation;
      await Promise.resolve();
      if (asked !== generation) throw new Stale();
      const answer = JSON.parse(ask(request)) as { failed?: string };
      if (answer.failed) throw new Error(answer.failed);
      return answer;
    },
    forget,
    drop: forget,
  };
}

const START: Kept = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  rules: 'vezz-8x8',
  you: 'black',
  difficulty: 'easy',
  seed: 7,
  started: 1,
  moves: '',
  fen: 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12',
  hints: 0,
  backs: 0,
};

interface Table {
  practice: Practice;
  kept: Kept[];
  play: Play;
}

async function sit(change: Partial<Kept> = {}): Promise<Table> {
  const play = createPlay(engine(), engine());
  const kept: Kept[] = [];
  const practice = new Practice(
    { ...START, ...change },
    {
      play,
      keep: (one) => kept.push(one),
      hear: () => {},
      now: () => Date.now(),
      monotonic: () => performance.now(),
    },
  );
  void practice.open();
  await settle();
  return { practice, kept, play };
}

/** What needs no time happens. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const words = (practice: Practice) => practice.stand!.moves.split(' ').filter(Boolean);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the answer comes two seconds after the move, and not before', async () => {
  const { practice, kept } = await sit();
  practice.move([9, 13]);
  expect(practice.yourTurn).toBe(false);
  await settle();
  expect(practice.thinking).toBe(true);
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER - 1);
  expect(words(practice)).toEqual(['9-13']);
  await vi.advanceTimersByTimeAsync(1);
  expect(words(practice)).toHaveLength(2);
  expect(practice.yourTurn).toBe(true);
  expect(kept.at(-1)!.moves).toBe(practice.stand!.moves);
});

test('the computer begins where it has the first move', async () => {
  const { practice } = await sit({ you: 'white' });
  expect(practice.thinking).toBe(true);
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(words(practice)).toHaveLength(1);
});

test('nothing moves before the conditions are accepted', async () => {
  const { started: _, ...conditions } = START;
  const { practice } = await sit();
  practice.kept = { ...conditions, you: 'white' };
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(practice.yourTurn).toBe(false);
  expect(words(practice)).toEqual([]);
  practice.accept();
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(words(practice)).toHaveLength(1);
});

test('a pending answer is dropped when its page is left', async () => {
  const { practice } = await sit();
  practice.move([9, 13]);
  await settle();
  practice.close();
  await vi.advanceTimersByTimeAsync(10 * ANSWER_AFTER);
  expect(words(practice)).toEqual(['9-13']);
});

test('moves are taken back to the player’s turn, as many as there are', async () => {
  const { practice, kept } = await sit();
  for (const move of [
    [9, 13],
    [10, 15],
  ]) {
    practice.move(move);
    await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  }
  const four = words(practice);
  expect(four).toHaveLength(4);
  practice.takeBack();
  await settle();
  expect(words(practice)).toEqual(four.slice(0, 2));
  practice.takeBack();
  await settle();
  expect(words(practice)).toEqual([]);
  expect(practice.canTakeBack).toBe(false);
  expect(kept.at(-1)!.backs).toBe(2);
});

test('a move taken back while the computer thinks has no answer', async () => {
  const { practice } = await sit();
  practice.move([9, 13]);
  await settle();
  practice.takeBack();
  await vi.advanceTimersByTimeAsync(10 * ANSWER_AFTER);
  expect(words(practice)).toEqual([]);
  expect(practice.yourTurn).toBe(true);
});

test('a hint is a legal move, counted, and gone with the next one', async () => {
  const { practice } = await sit();
  await practice.askHint();
  const advice = practice.advice as { path: number[] };
  expect(practice.stand!.legal).toContain(advice.path.join('-'));
  expect(practice.kept.hints).toBe(1);
  practice.move(advice.path);
  expect(practice.advice).toBeUndefined();
});

test('a draw that was declined is offered again after the next move only', async () => {
  const { practice, play } = await sit();
  play.offer = () => Promise.resolve({ accepts: false });
  expect(await practice.offer()).toBe(false);
  expect(practice.game!.can_offer).toBe(false);
  expect(await practice.offer()).toBeUndefined();
  practice.move([9, 13]);
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(practice.game!.can_offer).toBe(true);
  play.offer = () => Promise.resolve({ accepts: true });
  expect(await practice.offer()).toBe(true);
  expect(practice.kept.ended).toMatchObject({ reason: 'agreement' });
  expect(practice.yourTurn).toBe(false);
});

test('the same game has the same answer', async () => {
  const [one, other] = [await sit(), await sit()];
  for (const { practice } of [one, other]) practice.move([9, 13]);
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(words(one.practice)).toHaveLength(2);
  expect(words(one.practice)).toEqual(words(other.practice));
});

test('a claim that does not hold says what is missing, and changes nothing', async () => {
  const { practice } = await sit();
  expect(await practice.claim('no_progress')).toEqual({
    code: 'plies_missing',
    params: { missing: 80 },
  });
  expect(await practice.claim('repetition', [9, 13])).toEqual({
    code: 'not_yet',
    params: { occurrence: 1, needed: 3 },
  });
  expect(practice.yourTurn).toBe(true);
});

test('an engine that is not there is said, and can be tried again', async () => {
  const { practice, play } = await sit();
  const { think } = play;
  play.think = () => Promise.reject(new Error('not loaded'));
  practice.move([9, 13]);
  await settle();
  expect(practice.broken).toBe(true);
  play.think = think;
  void practice.open();
  await vi.advanceTimersByTimeAsync(ANSWER_AFTER);
  expect(practice.broken).toBe(false);
  expect(words(practice)).toHaveLength(2);
});

test('another tab’s move is followed', async () => {
  const { practice } = await sit();
  practice.move([9, 13]);
  await settle();
  practice.follow({ ...practice.kept, moves: '10-15 24-20' });
  await vi.advanceTimersByTimeAsync(10 * ANSWER_AFTER);
  expect(words(practice)).toEqual(['10-15', '24-20']);
});
