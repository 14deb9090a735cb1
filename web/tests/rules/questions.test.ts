import { afterEach, describe, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import { RULE_SETS, ruleSet, type RuleSet } from '../../src/proto/rulesets';
import { differences, relatives } from '../../src/ui/rules/differences';
import { mistakes } from '../../src/ui/rules/mistakes';
import { questions } from '../../src/ui/rules/questions';

let locale: 'es' | 'en' = 'es';
overwriteGetLocale(() => locale);
afterEach(() => (locale = 'es'));

const EACH = RULE_SETS.map((rules) => [rules.id, rules] as const);

/** The answer to the question that begins so. */
function answer(id: string, begins: string): string {
  const found = questions(ruleSet(id)!).find(({ question }) => question.startsWith(begins));
  return found!.answer.join(' ');
}

describe.each(['es', 'en'] as const)('in %s', (language) => {
  test.each(EACH)('%s has mistakes and questions, each once and whole', (_, rules) => {
    locale = language;
    const asked = questions(rules);
    const lines = [
      ...mistakes(rules),
      ...asked.flatMap(({ question, answer: lines_ }) => [question, ...lines_]),
    ];
    for (const line of lines) expect(line).not.toMatch(/[{}]|undefined|NaN|rules_|^$/);
    expect(new Set(lines).size).toBe(lines.length);
    expect(mistakes(rules).length).toBeGreaterThanOrEqual(7);
    expect(asked.length).toBeGreaterThanOrEqual(7);
  });

  test.each(EACH)('%s is compared with every other', (_, rules) => {
    locale = language;
    for (const other of RULE_SETS) {
      const found = differences(rules, other);
      for (const { heading, here, there } of found) {
        const lines = [heading, ...here, ...there];
        for (const line of lines) expect(line).not.toMatch(/[{}]|undefined|NaN|rules_|^$/);
      }
      const back = differences(other, rules);
      expect(back.map(({ here, there }) => [there, here])).toEqual(
        found.map(({ here, there }) => [here, there]),
      );
    }
  });
});

/** What decides how a game goes; elsewhere than on rows and columns every man's step is an advance. */
function played({ resets, ...rules }: RuleSet): string {
  const shown = { ...rules, id: '', colours: '' };
  return JSON.stringify(rules.lines === 'orthogonal' ? { ...shown, resets } : shown);
}

test('rule sets that are played differently differ in a line, and those played alike in none', () => {
  for (const one of RULE_SETS) {
    for (const other of RULE_SETS) {
      const alike = differences(one, other).length === 0;
      expect(alike, `${one.id} and ${other.id}`).toBe(played(one) === played(other));
    }
  }
});

test('the nearest relative comes first', () => {
  expect(relatives(ruleSet('mesita-turkish')!)[0]!.id).toBe('kondavo-turkish');
  expect(relatives(ruleSet('mesita-international')!)[0]!.id).toBe('kondavo-polish');
  for (const rules of RULE_SETS) expect(relatives(rules)).toHaveLength(RULE_SETS.length - 1);
});

test.each([
  ['vezz-8x8', 'No. La ficha captura solo hacia adelante.'],
  ['mesita-russian', 'Sí.'],
  ['kondavo-spanish', 'No. La ficha captura solo hacia adelante.'],
  ['kondavo-turkish', 'No. Captura hacia adelante y hacia los lados.'],
])('RULE-13: %s says whether men capture backwards', (id, says) => {
  expect(answer(id, '¿Puede una ficha capturar hacia atrás?')).toMatch(says);
});

test.each([
  ['mesita-english', 'la jugada termina'],
  ['mesita-russian', 'sigue como dama'],
  ['kondavo-polish', 'sigue como ficha'],
])('RULE-05: %s says what a capture through the last row does', (id, says) => {
  expect(answer(id, '¿Qué pasa si llego a la última fila')).toContain(says);
});

test('draws are answered from the record', () => {
  expect(answer('clasica-8x8', '¿Cuándo son tablas?')).toBe(
    'Cuando los dos están de acuerdo. Nada más: una partida sin acuerdo sigue.',
  );
  expect(answer('youzai-international', '¿Cuándo son tablas?')).toContain('A las 25 jugadas');
  expect(answer('mesita-turkish', '¿Cuándo son tablas?')).toContain('son iguales');
  expect(answer('vezz-8x8', '¿Cuándo son tablas?')).toContain('si alguien lo reclama');
});
