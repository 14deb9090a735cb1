/** Requests to the rules and the promises of their answers. */

export interface Asked {
  nr: number;
  request: string;
}

export type Told = { nr: number; answer: string } | { nr: number; broken: string };

/** What this needs of a worker. */
export interface Thread {
  onmessage: ((event: { data: Told }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(asked: Asked): void;
  terminate(): void;
}

/** The rules are not there: not loaded, or broken down. */
export class EngineError extends Error {}

/** Nobody wants this answer any more. */
export class Stale extends Error {}

export interface Engine {
  /** Rejects with `EngineError`, or with `Stale` after a later call of `forget` or `drop`. */
  ask(request: string): Promise<unknown>;
  /** Whatever was asked until now is not wanted any more. */
  forget(): void;
  /** The same; if the thread is at work on it, that ends there and then. */
  drop(): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The thread is made when it is first needed, and anew after it broke down. */
export function createEngine(make: () => Thread): Engine {
  let thread: Thread | undefined;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  function rejectAll(error: Error): void {
    const them = [...waiting.values()];
    waiting.clear();
    for (const { reject } of them) reject(error);
  }

  /** The next request finds another thread; a module that stopped halfway is not asked again. */
  function end(error: Error): void {
    thread?.terminate();
    thread = undefined;
    rejectAll(error);
  }
  const breakDown = (why: string) => end(new EngineError(why));

  function hear(told: Told): void {
    const one = waiting.get(told.nr);
    // Nobody waits for what was forgotten.
    if (!one) return;
    if ('broken' in told) return breakDown(told.broken);
    waiting.delete(told.nr);
    const answer = JSON.parse(told.answer || '{"failed":"empty"}') as { failed?: string };
    if (answer.failed === undefined) one.resolve(answer);
    else one.reject(new EngineError(answer.failed));
  }

  function start(): Thread {
    const made = make();
    made.onmessage = ({ data }) => {
      if (made === thread) hear(data);
    };
    made.onerror = ({ message }) => {
      if (made === thread) breakDown(message ?? 'the worker did not load');
    };
    return made;
  }

  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        thread ??= start();
        last += 1;
        waiting.set(last, { resolve, reject });
        thread.postMessage({ nr: last, request });
      });
    },
    forget() {
      rejectAll(new Stale());
    },
    drop() {
      if (waiting.size > 0) end(new Stale());
    },
  };
}
