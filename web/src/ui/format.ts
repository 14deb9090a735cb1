/** Times, clocks and numbers as people read them, in the language of the page. */
import { m } from '../i18n/generated/messages.js';
import { getLocale } from '../i18n/generated/runtime.js';

/** The language of the page, as `Intl` wants it. */
export const tag = () => (getLocale() === 'es' ? 'es-419' : 'en-GB');

/** `30 nov 2026, 18:42`, in the club's zone, or the device's while that is unknown. */
export function dateTime(at: number, zone?: string): string {
  return new Intl.DateTimeFormat(tag(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(at);
}

/** `30 nov 2026`. */
export function day(at: number, zone?: string): string {
  return new Intl.DateTimeFormat(tag(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  }).format(at);
}

/** The day from `now` (today, tomorrow, a date) and the time of day, in the club's zone. */
export function dayAndTime(at: number, now: number, zone?: string): string {
  const date = (instant: number) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(instant);
  const time = new Intl.DateTimeFormat(tag(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(at);
  if (date(at) === date(now)) return m.app_today_at({ time });
  if (date(at) === date(now + 86_400_000)) return m.app_tomorrow_at({ time });
  return dateTime(at, zone);
}

/** `Hora de Buenos Aires`: the city of an IANA zone. */
export function zoneName(zone: string): string {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ');
  return m.app_time_of({ city });
}

/** `18 min 42 s`, `3 h 5 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [d, h, min, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (d > 0) return `${d} d ${h} h`;
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** `23:12:40` until something, `0:09` at the end. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** `20 min + 10 s` for `20+10`, or that there is no clock. */
export function clockName(control: string | undefined): string {
  if (!control) return m.app_no_clock();
  const [minutes, increment] = control.split('+');
  // No line ends within it.
  return `${minutes} min + ${increment} s`.replaceAll(' ', '\u00a0');
}

/** Minutes and seconds left, to be spoken. */
export function spokenTime(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return [
    minutes > 0 ? m.app_minutes({ count: minutes }) : '',
    minutes === 0 || seconds % 60 > 0 ? m.app_seconds({ count: seconds % 60 }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(tag(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
