/** The examples of a rule set, played beforehand by the rules themselves, with their words. */
import { m } from '../../i18n/generated/messages.js';
import { capturedOn, parseFen, parseMoves, parsePath } from '../../board/position';
import type { Path, Square } from '../../board/types';
import type { RuleSet } from '../../proto/rulesets';
import type { Refused } from '../../proto/wire';
import type { SectionId } from './full';
import { LESSON_WORDS, type LessonWords, type Named } from './lessonWords';
import written from './examples.json';

/** Wanted: a claim of a draw; with a move after it, one by repetition. */
export const CLAIM = 'claim';

export interface Step {
  fen: string;
  /** Every legal move, each under its written form. */
  legal: ReadonlyMap<string, Path>;
  huffable: readonly Square[];
  /** What goes on: moves, a huff (`!10`), or a claim. */
  wanted: readonly string[];
  /** Paths that are refused, and why. */
  wrong: ReadonlyMap<string, Refused>;
  /** What the rival does then. */
  replies: readonly string[];
  withoutProgress: number;
  ask: string;
  praise: string;
}

export interface Example {
  id: string;
  section: SectionId;
  title: string;
  /** The rival's move that leads in. */
  lead: { fen: string; move: string } | undefined;
  steps: readonly Step[];
}

interface WrittenStep {
  fen: string;
  legal: string;
  wanted: string;
  wrong: readonly (Refused & { path: string })[];
  huffable?: string;
  replies?: string;
  named?: Readonly<Record<string, Square>>;
  without_progress?: number;
}

interface Written {
  id: string;
  sets: readonly string[];
  lead?: { fen: string; move: string };
  steps: readonly WrittenStep[];
}

/** In the order of the page, those of all rule sets; one that plays differently is there again. */
export const WRITTEN = written as unknown as readonly Written[];

const words = (text = ''): string[] => text.split(' ').filter(Boolean);

/** What a square is called. */
export type NameOf = (square: Square) => string;

function list(names: string[]): string {
  const last = names.at(-1)!;
  return names.length > 1 ? m.board_and({ first: names.slice(0, -1).join(', '), last }) : last;
}

/** The move of a step that its words speak of, if there is one. */
function movePart(rules: RuleSet, { fen, wanted }: WrittenStep, nameOf: NameOf): Partial<Named> {
  const [ply] = parseMoves(words(wanted).at(wanted.startsWith(CLAIM) ? 1 : 0) ?? '');
  if (!ply) return {};
  if (ply.kind === 'huff') return { to: nameOf(ply.square) };
  const path = ply.path.map(nameOf);
  const [over, over2] = capturedOn(rules, parseFen(fen).pieces, ply.path).map(nameOf);
  const [from, mid, to] = [path[0], path[1], path.at(-1)];
  return { from, mid, to, over, over2, way: list(path.slice(1)) } as Partial<Named>;
}

/** All that the words of a step may speak of; what it has not, they do not. */
function named(rules: RuleSet, from: Written, nth: number, nameOf: NameOf): Named {
  const one = from.steps[nth]!;
  const colour = rules.colours.black;
  const squares = Object.entries(one.named ?? {}).map(([name, square]) => [name, nameOf(square)]);
  const played = (move = '') => move.replaceAll(/\d+/g, (square) => nameOf(Number(square)));
  const parts: Partial<Named> = {
    ...movePart(rules, one, nameOf),
    ...Object.fromEntries(squares),
    rival: m.lesson_rival({ colour }),
    rivals: m.lesson_rivals({ colour }),
    count: String(one.without_progress ?? 0),
    limit: String(rules.no_progress?.plies),
    lead: played(from.lead?.move),
    reply: played(words(from.steps[nth - 1]?.replies).at(-1)),
  };
  return parts as Named;
}

function step(one: WrittenStep, said: LessonWords['steps'][number], speaks: Named): Step {
  return {
    fen: one.fen,
    legal: new Map(words(one.legal).map((move) => [move, parsePath(move)])),
    huffable: words(one.huffable).map(Number),
    wanted: one.wanted.startsWith(`${CLAIM} `) ? [one.wanted] : words(one.wanted),
    wrong: new Map(one.wrong.map(({ path, ...refused }) => [parsePath(path).join(), refused])),
    replies: words(one.replies),
    withoutProgress: one.without_progress ?? 0,
    ask: said[0](speaks),
    praise: said[1](speaks),
  };
}

/** The examples of a rule set, in the language of the page. */
export function examplesOf(rules: RuleSet, nameOf: NameOf = String): readonly Example[] {
  return WRITTEN.filter(({ sets }) => sets.includes(rules.id)).map((from) => {
    const said = LESSON_WORDS[from.id]!;
    return {
      id: from.id,
      section: said.section,
      title: said.title(),
      lead: from.lead,
      steps: said.steps.map((one, nth) =>
        step(from.steps[nth]!, one, named(rules, from, nth, nameOf)),
      ),
    };
  });
}
