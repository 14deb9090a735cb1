import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import type { Period } from '../../src/proto/wire';
import {
  cutOff,
  left,
  moment,
  periodName,
  periodTitle,
  weekBeside,
  zoneOf,
  zoneWords,
} from '../../src/ui/tables/times';

let locale: 'es' | 'en' = 'es';
beforeEach(() => overwriteGetLocale(() => locale));
afterEach(() => (locale = 'es'));

const BUENOS_AIRES = 'America/Argentina/Buenos_Aires';
const MADRID = 'Europe/Madrid';
const SANTIAGO = 'America/Santiago';
const at = (text: string) => Date.parse(text);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const period = (id: string, start: string, end: string): Period => ({
  id,
  start: at(start),
  end: at(end),
  partial: false,
});

describe('a cut-off is told in the zone of its message, on both sides of a change of the clocks', () => {
  test.each([
    [BUENOS_AIRES, '2026-12-01T23:00:00Z', 'martes 1 de diciembre a las 20:00'],
    // Summer time ends on Sunday, 25 October 2026, in Madrid.
    [MADRID, '2026-10-20T18:00:00Z', 'martes 20 de octubre a las 20:00'],
    [MADRID, '2026-10-27T19:00:00Z', 'martes 27 de octubre a las 20:00'],
    // And begins on Saturday, 5 September, in Santiago.
    [SANTIAGO, '2026-09-02T00:00:00Z', 'martes 1 de septiembre a las 20:00'],
    [SANTIAGO, '2026-09-08T23:00:00Z', 'martes 8 de septiembre a las 20:00'],
    // Midnight of a month's first day is 00:00, not 24:00.
    [BUENOS_AIRES, '2026-12-01T03:00:00Z', 'martes 1 de diciembre a las 00:00'],
    // A midnight that is skipped: Santiago's day begins at one.
    [SANTIAGO, '2026-09-06T04:00:00Z', 'domingo 6 de septiembre a las 01:00'],
  ])('%s, %s: %s', (zone, instant, expected) => {
    expect(cutOff(at(instant), zone)).toBe(expected);
  });
});

test('the repeated hour is told by its wall time, both times', () => {
  expect(moment(at('2026-10-25T00:30:00Z'), MADRID)).toContain('02:30');
  expect(moment(at('2026-10-25T01:30:00Z'), MADRID)).toContain('02:30');
});

test('a cut-off in English', () => {
  locale = 'en';
  expect(cutOff(at('2026-12-01T23:00:00Z'), BUENOS_AIRES)).toBe('Tuesday 1 December at 20:00');
});

test('the zone stands beside it by the city and by its own name', () => {
  expect(zoneWords(BUENOS_AIRES)).toBe('Hora de Buenos Aires (America/Argentina/Buenos_Aires)');
  expect(zoneWords('UTC')).toBe('Hora UTC');
});

test('a zone that the browser does not know is UTC and says so; never the device’s', () => {
  expect(zoneOf('Mars/Olympus_Mons')).toBe('UTC');
  expect(zoneOf(undefined)).toBe('UTC');
  expect(zoneWords('Mars/Olympus_Mons')).toBe('Hora UTC');
  expect(cutOff(at('2026-12-01T23:00:00Z'), 'Mars/Olympus_Mons')).toBe(
    'martes 1 de diciembre a las 23:00',
  );
});

test.each([
  ['2026-11-24', '2026-12-01T23:00:00Z', '24 de noviembre al 1 de diciembre'],
  ['2026-07-21', '2026-07-28T23:00:00Z', '21 al 28 de julio'],
  ['2026-12-29', '2027-01-05T23:00:00Z', '29 de diciembre al 5 de enero'],
])('the week of %s is %s', (id, end, expected) => {
  const week = period(id, `${id}T23:00:00Z`, end);
  expect(plain(periodName('week', week, BUENOS_AIRES))).toBe(expected);
  expect(plain(periodTitle('week', week, BUENOS_AIRES))).toBe(`Semana del ${expected}`);
});

test('a period is named by its nominal start, also if it began later', () => {
  const month = period('2026-11-01', '2026-11-10T21:00:00Z', '2026-12-01T03:00:00Z');
  expect(periodTitle('month', month, BUENOS_AIRES)).toBe('Noviembre de 2026');
});

test.each([
  ['2026-11-24', -1, '2026-11-17'],
  ['2026-12-29', 1, '2027-01-05'],
  ['2028-02-22', 1, '2028-02-29'],
] as const)('beside the week of %s, by %d, is that of %s', (id, weeks, expected) => {
  expect(weekBeside(id, weeks)).toBe(expected);
});

test('what is left of a week is told in days and hours', () => {
  expect(left(at('2026-12-01T23:00:00Z'), at('2026-11-29T16:12:00Z'))).toBe('2 d 6 h');
});
