import { describe, expect, test, vi } from 'vitest';
import { createShelf, readKept, type Kept } from '../../src/device/shelf';

const game = (id: string, more: Partial<Kept> = {}): Kept => ({
  id,
  rules: 'vezz-8x8',
  you: 'black',
  difficulty: 'easy',
  seed: 7,
  started: 1000,
  moves: '9-13 24-20',
  fen: 'B:W20:B13',
  hints: 0,
  backs: 0,
  ...more,
});

/** A browser's storage. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (nth) => [...kept.keys()][nth] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

test('games are listed newest first, and found again by another page', () => {
  const kept = storage();
  const shelf = createShelf({ storage: () => kept, window: undefined });
  shelf.keep(game('A'));
  shelf.keep(game('B'));
  const again = createShelf({ storage: () => kept, window: undefined });
  expect(again.list()).toEqual([game('B'), game('A')]);
  again.remove('B');
  expect(shelf.list()).toEqual([game('A')]);
});

test('conditions that nobody accepted make room for the next', () => {
  const kept = storage();
  const shelf = createShelf({ storage: () => kept, window: undefined });
  const { started: _, ...unaccepted } = game('A');
  shelf.keep(unaccepted);
  expect(shelf.get('A')).toEqual(unaccepted);
  shelf.keep(game('B'));
  expect(shelf.list().map(({ id }) => id)).toEqual(['B']);
});

test.each<[string, () => Storage | undefined]>([
  ['that is not there', () => undefined],
  [
    'that throws',
    () => {
      throw new Error('denied');
    },
  ],
])('with a storage %s, games live as long as the page', (_, broken) => {
  const shelf = createShelf({ storage: broken, window: undefined });
  shelf.keep(game('A'));
  expect(shelf.get('A')).toEqual(game('A'));
  expect(shelf.list()).toEqual([game('A')]);
  shelf.remove('A');
  expect(shelf.list()).toEqual([]);
});

describe('what is broken is no game', () => {
  test.each<[string, Partial<Record<keyof Kept, unknown>>]>([
    ['another id', { id: 'B' }],
    ['a side that is none', { you: 'red' }],
    ['a difficulty that is none', { difficulty: 'divine' }],
    ['moves that are none', { moves: '9-14; drop' }],
    ['a position that is none', { fen: 'W' }],
    ['a seed that is none', { seed: -1 }],
    ['an end without a reason', { ended: { at: 1 } }],
  ])('%s', (_, change) => {
    expect(readKept(JSON.stringify({ ...game('A'), ...change }), 'A')).toBeUndefined();
  });
});

test('another tab is heard of', () => {
  let heard: ((event: Event) => void) | undefined;
  const window = {
    addEventListener: (_: string, listener: never) => (heard = listener),
    removeEventListener: vi.fn(),
  };
  const shelf = createShelf({ storage, window: window as never });
  const changed: string[] = [];
  const stop = shelf.subscribe((id) => changed.push(id));
  heard!({ key: 'damero.practice.A' } as never);
  heard!({ key: 'damero.settings' } as never);
  heard!({ key: null } as never);
  expect(changed).toEqual(['A']);
  stop();
  expect(window.removeEventListener).toHaveBeenCalledOnce();
});
