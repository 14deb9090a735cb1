import { afterEach, beforeEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import type { Ended } from '../../src/proto/wire';
import {
  clockName,
  countdown,
  dateTime,
  dayAndTime,
  duration,
  spokenTime,
  zoneName,
} from '../../src/ui/format';
import { outcome, resultReason, resultTitle } from '../../src/ui/results';

let locale: 'es' | 'en' = 'es';
beforeEach(() => overwriteGetLocale(() => locale));
afterEach(() => (locale = 'es'));

const ZONE = 'America/Argentina/Buenos_Aires';
const at = (text: string) => Date.parse(text);

test.each([
  ['the same day', '2026-11-30T12:00:00Z', '2026-11-30T21:42:00Z', 'hoy a las 18:42'],
  [
    'the next day of the zone, not of UTC',
    '2026-11-30T12:00:00Z',
    '2026-12-01T02:30:00Z',
    'hoy a las 23:30',
  ],
  ['tomorrow', '2026-11-30T12:00:00Z', '2026-12-01T21:42:00Z', 'mañana a las 18:42'],
  ['midnight is 00, not 24', '2026-11-30T12:00:00Z', '2026-12-01T03:00:00Z', 'mañana a las 00:00'],
])('a moment is told by its day: %s', (_, now, then, expected) => {
  expect(dayAndTime(at(then), at(now), ZONE)).toBe(expected);
});

test('a date is told whole in the zone of the club', () => {
  expect(dateTime(at('2026-12-01T02:30:00Z'), ZONE)).toContain('30 nov 2026');
  expect(zoneName(ZONE)).toBe('Hora de Buenos Aires');
});

test.each([
  [0, '0 s'],
  [59_499, '59 s'],
  [1_122_000, '18 min 42 s'],
  [11_100_000, '3 h 5 min'],
  [187_200_000, '2 d 4 h'],
])('%d ms last %s', (ms, expected) => expect(duration(ms)).toBe(expected));

test.each([
  [-5, '0:00'],
  [8_001, '0:09'],
  [83_560_000, '23:12:40'],
])('a countdown of %d ms reads %s', (ms, expected) => expect(countdown(ms)).toBe(expected));

test.each([
  [undefined, 'sin reloj'],
  ['20+10', '20\u00a0min\u00a0+\u00a010\u00a0s'],
])('the clock %s is %s', (control, expected) => expect(clockName(control)).toBe(expected));

test.each([
  [60_000, '1 minuto'],
  [30_000, '30 segundos'],
  [61_000, '1 minuto 1 segundo'],
  [0, '0 segundos'],
])('%d ms are spoken as %s', (ms, expected) => expect(spokenTime(ms)).toBe(expected));

const REASONS = [
  'no_pieces',
  'blocked',
  'repetition',
  'no_progress',
  'one_on_one_equal',
  'one_on_one_king_beats_man',
  'resignation',
  'time',
  'agreement',
  'claim_repetition',
  'claim_no_progress',
  'cancelled',
  'ply_limit',
];
const colours = { white: 'white', black: 'red' };

test.each(REASONS.flatMap((reason) => [['es', reason] as const, ['en', reason] as const]))(
  '%s: the reason %s has a sentence of its own',
  (language, reason) => {
    locale = language;
    const ended: Ended = { at: 0, reason, winner: 'white', intended: '9-14' };
    const sentence = resultReason(ended, colours);
    expect(sentence).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
    expect(sentence).not.toContain('_');
  },
);

test('who lost is named by their colour', () => {
  expect(resultReason({ at: 0, reason: 'no_pieces', winner: 'white' }, colours)).toBe(
    'Las rojas se quedaron sin piezas.',
  );
  expect(resultReason({ at: 0, reason: 'time', winner: 'black' }, colours)).toBe(
    'A las blancas se les acabó el tiempo.',
  );
});

test.each([
  [{ at: 0, reason: 'blocked', winner: 'white' }, 'won', 'Ganaste'],
  [{ at: 0, reason: 'blocked', winner: 'black' }, 'lost', 'Perdiste'],
  [{ at: 0, reason: 'agreement' }, 'drawn', 'Tablas'],
  [{ at: 0, reason: 'cancelled' }, 'cancelled', 'Partida cancelada'],
] as const)('%o is %s to white', (ended, expected, title) => {
  expect(outcome(ended, 'white')).toBe(expected);
  expect(resultTitle(ended, 'white')).toBe(title);
});
