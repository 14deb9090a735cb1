// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { RULE_SETS, ruleSet } from '../../src/proto/rulesets';
import { algebraic, named, namesOn } from '../../src/ui/naming';
import { settings } from '../../src/ui/settings.svelte';

const rules = (id: string) => ruleSet(id)!;
afterEach(() => (settings.algebraic = true));

describe('what squares are called', () => {
  test('by letter in Russian, Brazilian and Turkish draughts, by number in the others', () => {
    const lettered = RULE_SETS.filter(algebraic).map(({ id }) => id);
    expect(lettered).toEqual([
      'mesita-russian',
      'mesita-turkish',
      'kondavo-brazilian',
      'kondavo-turkish',
    ]);
    expect(namesOn(rules('mesita-russian'))(22)).toBe('c3');
    expect(namesOn(rules('mesita-international'))(22)).toBe('22');
  });
  test('by number everywhere for whoever wants that', () => {
    settings.algebraic = false;
    expect(RULE_SETS.filter(algebraic)).toEqual([]);
    expect(named(rules('mesita-turkish'), '44x28x12')).toBe('44x28x12');
  });
  test.each([
    ['mesita-russian', '22-18 15x22', 'c3-d4 e5xc3'],
    ['mesita-turkish', '44x28x12', 'd3xd5xd7'],
    ['kondavo-brazilian', '1-6', 'b8-c7'],
    ['vezz-8x8', '9-14 !17', '9-14 !17'],
    ['kondavo-polish', '32-28 19-23', '32-28 19-23'],
  ])('%s: %s reads %s', (id, sent, read) => {
    expect(named(rules(id), sent)).toBe(read);
  });
});
