/** What is spoken: two live regions stand in the page from the start (`Announcer.svelte`). */

import { untrack } from 'svelte';

let polite = $state('');
let assertive = $state('');

export const announcer = {
  get polite(): string {
    return polite;
  },
  get assertive(): string {
    return assertive;
  },
};

// Whoever speaks in an effect does not come to depend on what was said.
// The same words twice in a row are no change to a live region: a no-break space makes them one.
const again = (text: string, before: string): string => (text === before ? `${text}\u00a0` : text);

/** Moves, answers, what can wait. */
export function say(text: string): void {
  polite = again(
    text,
    untrack(() => polite),
  );
}

/** What presses: your turn after a huff, little time, a lost connection, the end. */
export function alert(text: string): void {
  assertive = again(
    text,
    untrack(() => assertive),
  );
}
