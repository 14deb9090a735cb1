import { beforeEach, expect, test, vi } from 'vitest';
import { EngineError, openPdn, Stale } from '../../src/engine';
import type { Opened } from '../../src/engine/types';
import { opened, read } from '../../src/ui/import/opened.svelte';

vi.mock(import('../../src/engine'), async (original) => ({
  ...(await original()),
  openPdn: vi.fn(),
}));

const asked = vi.mocked(openPdn);
const answer = (line: number): Opened => ({ entries: [{ line }], rule_sets: [] });

/** An answer that comes when the test says so. */
function later() {
  let resolve!: (answer: Opened) => void;
  const promise = new Promise<Opened>((settle) => (resolve = settle));
  return { promise, resolve };
}

beforeEach(() => {
  asked.mockReset();
  opened.text = '';
});

test('what was found goes with its text', async () => {
  opened.text = '1. 9-14 *';
  asked.mockResolvedValueOnce(answer(1));
  expect(await read('vezz-8x8')).toEqual(answer(1));
  expect(asked).toHaveBeenCalledWith('1. 9-14 *', 'vezz-8x8');
  expect(opened.entries).toEqual([{ line: 1 }]);
  opened.text += ' ';
  expect(opened.entries).toEqual([]);
});

test('an answer about a text that was changed meanwhile is none', async () => {
  opened.text = 'before';
  const { promise, resolve } = later();
  asked.mockReturnValueOnce(promise);
  const reading = read();
  expect(opened.reading).toBe(true);
  opened.text = 'after';
  resolve(answer(1));
  expect(await reading).toBeUndefined();
  expect([opened.reading, opened.found]).toEqual([false, undefined]);
});

test('of two readings the later one counts, and it is still going on when the first gives up', async () => {
  opened.text = '1. 9-14 *';
  const { promise, resolve } = later();
  asked.mockRejectedValueOnce(new Stale()).mockReturnValueOnce(promise);
  const [first, second] = [read('vezz-8x8'), read('clasica-8x8')];
  expect(await first).toBeUndefined();
  expect([opened.reading, opened.broken]).toEqual([true, false]);
  resolve(answer(2));
  expect(await second).toEqual(answer(2));
});

test('rules that cannot be loaded are said to be, until one tries again', async () => {
  opened.text = '1. 9-14 *';
  asked.mockRejectedValueOnce(new EngineError('off line')).mockResolvedValueOnce(answer(1));
  await read();
  expect([opened.reading, opened.broken]).toEqual([false, true]);
  await read();
  expect([opened.broken, opened.found]).toEqual([false, answer(1)]);
});
