/** The rules in this browser, for what needs no club. Imported by screens that are loaded later. */
import { createEngine } from './engine';
import { newThread } from './threads';
import type { Opened } from './types';

export { EngineError, Stale } from './engine';

const engine = createEngine(newThread);

/**
 * Reads a text as PDN. Where it does not say what is played, `rules` does, or else its moves. A
 * later call makes an earlier one stale.
 */
export function openPdn(text: string, rules = '-'): Promise<Opened> {
  engine.forget();
  return engine.ask(`pdn ${rules}\n${text}`) as Promise<Opened>;
}
