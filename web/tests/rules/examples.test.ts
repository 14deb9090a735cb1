import { afterEach, describe, expect, test } from 'vitest';
import { applyHuff, applyMove, parseFen, parseMoves } from '../../src/board/position';
import type { Pieces } from '../../src/board/types';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import refusals from '../../messages/refusals.es.json';
import { ruleSet } from '../../src/proto/rulesets';
import { EXAMPLES } from '../../src/ui/rules/examples';
import written from '../../src/ui/rules/examples.json';

const rules = ruleSet('vezz-8x8')!;
let locale: 'es' | 'en' = 'es';
overwriteGetLocale(() => locale);
afterEach(() => (locale = 'es'));

const sorted = (pieces: Pieces) => [...pieces].toSorted(([a], [b]) => a - b);

const play = (pieces: Pieces, action: string): Pieces => {
  const [ply] = parseMoves(action);
  if (ply?.kind === 'huff') return applyHuff(pieces, ply.square);
  return ply ? applyMove(rules, pieces, ply.path).pieces : pieces;
};

test('every example that was played has its words', () => {
  expect(EXAMPLES.map(({ id }) => id)).toEqual(written.map(({ id }) => id));
  for (const language of ['es', 'en'] as const) {
    locale = language;
    for (const { title, steps } of EXAMPLES) {
      for (const words of [title(), ...steps.flatMap(({ ask, praise }) => [ask(), praise()])]) {
        expect(words).not.toMatch(/rules_|^$/);
      }
    }
  }
});

describe.each(EXAMPLES.map((example) => [example.id, example] as const))('%s', (_, example) => {
  test('the page plays from each step to the next as the rules did', () => {
    if (example.lead) {
      const led = play(parseFen(example.lead.fen).pieces, example.lead.move);
      expect(sorted(led)).toEqual(sorted(parseFen(example.steps[0]!.fen).pieces));
    }
    for (const [nth, step] of example.steps.entries()) {
      const next = example.steps[nth + 1];
      if (!next) break;
      const after = [...step.wanted, ...step.replies].reduce(play, parseFen(step.fen).pieces);
      expect(sorted(after)).toEqual(sorted(parseFen(next.fen).pieces));
    }
  });

  test('what is asked for can be done', () => {
    for (const { legal, huffable, wanted, wrong } of example.steps) {
      expect(wanted.length).toBeGreaterThan(0);
      for (const action of wanted) {
        const can =
          action === 'claim' || legal.has(action) || huffable.includes(Number(action.slice(1)));
        expect(can, action).toBe(true);
      }
      for (const code of wrong.values()) expect(refusals).toHaveProperty(`refused_${code}`);
    }
  });

  test('squares named in the words are on the board', () => {
    for (const { ask } of example.steps) {
      for (const [number] of ask().matchAll(/(?<=\bla )\d+/g)) {
        expect(Number(number)).toBeLessThanOrEqual(32);
      }
    }
  });
});
