/** What people ask about a rule set, answered from its record. */
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';

export interface Question {
  question: string;
  /** One sentence or several, each a line. */
  answer: string[];
}

const most = (rules: RuleSet): string => {
  if (rules.huffs) return m.rules_a_most_optional();
  return {
    any: m.rules_a_most_any,
    most_pieces: m.rules_a_most,
    most_pieces_then_kings: m.rules_a_most_kings,
  }[rules.choice]();
};

const back = (rules: RuleSet): string => {
  if (rules.lines === 'orthogonal') return m.rules_a_back_sideways();
  return rules.capturing === 'every_way' ? m.rules_a_back_every() : m.rules_a_back_forward();
};

const far = (rules: RuleSet): string => {
  if (rules.king === 'short') return m.rules_a_far_short();
  return rules.lines === 'orthogonal' ? m.rules_a_far_straight() : m.rules_a_far_flying();
};

const crown = (rules: RuleSet): string => {
  // Nobody leaves the last row by going forwards or sideways.
  if (rules.lines === 'orthogonal') return m.rules_a_crown_turkish();
  return {
    ends_move: m.rules_a_crown_ends,
    goes_on_as_king: m.rules_a_crown_goes_on,
    only_at_end: m.rules_a_crown_only_at_end,
  }[rules.crowning]();
};

function draws({ repetition, no_progress: progress, one_on_one }: RuleSet): string[] {
  const lines: string[] = [m.rules_a_draw_agreement()];
  if (repetition === 'automatic') lines.push(m.rules_a_draw_repetition());
  if (repetition === 'claim') lines.push(m.rules_a_draw_repetition_claim());
  const moves = (progress?.plies ?? 0) / 2;
  if (progress?.ending === 'automatic') lines.push(m.rules_a_draw_progress({ moves }));
  if (progress?.ending === 'claim') lines.push(m.rules_a_draw_progress_claim({ moves }));
  if (one_on_one) lines.push(m.rules_a_draw_one_on_one());
  return lines.length > 1 ? lines : [...lines, m.rules_a_draw_nothing()];
}

const asked = (question: string, ...answer: string[]): Question => ({ question, answer });

const huffing = (): Question[] => [
  asked(m.rules_q_king(), m.rules_a_king()),
  asked(m.rules_q_two(), m.rules_a_two()),
  asked(m.rules_q_again(), m.rules_a_again()),
  asked(m.rules_q_pay(), m.rules_a_pay()),
];

export function questions(rules: RuleSet): Question[] {
  return [
    asked(m.rules_q_must(), rules.huffs ? m.rules_a_must_optional() : m.rules_a_must()),
    asked(m.rules_q_most(), most(rules)),
    asked(m.rules_q_back(), back(rules)),
    asked(m.rules_q_far(), far(rules)),
    asked(m.rules_q_crown(), crown(rules)),
    ...(rules.huffs ? huffing() : []),
    asked(m.rules_q_draw(), ...draws(rules)),
    asked(m.rules_q_colours({ colour: rules.colours.black }), m.rules_a_colours()),
  ];
}
