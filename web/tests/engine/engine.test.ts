import { expect, test } from 'vitest';
import { createEngine, EngineError, Stale, type Asked, type Told } from '../../src/engine/engine';

/** Threads that answer when the test says so. */
function threads() {
  const made: Fake[] = [];
  class Fake {
    onmessage: ((event: { data: Told }) => void) | null = null;
    onerror: ((event: { message?: string }) => void) | null = null;
    ended = false;
    readonly asked: Asked[] = [];
    postMessage(asked: Asked): void {
      this.asked.push(asked);
    }
    terminate(): void {
      this.ended = true;
    }
    tell(told: Told): void {
      this.onmessage?.({ data: told });
    }
  }
  const make = () => {
    made.push(new Fake());
    return made.at(-1)!;
  };
  return { made, engine: createEngine(make) };
}

test('no thread is made before something is asked', () => {
  const { made, engine } = threads();
  expect(made).toEqual([]);
  void engine.ask('a');
  void engine.ask('b');
  expect(made.map(({ asked }) => asked)).toEqual([
    [
      { nr: 1, request: 'a' },
      { nr: 2, request: 'b' },
    ],
  ]);
});

test('each request gets its own answer, in whatever order they come', async () => {
  const { made, engine } = threads();
  const [a, b] = [engine.ask('a'), engine.ask('b')];
  made[0]!.tell({ nr: 2, answer: '{"nodes":"2"}' });
  made[0]!.tell({ nr: 1, answer: '{"nodes":"1"}' });
  expect(await Promise.all([a, b])).toEqual([{ nodes: '1' }, { nodes: '2' }]);
});

test('what was forgotten is stale, and its answer is dropped', async () => {
  const { made, engine } = threads();
  const old = engine.ask('old');
  engine.forget();
  const fresh = engine.ask('new');
  made[0]!.tell({ nr: 1, answer: '{"nodes":"1"}' });
  made[0]!.tell({ nr: 2, answer: '{"nodes":"2"}' });
  await expect(old).rejects.toBeInstanceOf(Stale);
  expect(await fresh).toEqual({ nodes: '2' });
});

test('what is dropped ends the thread that is at work on it, and only then', async () => {
  const { made, engine } = threads();
  const done = engine.ask('a');
  made[0]!.tell({ nr: 1, answer: '{"nodes":"1"}' });
  await done;
  engine.drop();
  expect(made[0]!.ended).toBe(false);
  const long = engine.ask('b');
  engine.drop();
  await expect(long).rejects.toBeInstanceOf(Stale);
  expect(made[0]!.ended).toBe(true);
  const next = engine.ask('c');
  made[0]!.tell({ nr: 2, answer: '{"nodes":"2"}' });
  made[1]!.tell({ nr: 3, answer: '{"nodes":"3"}' });
  expect(await next).toEqual({ nodes: '3' });
});

test('a request that the rules refuse rejects, and only that', async () => {
  const { made, engine } = threads();
  const [a, b] = [engine.ask('a'), engine.ask('b')];
  made[0]!.tell({ nr: 1, answer: '{"failed":"no_such_request"}' });
  made[0]!.tell({ nr: 2, answer: '{"nodes":"2"}' });
  await expect(a).rejects.toThrow(new EngineError('no_such_request'));
  expect(await b).toEqual({ nodes: '2' });
});

test.each<[string, (thread: ReturnType<typeof threads>['made'][number]) => void]>([
  ['rules that break down', (thread) => thread.tell({ nr: 1, broken: 'unreachable' })],
  ['a worker that does not load', (thread) => thread.onerror?.({ message: 'unreachable' })],
])('%s reject all that wait; the next request has a thread of its own', async (_, fail) => {
  const { made, engine } = threads();
  const waiting = [engine.ask('a'), engine.ask('b')];
  fail(made[0]!);
  for (const one of waiting) await expect(one).rejects.toThrow(new EngineError('unreachable'));
  expect(made[0]!.ended).toBe(true);
  const again = engine.ask('c');
  // Whatever the old thread still says is of no interest.
  made[0]!.tell({ nr: 3, answer: '{"nodes":"0"}' });
  made[0]!.onerror?.({});
  made[1]!.tell({ nr: 3, answer: '{"nodes":"3"}' });
  expect(await again).toEqual({ nodes: '3' });
});
