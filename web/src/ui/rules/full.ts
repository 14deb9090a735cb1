/** The whole rules, from the record of a rule set. */
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';
import { menCapture } from './basic';
import { HEADINGS } from './headings';

export type SectionId =
  'board' | 'moves' | 'captures' | 'kings' | 'crowning' | 'huffing' | 'end' | 'draws';

export interface Section {
  id: SectionId;
  heading: string;
  lines: string[];
}

/** How many men each side begins with. */
export function menOf(rules: RuleSet): number {
  return (rules.start.split(':')[1] ?? '').split(',').length;
}

function board(rules: RuleSet): string[] {
  const { size } = rules;
  const all = rules.squares === 'all';
  const men = menOf(rules);
  const squares = all ? size * size : (size * size) / 2;
  return [
    all ? m.rules_board_all({ size, squares }) : m.rules_board_dark({ size, squares }),
    all ? m.rules_board_men_turkish({ men }) : m.rules_board_men({ men, rows: men / (size / 2) }),
    ...(rules.notation === 'numeric' ? [] : [m.rules_board_letters()]),
    m.rules_board_sides({ colour: rules.colours.black }),
  ];
}

const moves = (rules: RuleSet): string[] => [
  `${m.rules_starts({ colour: rules.colours[rules.first] })} ${m.rules_turns()}`,
  rules.lines === 'orthogonal' ? m.rules_step_straight() : m.rules_step_diagonal(),
];

const obligation = (rules: RuleSet): string => {
  if (rules.huffs) return m.rules_obligation_optional();
  return {
    any: m.rules_obligation_any,
    most_pieces: m.rules_obligation_most,
    most_pieces_then_kings: m.rules_obligation_most_kings,
  }[rules.choice]();
};

function captures(rules: RuleSet): string[] {
  const lines = [obligation(rules), `${m.rules_jump()} ${menCapture(rules)}`, m.rules_chain()];
  if (rules.removal === 'at_once') {
    return [...lines, m.rules_removal_at_once(), m.rules_no_turn_back()];
  }
  return [...lines, m.rules_removal_after()];
}

function kings(rules: RuleSet): string[] {
  if (rules.king === 'short') return [m.rules_king_moves_short(), m.rules_king_takes_short()];
  return [
    rules.lines === 'orthogonal' ? m.rules_king_moves_straight() : m.rules_king_moves_flying(),
    m.rules_king_takes_flying(),
    ...(rules.king_must_continue ? [m.rules_king_must_continue()] : []),
    ...(!rules.king_must_continue && rules.choice === 'any'
      ? [m.rules_king_may_land_anywhere()]
      : []),
  ];
}

const crowning = (rules: RuleSet): string[] => [
  m.rules_crowned(),
  {
    ends_move: m.rules_crowned_ends,
    goes_on_as_king: m.rules_crowned_goes_on,
    only_at_end: m.rules_crowned_only_at_end,
  }[rules.crowning](),
];

const huffing = (): string[] => [
  m.rules_huff_when(),
  m.rules_huff_turn(),
  m.rules_huff_one(),
  m.rules_huff_moved(),
  m.rules_huff_captured(),
  m.rules_huff_last(),
];

const end = (rules: RuleSet): string[] => [
  m.rules_ends_win(),
  m.rules_ends_else(),
  ...(rules.one_on_one ? [m.rules_ends_one_on_one()] : []),
  m.rules_ends_ply_limit(),
];

function progress(rules: RuleSet): string[] {
  if (!rules.no_progress) return [];
  const each = { moves: rules.no_progress.plies / 2 };
  if (rules.no_progress.ending === 'claim') return [m.rules_draw_progress_claim(each)];
  if (rules.resets === 'man_move') return [m.rules_draw_progress_automatic(each)];
  return [
    m.rules_draw_advance_automatic(each),
    ...(rules.lines === 'orthogonal' ? [m.rules_draw_sideways()] : []),
  ];
}

function draws(rules: RuleSet): string[] {
  const lines: string[] = [m.rules_draw_agreement()];
  if (rules.repetition === 'claim') lines.push(m.rules_draw_repetition_claim());
  if (rules.repetition === 'automatic') lines.push(m.rules_draw_repetition_automatic());
  lines.push(...progress(rules));
  const claims = [rules.repetition, rules.no_progress?.ending].includes('claim');
  if (claims) lines.push(m.rules_draw_claim_wrong());
  if (!rules.repetition && !rules.no_progress) lines.push(m.rules_draw_nothing_else());
  return lines;
}

/** Board, moves, captures, kings, crowning, huffing where there is any, the end, draws. */
export function fullRules(rules: RuleSet): Section[] {
  const parts: [SectionId, string[]][] = [
    ['board', board(rules)],
    ['moves', moves(rules)],
    ['captures', captures(rules)],
    ['kings', kings(rules)],
    ['crowning', crowning(rules)],
    ...(rules.huffs ? [['huffing', huffing()] as [SectionId, string[]]] : []),
    ['end', end(rules)],
    ['draws', draws(rules)],
  ];
  return parts.map(([id, lines]) => ({ id, heading: HEADINGS[id](), lines }));
}
