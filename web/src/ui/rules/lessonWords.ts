/** What each example is called, what it asks for and what it says when that was done. */
import { m } from '../../i18n/generated/messages.js';
import type { SectionId } from './full';

/** What the words of a step may speak of; squares by their numbers. */
export interface Named {
  /** The move that is wanted: where it begins and ends, and where it lands first on the way. */
  from: string;
  to: string;
  mid: string;
  /** Every landing, as a list. */
  way: string;
  /** What it captures first, and second. */
  over: string;
  over2: string;
  /** What the rival played before this step, or before the first. */
  reply: string;
  lead: string;
  /** Plies without progress, and how many of them end a game. */
  count: string;
  limit: string;
  /** The colour of one rival man, and of them all. */
  rival: string;
  rivals: string;
  /** Squares that an example names itself. */
  behind: string;
  far: string;
  free: string;
  huffed: string;
  king: string;
  left: string;
  man: string;
  next: string;
  one: string;
  open: string;
  two: string;
  wall: string;
}

export type Text = (named: Named) => string;

export interface LessonWords {
  section: SectionId;
  title: () => string;
  steps: readonly (readonly [ask: Text, praise: Text])[];
}

const CAPTURES: Record<string, LessonWords> = {
  step: {
    section: 'moves',
    title: m.lesson_step,
    steps: [[m.lesson_step_1, m.lesson_step_1_ok]],
  },
  step_straight: {
    section: 'moves',
    title: m.lesson_step,
    steps: [[m.lesson_step_1, m.lesson_step_straight_ok]],
  },
  capture: {
    section: 'captures',
    title: m.lesson_capture,
    steps: [[m.lesson_capture_1, m.lesson_capture_1_ok]],
  },
  must: {
    section: 'captures',
    title: m.lesson_must,
    steps: [[m.lesson_must_1, m.lesson_must_1_ok]],
  },
  back_not: {
    section: 'captures',
    title: m.lesson_back_not,
    steps: [[m.lesson_back_not_1, m.lesson_back_not_1_ok]],
  },
  back: {
    section: 'captures',
    title: m.lesson_back,
    steps: [[m.lesson_back_1, m.lesson_back_1_ok]],
  },
  sideways: {
    section: 'captures',
    title: m.lesson_sideways,
    steps: [[m.lesson_sideways_1, m.lesson_sideways_1_ok]],
  },
  chain: {
    section: 'captures',
    title: m.lesson_chain,
    steps: [[m.lesson_chain_1, m.lesson_chain_1_ok]],
  },
  choose: {
    section: 'captures',
    title: m.lesson_choose,
    steps: [[m.lesson_choose_1, m.lesson_choose_1_ok]],
  },
  most: {
    section: 'captures',
    title: m.lesson_most,
    steps: [[m.lesson_most_1, m.lesson_most_1_ok]],
  },
  most_kings: {
    section: 'captures',
    title: m.lesson_most_kings,
    steps: [[m.lesson_most_kings_1, m.lesson_most_kings_1_ok]],
  },
  weighs: {
    section: 'captures',
    title: m.lesson_weighs,
    steps: [[m.lesson_weighs_1, m.lesson_weighs_1_ok]],
  },
  strike: {
    section: 'captures',
    title: m.lesson_strike,
    steps: [[m.lesson_strike_1, m.lesson_strike_1_ok]],
  },
  at_once: {
    section: 'captures',
    title: m.lesson_at_once,
    steps: [[m.lesson_at_once_1, m.lesson_at_once_1_ok]],
  },
  no_turn: {
    section: 'captures',
    title: m.lesson_no_turn,
    steps: [[m.lesson_no_turn_1, m.lesson_no_turn_1_ok]],
  },
  forgo: {
    section: 'huffing',
    title: m.lesson_forgo,
    steps: [
      [m.lesson_forgo_1, m.lesson_forgo_1_ok],
      [m.lesson_forgo_2, m.lesson_forgo_2_ok],
    ],
  },
  huff: {
    section: 'huffing',
    title: m.lesson_huff,
    steps: [
      [m.lesson_huff_1, m.lesson_huff_1_ok],
      [m.lesson_huff_2, m.lesson_huff_2_ok],
    ],
  },
};

