/** The rules in this browser, for what needs no club. Imported by screens that are loaded later. */
import { createEngine, type Thread } from './engine';

export { EngineError, Stale } from './engine';

export const engine = createEngine(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Thread,
);
