/**
 * What is open, for as long as the tab is: whoever looks at another page finds it again. Nothing of
 * it is stored or sent anywhere.
 */
import { openPdn, Stale } from '../../engine';
import type { Entry, Opened } from '../../engine/types';

let text = $state('');
let found = $state.raw<Opened>();
let reading = $state(false);
let broken = $state(false);

export const opened = {
  get text(): string {
    return text;
  },
  /** Another text: what was found in the one before goes. */
  set text(to: string) {
    text = to;
    found = undefined;
    broken = false;
  },
  get found(): Opened | undefined {
    return found;
  },
  get entries(): Entry[] {
    return found?.entries ?? [];
  },
  get reading(): boolean {
    return reading;
  },
  /** Whether what reads games could not be loaded. */
  get broken(): boolean {
    return broken;
  },
};

/** Reads the text, by these rules where it does not say what is played. */
export async function read(rules?: string): Promise<Opened | undefined> {
  const asked = text;
  reading = true;
  broken = false;
  try {
    const told = await openPdn(asked, rules);
    reading = false;
    // Of a text that was changed meanwhile it says nothing.
    if (asked === text) return (found = told);
  } catch (error) {
    // Whoever asked anew is answered by what was asked last.
    if (error instanceof Stale) return undefined;
    reading = false;
    broken = true;
  }
  return undefined;
}
