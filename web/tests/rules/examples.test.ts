import { afterEach, describe, expect, test } from 'vitest';
import { squareCount } from '../../src/board/geometry';
import { applyHuff, applyMove, parseFen, parseMoves } from '../../src/board/position';
import type { Pieces } from '../../src/board/types';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import refusals from '../../messages/refusals.es.json';
import { RULE_SETS, ruleSet, type RuleSet } from '../../src/proto/rulesets';
import { WRITTEN, examplesOf, type Example } from '../../src/ui/rules/examples';
import { fullRules } from '../../src/ui/rules/full';
import { LESSON_WORDS } from '../../src/ui/rules/lessonWords';

let locale: 'es' | 'en' = 'es';
overwriteGetLocale(() => locale);
afterEach(() => (locale = 'es'));

const sorted = (pieces: Pieces) => [...pieces].toSorted(([a], [b]) => a - b);

function play(rules: RuleSet, pieces: Pieces, action: string): Pieces {
  const [ply] = parseMoves(action);
  if (ply?.kind === 'huff') return applyHuff(pieces, ply.square);
  return ply ? applyMove(rules, pieces, ply.path).pieces : pieces;
}

/** Every example under every rule set it stands for. */
const PLAYED = RULE_SETS.flatMap((rules) =>
  examplesOf(rules).map((example) => [`${rules.id}: ${example.id}`, rules, example] as const),
);

const ids = (id: string) => examplesOf(ruleSet(id)!).map((example) => example.id);
const having = (id: string) =>
  RULE_SETS.filter((rules) => ids(rules.id).includes(id)).map((rules) => rules.id);

test('every example that was played has its words, a pair for each step, and none is idle', () => {
  for (const { id, steps } of WRITTEN) {
    expect(LESSON_WORDS[id]?.steps.length, id).toBe(steps.length);
  }
  expect(new Set(WRITTEN.map(({ id }) => id))).toEqual(new Set(Object.keys(LESSON_WORDS)));
});

describe.each(['es', 'en'] as const)('in %s', (language) => {
  test.each(PLAYED)('the words of %s are whole', (_, rules, { id }) => {
    locale = language;
    const { title, steps } = examplesOf(rules).find((example) => example.id === id)!;
    for (const words of [title, ...steps.flatMap(({ ask, praise }) => [ask, praise])]) {
      expect(words).not.toMatch(/[{}]|undefined|NaN|Infinity|lesson_|^$/);
      expect(words).not.toMatch(/ {2}| [.,:;]|\b(la|on) [.,]/);
    }
  });
});

test('the words name squares as they are called', () => {
  const [step] = examplesOf(ruleSet('mesita-russian')!, (square) => `c${square}`)
    .find(({ id }) => id === 'crown')!
    .steps.slice(1);
  expect(step!.ask).toBe('Las oscuras jugaron c20-c24. Mueve tu dama.');
  const [chain] = examplesOf(ruleSet('mesita-russian')!, (square) => `c${square}`).find(
    ({ id }) => id === 'chain',
  )!.steps;
  expect(chain!.ask).toMatch(/la c27.* c18 y c9\.$/);
});

test('examples of a page have names of their own', () => {
  for (const rules of RULE_SETS) {
    const titles = examplesOf(rules).map(({ title }) => title);
    expect(new Set(titles).size, rules.id).toBe(titles.length);
    expect(titles.length, rules.id).toBeGreaterThanOrEqual(12);
  }
});

test('every page has examples of moves, captures, kings, crowning, the end and draws', () => {
  for (const rules of RULE_SETS) {
    const shown = new Set(examplesOf(rules).map(({ section }) => section));
    for (const { id } of fullRules(rules)) {
      expect(id === 'board' || shown.has(id), `${rules.id}: ${id}`).toBe(true);
    }
  }
});

