import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parsePath } from '../../src/board/position';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import { RULE_SETS, ruleSet, type RuleSet } from '../../src/proto/rulesets';
import { announcer } from '../../src/ui/announce.svelte';
import { examplesOf, type Example } from '../../src/ui/rules/examples';
import { LessonPlay } from '../../src/ui/rules/lessonPlay.svelte';

overwriteGetLocale(() => 'es');
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PLAYED = RULE_SETS.flatMap((rules) =>
  examplesOf(rules).map((example) => [`${rules.id}: ${example.id}`, rules, example] as const),
);

function begun(rules: RuleSet, example: Example): LessonPlay {
  const play = new LessonPlay(rules, example);
  play.begin(rules, example);
  vi.runAllTimers();
  return play;
}

function of(id: string, name: string): LessonPlay {
  const rules = ruleSet(id)!;
  return begun(
    rules,
    examplesOf(rules).find((example) => example.id === name)!,
  );
}

/** What the learner would do. */
function act(play: LessonPlay, action: string): void {
  const [claim, intended] = action.split(' ');
  if (claim === 'claim') {
    play.claim();
    if (intended) play.moved(parsePath(intended));
  } else if (action.startsWith('!')) play.huffed(Number(action.slice(1)));
  else play.moved(parsePath(action));
}

describe.each(PLAYED)('%s', (_, rules, example) => {
  test('is played to its end by what it asks for', () => {
    const play = begun(rules, example);
    for (const { ask, praise, wanted, withoutProgress } of example.steps) {
      expect(play.step.ask).toBe(ask);
      expect(play.counter).toBe(withoutProgress);
      expect(play.asking).toBe(true);
      act(play, wanted[0]!);
      expect(play.note).toBe(praise);
      expect(announcer.polite).toContain(praise);
      vi.runAllTimers();
    }
    expect(play.phase).toBe('done');
  });

  test('tells why a try is refused, and goes on', async () => {
    for (const [path, { code }] of example.steps[0]!.wrong) {
      if (code === 'not_yet') continue;
      const play = begun(rules, example);
      const squares = path.split(',').map(Number);
      play.entering(squares.slice(0, -1));
      play.useless({ why: 'not_there', square: squares.at(-1)! });
      await vi.waitFor(() => expect(play.note).not.toBe(''), { interval: 1 });
      expect(play.note).not.toMatch(/[{}]|undefined|Ahí no llega/);
      expect(play.asking).toBe(true);
    }
  });
});

test('a piece that may not be touched says why', async () => {
  const play = of('youzai-international', 'crowning_on');
  play.useless({ why: 'must_capture', square: 43 });
  await vi.waitFor(() => expect(play.note).toBe('Hay una captura de 2 piezas.'));
  play.useless({ why: 'empty', square: 34 });
  expect(play.note).toBe('Ahí no hay ninguna pieza tuya.');
});

test('what is touched after the last landing does not wipe out what was said', () => {
  const play = of('vezz-8x8', 'crowning');
  const { praise } = play.step;
  play.moved([11, 2]);
  play.useless({ why: 'not_your_turn', square: 9 });
  expect(play.note).toBe(praise);
  expect(announcer.polite).toContain(praise);
});

test('a legal move that is not the one asked for stands a moment and goes back', () => {
  const play = of('mesita-russian', 'king');
  const before = play.shown.pieces;
  play.moved([29, 25]);
  expect(play.note).toBe('Es legal, pero aquí buscamos otra jugada.');
  expect([play.shown.pieces.has(25), play.asking]).toEqual([true, false]);
  vi.runAllTimers();
  expect([play.shown.pieces, play.asking]).toEqual([before, true]);
});

test("what the rival did is spoken with the next step's words, and with the end", () => {
  const play = of('mesita-international', 'passing');
  play.moved([12, 3, 14]);
  vi.runAllTimers();
  expect(announcer.polite).toContain('Oscuras: 35 a 40. Las oscuras jugaron 35-40.');
  const strike = of('kondavo-polish', 'strike');
  strike.moved([50, 22, 4, 15, 24]);
  vi.runAllTimers();
  expect(announcer.polite.trim()).toBe('Oscuras: 29 captura hasta 20, una pieza.');
});

test('the counter shows where an example is about it, and what sets it back', () => {
  const resets = of('mesita-turkish', 'aside_resets');
  expect([resets.counted, resets.counterText]).toEqual([true, '119 de 120']);
  resets.moved([60, 59]);
  expect(resets.counterText).toBe('0 de 120');
  const counts = of('kondavo-turkish', 'aside_counts');
  counts.moved([60, 59]);
  expect(counts.counterText).toBe('120 de 120');
  expect(of('kondavo-turkish', 'repeat').counted).toBe(false);
  expect(of('clasica-8x8', 'repeat_free').counted).toBe(false);
});

test('a claim by repetition is made with its move, and with no other', async () => {
  const play = of('vezz-8x8', 'repeat_claim');
  const before = play.shown.pieces;
  play.claim();
  play.moved([25, 22]);
  await vi.waitFor(() => expect(play.note).toMatch(/llevaría 1 de las 3/));
  play.moved([25, 29]);
  expect([play.phase, play.shown.pieces]).toEqual(['done', before]);
});

test('a claim too early says how many moves are missing', async () => {
  const play = of('vezz-8x8', 'draw');
  expect(play.claims).toBe(true);
  play.claim();
  await vi.waitFor(() => expect(play.note).toMatch(/2/));
  expect(of('mesita-english', 'count').claims).toBe(false);
});
