/** What newcomers to a rule set get wrong, from its record. */
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';

type Text = () => string;

const captures = (rules: RuleSet): Text[] => {
  if (rules.huffs) {
    return [
      m.rules_mistake_must,
      m.rules_mistake_huff_late,
      m.rules_mistake_huff_move,
      m.rules_mistake_huff_other,
    ];
  }
  return [
    m.rules_mistake_keep,
    rules.choice === 'any' ? m.rules_mistake_most_not : m.rules_mistake_most,
  ];
};

const men = (rules: RuleSet): Text[] => [
  ...(rules.lines === 'orthogonal' ? [m.rules_mistake_straight] : []),
  rules.capturing === 'every_way' ? m.rules_mistake_back_forgotten : m.rules_mistake_back,
  rules.huffs ? m.rules_mistake_half : m.rules_mistake_half_must,
];

const kings = (rules: RuleSet): Text[] => {
  if (rules.king === 'short') return [m.rules_mistake_king_short];
  return [
    m.rules_mistake_king_far,
    ...(rules.king_must_continue ? [m.rules_mistake_king_on] : []),
    rules.removal === 'at_once' ? m.rules_mistake_turn : m.rules_mistake_ghost,
  ];
};

const crowning = (rules: RuleSet): Text => {
  // Nobody leaves the last row by going forwards or sideways.
  if (rules.lines === 'orthogonal') return m.rules_mistake_crown_turkish;
  return {
    ends_move: m.rules_mistake_crown,
    goes_on_as_king: m.rules_mistake_crown_on,
    only_at_end: m.rules_mistake_crown_passing,
  }[rules.crowning];
};

const draws = (rules: RuleSet): Text[] => [
  ...(rules.one_on_one ? [m.rules_mistake_one_on_one] : []),
  ...(rules.lines === 'orthogonal' && rules.resets === 'man_advance'
    ? [m.rules_mistake_aside]
    : []),
  {
    claim: m.rules_mistake_draw_claim,
    automatic: m.rules_mistake_draw_repeat,
    none: m.rules_mistake_draw_none,
  }[rules.repetition ?? 'none'],
];

export function mistakes(rules: RuleSet): string[] {
  const all = [captures, men, kings, crowning, draws].flatMap((about) => about(rules));
  return all.map((text) => text());
}
