import { afterEach, describe, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import { RULE_SETS, type RuleSet } from '../../src/proto/rulesets';
import { basicRules } from '../../src/ui/rules/basic';
import { fullRules, menOf } from '../../src/ui/rules/full';
import { ruleSetGroups, ruleSetName } from '../../src/ui/rules/names';

let locale: 'es' | 'en' = 'es';
overwriteGetLocale(() => locale);
afterEach(() => (locale = 'es'));

const full = (rules: RuleSet) => fullRules(rules).flatMap(({ lines }) => lines);

/** What the few lines are about. */
const basics = (rules: RuleSet) =>
  JSON.stringify([
    rules.colours[rules.first],
    rules.huffs,
    rules.choice,
    rules.capturing,
    rules.lines,
    rules.king,
    rules.crowning,
  ]);
/** What the whole rules are about. */
const record = (rules: RuleSet) => JSON.stringify({ ...rules, id: '' });

describe.each(['es', 'en'] as const)('in %s', (language) => {
  test.each(RULE_SETS.map((rules) => [rules.id, rules] as const))(
    '%s has its words',
    (id, rules) => {
      locale = language;
      expect(ruleSetName(id)).not.toBe(id);
      const lines = [ruleSetName(id), ...basicRules(rules), ...full(rules)];
      for (const line of lines) {
        expect(line).not.toMatch(/[{}]|undefined|NaN|rules_|rulesets_/);
        expect(line.trim()).toBe(line);
        expect(line).not.toBe('');
      }
      expect(basicRules(rules)).toHaveLength(5);
      for (const { heading } of fullRules(rules)) expect(heading).not.toMatch(/rules_|^$/);
    },
  );

  test('the names differ', () => {
    locale = language;
    expect(new Set(RULE_SETS.map(({ id }) => ruleSetName(id))).size).toBe(RULE_SETS.length);
  });

  test('rule sets that differ are told apart, and those that do not are not', () => {
    locale = language;
    for (const one of RULE_SETS) {
      for (const two of RULE_SETS) {
        const pair = `${one.id} and ${two.id}`;
        expect(basicRules(one).join() === basicRules(two).join(), pair).toBe(
          basics(one) === basics(two),
        );
        expect(full(one).join() === full(two).join(), pair).toBe(record(one) === record(two));
      }
    }
  });
});

test('a language of its own', () => {
  const spanish = RULE_SETS.map((rules) => full(rules).join());
  locale = 'en';
  expect(RULE_SETS.map((rules) => full(rules).join())).not.toContain(spanish[0]);
});

test('only the set with huffs speaks of them', () => {
  for (const rules of RULE_SETS) {
    expect(fullRules(rules).some(({ id }) => id === 'huffing')).toBe(rules.huffs);
  }
});

test('men are counted in the starting position', () => {
  const men = Object.fromEntries(RULE_SETS.map((rules) => [rules.id, menOf(rules)]));
  expect(men).toMatchObject({ 'vezz-8x8': 12, 'mesita-international': 20, 'kondavo-turkish': 16 });
});

test('a rule set this page does not know keeps its id', () => {
  expect(ruleSetName('novel-12x12')).toBe('novel-12x12');
});

test('every rule set is offered once, under its house', () => {
  const groups = ruleSetGroups();
  expect(groups.flatMap(({ ids }) => ids)).toEqual(RULE_SETS.map(({ id }) => id));
  expect(groups.map(({ label }) => label)).toEqual([
    'De la casa',
    'Clásica',
    'Mesita',
    'Youzai',
    'Kondavo',
  ]);
});
