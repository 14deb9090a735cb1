/** In what two rule sets differ, point by point, in a few words each. */
import { m } from '../../i18n/generated/messages.js';
import { RULE_SETS, type RuleSet } from '../../proto/rulesets';
import { crowning, kings, menCapture, obligation } from './basic';
import { menOf, type SectionId } from './full';
import { HEADINGS } from './headings';

export interface Difference {
  id: SectionId;
  heading: string;
  here: string[];
  there: string[];
}

const board = (rules: RuleSet): string[] => {
  const count = { size: rules.size, men: menOf(rules) };
  return [
    rules.squares === 'all' ? m.rules_diff_board_all(count) : m.rules_diff_board_dark(count),
    m.rules_starts({ colour: rules.colours[rules.first] }),
  ];
};

const captures = (rules: RuleSet): string[] => [
  obligation(rules),
  menCapture(rules),
  rules.removal === 'at_once' ? m.rules_diff_at_once() : m.rules_diff_after(),
];

function king(rules: RuleSet): string[] {
  if (rules.king === 'short') return [kings(rules)];
  const lands = rules.choice === 'any' ? m.rules_diff_landing_any() : m.rules_diff_landing_most();
  return [kings(rules), rules.king_must_continue ? m.rules_diff_landing_on() : lands];
}

const end = (rules: RuleSet): string[] => [
  rules.one_on_one ? m.rules_diff_one_on_one() : m.rules_diff_one_on_one_none(),
];

function progress({ no_progress: rule, lines, resets }: RuleSet): string[] {
  if (!rule) return [m.rules_diff_progress_none()];
  const moves = rule.plies / 2;
  const drawn =
    rule.ending === 'claim'
      ? m.rules_diff_progress_claim({ moves })
      : m.rules_diff_progress_automatic({ moves });
  // Elsewhere a man has no step that is not forwards.
  if (lines !== 'orthogonal') return [drawn];
  return [
    drawn,
    resets === 'man_advance' ? m.rules_diff_aside_counts() : m.rules_diff_aside_resets(),
  ];
}

const draws = (rules: RuleSet): string[] => [
  {
    claim: m.rules_diff_repeat_claim,
    automatic: m.rules_diff_repeat_automatic,
    none: m.rules_diff_repeat_none,
  }[rules.repetition ?? 'none'](),
  ...progress(rules),
];

const POINTS: readonly (readonly [SectionId, (rules: RuleSet) => string[]])[] = [
  ['board', board],
  ['captures', captures],
  ['kings', king],
  ['crowning', (rules) => [crowning(rules)]],
  ['end', end],
  ['draws', draws],
];

/** Nothing if they are played alike. */
export function differences(one: RuleSet, other: RuleSet): Difference[] {
  return POINTS.flatMap(([id, say]) => {
    const [here, there] = [say(one), say(other)];
    const only = (lines: string[], others: string[]) =>
      lines.filter((line) => !others.includes(line));
    const differ = { here: only(here, there), there: only(there, here) };
    const same = differ.here.length + differ.there.length === 0;
    return same ? [] : [{ id, heading: HEADINGS[id](), ...differ }];
  });
}

/** The other rule sets, the most alike first. */
export function relatives(rules: RuleSet): RuleSet[] {
  const apart = (other: RuleSet) =>
    differences(rules, other).reduce((sum, { here, there }) => sum + here.length + there.length, 0);
  return RULE_SETS.filter((other) => other.id !== rules.id)
    .map((other) => ({ other, far: apart(other) }))
    .toSorted((a, b) => a.far - b.far)
    .map(({ other }) => other);
}