test('each rule set shows what is its own', () => {
  const twelve = RULE_SETS.map(({ id }) => id);
  expect(having('must')).toEqual(twelve.slice(1));
  expect(having('huff')).toEqual(['vezz-8x8']);
  expect(having('landing_on')).toEqual(['mesita-russian']);
  expect(having('most_kings')).toEqual(['kondavo-spanish']);
  expect(having('alone_king')).toEqual(['mesita-turkish']);
  expect(having('aside_counts')).toEqual(['kondavo-turkish']);
  expect(having('aside_resets')).toEqual(['mesita-turkish']);
  expect(having('no_turn')).toEqual(['mesita-turkish', 'kondavo-turkish']);
  expect(having('repeat_free')).toEqual(['clasica-8x8', 'youzai-international']);
  expect(having('circle')).toEqual(['clasica-8x8', 'mesita-english', 'kondavo-english']);
  const flying = RULE_SETS.filter(({ king, lines }) => king === 'flying' && lines === 'diagonal');
  expect(having('strike')).toEqual(flying.map(({ id }) => id));
});

test('RULE-01: wherever kings fly an example shows that one jump crosses one piece', () => {
  const flying = RULE_SETS.filter(({ king }) => king === 'flying').map(({ id }) => id);
  expect(having('afar')).toEqual(flying);
  for (const { id, steps } of WRITTEN.filter((example) => example.id === 'afar')) {
    expect(
      steps[0]!.wrong.map(({ code }) => code),
      id,
    ).toContain('jumps_several');
  }
});

test('RULE-04: wherever crowning ends the move an example shows it', () => {
  const ending = RULE_SETS.filter(({ crowning }) => crowning === 'ends_move').map(({ id }) => id);
  expect(having('crowning')).toEqual(ending);
});

test('RULE-05: the capture through the last row is shown as each rule set has it', () => {
  expect(having('passing')).toEqual([
    'mesita-international',
    'kondavo-brazilian',
    'kondavo-polish',
  ]);
  expect(having('crowning_on')).toEqual(['mesita-russian', 'youzai-international']);
});

test('RULE-13: every page shows whether men capture backwards', () => {
  for (const rules of RULE_SETS) {
    const shows = ids(rules.id).filter((id) => ['back', 'back_not', 'sideways'].includes(id));
    const aside = rules.lines === 'orthogonal' ? 'sideways' : 'back_not';
    expect(shows, rules.id).toEqual([rules.capturing === 'every_way' ? 'back' : aside]);
  }
});

describe.each(PLAYED)('%s', (_, rules, example: Example) => {
  test('the page plays from each step to the next as the rules did', () => {
    if (example.lead) {
      const led = play(rules, parseFen(example.lead.fen).pieces, example.lead.move);
      expect(sorted(led)).toEqual(sorted(parseFen(example.steps[0]!.fen).pieces));
    }
    for (const [nth, step] of example.steps.entries()) {
      const next = example.steps[nth + 1];
      if (!next) break;
      let after = parseFen(step.fen).pieces;
      for (const action of [...step.wanted, ...step.replies]) after = play(rules, after, action);
      expect(sorted(after)).toEqual(sorted(parseFen(next.fen).pieces));
    }
  });

  test('what is asked for can be done, and what is refused cannot', () => {
    for (const { legal, huffable, wanted, wrong } of example.steps) {
      expect(wanted.length).toBeGreaterThan(0);
      for (const action of wanted) {
        const move = action.replace(/^claim ?/, '');
        const can = !move || legal.has(move) || huffable.includes(Number(move.slice(1)));
        expect(can, action).toBe(true);
      }
      const paths = new Set([...legal.values()].map((path) => path.join()));
      for (const [path, { code }] of wrong) {
        expect(refusals).toHaveProperty(`refused_${code}`);
        expect(code === 'not_yet' || !paths.has(path), path).toBe(true);
      }
    }
  });

  test('squares named in the words are on the board', () => {
    for (const { ask, praise } of example.steps) {
      for (const [number] of `${ask} ${praise}`.matchAll(/(?<=\bla )\d+/g)) {
        expect(Number(number)).toBeLessThanOrEqual(squareCount(rules));
      }
    }
  });
});
