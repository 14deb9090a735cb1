/** What clocks show. Pure: the time is a parameter. */
import type { Clock, Side } from '../proto/wire';

/** What a side has left at the server's time `now`, ms. */
export function remaining(clock: Clock, side: Side, now: number): number {
  const gone = clock.running === side ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[side] - gone);
}

/** `1:02:33`, `11:08`, and under ten seconds `9.4`, with a comma in Spanish. */
export function formatClock(ms: number, locale: string): string {
  if (ms < 10_000) {
    const tenths = Math.floor(ms / 100);
    return `${Math.floor(tenths / 10)}${locale.startsWith('es') ? ',' : '.'}${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Seconds left at which a person is told. */
export const THRESHOLDS = [10, 30, 60] as const;

export type Threshold = (typeof THRESHOLDS)[number];

/** The threshold passed on the way from `before` to `after`, ms left; the lowest of several. */
export function crossed(before: number, after: number): Threshold | undefined {
  return THRESHOLDS.find((seconds) => before > seconds * 1000 && after <= seconds * 1000);
}
