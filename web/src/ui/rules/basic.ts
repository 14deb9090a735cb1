/** The rules in a few lines, from the record of a rule set. */
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';

export const obligation = (rules: RuleSet): string => {
  if (rules.huffs) return m.rules_capture_optional();
  return {
    any: m.rules_capture_any,
    most_pieces: m.rules_capture_most,
    most_pieces_then_kings: m.rules_capture_most_kings,
  }[rules.choice]();
};

/** Where men capture. */
export const menCapture = (rules: RuleSet): string => {
  if (rules.lines === 'orthogonal') return m.rules_man_sideways();
  return rules.capturing === 'every_way' ? m.rules_man_every_way() : m.rules_man_forward();
};

export const kings = (rules: RuleSet): string => {
  if (rules.king === 'short') return m.rules_king_short();
  return rules.lines === 'orthogonal' ? m.rules_king_flying_straight() : m.rules_king_flying();
};

export const crowning = (rules: RuleSet): string =>
  ({
    ends_move: m.rules_crowning_ends_move,
    goes_on_as_king: m.rules_crowning_goes_on,
    only_at_end: m.rules_crowning_only_at_end,
  })[rules.crowning]();

/** Who starts, what is captured, how pieces go, crowning, and how it is won. */
export function basicRules(rules: RuleSet): string[] {
  return [
    m.rules_starts({ colour: rules.colours[rules.first] }),
    obligation(rules),
    `${menCapture(rules)} ${kings(rules)}`,
    crowning(rules),
    m.rules_win(),
  ];
}
