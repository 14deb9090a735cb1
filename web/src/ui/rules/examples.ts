/** The examples, played beforehand by the rules themselves, with their words. */
import { m } from '../../i18n/generated/messages.js';
import { parsePath } from '../../board/position';
import type { Path, Square } from '../../board/types';
import type { SectionId } from './full';
import written from './examples.json';

export interface Step {
  fen: string;
  /** Every legal move, each under its written form. */
  legal: ReadonlyMap<string, Path>;
  huffable: readonly Square[];
  /** What goes on: moves, a huff (`!10`), or `claim`. */
  wanted: readonly string[];
  /** Where a piece does not get, and the code of the reason. */
  wrong: ReadonlyMap<Square, string>;
  /** What the rival does then. */
  replies: readonly string[];
  withoutProgress: number;
  /** Why the game is over after it, if it is. */
  ended: string | undefined;
  ask: () => string;
  praise: () => string;
}

export interface Example {
  id: string;
  section: SectionId;
  title: () => string;
  /** The rival's move that leads in. */
  lead: { fen: string; move: string } | undefined;
  steps: readonly Step[];
}

interface Words {
  section: SectionId;
  title: () => string;
  steps: readonly (readonly [ask: () => string, praise: () => string])[];
}

const WORDS: Record<string, Words> = {
  step: {
    section: 'moves',
    title: m.rules_ex_step,
    steps: [[m.rules_ex_step_1, m.rules_ex_step_1_ok]],
  },
  capture: {
    section: 'captures',
    title: m.rules_ex_capture,
    steps: [[m.rules_ex_capture_1, m.rules_ex_capture_1_ok]],
  },
  chain: {
    section: 'captures',
    title: m.rules_ex_chain,
    steps: [[m.rules_ex_chain_1, m.rules_ex_chain_1_ok]],
  },
  forgo: {
    section: 'huffing',
    title: m.rules_ex_forgo,
    steps: [
      [m.rules_ex_forgo_1, m.rules_ex_forgo_1_ok],
      [m.rules_ex_forgo_2, m.rules_ex_forgo_2_ok],
    ],
  },
  huff: {
    section: 'huffing',
    title: m.rules_ex_huff,
    steps: [
      [m.rules_ex_huff_1, m.rules_ex_huff_1_ok],
      [m.rules_ex_huff_2, m.rules_ex_huff_2_ok],
    ],
  },
  king: {
    section: 'kings',
    title: m.rules_ex_king,
    steps: [[m.rules_ex_king_1, m.rules_ex_king_1_ok]],
  },
  landing: {
    section: 'kings',
    title: m.rules_ex_landing,
    steps: [[m.rules_ex_landing_1, m.rules_ex_landing_1_ok]],
  },
  crowning: {
    section: 'crowning',
    title: m.rules_ex_crowning,
    steps: [
      [m.rules_ex_crowning_1, m.rules_ex_crowning_1_ok],
      [m.rules_ex_crowning_2, m.rules_ex_crowning_2_ok],
    ],
  },
  block: {
    section: 'end',
    title: m.rules_ex_block,
    steps: [[m.rules_ex_block_1, m.rules_ex_block_1_ok]],
  },
  draw: {
    section: 'draws',
    title: m.rules_ex_draw,
    steps: [
      [m.rules_ex_draw_1, m.rules_ex_draw_1_ok],
      [m.rules_ex_draw_2, m.rules_ex_draw_2_ok],
    ],
  },
};

const words = (text: string): string[] => text.split(' ').filter(Boolean);

function step(from: (typeof written)[number]['steps'][number], said: Words['steps'][number]): Step {
  return {
    fen: from.fen,
    legal: new Map(words(from.legal).map((move) => [move, parsePath(move)])),
    huffable: words(from.huffable).map(Number),
    wanted: words(from.wanted),
    wrong: new Map(from.wrong.map(({ path, code }) => [parsePath(path).at(-1)!, code])),
    replies: words(from.replies),
    withoutProgress: from.without_progress,
    ended: 'ended' in from ? from.ended : undefined,
    ask: said[0],
    praise: said[1],
  };
}

export const EXAMPLES: readonly Example[] = written.flatMap((from) => {
  const said = WORDS[from.id];
  if (!said) return [];
  return {
    id: from.id,
    section: said.section,
    title: said.title,
    lead: 'lead' in from ? from.lead : undefined,
    steps: from.steps.map((one, nth) => step(one, said.steps[nth]!)),
  };
});