const KINGS: Record<string, LessonWords> = {
  king: {
    section: 'kings',
    title: m.lesson_king,
    steps: [[m.lesson_king_1, m.lesson_king_1_ok]],
  },
  king_straight: {
    section: 'kings',
    title: m.lesson_king,
    steps: [[m.lesson_king_1, m.lesson_king_straight_ok]],
  },
  king_short: {
    section: 'kings',
    title: m.lesson_king_short,
    steps: [[m.lesson_king_short_1, m.lesson_king_short_1_ok]],
  },
  king_takes: {
    section: 'kings',
    title: m.lesson_king_takes,
    steps: [[m.lesson_king_takes_1, m.lesson_king_takes_1_ok]],
  },
  circle: {
    section: 'kings',
    title: m.lesson_circle,
    steps: [[m.lesson_circle_1, m.lesson_circle_1_ok]],
  },
  afar: {
    section: 'kings',
    title: m.lesson_afar,
    steps: [[m.lesson_afar_1, m.lesson_afar_1_ok]],
  },
  landing: {
    section: 'kings',
    title: m.lesson_landing,
    steps: [[m.lesson_landing_1, m.lesson_landing_1_ok]],
  },
  landing_on: {
    section: 'kings',
    title: m.lesson_landing_on,
    steps: [[m.lesson_landing_on_1, m.lesson_landing_on_1_ok]],
  },
  landing_most: {
    section: 'kings',
    title: m.lesson_landing,
    steps: [[m.lesson_landing_1, m.lesson_landing_most_ok]],
  },
  crown: {
    section: 'crowning',
    title: m.lesson_crown,
    steps: [
      [m.lesson_crown_1, m.lesson_crown_1_ok],
      [m.lesson_crown_2, m.lesson_crown_2_ok],
    ],
  },
  crowning: {
    section: 'crowning',
    title: m.lesson_crowning,
    steps: [
      [m.lesson_crowning_1, m.lesson_crowning_1_ok],
      [m.lesson_crowning_2, m.lesson_crowning_2_ok],
    ],
  },
  crowning_on: {
    section: 'crowning',
    title: m.lesson_crowning,
    steps: [[m.lesson_crowning_on_1, m.lesson_crowning_on_1_ok]],
  },
  crowning_stop: {
    section: 'crowning',
    title: m.lesson_crowning,
    steps: [
      [m.lesson_crowning_1, m.lesson_crowning_stop_1_ok],
      [m.lesson_crowning_2, m.lesson_crowning_stop_2_ok],
    ],
  },
  passing: {
    section: 'crowning',
    title: m.lesson_passing,
    steps: [
      [m.lesson_passing_1, m.lesson_passing_1_ok],
      [m.lesson_passing_2, m.lesson_passing_2_ok],
    ],
  },
};

const ENDS: Record<string, LessonWords> = {
  block: {
    section: 'end',
    title: m.lesson_block,
    steps: [[m.lesson_block_1, m.lesson_block_1_ok]],
  },
  alone_king: {
    section: 'end',
    title: m.lesson_alone_king,
    steps: [[m.lesson_alone_king_1, m.lesson_alone_king_1_ok]],
  },
  alone_equal: {
    section: 'end',
    title: m.lesson_alone_equal,
    steps: [[m.lesson_alone_equal_1, m.lesson_alone_equal_1_ok]],
  },
  repeat_claim: {
    section: 'draws',
    title: m.lesson_repeat_claim,
    steps: [[m.lesson_repeat_claim_1, m.lesson_repeat_claim_1_ok]],
  },
  repeat: {
    section: 'draws',
    title: m.lesson_repeat,
    steps: [[m.lesson_repeat_1, m.lesson_repeat_1_ok]],
  },
  repeat_free: {
    section: 'draws',
    title: m.lesson_repeat_free,
    steps: [
      [m.lesson_repeat_free_1, m.lesson_repeat_free_1_ok],
      [m.lesson_repeat_free_2, m.lesson_repeat_free_2_ok],
    ],
  },
  draw: {
    section: 'draws',
    title: m.lesson_draw,
    steps: [
      [m.lesson_draw_1, m.lesson_draw_1_ok],
      [m.lesson_draw_2, m.lesson_draw_2_ok],
    ],
  },
  count: {
    section: 'draws',
    title: m.lesson_count,
    steps: [[m.lesson_count_1, m.lesson_count_1_ok]],
  },
  aside_counts: {
    section: 'draws',
    title: m.lesson_aside_counts,
    steps: [[m.lesson_aside_counts_1, m.lesson_aside_counts_1_ok]],
  },
  aside_resets: {
    section: 'draws',
    title: m.lesson_aside_resets,
    steps: [[m.lesson_aside_counts_1, m.lesson_aside_resets_1_ok]],
  },
};

export const LESSON_WORDS: Record<string, LessonWords> = { ...CAPTURES, ...KINGS, ...ENDS };
