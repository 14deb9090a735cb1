/**
 * Times of tables, always in the zone that their message names: a cut-off is the same moment for
 * everybody, whatever the device believes.
 */
import { m } from '../../i18n/generated/messages.js';
import type { Period, Table } from '../../proto/wire';
import { duration, tag } from '../format';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([tag(), timeZone, options]);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(tag(), { ...options, timeZone });
    formatters.set(key, made);
  }
  return made;
}

const known = new Map<string, boolean>();

/** The zone, or UTC if this browser does not know it: never the device's own. */
export function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return 'UTC';
  let is = known.get(zone);
  if (is === undefined) {
    try {
      is = Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      is = false;
    }
    known.set(zone, is);
  }
  return is ? zone : 'UTC';
}

/** `Hora de Buenos Aires`, with the name by which zone databases know it. */
export function zoneWords(zone: string | undefined): string {
  const name = zoneOf(zone);
  const city = name.split('/').at(-1)!.replaceAll('_', ' ');
  return city === name ? m.tables_time_utc({ zone: name }) : m.tables_time_of({ city, zone: name });
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const timeOf = (at: number, zone: string): string => formatter(zone, TIME).format(at);

/** `martes 1 de diciembre a las 20:00`: a cut-off. */
export function cutOff(at: number, zone: string | undefined): string {
  const there = zoneOf(zone);
  const parts = formatter(there, { weekday: 'long', day: 'numeric', month: 'long' });
  // English and Spanish put a comma after the weekday, which a sentence does not want.
  return m.tables_day_at({
    day: parts.format(at).replace(',', ''),
    time: timeOf(at, there),
  });
}

/** `30 nov 2026, 18:42`. */
export function moment(at: number, zone: string | undefined): string {
  const there = zoneOf(zone);
  const date = formatter(there, { day: 'numeric', month: 'short', year: 'numeric' }).format(at);
  return `${date}, ${timeOf(at, there)}`;
}

/** `30 nov 2026`. */
export const day = (at: number, zone: string | undefined): string =>
  formatter(zoneOf(zone), { day: 'numeric', month: 'short', year: 'numeric' }).format(at);

/** A local date such as `2026-11-24`, as an instant that UTC calls by that date. */
const asInstant = (date: string): number => Date.parse(`${date}T12:00:00Z`);

/** `24 de noviembre`, `24`: a local date, which is the same in every zone. */
function dateWords(at: number, zone: string, month: boolean): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric' };
  if (month) options.month = 'long';
  // A heading breaks between dates, not within them.
  return formatter(zone, options).format(at).replaceAll(' ', '\u00a0');
}

/** `24 de noviembre al 1 de diciembre`; `21 al 28 de julio`. */
export function span(period: Period, zone: string | undefined): string {
  const there = zoneOf(zone);
  const start = asInstant(period.id);
  const monthOf = (at: number, where: string) => formatter(where, { month: 'long' }).format(at);
  const same = monthOf(start, 'UTC') === monthOf(period.end, there);
  return m.tables_span({
    from: dateWords(start, 'UTC', !same),
    to: dateWords(period.end, there, true),
  });
}

/** `noviembre de 2026`. */
const monthWords = (id: string): string =>
  formatter('UTC', { month: 'long', year: 'numeric' }).format(asInstant(id));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a period is called in a list: `24 de noviembre al 1 de diciembre`, `Noviembre de 2026`. */
export const periodName = (table: Table, period: Period, zone: string | undefined): string =>
  table === 'month' ? capital(monthWords(period.id)) : span(period, zone);

/** And as a heading: `Semana del 24 de noviembre al 1 de diciembre`. */
export const periodTitle = (table: Table, period: Period, zone: string | undefined): string =>
  table === 'month'
    ? capital(monthWords(period.id))
    : m.tables_week_of({ span: span(period, zone) });

/** The week before or after: weeks are named by their Tuesday, whatever the clocks did. */
export function weekBeside(id: string, weeks: -1 | 1): string {
  return new Date(asInstant(id) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
}

/** `2 d 4 h`: how long until the cut. */
export const left = (end: number, now: number): string => duration(end - now);
