/** Points as people read them. On the wire they are whole, or exact in millionths. */
import type { Change } from '../proto/wire';

/** Whole points, halves up. */
export const shown = (micro: number): number => Math.floor((micro + 500_000) / 1_000_000);

/** For how many valid games a rating is provisional. */
const PROVISIONAL = 10;

export interface Step {
  before: number;
  after: number;
  /** What it moved on screen: the two others differ by it, whatever their fractions do. */
  delta: number;
  provisional: boolean;
}

export function step({ before, delta, games }: Change): Step {
  const [from, to] = [shown(before), shown(before + delta)];
  return { before: from, after: to, delta: to - from, provisional: games <= PROVISIONAL };
}

/** `+13`, `−18`, `±0`. */
export const signed = (points: number): string =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0';
