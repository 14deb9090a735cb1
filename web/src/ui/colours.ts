/** What colours are called. */
import { m } from '../i18n/generated/messages.js';
import type { Colour } from '../proto/rulesets';
import type { Side } from '../proto/wire';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** `Rojas`: a side, at the beginning of a line. */
export const sideName = (colour: Colour): string =>
  ({ white: m.app_side_white, red: m.app_side_red, dark: m.app_side_dark })[colour]();

/** `las rojas`: a side, in a sentence. */
export const theSide = (colour: Colour): string =>
  ({ white: m.app_the_white, red: m.app_the_red, dark: m.app_the_dark })[colour]();

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
