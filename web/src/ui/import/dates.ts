/** Days that are known in part. */
import { tag } from '../format';

/** `17 may 2024`, `may 2024`, `2024`: as far as it is known; nothing if there is no such day. */
export function calendarDay(year: number, month?: number, dayOfMonth?: number): string | undefined {
  const at = new Date(Date.UTC(year, (month ?? 1) - 1, dayOfMonth ?? 1));
  // The 31st of a shorter month is a day of the next.
  if (month !== undefined && at.getUTCMonth() !== month - 1) return undefined;
  return new Intl.DateTimeFormat(tag(), {
    year: 'numeric',
    month: month === undefined ? undefined : 'short',
    day: dayOfMonth === undefined ? undefined : 'numeric',
    timeZone: 'UTC',
  }).format(at);
}
