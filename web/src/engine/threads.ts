/** A thread with the rules and the engine in it; see `worker.ts`. */
import type { Thread } from './engine';

export const newThread = (): Thread =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Thread;
